package agent

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// ExecOptions say which outside program answers questions.
type ExecOptions struct {
	Command []string // program and arguments; {file} in them is the model's path
	File    string   // path of the building model
	// Lines has one process answer all questions, one a line; else each question has a
	// process of its own.
	Lines   bool
	Timeout time.Duration    // for one question, default 10 minutes
	Now     func() time.Time // default time.Now
}

const (
	defaultExecTimeout = 10 * time.Minute
	maxExecReply       = 4 << 20
)

// NewExec returns an agent that hands questions to an outside program and reads its
// answers.
//
// The program gets one JSON object, on one line:
//
//	{"id":"…","type":"single","question":"…","options":[{"key":"A","text":"…"}],"file":"/path/house.ifc"}
//
// It answers with text, read by [score.ParseAnswer], or with a JSON object:
//
//	{"answer":["B"],"usage":{"input":0,"cached":0,"output":0,"reasoning":0},"cost_usd":0.01,
//	 "calls":{"chat":0,"tool":0,"code":0,"failed":0},"steps":1}
//
// where answer may be a string too and all else may be left out. With Lines the answer
// is one line, and questions come one after the other; a program that ends is started
// again for the next. A program that fails or takes too long is a failure of
// infrastructure, a program that answers with nothing has given no answer.
func NewExec(o ExecOptions) (Agent, error) {
	if len(o.Command) == 0 {
		return nil, errors.New("no program to answer the questions is given")
	}
	if _, err := exec.LookPath(o.Command[0]); err != nil {
		return nil, fmt.Errorf("the program %s cannot be run: %w", o.Command[0], err)
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultExecTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	command := make([]string, len(o.Command))
	for i, w := range o.Command {
		command[i] = w
		if i > 0 {
			command[i] = strings.ReplaceAll(w, "{file}", o.File)
		}
	}
	o.Command = command
	if o.Lines {
		return &lineProgram{o: o}, nil
	}
	return program{o}, nil
}

// execQuestion is what the program is told. The key is no part of it.
type execQuestion struct {
	ID       string       `json:"id"`
	Type     mcq.Type     `json:"type"`
	Question string       `json:"question"`
	Options  []execOption `json:"options"`
	File     string       `json:"file"`
}

type execOption struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

func (o ExecOptions) question(q Question) ([]byte, error) {
	out := execQuestion{q.ID, q.Type, q.Stem, []execOption{}, o.File}
	for _, opt := range q.Options {
		out.Options = append(out.Options, execOption(opt))
	}
	b, err := json.Marshal(out)
	return append(b, '\n'), err
}

// read reads a reply.
func (o ExecOptions) read(q Question, asked, reply []byte, took time.Duration) Answer {
	var keys []string
	for _, opt := range q.Options {
		keys = append(keys, opt.Key)
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(reply), "\uFFFD"))
	a := Answer{Replied: text != "", Stop: score.Answered, Steps: 1, Tools: map[string]int{}, Latency: took}
	var object struct {
		Answer  json.RawMessage `json:"answer"`
		Usage   score.Usage     `json:"usage"`
		Calls   score.Calls     `json:"calls"`
		CostUSD *float64        `json:"cost_usd"`
		Steps   *int            `json:"steps"`
	}
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &object) == nil && object.Answer != nil {
		a.Usage, a.Calls, a.CostUSD = object.Usage, object.Calls, object.CostUSD
		if object.Steps != nil {
			a.Steps = *object.Steps
		}
		answer := submitted([]byte(text))
		a.Replied = strings.TrimSpace(answer) != ""
		a.Keys, _ = score.ParseAnswer(answer, keys, q.Type == mcq.Multi)
	} else {
		a.Keys, _ = score.ParseAnswer(text, keys, q.Type == mcq.Multi)
	}
	trace, err := json.Marshal(struct {
		Item     string          `json:"item"`
		Agent    string          `json:"agent"`
		Question json.RawMessage `json:"question"`
		Reply    string          `json:"reply"`
	}{q.ID, "exec", bytes.TrimSpace(asked), text})
	if err == nil {
		a.Trace = trace
	}
	return a
}

// program runs once for every question.
type program struct{ o ExecOptions }

func (program) Close() error { return nil }

func (p program) Answer(ctx context.Context, q Question) (Answer, error) {
	asked, err := p.o.question(q)
	if err != nil {
		return Answer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, p.o.Timeout)
	defer cancel()
	start := p.o.Now()
	cmd := exec.CommandContext(limited, p.o.Command[0], p.o.Command[1:]...)
	ownGroup(cmd)
	cmd.WaitDelay = 5 * time.Second
	var said tail
	out := limitedBuffer{max: maxExecReply}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(asked), &out, &said
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return Answer{}, ctx.Err()
	case limited.Err() != nil:
		return Answer{}, fmt.Errorf("program %s did not answer within %v%s", p.o.Command[0], p.o.Timeout, said.last())
	case out.over:
		return Answer{}, fmt.Errorf("program %s answers with more than %d MiB", p.o.Command[0], maxExecReply>>20)
	case err != nil:
		return Answer{}, fmt.Errorf("program %s failed: %w%s", p.o.Command[0], err, said.last())
	}
	return p.o.read(q, asked, out.b.Bytes(), p.o.Now().Sub(start)), nil
}

var (
	errTooLong = errors.New("too long")
	errEnded   = errors.New("it ended without an answer")
)

type limitedBuffer struct {
	b    bytes.Buffer
	max  int
	over bool
}

func (l *limitedBuffer) Write(p []byte) (int, error) {
	if l.over = l.over || l.b.Len()+len(p) > l.max; l.over {
		return 0, errTooLong
	}
	return l.b.Write(p)
}

// lineProgram is one process that answers questions line by line.
type lineProgram struct {
	o  ExecOptions
	mu sync.Mutex // one question at a time
	p  *process   // nil until it is needed
}

// process is a running program, and what it writes.
type process struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	in     io.WriteCloser
	lines  chan line
	said   *tail
	read   sync.WaitGroup
}

type line struct {
	text []byte
	err  error
}

func startProcess(command []string) (*process, error) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &process{cancel: cancel, lines: make(chan line, 1), said: &tail{}}
	p.cmd = exec.CommandContext(ctx, command[0], command[1:]...)
	ownGroup(p.cmd)
	p.cmd.WaitDelay = 5 * time.Second
	p.cmd.Stderr = p.said
	in, err := p.cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	p.in = in
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("program %s cannot be run: %w", command[0], err)
	}
	p.read.Go(func() {
		defer close(p.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, maxExecReply)
		for s.Scan() {
			select {
			case p.lines <- line{text: bytes.Clone(s.Bytes())}:
			case <-ctx.Done():
				return
			}
		}
		err := s.Err()
		if err == nil {
			err = io.EOF
		}
		select {
		case p.lines <- line{err: err}:
		case <-ctx.Done():
		}
	})
	return p, nil
}

// ask writes a question and waits for the line that answers it.
func (p *process) ask(ctx context.Context, question []byte) ([]byte, error) {
	var writing sync.WaitGroup
	wrote := make(chan error, 1)
	writing.Go(func() {
		_, err := p.in.Write(question)
		wrote <- err
	})
	select {
	case err := <-wrote:
		if err != nil {
			return nil, fmt.Errorf("%w (%w)", errEnded, err)
		}
	case <-ctx.Done():
		return nil, ctx.Err() // stop closes the pipe, which ends the writing
	}
	writing.Wait()
	for {
		select {
		case l, ok := <-p.lines:
			switch {
			case !ok || errors.Is(l.err, io.EOF):
				return nil, errEnded
			case l.err != nil:
				return nil, l.err
			}
			return l.text, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// stop ends the program: by itself when its input ends if it is given time, else at
// once.
func (p *process) stop(grace time.Duration) {
	_ = p.in.Close()
	if grace > 0 {
		t := time.AfterFunc(grace, p.cancel)
		defer t.Stop()
		for range p.lines { // what it still says is of no interest
		}
	} else {
		p.cancel()
	}
	p.read.Wait()
	_ = p.cmd.Wait() // how it ended does not matter any more
	p.cancel()
}

func (l *lineProgram) Answer(ctx context.Context, q Question) (Answer, error) {
	asked, err := l.o.question(q)
	if err != nil {
		return Answer{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	limited, cancel := context.WithTimeout(ctx, l.o.Timeout)
	defer cancel()
	start := l.o.Now()
	for {
		fresh := l.p == nil
		if fresh {
			if l.p, err = startProcess(l.o.Command); err != nil {
				return Answer{}, err
			}
		}
		reply, err := l.p.ask(limited, asked)
		if err == nil {
			return l.o.read(q, asked, reply, l.o.Now().Sub(start)), nil
		}
		p := l.p
		l.p = nil // a late answer must not be taken for that of the next question
		p.stop(0)
		switch {
		case ctx.Err() != nil:
			return Answer{}, ctx.Err()
		case limited.Err() != nil:
			return Answer{}, fmt.Errorf("program %s did not answer within %v%s", l.o.Command[0], l.o.Timeout, p.said.last())
		case !fresh && errors.Is(err, errEnded):
			continue // it has ended since its last answer
		}
		return Answer{}, fmt.Errorf("program %s failed: %w%s", l.o.Command[0], err, p.said.last())
	}
}

func (l *lineProgram) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.p != nil {
		l.p.stop(2 * time.Second)
		l.p = nil
	}
	return nil
}

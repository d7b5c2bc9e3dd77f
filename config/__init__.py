"""Settings, addresses and processes of an installation."""

import os

# A sum that OpenBLAS shares among its threads keeps its tables on the stack of whoever asks, and the stack of a web
# server's thread is too small for them: the whole process died. What we have it reckon is no slower in one thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

"""A Redis of its own, for the tests that need one."""

import shutil
import signal
import socket
import subprocess
import time

REDIS = shutil.which("redis-server")


class Kept:
    """A Redis on a port of its own that keeps nothing on disk."""

    def __init__(self, folder):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.folder = folder
        self.start()

    def start(self):
        options = ["--port", str(self.port), "--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--dir", str(self.folder)]
        self.process = subprocess.Popen([REDIS, *options], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < deadline, "Redis did not start"
                time.sleep(0.02)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

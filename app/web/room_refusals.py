"""What is not done in a room, as an answer in words and as a line in the log. Neither secret nor reader is in either."""

import logging
import time
from collections import OrderedDict

from starlette.responses import JSONResponse

logger = logging.getLogger(__name__)

NO_STORE = {"Cache-Control": "no-store"}
LOGGED_SECONDS = 1.0  # of one kind in one room, a line so often at most
REMEMBERED = 1000  # kinds and rooms


class Refusals:
    """Answers and logs them; of a flood of the same kind one line a second, with the number of those left out."""

    def __init__(self) -> None:
        self.told: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()  # (room, what) -> (when last logged, left out since)

    def refuse(self, code: str, what: str, status: int, words: str, again_seconds: int = 0) -> JSONResponse:
        """The answer; `what` was to be done in the room `code`, which is empty for one to be opened."""
        self._log(code, what, status, words)
        headers = NO_STORE | ({"Retry-After": str(again_seconds)} if again_seconds else {})
        return JSONResponse({"detail": words}, status_code=status, headers=headers)

    def _log(self, code: str, what: str, status: int, words: str) -> None:
        now = time.monotonic()
        last, left_out = self.told.pop((code, what), (0.0, 0))
        if last and now - last < LOGGED_SECONDS:
            self.told[code, what] = last, left_out + 1
            return
        self.told[code, what] = now, 0
        if len(self.told) > REMEMBERED:
            self.told.popitem(last=False)
        told = {"room": code, "what": what, "status": status, "words": words, "left_out": left_out}
        logger.warning("refused in room %s: %s, %s", code or "(none)", what, status, extra={"told": told})

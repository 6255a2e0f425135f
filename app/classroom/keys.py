"""What opens a room: the code that is read out, the secret of its driver, a ticket to drive next. Of the last two only hashes are kept."""

import hashlib
import re
import secrets

LETTERS = "BCDFGHJKMNPRSTVWXZ"  # no vowels, so no words; none that looks like another or like a digit
FEW_LETTERS, MORE_LETTERS = 4, 5
CODE = re.compile(rf"[{LETTERS}]{{{FEW_LETTERS},{MORE_LETTERS}}}")


def new_code(longer: bool = False) -> str:
    """A code to read out: four letters, or five."""
    return _letters(MORE_LETTERS if longer else FEW_LETTERS)


def read_code(text: str) -> str | None:
    """The code that somebody typed, in capitals; None where it can be none."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else None


def new_secret() -> str:
    """What the driver's browser keeps and sends with everything it does."""
    return secrets.token_urlsafe(24)


def new_ticket() -> str:
    """Short enough to be typed, and too long to be guessed in the two minutes that it is good for."""
    return _letters(8)


def hash_of(key: str) -> str:
    """What is kept of a secret or a ticket; they are long and random, so a plain hash tells nothing of them."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_same(key: str, kept: str) -> bool:
    """Whether a secret or a ticket is the one whose hash was kept, in a time that tells nothing."""
    return bool(kept) and secrets.compare_digest(hash_of(key), kept)


def _letters(number: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(number))

"""Float bits: one parameter opened up into the 32 bits of an fp32 number, a row for each of its 4 bytes."""

from app.figures.axes import blank
from app.figures.picture import Picture, Table
from app.figures.style import DARK, GHOST, INK, MUTED, PAPER, Mapped, Role, bars, box, figure, note
from app.memory.floats import BIAS, Fp32, fp32, number_text, raised
from app.memory.precision import FP32_BITS, FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.units import whole

SIGN = Role("sign", "±", "sign", "sign", INK, DARK[INK], "")
EXPONENT = Role("exponent", "e", "exponent", "exponent", GHOST, DARK[GHOST], "")
FRACTION = Role("fraction", "f", "fraction", "fraction", PAPER, DARK[PAPER], "")
PARTS = (SIGN, EXPONENT, FRACTION)
DIGITS = {SIGN.key: PAPER, EXPONENT.key: INK, FRACTION.key: INK}

BITS_A_ROW = 8
ROW = 1.14  # from one row of bits to the next
KEY = 0.95  # from one line of the key to the next


def float_bits(scenario: Scenario) -> Picture:
    """The true bit pattern of the reader's value, and how sign, exponent and fraction make up the number that is stored."""
    number = fp32(scenario.value)
    return Picture(
        title=f"One box opened up: the 32 bits of {number_text(scenario.value, None)}",
        figure=figure(
            _bars(number),
            x=blank(-1.75, BITS_A_ROW + 0.05),
            y=blank(-ROW * FP32_BYTES - KEY * 4.9, 0.1),
            shapes=_swatches(),
            notes=[*_digits(number), *_byte_names(), *_key(number)],
            bare=True,
        ),
        sentence=_sentence(scenario, number),
        table=Table(
            ("Part", "Bits", "As a whole number"),
            tuple((role.name, bits, whole(int(bits, 2))) for role, bits in zip(PARTS, fields(number), strict=True))
            + (("all four bytes", number.bits, whole(int(number.bits, 2))),),
        ),
    )


def fields(number: Fp32) -> tuple[str, ...]:
    """The bits of sign, exponent and fraction."""
    ends = [sum(FP32_BITS[: part + 1]) for part in range(len(FP32_BITS))]
    return tuple(number.bits[end - size : end] for end, size in zip(ends, FP32_BITS, strict=True))


def product(number: Fp32) -> str:
    """The three parts multiplied out: '+ 2⁻⁴ × 1.60000002'."""
    return f"{sign_text(number)} 2{raised(number.power)} × {number_text(number.significand)}"


def sign_text(number: Fp32) -> str:
    """'+' or '−'."""
    return "−" if number.sign else "+"


def _roles() -> list[Role]:
    return [role for role, size in zip(PARTS, FP32_BITS, strict=True) for _ in range(size)]


def _place(bit: int) -> tuple[float, float]:
    """The lower left corner of a bit, counted from the sign."""
    return bit % BITS_A_ROW, -ROW * (bit // BITS_A_ROW) - 1


def _bars(number: Fp32) -> list[Mapped]:
    roles = _roles()
    traces = []
    for role in PARTS:
        drawn = [bit for bit, each in enumerate(roles) if each is role]
        corners = [_place(bit) for bit in drawn]
        hover = [f"{role.name}: {number.bits[bit]}" for bit in drawn]
        traces.append(bars(role, [x + 0.5 for x, _ in corners], [1] * len(drawn), [y for _, y in corners], width=0.94, hover=hover))
    return traces


def _digits(number: Fp32) -> list[Mapped]:
    return [
        note(x + 0.5, y + 0.5, digit, color=DIGITS[role.key], bold=True)
        for (x, y), digit, role in zip(map(_place, range(sum(FP32_BITS))), number.bits, _roles(), strict=True)
    ]


def _byte_names() -> list[Mapped]:
    return [note(-0.15, -ROW * byte - 0.5, f"byte {byte + 1}", color=MUTED, anchor="right") for byte in range(FP32_BYTES)]


def _key_height(line: float) -> float:
    return -ROW * FP32_BYTES - KEY * (line + 0.6)


def _swatches() -> list[Mapped]:
    return [box(-1.7, _key_height(line) - 0.28, -1.1, _key_height(line) + 0.28, INK, fill=role.light) for line, role in enumerate(PARTS)]


def _key(number: Fp32) -> list[Mapped]:
    lines = (
        f"sign: {number.sign}, so {sign_text(number)}",
        f"exponent: {_exponent_text(number)}, so 2{raised(number.power)}",
        f"fraction: {'0' if number.subnormal else '1'}.f = {number_text(number.significand)}",
    )
    return [
        *(note(-0.9, _key_height(line), words, anchor="left") for line, words in enumerate(lines)),
        note(-1.7, _key_height(len(lines)), product(number), anchor="left", bold=True),
        note(-1.7, _key_height(len(lines) + 0.85), f"= {number_text(number.value)}", anchor="left", bold=True),
    ]


def _exponent_text(number: Fp32) -> str:
    return "all 0" if number.subnormal else f"{number.exponent} − {BIAS}"


def _sentence(scenario: Scenario, number: Fp32) -> str:
    given, stored = number_text(scenario.value, None), number_text(number.value)
    outcome = f"exactly {given}" if number.value == scenario.value else f"{stored}, the nearest to {given} that 32 bits can hold"
    return (
        f"Four bytes, a row of 8 bits each: sign {number.sign}, exponent {number.exponent}, fraction {number.fraction:,}. "
        f"They stand for {outcome}."
    )

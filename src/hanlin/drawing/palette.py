"""Hanlin's colours: ink, paper and lacquer, by day and by night.

A drawing names a colour by what it is for. Each is a CSS variable with the day's value to fall back on, so a drawing follows
the page's theme and is still complete in a notebook or a document::

    rect(0, 0, 10, 10, fill=INK)      fill="var(--ink,#2A2320)"

``LINE`` is the pen's line of the artwork: dark by day and by night, since pictures keep their colours on dark lacquer.
``INK`` is for text and for lines on the paper itself: it turns light at night.
"""

from __future__ import annotations

from functools import cache

DAY: dict[str, str] = {
    "paper": "#F5EFE3",
    "raised": "#FBF7EE",
    "sunken": "#EAE1CF",
    "ink": "#2A2320",
    "soft": "#665A50",
    "faint": "#CDC0AB",
    "line": "#2A2320",
    "accent": "#9E2B25",
    "accent-wash": "#F0D6CB",
    "lacquer": "#9E2B25",
    "lacquer-on": "#FFF8EC",
    "danger": "#8A4300",
    "danger-wash": "#F6E3CC",
    "jade": "#33705D",
    "jade-soft": "#C5DCD0",
    "jade-wash": "#DCE8DC",
    "gold": "#A67A1E",
    "gold-soft": "#EFD9A0",
    "gold-wash": "#F3E6C4",
    "gold-text": "#7A5912",
    "stone": "#A79B8B",
    "stone-soft": "#CFC5B5",
    "wood": "#8A5A3B",
    "wood-soft": "#C99C73",
    "cloth": "#E9DDC3",
    "skin": "#F1D3B0",
    "white": "#FFFBF2",
    "plum": "#AA2722",
    "plum-soft": "#EBA79B",
    "plum-on": "#FFF8EC",
    "orchid": "#592260",
    "orchid-soft": "#C9A6D6",
    "orchid-on": "#FFF8EC",
    "bamboo": "#88B265",
    "bamboo-soft": "#CFE3B8",
    "bamboo-on": "#1E2A12",
    "chrysanthemum": "#E9BD3F",
    "chrysanthemum-soft": "#F8E7A9",
    "chrysanthemum-on": "#33270A",
    "lotus": "#3775AE",
    "lotus-soft": "#AFD0EA",
    "lotus-on": "#FFFFFF",
    "land-violet": "#D3C5E3",
    "land-violet-deep": "#5B3C8C",
    "land-yellow": "#F2E3A9",
    "land-yellow-deep": "#7A600D",
    "land-orange": "#F2C79C",
    "land-orange-deep": "#8A4210",
    "land-green": "#C3D8AE",
    "land-green-deep": "#34622F",
    "land-red": "#E8B0A6",
    "land-red-deep": "#872D27",
    "sea": "#C3D8DD",
    "sea-deep": "#4F7C8C",
    "mountain": "#D6C8AD",
    "marsh": "#B9CDBF",
    "floor-green": "#B5D3BB",
    "floor-green-line": "#79A688",
    "floor-pink": "#EDC3C4",
    "floor-pink-line": "#CC8D93",
    "floor-white": "#F8F4E9",
    "floor-white-line": "#C3BBA9",
    "floor-grey": "#C9C5BF",
    "floor-grey-line": "#979189",
    "lawn": "#8FB06F",
    "palace-wall": "#A63A2E",
    "palace-wall-deep": "#6E211B",
    "roof": "#E2B144",
    "roof-deep": "#A9772A",
}
"""Name to value by day. ``NAME-soft`` is the light tone of a colour in artwork (light at night, too),
``NAME-wash`` a tint of the paper, ``NAME-on`` the text that is read on a colour.

One colour, one meaning, in everything that is not a picture of something: ``accent`` what you may do now, ``gold-text`` what
you have picked and points, ``jade`` what is done or good, ``danger`` what threatens or is wrong. ``lacquer`` is the ground of
what you may press (it stays red at night, where ``accent`` turns light to be seen on dark), of seals and of backs of cards."""

NIGHT: dict[str, str] = {
    "paper": "#191512",
    "raised": "#241E1A",
    "sunken": "#120F0C",
    "ink": "#EDE3D2",
    "soft": "#AC9E8C",
    "faint": "#4A4038",
    "line": "#0E0B09",
    "accent": "#F0897A",
    "accent-wash": "#45231E",
    "lacquer": "#B8403A",
    "lacquer-on": "#FFF8EC",
    "danger": "#F2A65A",
    "danger-wash": "#3F2A16",
    "jade": "#6DB39A",
    "jade-soft": "#B5D6C7",
    "jade-wash": "#22372F",
    "gold": "#D9AE55",
    "gold-soft": "#F0DDA8",
    "gold-wash": "#3A2F1C",
    "gold-text": "#E3BD6C",
    "stone": "#8F8477",
    "stone-soft": "#A99D8D",
    "wood": "#9A6A48",
    "wood-soft": "#BF9069",
    "cloth": "#CDBF9F",
    "skin": "#DDBD98",
    "white": "#E6DDCB",
    "plum": "#C9596D",
    "plum-soft": "#E8A093",
    "plum-on": "#1C0A08",
    "orchid": "#905196",
    "orchid-soft": "#C7A3D6",
    "orchid-on": "#FFF8EC",
    "bamboo": "#95C775",
    "bamboo-soft": "#CBE0B2",
    "bamboo-on": "#1E2A12",
    "chrysanthemum": "#EEC84F",
    "chrysanthemum-soft": "#F6E3A0",
    "chrysanthemum-on": "#33270A",
    "lotus": "#62A8E7",
    "lotus-soft": "#B4D4EC",
    "lotus-on": "#0C1A26",
    "land-violet": "#4A3F60",
    "land-violet-deep": "#C0A8E6",
    "land-yellow": "#5C5130",
    "land-yellow-deep": "#E3C766",
    "land-orange": "#63462C",
    "land-orange-deep": "#EEB17E",
    "land-green": "#3F5338",
    "land-green-deep": "#9FCD8E",
    "land-red": "#603934",
    "land-red-deep": "#EE9D92",
    "sea": "#1C2B33",
    "sea-deep": "#6E9DB0",
    "mountain": "#3A3228",
    "marsh": "#2E3B36",
    "floor-green": "#87AC91",
    "floor-green-line": "#5C8369",
    "floor-pink": "#C79499",
    "floor-pink-line": "#9F6870",
    "floor-white": "#D5CFC1",
    "floor-white-line": "#A69E8E",
    "floor-grey": "#908B85",
    "floor-grey-line": "#6C6761",
    "lawn": "#6D8C53",
    "palace-wall": "#A03A30",
    "palace-wall-deep": "#5E1D18",
    "roof": "#D3A445",
    "roof-deep": "#94682A",
}
"""The same names by night."""

SEATS: tuple[str, ...] = ("plum", "orchid", "bamboo", "chrysanthemum", "lotus")
"""The colour names of the seats from 0. Their lightness differs, so that they survive grey print and colour blindness."""

SERIF = "var(--serif,Alegreya,'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,serif)"
SANS = "var(--sans,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif)"


@cache
def colour(name: str) -> str:
    """The colour of that name as a CSS value; KeyError for a name that is not in the palette."""
    return f"var(--{name},{DAY[name]})"


def seat_colour(seat: int, tone: str = "") -> str:
    """A seat's colour; ``tone`` "soft" is its lighter tone, "on" the text that is read on it."""
    return colour(f"{SEATS[seat]}-{tone}" if tone else SEATS[seat])


PAPER = colour("paper")
RAISED = colour("raised")
SUNKEN = colour("sunken")
INK = colour("ink")
SOFT = colour("soft")
FAINT = colour("faint")
LINE = colour("line")
ACCENT = colour("accent")
LACQUER = colour("lacquer")
LACQUER_ON = colour("lacquer-on")
DANGER = colour("danger")
JADE = colour("jade")
GOLD = colour("gold")
GOLD_TEXT = colour("gold-text")


def variables(values: dict[str, str]) -> str:
    """CSS declarations of a palette."""
    return "".join(f"--{name}:{value};" for name, value in values.items())


@cache
def stylesheet() -> str:
    """The style sheet that a page with our drawings wants: the palette by day and night, and how things to click behave.

    The night is used where the system asks for it, unless the page's root says ``data-theme="day"`` or ``"night"``.
    """
    return (
        f":root{{{variables(DAY)}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=day]){{{variables(NIGHT)}color-scheme:dark}}}}\n"
        f":root[data-theme=night]{{{variables(NIGHT)}color-scheme:dark}}\n" + BEHAVIOUR
    )


BEHAVIOUR = """\
svg .can{cursor:pointer;outline:none}
svg .can .glow{transition:stroke-width .15s}
svg .can:hover .glow{stroke-width:4}
.keys svg .can:focus .glow{stroke:var(--ink);stroke-width:5}
.keys svg .can:focus:not(:has(.glow)){outline:3px solid var(--ink);outline-offset:2px}
svg .picked .glow{stroke:var(--gold-text);stroke-width:6}
svg .can:has(>.ghost)>.glow{opacity:0}
svg .cannot{cursor:help;outline:none}
svg .cannot:focus-visible{outline:2px dashed var(--soft);outline-offset:2px}
svg .lights{cursor:help;outline:none}
svg .lights .wash{transition:opacity .2s}
svg .lights:focus-visible>:last-child{outline:2px solid var(--ink);outline-offset:1px}
svg .lights:hover .wash,svg .lights:focus .wash{opacity:1}
svg .where{opacity:0;pointer-events:none;fill:var(--ink);font-size:12px;text-anchor:middle}
svg .where{stroke:var(--raised);stroke-width:3px;paint-order:stroke}
svg :hover>.where,svg :focus>.where{opacity:1}
svg .breathe{animation:breathe 1s ease-out}
@keyframes breathe{0%{opacity:0}35%{opacity:1}65%{opacity:.35}100%{opacity:1}}
svg .wanders{animation:wander 24s ease-in-out infinite alternate}
@keyframes wander{0%,8%{translate:0 0}24%{translate:38px 6px}44%{translate:88px -22px}62%{translate:150px -40px}
80%{translate:208px -2px}92%,100%{translate:262px 18px}}
@media (prefers-reduced-motion:reduce){svg .can .glow,svg .lights .wash{transition:none}
svg :is(.breathe,.wanders){animation:none}}
"""

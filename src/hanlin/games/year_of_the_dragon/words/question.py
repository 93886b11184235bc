"""What is asked of the player to move, and why an action is not open now."""

from __future__ import annotations

from hanlin.core.i18n.language import N_, _, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Question, Refusal
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.snapshot import Reading, read
from hanlin.games.year_of_the_dragon.words import names
from hanlin.games.year_of_the_dragon.words.choices import choices
from hanlin.games.year_of_the_dragon.words.refusals import is_asked, refusal, release_rule


def question(seen: Position) -> Question:
    """What is asked of ``seen.actor``. The choices are empty for everyone else, for chance, and when the game is over."""
    r = read(seen.state)
    if r.actor < 0:
        return Question(_("The game is over.") if seen.over else _("Cards are being dealt."))
    text, rule = asked(r)
    if seen.seat is not None and seen.seat != r.actor:
        return Question(others_hear(r), [], rule)
    return Question(text, list(choices(r, tuple(seen.legal))), rule)


def why_not(seen: Position, action: str) -> Refusal:
    """Why a well-formed action is not legal now."""
    r = read(seen.state)
    if r.phase == p.GAME_OVER:
        return Refusal(_("The game is over."), "Y7")
    if r.actor < 0:
        return Refusal(_("Please wait: cards are being dealt."), "Y2")
    if not is_asked(r, action):
        text, rule = asked(r)
        return Refusal(_("You can't do that now. {question}").format(question=text), rule)
    return refusal(r, action)


# -- the question itself -----------------------------------------------------------------------------------------------------


def asked(r: Reading) -> tuple[str, str]:
    """The question's text and the rule behind it."""
    step = r.step
    if step == st.PICK:
        return _("Which two persons come to your court first?"), "Y1.3"
    if step == st.ACT:
        return _("Which action do you choose?"), "Y3.2"
    if step == st.FLOOR_TO:
        return ngettext("Where does the floor go?", "Where do the floors go? {n} left", r.left).format(n=r.left), "Y3.6"
    if step == st.HIRE:
        return _("Whom do you hire?"), "Y4.1"
    if step == st.PLACE:
        return _place_asked(r)
    if step == st.RELEASE:
        text = ngettext("Whom do you release?", "Whom do you release? {n} left", r.left)
        return text.format(n=r.left), release_rule(r)
    if step == st.RAZE:
        return ngettext("Which palace loses a floor?", "Which palaces lose a floor? {n} left", r.left).format(n=r.left), "Y9.3"
    if step == st.EVICT:
        return _("Who leaves {palace}?").format(palace=names.palace_name(r.at)), "Y9.3"
    if step == st.GIVE:
        return _("What do you give back? {n} left").format(n=r.left), "Y9.4"
    if step == st.DROP:
        return ngettext("Which card do you discard?", "Which cards do you discard? {n} left", r.left).format(n=r.left), "Y9.7"
    if step == st.WELCOME:
        return _("Whom do you welcome at sunrise?"), "Y9.8"
    return _("Which type of person gives you its benefit?"), "Y9.10"


def _place_asked(r: Reading) -> tuple[str, str]:
    seat = r.seats[r.actor]
    person = names.kind_name(r.held)
    if seat.has_room:
        return _("{person}: in which palace?").format(person=person), "Y1.3" if r.phase == p.SETUP else "Y4.2"
    return _("{person}: who makes room?").format(person=person), "Y4.2"


def others_hear(r: Reading) -> str:
    """What the others hear while the seat to move decides."""
    return _(_OTHERS_HEAR[r.step]).format(name=seat_name(r.actor), n=r.left)


_OTHERS_HEAR = {
    st.PICK: N_("{name} is choosing the first two persons."),
    st.ACT: N_("{name} is choosing an action."),
    st.FLOOR_TO: N_("{name} is building."),
    st.HIRE: N_("{name} is choosing whom to hire."),
    st.PLACE: N_("{name} is looking for a place for a new person."),
    st.RELEASE: N_("{name} is choosing who leaves."),
    st.RAZE: N_("{name} is choosing where a floor falls."),
    st.EVICT: N_("{name} is choosing who leaves."),
    st.GIVE: N_("{name} is choosing what goes back."),
    st.DROP: N_("{name} is choosing a card to discard."),
    st.WELCOME: N_("{name} is choosing whom to welcome at sunrise."),
    st.CONCEDE: N_("{name} is choosing a type for the concession."),
}

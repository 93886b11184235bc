"""The question to the active player, and reasons why an action is not open now."""

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
    """The question to ``seen.actor``. The choices are empty for everyone else, for chance, and when the game is over."""
    r = read(seen.state)
    if r.actor < 0:
        return Question(_("The game is over.") if seen.over else _("Cards are being dealt."))
    text, rule = asked(r)
    if seen.seat is not None and seen.seat != r.actor:
        return Question(others_read(r), [], rule)
    return Question(text, list(choices(r, tuple(seen.legal))), rule)


def why_not(seen: Position, action: str) -> Refusal:
    """The reason why a well-formed action is not legal now."""
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
        return _("Choose your first two persons."), "Y1.3"
    if step == st.ACT:
        return _("Choose an action."), "Y3.2"
    if step == st.FLOOR_TO:
        return ngettext("Add a floor.", "Add {n} floors.", r.left).format(n=r.left), "Y3.6"
    if step == st.HIRE:
        return _("Hire a person."), "Y4.1"
    if step == st.PLACE:
        return _place_asked(r)
    if step == st.RELEASE:
        text = ngettext("Release a person.", "Release {n} persons.", r.left)
        return text.format(n=r.left), release_rule(r)
    if step == st.RAZE:
        return ngettext("Remove a floor.", "Remove {n} floors.", r.left).format(n=r.left), "Y9.3"
    if step == st.EVICT:
        return _("{palace}: release a person.").format(palace=names.palace_name(r.at)), "Y9.3"
    if step == st.GIVE:
        return _("Give back yuan, rice or fireworks: {n} left.").format(n=r.left), "Y9.4"
    if step == st.DROP:
        return ngettext("Discard a card.", "Discard {n} cards.", r.left).format(n=r.left), "Y9.7"
    if step == st.WELCOME:
        return _("Sunrise: take a young person."), "Y9.8"
    return _("Concession: choose a type of person and get its benefit."), "Y9.10"


def _place_asked(r: Reading) -> tuple[str, str]:
    seat = r.seats[r.actor]
    person = names.kind_name(r.held)
    if seat.has_room:
        return _("{person}: choose a palace.").format(person=person), "Y1.3" if r.phase == p.SETUP else "Y4.2"
    return _("{person}: release someone?").format(person=person), "Y4.2"


def others_read(r: Reading) -> str:
    """The sentence that others read while the active seat decides."""
    return _(_OTHERS_READ[r.step]).format(name=seat_name(r.actor), n=r.left)


_OTHERS_READ = {
    st.PICK: N_("{name} is choosing the first two persons."),
    st.ACT: N_("{name} is choosing an action."),
    st.FLOOR_TO: N_("{name} is building."),
    st.HIRE: N_("{name} is hiring a person."),
    st.PLACE: N_("{name} is placing a new person."),
    st.RELEASE: N_("{name} is releasing a person."),
    st.RAZE: N_("{name} is removing a floor."),
    st.EVICT: N_("{name} is releasing a person."),
    st.GIVE: N_("{name} is giving back goods."),
    st.DROP: N_("{name} is choosing a card to discard."),
    st.WELCOME: N_("{name} is taking a young person (Sunrise)."),
    st.CONCEDE: N_("{name} is choosing a type for the Concession."),
}


def indifferent(_seen: Position) -> str:
    """Every choice counts until the end."""
    return ""

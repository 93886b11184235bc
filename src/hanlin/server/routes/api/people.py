"""Friends, challenges and the search for a game, for programs (JSON). Routes only."""

from __future__ import annotations

from collections import Counter

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody

from hanlin.contract import (
    ChallengeState,
    FriendsState,
    FriendState,
    LookingState,
    NewChallenge,
    NewSeek,
    Place,
    QueueState,
    SeekState,
    TieChange,
    Visibility,
)
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.server.routes.api.tables import TableId, does, makes, place_of, reads
from hanlin.server.routes.deps import AnyRequest, address_of, caller_of, language_of, signed_in
from hanlin.server.services import Services


@reads("/api/friends", sync_to_thread=True)
def friends(request: AnyRequest, services: NamedDependency[Services]) -> FriendsState:
    """Your friends, requests and blocked people. 403 for guests."""
    return _friends(services, signed_in(request).owner)


@does("/api/friends", sync_to_thread=True)
def change(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[TieChange]) -> FriendsState:
    """Ask somebody to be friends, answer, end it, or block. 404 if there is no such account, or if it is hidden."""
    owner = signed_in(request).owner
    change_tie(services, owner, data.name, data.what, address_of(request))
    return _friends(services, owner)


@does("/api/friends/visible", sync_to_thread=True)
def show(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[Visibility]) -> FriendsState:
    """Hide from your friends whether you are here, or show it."""
    owner = signed_in(request).owner
    services.community.friends.set_invisible(owner, data.invisible)
    return _friends(services, owner)


@reads("/api/seek", sync_to_thread=True)
def looking(request: AnyRequest, services: NamedDependency[Services]) -> LookingState:
    """Your search for a game, and those of all. A program that looks for a game asks at least every five seconds."""
    return _looking(services, caller_of(request).owner)


@does("/api/seek", sync_to_thread=True)
def find(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewSeek]) -> LookingState:
    """Look for a game, instead of what you looked for before. People are matched by their ratings; the longer you wait, the
    further these may differ."""
    owner = signed_in(request).owner
    services.community.seeks.find(owner, data.game, data.speed, data.players, fill=data.fill, address=address_of(request))
    return _looking(services, owner)


@does("/api/seek/end", sync_to_thread=True)
def end(request: AnyRequest, services: NamedDependency[Services]) -> LookingState:
    """Look for a game no longer."""
    owner = signed_in(request).owner
    services.community.seeks.end(owner)
    return _looking(services, owner)


@reads("/api/challenges", sync_to_thread=True)
def challenges(request: AnyRequest, services: NamedDependency[Services]) -> list[ChallengeState]:
    """The challenges that wait for your answer, the latest first."""
    return _challenges(services, signed_in(request).owner)


@makes("/api/challenges", sync_to_thread=True)
def challenge(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewChallenge]) -> Place:
    """Challenge somebody. 403 for guests. A person who has blocked you is not told, and neither are you."""
    owner = signed_in(request).owner
    other = services.community.friends.reached(owner, data.name)
    game = services.games.get(data.game.replace("-", "_"))
    if game is None:
        raise BadOption(_("There is no game {name} here.").format(name=data.game))
    asked = data.time, language_of(request), address_of(request)
    new = services.community.challenges.challenge(owner, other, game, *asked)
    return place_of(request, new, owner)


@does("/api/challenges/{table_id:str}/accept", sync_to_thread=True)
def accept(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Place:
    """Accept a challenge: take the seat. 422 without an invitation."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    services.community.challenges.accept(table, owner)
    services.opponents.wake_soon(table_id)
    return place_of(request, table, owner)


@does("/api/challenges/{table_id:str}/decline", sync_to_thread=True)
def decline(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> list[ChallengeState]:
    """Decline a challenge. Its sender is not told. 404 without an invitation."""
    owner = signed_in(request).owner
    services.community.challenges.decline(owner, table_id)
    return _challenges(services, owner)


@makes("/api/tables/{table_id:str}/challenge", sync_to_thread=True)
def again(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> Place:
    """Challenge the same people again, at the same table with the seats rotated: they get an invitation. If one of them has
    challenged you so, you take your seat there."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    new = services.community.challenges.again(table, owner, language_of(request), address_of(request))
    services.opponents.wake_soon(new.row.id)
    return place_of(request, new, owner)


ROUTES = Router(
    "/",
    route_handlers=[friends, change, show, looking, find, end, challenges, challenge, accept, decline, again],
)


def change_tie(services: Services, owner: str, name: str, what: str, address: str) -> None:
    """Make a change between somebody and the account of that name."""
    circle = services.community.friends
    if what == "ask":
        circle.ask(owner, name, address)
        return
    {
        "accept": circle.accept,
        "decline": circle.decline,
        "take_back": circle.take_back,
        "end": circle.end,
        "block": circle.block,
        "unblock": circle.unblock,
    }[what](owner, name)


def _friends(services: Services, owner: str) -> FriendsState:
    found = services.community.friends.circle(owner)
    there = [FriendState(each.name, each.presence or None) for each in found.friends]
    return FriendsState(there, found.asked, found.asking, found.blocked, found.invisible)


def _looking(services: Services, owner: str) -> LookingState:
    seeks = services.community.seeks
    mine = seeks.of(owner, alive=True)
    state = None
    if mine is not None:
        state = SeekState(mine.game, mine.speed, mine.players, mine.fill, mine.since, mine.match or None)
    counted = Counter((each.game, each.speed, each.players) for each in seeks.shown_to(owner))
    queue = [QueueState(*kind, number) for kind, number in sorted(counted.items())]
    return LookingState(state, queue, len(services.community.presence.here()))


def _challenges(services: Services, owner: str) -> list[ChallengeState]:
    found = services.community.challenges.of(owner)
    return [ChallengeState(each.table, each.by, each.game, each.players, each.time, each.created) for each in found]

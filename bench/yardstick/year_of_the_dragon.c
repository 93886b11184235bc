/* In the Year of the Dragon, base game, at random: see yardstick.h. Rules: docs/rules/year-of-the-dragon.md. */

#include "yardstick.h"

enum { CRAFTSMAN, COURT_LADY, PYROTECHNIST, TAX_COLLECTOR, WARRIOR, MONK, HEALER, FARMER, SCHOLAR, TYPES };
enum { PEACE, TRIBUTE, DROUGHT, FESTIVAL, MONGOLS, CONTAGION, EVENTS };
enum { TAXES, BUILD, HARVEST, FIREWORKS, PARADE, RESEARCH, SMALL, LARGE };
enum { KINDS = 15, MONTHS = 12, MOST_PALACES = 30, MOST_DEALS = 1260, WILD_BIT = 16 };

static const int TYPE_OF[KINDS] = {0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8};
static const int YOUNG[TYPES] = {0, 1, 2, 4, 5, 7, 9, 11, 13};
static const int SPACES[KINDS] = {2, 1, 5, 3, 3, 5, 3, 6, 2, 4, 1, 4, 1, 4, 2};
static const int SYMBOLS[KINDS] = {1, 1, 1, 2, 3, 1, 2, 1, 2, 1, 2, 1, 2, 2, 3};
static const unsigned DEEDS_OF_CARD[7] = {1, 2, 4, 8, 16, 32, 0xC0};
static const unsigned OLD = 0x5548; /* kinds that are old */

static unsigned kinds_of_types[1 << TYPES];
static int pair_first[36], pair_second[36];
static unsigned char deals[MOST_DEALS][MOST_SEATS];
static int number_of_deals;

/* A palace is one number: two bits for its floors, two for its persons, two for the persons of each kind. So palaces that
   are alike are equal numbers. */
#define FLOORS(palace) ((int)((palace) & 3))
#define PERSONS(palace) ((int)((palace) >> 2 & 3))
#define WITH(kind) (4 + ((u64)1 << (4 + 2 * (kind))))

typedef struct {
    int points, track, yuan, rice, fireworks, dragons, wild, palaces, persons;
    unsigned cards;
    int symbols[TYPES];
    u64 palace[MOST_PALACES];
} Seat;

typedef struct {
    Seat seat[MOST_SEATS];
    int order[MOST_SEATS];
    int tiles[KINDS];
    unsigned available; /* kinds with a tile left */
    int events[MONTHS];
    i64 decisions;
} State;

/* -- tables ------------------------------------------------------------------------------------------------------------ */

static void all_deals(int players, unsigned left, int group, unsigned char *groups)
{
    int size = 7 / players + (group < 7 % players);
    if (group == players) {
        memcpy(deals[number_of_deals++], groups, MOST_SEATS);
        return;
    }
    for (unsigned cards = 0; cards < 128; cards++) {
        if ((cards & ~left) || size_of(cards) != size)
            continue;
        groups[group] = 0;
        for (int card = 0; card < 7; card++)
            if (cards >> card & 1)
                groups[group] |= DEEDS_OF_CARD[card];
        all_deals(players, left & ~cards, group + 1, groups);
    }
}

static void make_tables(int players)
{
    unsigned char groups[MOST_SEATS] = {0};
    int n = 0;
    for (unsigned types = 0; types < 1 << TYPES; types++)
        for (int kind = 0; kind < KINDS; kind++)
            kinds_of_types[types] |= (types >> TYPE_OF[kind] & 1) << kind;
    for (int first = 0; first < TYPES; first++)
        for (int second = first + 1; second < TYPES; second++, n++)
            pair_first[n] = first, pair_second[n] = second;
    all_deals(players, 127, 0, groups);
}

static State first_state(int players)
{
    State s;
    memset(&s, 0, sizeof s);
    s.available = (1 << KINDS) - 1;
    for (int kind = 0; kind < KINDS; kind++) {
        int split = kinds_of_types[1 << TYPE_OF[kind]] != 1u << kind;
        s.tiles[kind] = split ? (OLD >> kind & 1 ? players - 1 : players + 1) : 2 * players;
    }
    for (int seat = 0; seat < players; seat++) {
        Seat *me = &s.seat[seat];
        s.order[seat] = seat;
        me->yuan = 6;
        me->wild = 2;
        me->cards = (1 << TYPES) - 1;
        me->palaces = 2;
        me->palace[0] = me->palace[1] = 2;
    }
    return s;
}

/* -- palaces and persons ----------------------------------------------------------------------------------------------- */

INLINE int is_like_earlier(const Seat *me, int palace, unsigned among)
{
    for (int i = 0; i < palace; i++)
        if (me->palace[i] == me->palace[palace] && (among >> i & 1))
            return 1;
    return 0;
}

/* Of the palaces `among`, those that are like no earlier one. */
INLINE unsigned distinct(const Seat *me, unsigned among)
{
    unsigned set = 0;
    for (unsigned rest = among; rest; rest &= rest - 1) {
        int palace = first_of(rest);
        if (!is_like_earlier(me, palace, among))
            set |= 1u << palace;
    }
    return set;
}

INLINE unsigned with_room(const Seat *me)
{
    unsigned set = 0;
    for (int i = 0; i < me->palaces; i++)
        set |= (unsigned)(PERSONS(me->palace[i]) < FLOORS(me->palace[i])) << i;
    return distinct(me, set);
}

INLINE u64 kinds_in(u64 palace)
{
    return (palace >> 4 | palace >> 5) & 0x15555555;
}

INLINE void move_marker(State *s, int seat, int spaces, int players)
{
    int space = s->seat[seat].track += spaces, i = 0;
    (void)players;
    while (s->order[i] != seat)
        i++;
    for (; i > 0 && s->seat[s->order[i - 1]].track <= space; i--)
        s->order[i] = s->order[i - 1];
    s->order[i] = seat;
}

INLINE void take_tile(State *s, int kind)
{
    if (--s->tiles[kind] == 0)
        s->available &= ~(1u << kind);
}

INLINE void release(Seat *me, int palace, int kind)
{
    me->palace[palace] -= WITH(kind);
    me->persons--;
    me->symbols[TYPE_OF[kind]] -= SYMBOLS[kind];
}

/* One of the kinds in one of the palaces, or, where `decline` is 1, none of them (-1): palace * 16 + kind. */
INLINE int any_person(const Seat *me, Rng *r, unsigned palaces, int decline)
{
    int n = 0, k;
    for (unsigned rest = palaces; rest; rest &= rest - 1)
        n += size_of(kinds_in(me->palace[first_of(rest)]));
    k = below(r, n + decline);
    for (unsigned rest = palaces; rest; rest &= rest - 1) {
        u64 kinds = kinds_in(me->palace[first_of(rest)]);
        int here = size_of(kinds);
        if (k < here)
            return 16 * first_of(rest) + nth_of(kinds, k) / 2;
        k -= here;
    }
    return -1;
}

INLINE void find_place(State *s, int seat, int kind, Rng *r, int players)
{
    Seat *me = &s->seat[seat];
    unsigned room = with_room(me);
    int palace;
    s->decisions++;
    if (room)
        palace = one_of(r, room);
    else {
        int who = any_person(me, r, distinct(me, (1u << me->palaces) - 1), 1);
        if (who < 0)
            return;
        palace = who >> 4;
        release(me, palace, who & 15);
    }
    me->palace[palace] += WITH(kind);
    me->persons++;
    me->symbols[TYPE_OF[kind]] += SYMBOLS[kind];
    move_marker(s, seat, SPACES[kind], players);
}

/* -- the phases -------------------------------------------------------------------------------------------------------- */

INLINE void lay_events(State *s, Rng *r)
{
    int *e = s->events;
again:
    for (int month = 2; month < MONTHS; month++)
        e[month] = -1;
    unsigned char bag[10] = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    for (int left = 10; left > 0; left--) {
        int k = below(r, left), event = bag[k], month;
        bag[k] = bag[left - 1];
        for (month = 2; month < MONTHS; month++)
            if (e[month] < 0 && e[month - 1] != event && (month == MONTHS - 1 || e[month + 1] != event))
                break;
        if (month == MONTHS)
            goto again;
        e[month] = event;
    }
}

INLINE void pick(State *s, Rng *r, int players)
{
    u64 pairs = ((u64)1 << 36) - 1;
    for (int seat = 0; seat < players; seat++) {
        int pair = one_of(r, pairs), kinds[2] = {YOUNG[pair_first[pair]], YOUNG[pair_second[pair]]};
        pairs &= ~((u64)1 << pair);
        s->decisions++;
        take_tile(s, kinds[0]);
        take_tile(s, kinds[1]);
        find_place(s, seat, kinds[0], r, players);
        find_place(s, seat, kinds[1], r, players);
    }
}

INLINE void build(State *s, Seat *me, Rng *r)
{
    for (int floors = 1 + me->symbols[CRAFTSMAN]; floors; floors--) {
        unsigned low = 0;
        for (int i = 0; i < me->palaces; i++)
            low |= (unsigned)(FLOORS(me->palace[i]) < 3) << i;
        int palace = one_of(r, distinct(me, low) | 1u << 31);
        s->decisions++;
        if (palace == 31)
            palace = me->palaces++;
        me->palace[palace]++;
    }
}

INLINE void act(State *s, int seat, unsigned char *groups, unsigned *taken, Rng *r, int players)
{
    Seat *me = &s->seat[seat];
    unsigned deeds[MOST_SEATS] = {0}, free = 0x3F | (me->yuan >= 2) << SMALL | (me->yuan >= 7) << LARGE;
    unsigned dear = me->yuan < 3 ? 0 : 0x3F | (me->yuan >= 5) << SMALL | (me->yuan >= 10) << LARGE;
    int n = 0, group = 0, k;
    s->decisions++;
    for (int i = 0; i < players; i++) {
        deeds[i] = groups[i] & (*taken >> i & 1 ? dear : free);
        n += size_of(deeds[i]);
    }
    k = below(r, n + 1);
    if (k == n) {
        if (me->yuan < 3)
            me->yuan = 3;
        return;
    }
    for (; k >= size_of(deeds[group]); group++)
        k -= size_of(deeds[group]);
    if (*taken >> group & 1)
        me->yuan -= 3;
    *taken |= 1u << group;
    switch (nth_of(deeds[group], k)) {
    case TAXES: me->yuan += 2 + me->symbols[TAX_COLLECTOR]; break;
    case BUILD: build(s, me, r); break;
    case HARVEST: me->rice += 1 + me->symbols[FARMER]; break;
    case FIREWORKS: me->fireworks += 1 + me->symbols[PYROTECHNIST]; break;
    case PARADE: move_marker(s, seat, 1 + me->symbols[WARRIOR], players); break;
    case RESEARCH: me->points += 1 + me->symbols[SCHOLAR]; break;
    case SMALL: me->yuan -= 2, me->dragons += 1; break;
    case LARGE: me->yuan -= 7, me->dragons += 2; break;
    }
}

INLINE void hire(State *s, int seat, Rng *r, int players)
{
    Seat *me = &s->seat[seat];
    unsigned gone = ~OLD & 0x7FFF & ~(s->available | (s->available & OLD) >> 1);
    unsigned choices = kinds_of_types[me->cards] & (s->available | gone);
    if (me->wild)
        choices |= (s->available ? s->available : 1) << WILD_BIT;
    int bit = one_of(r, choices), kind = bit & 15;
    s->decisions++;
    if (bit >= WILD_BIT)
        me->wild--;
    else
        me->cards &= ~(1u << TYPE_OF[kind]);
    if (s->available >> kind & 1) {
        take_tile(s, kind);
        find_place(s, seat, kind, r, players);
    }
}

INLINE void release_some(State *s, Seat *me, int persons, int drought, Rng *r)
{
    unsigned palaces = (1u << me->palaces) - 1;
    if (persons > me->persons)
        persons = me->persons;
    for (; persons > 0; persons--) {
        int who = any_person(me, r, distinct(me, palaces), 0);
        s->decisions++;
        release(me, who >> 4, who & 15);
        if (drought)
            palaces &= ~(1u << (who >> 4));
    }
}

INLINE void festival(State *s, int players)
{
    int most = 0, second = 0;
    for (int i = 0; i < players; i++) {
        int f = s->seat[i].fireworks;
        if (f > most)
            second = most, most = f;
        else if (f > second && f < most)
            second = f;
    }
    for (int i = 0; i < players; i++) {
        Seat *me = &s->seat[i];
        if (me->fireworks && me->fireworks >= second) {
            me->points += me->fireworks == most ? 6 : 3;
            me->fireworks /= 2;
        }
    }
}

INLINE void event(State *s, int event, Rng *r, int players)
{
    int queue[MOST_SEATS], fewest = 1000;
    memcpy(queue, s->order, sizeof queue);
    if (event == FESTIVAL)
        festival(s, players);
    if (event == PEACE || event == FESTIVAL)
        return;
    if (event == MONGOLS)
        for (int i = 0; i < players; i++) {
            int helmets = s->seat[i].symbols[WARRIOR];
            s->seat[i].points += helmets;
            if (helmets < fewest)
                fewest = helmets;
        }
    unsigned hit = 0;
    for (int i = 0; i < players; i++)
        hit |= (unsigned)(s->seat[i].symbols[WARRIOR] == fewest) << i;
    for (int i = 0; i < players; i++) {
        Seat *me = &s->seat[queue[i]];
        int persons = 0, paid;
        if (event == TRIBUTE) {
            paid = me->yuan < 4 ? me->yuan : 4;
            me->yuan -= paid;
            persons = 4 - paid;
        } else if (event == DROUGHT) {
            for (int j = 0; j < me->palaces; j++)
                persons += me->palace[j] > 3;
            paid = me->rice < persons ? me->rice : persons;
            me->rice -= paid;
            persons -= paid;
        } else if (event == CONTAGION)
            persons = 3 - me->symbols[HEALER];
        else
            persons = hit >> queue[i] & 1;
        release_some(s, me, persons, event == DROUGHT, r);
    }
}

INLINE void decay_and_score(Seat *me)
{
    int standing = 0;
    for (int i = 0; i < me->palaces; i++) {
        u64 palace = me->palace[i];
        palace -= palace <= 3;
        me->palace[standing] = palace;
        standing += palace > 0;
    }
    for (int i = standing; i < me->palaces; i++)
        me->palace[i] = 0;
    me->palaces = standing;
    me->points += standing + me->symbols[COURT_LADY] + me->dragons;
}

INLINE void score_at_the_end(Seat *me)
{
    me->points += 2 * me->persons;
    for (int i = 0; i < me->palaces; i++) {
        u64 palace = me->palace[i];
        me->points += FLOORS(palace) * (int)((palace >> 18 & 3) + 2 * (palace >> 20 & 3));
    }
    me->points += (me->yuan + 2 * (me->rice + me->fireworks)) / 3;
}

/* -- the game ---------------------------------------------------------------------------------------------------------- */

INLINE void play(State *s, Rng *r, int players)
{
    lay_events(s, r);
    pick(s, r, players);
    for (int month = 0; month < MONTHS; month++) {
        int queue[MOST_SEATS];
        unsigned taken = 0;
        unsigned char *groups = deals[below(r, number_of_deals)];
        memcpy(queue, s->order, sizeof queue);
        for (int i = 0; i < players; i++)
            act(s, queue[i], groups, &taken, r, players);
        if (month < MONTHS - 1) {
            memcpy(queue, s->order, sizeof queue);
            for (int i = 0; i < players; i++)
                hire(s, queue[i], r, players);
        }
        event(s, s->events[month], r, players);
        for (int i = 0; i < players; i++)
            decay_and_score(&s->seat[i]);
    }
    for (int i = 0; i < players; i++)
        score_at_the_end(&s->seat[i]);
}

INLINE void run(int players, i64 games, Rng *r, Sums *sums)
{
    const State start = first_state(players);
    State s;
    for (i64 game = 0; game < games; game++) {
        i64 standing[MOST_SEATS];
        s = start;
        play(&s, r, players);
        sums->decisions += s.decisions;
        for (int place = 0; place < players; place++) {
            int seat = s.order[place];
            sums->points[seat] += s.seat[seat].points;
            standing[seat] = 8 * s.seat[seat].points + 7 - place;
        }
        count_wins(sums, players, standing);
    }
}

int main(int argc, char **argv)
{
    int players = argc > 1 ? atoi(argv[1]) : 4;
    i64 games = argc > 2 ? atoll(argv[2]) : 100000;
    Sums sums = {0};
    Rng r;
    seed(&r, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    make_tables(players);
    double began = cpu_seconds();
    switch (players) { /* a copy of the game for each number of players */
    case 2: run(2, games, &r, &sums); break;
    case 3: run(3, games, &r, &sums); break;
    case 4: run(4, games, &r, &sums); break;
    case 5: run(5, games, &r, &sums); break;
    default: return 2;
    }
    report(players, games, cpu_seconds() - began, &sums);
    return 0;
}

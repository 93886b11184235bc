/* China without fortresses, at random: see yardstick.h. Rules: docs/rules/china.md. */

#include "yardstick.h"

#include "china_map.h"

enum { REGIONS = 9, COLOURS = 5, HAND = 3, ROW = 4, SHORTEST = 4, LONGEST = 7 };

/* Cards: eight bits a colour. Numbers by region: seven bits a region. */
typedef u64 Cards;
typedef u64 ByRegion;

#define CARD(colour) ((Cards)1 << 8 * (colour))
#define IN(region) ((ByRegion)1 << 7 * (region))
#define FIELD(region) ((ByRegion)127 << 7 * (region))
#define ALL_FIELDS (((ByRegion)1 << 63) - 1)
#define ONES 0x0102040810204081ULL /* 1 in every region */

static ByRegion regions_of[1 << COLOURS]; /* the fields of the regions of a set of colours */
static u64 spaces_of[REGIONS];
static const u64 *roads;

typedef struct {
    Cards hand[MOST_SEATS], row, pile, discards;
    int hand_size[MOST_SEATS], row_size, pile_left, run_out;
    int palaces_left[MOST_SEATS], emissaries_left[MOST_SEATS], points[MOST_SEATS];
    u64 palaces[MOST_SEATS], free;
    ByRegion vacant, hosts; /* spaces without a palace; 1 where an emissary may go */
    int most[REGIONS], guests[REGIONS];
    signed char emissaries[MOST_SEATS][REGIONS];
    i64 decisions;
} State;

static void make_tables(int players)
{
    roads = ROADS[players == 5];
    for (int region = 0; region < REGIONS; region++) {
        for (int space = FIRST_SPACE[region]; space < FIRST_SPACE[region + 1]; space++)
            spaces_of[region] |= (u64)1 << space;
        for (int colours = 0; colours < 1 << COLOURS; colours++)
            if (colours >> COLOUR_OF[region] & 1)
                regions_of[colours] |= FIELD(region);
    }
}

static State first_state(int players)
{
    static const int cards[COLOURS] = {10, 11, 11, 12, 13};
    State s;
    memset(&s, 0, sizeof s);
    for (int colour = 0; colour < COLOURS; colour++) {
        s.pile += (cards[colour] - (5 - players)) * CARD(colour);
        s.pile_left += cards[colour] - (5 - players);
    }
    for (int seat = 0; seat < players; seat++) {
        s.palaces_left[seat] = 20;
        s.emissaries_left[seat] = 8;
    }
    for (int region = 0; region < REGIONS; region++) {
        s.free |= spaces_of[region];
        s.vacant += size_of(spaces_of[region]) * IN(region);
    }
    return s;
}

/* -- cards ------------------------------------------------------------------------------------------------------------- */

/* The colours of which there are at least n cards (n is 1 or 2), as a set of five bits. */
INLINE unsigned colours_with(Cards cards, int n)
{
    Cards high = (cards + (128 - n) * 0x0101010101ULL) & 0x8080808080ULL;
    return (unsigned)((high >> 7) * 0x0102040810ULL >> 32 & 31);
}

INLINE int draw(State *s, Rng *r)
{
    u64 sums = s->pile * 0x0101010101ULL;
    int k = below(r, s->pile_left), colour = 0;
    while (k >= (int)(sums >> 8 * colour & 255))
        colour++;
    s->pile -= CARD(colour);
    if (--s->pile_left == 0 && ++s->run_out == 1) {
        s->pile = s->discards;
        s->discards = 0;
        s->pile_left = (int)(s->pile * 0x0101010101ULL >> 32 & 255);
    }
    return colour;
}

INLINE void take(State *s, int seat, Rng *r)
{
    unsigned colours = colours_with(s->row, 1);
    int n = size_of(colours), k = below(r, n + (s->pile_left > 0)), colour;
    s->decisions++;
    if (k < n) {
        colour = nth_of(colours, k);
        s->row -= CARD(colour);
        s->row_size--;
    } else
        colour = draw(s, r);
    s->hand[seat] += CARD(colour);
    s->hand_size[seat]++;
}

INLINE void fill_row(State *s, Rng *r)
{
    while (s->row_size < ROW && s->pile_left > 0) {
        s->row += CARD(draw(s, r));
        s->row_size++;
    }
}

INLINE void discard(State *s, int seat, int colour, int n)
{
    s->hand[seat] -= n * CARD(colour);
    s->hand_size[seat] -= n;
    s->discards += n * CARD(colour);
}

/* -- scoring ----------------------------------------------------------------------------------------------------------- */

INLINE void score_region(State *s, int region, int players)
{
    unsigned counts = 0;
    int own[MOST_SEATS];
    for (int seat = 0; seat < players; seat++) {
        own[seat] = size_of(s->palaces[seat] & spaces_of[region]);
        counts |= (1u << own[seat]) >> 1;
    }
    for (int seat = 0; seat < players; seat++) {
        unsigned better = counts >> own[seat];
        if (own[seat])
            s->points[seat] += better ? own[seat] + 1 + first_of(better) : size_of(spaces_of[region] & ~s->free);
    }
}

INLINE void score_alliances(State *s, int players)
{
    unsigned leaders[REGIONS];
    for (int region = 0; region < REGIONS; region++) {
        int most = 1;
        leaders[region] = 0;
        for (int seat = 0; seat < players; seat++) {
            int n = s->emissaries[seat][region];
            if (n > most)
                most = n, leaders[region] = 0;
            leaders[region] |= (unsigned)(n == most) << seat;
        }
    }
    for (int border = 0; border < 15; border++) {
        int a = BORDERS[border][0], b = BORDERS[border][1];
        for (unsigned seats = leaders[a] & leaders[b]; seats; seats &= seats - 1)
            s->points[first_of(seats)] += s->guests[a] + s->guests[b];
    }
}

/* Rows: the most palaces of a connected part that lie on disjoint paths of four or more (a path of eight is two of four). */

static int best_rows, most_rows;

static void choose_rows(u64 rest, int points);

static void grow_row(int end, int anchor, int first, u64 rest, int length, int points)
{
    if (best_rows == most_rows || points + length + size_of(rest) <= best_rows)
        return;
    if (length < LONGEST) {
        for (u64 near = roads[end] & rest; near; near &= near - 1) {
            int next = first_of(near);
            grow_row(next, anchor, first < 0 && end == anchor ? next : first, rest & ~((u64)1 << next), length + 1, points);
        }
        if (end != anchor && first >= 0) { /* the other way from the anchor; an earlier neighbour was tried the other way round */
            u64 later = roads[anchor] & rest & ~(((u64)2 << first) - 1);
            for (u64 near = later; near; near &= near - 1) {
                int next = first_of(near);
                grow_row(next, SPACES, -2, rest & ~((u64)1 << next), length + 1, points);
            }
        }
    }
    if (length >= SHORTEST)
        choose_rows(rest, points + length);
}

INLINE u64 part_of(u64 set, u64 part)
{
    for (u64 untried = part; untried;) {
        u64 found = roads[first_of(untried)] & set & ~part;
        part |= found;
        untried = (untried & (untried - 1)) | found;
    }
    return part;
}

static void choose_rows(u64 rest, int points)
{
    u64 kept = 0;
    if (points > best_rows)
        best_rows = points;
    while (rest) {
        u64 part = part_of(rest, rest & -rest);
        rest &= ~part;
        if (size_of(part) >= SHORTEST)
            kept |= part;
    }
    if (best_rows == most_rows || points + size_of(kept) <= best_rows)
        return;
    grow_row(first_of(kept), first_of(kept), -1, kept & (kept - 1), 1, points);
    choose_rows(kept & (kept - 1), points);
}

INLINE void score_roads(State *s, int seat)
{
    for (u64 rest = s->palaces[seat]; rest;) {
        u64 part = part_of(rest, rest & -rest);
        int size = size_of(part), degree = 0;
        rest &= ~part;
        if (size < SHORTEST)
            continue;
        for (u64 each = part; each; each &= each - 1) {
            int near = size_of(roads[first_of(each)] & part);
            degree = near > degree ? near : degree;
        }
        if (degree > 2) {
            best_rows = 0;
            most_rows = size;
            choose_rows(part, 0);
            size = best_rows;
        }
        s->points[seat] += size;
    }
}

/* -- a turn ------------------------------------------------------------------------------------------------------------ */

typedef struct {
    ByRegion palaces, emissaries; /* running sums of the ways to place them */
    unsigned single, pair;
} Ways;

INLINE Ways ways_to_place(const State *s, int seat, ByRegion where)
{
    unsigned single = colours_with(s->hand[seat], 1), pair = colours_with(s->hand[seat], 2);
    ByRegion own = regions_of[single] & where, joker = pair ? where & ~regions_of[pair] : 0;
    ByRegion vacant = s->palaces_left[seat] ? s->vacant : 0, hosts = s->emissaries_left[seat] ? s->hosts : 0;
    return (Ways){((vacant & own) + (vacant & joker)) * ONES, ((hosts & own) + (hosts & joker)) * ONES, single, pair};
}

INLINE int total(ByRegion sums) { return (int)(sums >> 56 & 127); }

/* Places piece number k; returns its region. */
INLINE int place(State *s, int seat, Ways ways, int k, int *was_empty, int players)
{
    int is_palace = k < total(ways.palaces), region = 0, two_ways, colour;
    ByRegion sums = is_palace ? ways.palaces : ways.emissaries;
    unsigned pay;
    k -= is_palace ? 0 : total(ways.palaces);
    while (k >= (int)(sums >> 7 * region & 127))
        region++;
    k -= region ? (int)(sums >> 7 * (region - 1) & 127) : 0;
    pay = (ways.single & 1u << COLOUR_OF[region]) | (ways.pair & ~(1u << COLOUR_OF[region]));
    two_ways = size_of(pay) - 1;
    colour = nth_of(pay, k & two_ways);
    *was_empty = (s->free & spaces_of[region]) == spaces_of[region];
    discard(s, seat, colour, colour == COLOUR_OF[region] ? 1 : 2);
    if (is_palace) {
        u64 space = (u64)1 << nth_of(s->free & spaces_of[region], k >> two_ways);
        int mine;
        s->palaces_left[seat]--;
        s->palaces[seat] |= space;
        s->free &= ~space;
        s->vacant -= IN(region);
        mine = size_of(s->palaces[seat] & spaces_of[region]);
        if (mine > s->most[region])
            s->most[region] = mine;
        if (!(s->free & spaces_of[region]))
            score_region(s, region, players);
    } else {
        s->emissaries_left[seat]--;
        s->emissaries[seat][region]++;
        s->guests[region]++;
    }
    if (s->guests[region] < s->most[region])
        s->hosts |= IN(region);
    else
        s->hosts &= ~IN(region);
    return region;
}

INLINE int nothing_fits(const State *s, int players)
{
    for (int seat = 0; seat < players; seat++)
        if ((s->vacant && s->palaces_left[seat]) || (s->hosts && s->emissaries_left[seat]))
            return 0;
    return 1;
}

/* A seat's turn; returns 1 if it ended the game. */
INLINE int turn(State *s, int seat, Rng *r, int players)
{
    Ways ways = ways_to_place(s, seat, ALL_FIELDS);
    int n = total(ways.palaces) + total(ways.emissaries), was_empty, region, k;
    int exchanges = s->row_size || s->pile_left ? size_of(ways.single) : 0;
    s->decisions++;
    if (n + exchanges == 0)
        return 0;
    k = below(r, n + exchanges);
    if (k >= n) {
        discard(s, seat, nth_of(ways.single, k - n), 1);
        take(s, seat, r);
    } else {
        region = place(s, seat, ways, k, &was_empty, players);
        if (nothing_fits(s, players))
            return 1;
        ways = ways_to_place(s, seat, was_empty ? 0 : FIELD(region));
        n = total(ways.palaces) + total(ways.emissaries);
        s->decisions++;
        k = below(r, n + 1);
        if (k < n) {
            place(s, seat, ways, k, &was_empty, players);
            if (nothing_fits(s, players))
                return 1;
        }
        while (s->hand_size[seat] < HAND && (s->row_size || s->pile_left))
            take(s, seat, r);
    }
    fill_row(s, r);
    return 0;
}

/* -- the game ---------------------------------------------------------------------------------------------------------- */

INLINE void play(State *s, Rng *r, int players)
{
    int over = 0;
    for (int card = 0; card < HAND; card++)
        for (int seat = 0; seat < players; seat++) {
            s->hand[seat] += CARD(draw(s, r));
            s->hand_size[seat]++;
        }
    fill_row(s, r);
    while (!over) {
        for (int seat = 0; seat < players && !over; seat++)
            over = turn(s, seat, r, players);
        over |= s->run_out == 2;
    }
    for (int region = 0; region < REGIONS; region++)
        if (s->free & spaces_of[region])
            score_region(s, region, players);
    score_alliances(s, players);
    for (int seat = 0; seat < players; seat++)
        score_roads(s, seat);
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
        for (int seat = 0; seat < players; seat++) {
            sums->points[seat] += s.points[seat];
            standing[seat] = 100 * s.points[seat] + s.palaces_left[seat] + s.emissaries_left[seat];
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
    case 3: run(3, games, &r, &sums); break;
    case 4: run(4, games, &r, &sums); break;
    case 5: run(5, games, &r, &sums); break;
    default: return 2;
    }
    report(players, games, cpu_seconds() - began, &sums);
    return 0;
}

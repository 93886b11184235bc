/* Forbidden City with the shipped tiles, at random: see yardstick.h. Rules: docs/rules/forbidden-city.md. */

#include "yardstick.h"

#include "forbidden_city_tiles.h"

enum { OPEN, WALL, ARCHWAY };
enum { SEATS = 4, MOST_PARTS = 256, MOST_PASSAGES = 256, MOST_FREE = 192, WORDS = 3, SIDE = 128, MOST_TILES = 30 };

/* The sums of a room in one number: eight bits of advisors for each seat, of tiles, of dragons, then its open edges. */
#define ONE_TILE ((u64)1 << 32)
#define ONE_OPEN ((u64)1 << 48)
#define CLOSED ((u64)1 << 60)
#define BYTE(sums, at) ((int)((sums) >> (at) & 255))
#define IS_OPEN(sums) ((sums) >> 48)
#define OWN_VALUE(sums) (BYTE(sums, 32) + 3 * BYTE(sums, 40))

static const int STEP[4] = {-SIDE, 1, SIDE, -1};

typedef struct {
    u64 room[MOST_PARTS];
    u64 facing[MOST_FREE];      /* of each free space, 16 bits a side: (part + 1) * 4 + OPEN, WALL or ARCHWAY; 0 for nothing */
    u64 blocked[WORDS][16];     /* free spaces where an open side of that floor can't lie: [side * 4 + floor] */
    unsigned stack[SEATS];      /* tiles not drawn yet, a bit each */
    unsigned char root[MOST_PARTS]; /* the part that names the room of each part */
    unsigned char passage[2][MOST_PASSAGES]; /* the rooms that each joins */
    unsigned short space[MOST_FREE];
    unsigned char slot[SIDE * SIDE]; /* of each space of a board without edges: 1 + its number if it is free */
    int frees, parts, passages, points[SEATS], hand[SEATS], tries, passes;
    signed char under[SEATS][MOST_TILES];
    int unders[SEATS];
    i64 decisions;
} State;

static int tile_kind[MOST_TILES], tiles;
static int advisors_on[KINDS], dragons_on[KINDS];

INLINE unsigned turned(unsigned sides, int rotation)
{
    return (sides << 4 * rotation | sides >> (16 - 4 * rotation)) & 0xFFFF;
}

INLINE int wall_of(unsigned side) { return side & 3 ? OPEN : side & 4 ? ARCHWAY : WALL; }

static void make_tables(int players)
{
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < TILES_OF[players == 2][kind]; i++)
            tile_kind[tiles++] = kind;
        advisors_on[kind] = BYTE(SUMS[kind][0] + SUMS[kind][1], 0);
        dragons_on[kind] = BYTE(SUMS[kind][0] + SUMS[kind][1], 40);
    }
}

static void first_state(State *s, int players)
{
    memset(s, 0, sizeof *s);
    s->parts = START_PARTS;
    s->passages = START_PASSAGES;
    s->frees = START_FREE;
    for (int part = 0; part < START_PARTS; part++) {
        s->room[part] = START_ROOM[part];
        s->root[part] = (unsigned char)part;
    }
    for (int i = 0; i < START_PASSAGES; i++)
        for (int end = 0; end < 2; end++)
            s->passage[end][i] = (unsigned char)START_PASSAGE[i][end];
    for (int i = 0; i < START_FREE; i++) {
        s->space[i] = (unsigned short)(SIDE / 2 * (SIDE + 1) + START_SPACE[i][0] + SIDE * START_SPACE[i][1]);
        s->slot[s->space[i]] = (unsigned char)(i + 1);
        s->facing[i] = START_FACING[i];
    }
    memcpy(s->blocked[0], START_BLOCKED, sizeof START_BLOCKED);
    for (int seat = 0; seat < players; seat++)
        s->stack[seat] = (1u << tiles) - 1;
}

/* Back to the first state: the board is all zeros but for the free spaces. */
static void begin_again(State *s, const State *start)
{
    for (int i = 0; i < s->frees; i++)
        s->slot[s->space[i]] = 0;
    memcpy(s, start, offsetof(State, slot));
    memcpy((char *)s + offsetof(State, frees), (const char *)start + offsetof(State, frees), sizeof *s - offsetof(State, frees));
    for (int i = 0; i < START_FREE; i++)
        s->slot[s->space[i]] = (unsigned char)(i + 1);
}

/* -- free spaces ------------------------------------------------------------------------------------------------------- */

INLINE int open_space(State *s, int space)
{
    int i = s->frees++;
    s->space[i] = (unsigned short)space;
    s->slot[space] = (unsigned char)s->frees;
    s->facing[i] = 0;
    return i;
}

/* Takes a free space out of the list; the last one gets its number. */
INLINE void fill_space(State *s, int i)
{
    int last = --s->frees;
    u64 *to = s->blocked[i >> 6], *from = s->blocked[last >> 6];
    s->slot[s->space[last]] = (unsigned char)(i + 1);
    s->slot[s->space[i]] = 0;
    s->space[i] = s->space[last];
    s->facing[i] = s->facing[last];
    for (int row = 0; row < 16; row++) {
        u64 bit = from[row] >> (last & 63) & 1;
        from[row] &= ~((u64)1 << (last & 63));
        if (i != last)
            to[row] = (to[row] & ~((u64)1 << (i & 63))) | bit << (i & 63);
    }
}

INLINE void face(State *s, int i, int side, int part, unsigned mine)
{
    u64 *blocked = s->blocked[i >> 6] + 4 * side, bit = (u64)1 << (i & 63);
    s->facing[i] |= (u64)((part + 1) * 4 + wall_of(mine)) << 16 * side;
    if (mine & 3)
        for (unsigned floor = 1; floor < 4; floor++)
            if (floor != (mine & 3))
                blocked[floor] |= bit;
}

INLINE u64 fitting(const State *s, unsigned sides, int word)
{
    const u64 *blocked = s->blocked[word];
    int left = s->frees - 64 * word;
    u64 there = left >= 64 ? ~(u64)0 : ((u64)1 << left) - 1;
    return there & ~(blocked[sides & 3] | blocked[4 + (sides >> 4 & 3)] | blocked[8 + (sides >> 8 & 3)] |
                     blocked[12 + (sides >> 12 & 3)]);
}

/* -- rooms ------------------------------------------------------------------------------------------------------------- */

INLINE void rename_rooms(unsigned char *rooms, int n, int old, int new)
{
    for (int i = 0; i < n; i++)
        rooms[i] = rooms[i] == old ? (unsigned char)new : rooms[i];
}

INLINE void join(State *s, int a, int b)
{
    a = s->root[a];
    b = s->root[b];
    if (a == b)
        return;
    if (BYTE(s->room[a], 32) < BYTE(s->room[b], 32)) {
        int c = a;
        a = b;
        b = c;
    }
    s->room[a] += s->room[b];
    rename_rooms(s->root, s->parts, b, a);
    rename_rooms(s->passage[0], s->passages, b, a);
    rename_rooms(s->passage[1], s->passages, b, a);
}

INLINE void add_passage(State *s, int a, int b)
{
    s->passage[0][s->passages] = s->root[a];
    s->passage[1][s->passages++] = s->root[b];
}

static void pay(State *s, u64 sums, int value)
{
    int most = 0, second = 0, with_most = 0, with_second = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int n = BYTE(sums, 8 * seat);
        if (n > most) {
            second = most, with_second = with_most;
            most = n, with_most = 1;
        } else if (n && n == most)
            with_most++;
        else if (n > second)
            second = n, with_second = 1;
        else if (n && n == second)
            with_second++;
    }
    for (int seat = 0; seat < SEATS && most; seat++) {
        int n = BYTE(sums, 8 * seat);
        if (n == most)
            s->points[seat] += with_most == 1 ? value : value / 2;
        else if (n && n == second && with_most == 1 && with_second == 1)
            s->points[seat] += value / 2;
    }
}

static void close_room(State *s, int root)
{
    u64 sums = s->room[root];
    int value = OWN_VALUE(sums), counted[MOST_PASSAGES], n = 0;
    for (int i = 0; i < s->passages; i++) {
        int a = s->passage[0][i], b = s->passage[1][i], other, j = 0;
        if ((a == root) == (b == root))
            continue;
        other = a == root ? b : a;
        while (j < n && counted[j] != other)
            j++;
        if (j == n) {
            counted[n++] = other;
            value += OWN_VALUE(s->room[other]);
        }
    }
    s->room[root] |= CLOSED;
    pay(s, sums, value);
}

INLINE void close_if_complete(State *s, int part)
{
    int root = s->root[part];
    if (!IS_OPEN(s->room[root]))
        close_room(s, root);
}

/* -- a turn ------------------------------------------------------------------------------------------------------------ */

INLINE void lay(State *s, int seat, int kind, int slot, unsigned sides)
{
    int first = s->parts, space = s->space[slot];
    u64 facing = s->facing[slot];
    for (int half = 0; half < PARTS[kind]; half++) {
        u64 sums = SUMS[kind][half];
        s->root[first + half] = (unsigned char)(first + half);
        s->room[first + half] = (sums & ~(u64)255) | (sums & 255) << 8 * seat;
    }
    s->parts += PARTS[kind];
    fill_space(s, slot);
    for (int side = 0; side < 4; side++) {
        unsigned mine = sides >> 4 * side & 15, meets = (unsigned)(facing >> 16 * side & 0xFFFF);
        int part = first + (int)(mine >> 3), other = (int)(meets >> 2) - 1;
        if (!meets) {
            int beyond = (space + STEP[side]) & (SIDE * SIDE - 1), i = s->slot[beyond] - 1;
            if (i < 0)
                i = open_space(s, beyond);
            face(s, i, (side + 2) & 3, part, mine);
            if (mine & 3)
                s->room[s->root[part]] += ONE_OPEN;
        } else if ((meets & 3) == OPEN) {
            s->room[s->root[other]] -= ONE_OPEN;
            if (mine & 3)
                join(s, part, other);
            else if (mine & 4)
                add_passage(s, part, other);
        } else if ((meets & 3) == ARCHWAY && wall_of(mine) != WALL)
            add_passage(s, part, other);
    }
    for (int half = 0; half < PARTS[kind]; half++)
        close_if_complete(s, first + half);
    for (int side = 0; side < 4; side++) {
        unsigned meets = (unsigned)(facing >> 16 * side & 0xFFFF);
        if (meets && (meets & 3) == OPEN)
            close_if_complete(s, (int)(meets >> 2) - 1);
    }
}

INLINE int stack_size(const State *s, int seat) { return size_of(s->stack[seat]) + s->unders[seat]; }
INLINE int tiles_left(const State *s, int seat) { return stack_size(s, seat) + (s->hand[seat] >= 0); }

INLINE int draw(State *s, int seat, Rng *r)
{
    int kind;
    if (s->stack[seat]) {
        int tile = one_of(r, s->stack[seat]);
        s->stack[seat] &= ~(1u << tile);
        return tile_kind[tile];
    }
    kind = s->under[seat][0];
    memmove(s->under[seat], s->under[seat] + 1, (size_t)--s->unders[seat]);
    return kind;
}

/* Lays the tile in hand if it fits anywhere; returns whether it did. */
INLINE int place(State *s, int seat, Rng *r)
{
    int kind = s->hand[seat], turns = TURNS[kind], words = (s->frees + 63) / 64, n = 0, k;
    u64 fits[WORDS][4];
    for (int word = 0; word < words; word++)
        for (int rotation = 0; rotation < turns; rotation++) {
            fits[word][rotation] = fitting(s, turned(SIDES[kind], rotation), word);
            n += size_of(fits[word][rotation]);
        }
    s->decisions++;
    if (!n)
        return 0;
    k = below(r, n);
    for (int word = 0;; word++)
        for (int rotation = 0; rotation < turns; rotation++) {
            int here = size_of(fits[word][rotation]);
            if (k < here) {
                s->hand[seat] = -1;
                lay(s, seat, kind, 64 * word + nth_of(fits[word][rotation], k), turned(SIDES[kind], rotation));
                return 1;
            }
            k -= here;
        }
}

/* A seat's turn; returns 1 if all who still play have passed in succession. */
INLINE int turn(State *s, int seat, Rng *r, int players)
{
    s->tries = 0;
    while (!place(s, seat, r)) {
        if (stack_size(s, seat) > s->tries) {
            s->under[seat][s->unders[seat]++] = (signed char)s->hand[seat];
            s->tries++;
            s->hand[seat] = draw(s, seat, r);
        } else {
            int playing = 0;
            for (int other = 0; other < players; other++)
                playing += tiles_left(s, other) > 2;
            return ++s->passes == playing;
        }
    }
    s->passes = 0;
    if (stack_size(s, seat) > 2)
        s->hand[seat] = draw(s, seat, r);
    return 0;
}

/* -- the game ---------------------------------------------------------------------------------------------------------- */

INLINE void play(State *s, Rng *r, int players)
{
    int over = 0, playing = players;
    for (int seat = 0; seat < players; seat++)
        s->hand[seat] = draw(s, seat, r);
    while (playing && !over) {
        playing = 0;
        for (int seat = 0; seat < players && !over; seat++)
            if (tiles_left(s, seat) > 2) {
                playing++;
                over = turn(s, seat, r, players);
            }
    }
    for (int seat = 0; seat < players; seat++) {
        int kinds[MOST_TILES], n = 0;
        if (s->hand[seat] >= 0)
            kinds[n++] = s->hand[seat];
        while (stack_size(s, seat))
            kinds[n++] = draw(s, seat, r);
        while (n--)
            s->points[seat] += 2 * advisors_on[kinds[n]] + 3 * dragons_on[kinds[n]];
    }
}

INLINE void run(int players, i64 games, Rng *r, Sums *sums)
{
    static State start, s;
    first_state(&start, players);
    s = start;
    for (i64 game = 0; game < games; game++) {
        i64 standing[MOST_SEATS];
        begin_again(&s, &start);
        play(&s, r, players);
        sums->decisions += s.decisions;
        for (int seat = 0; seat < players; seat++) {
            sums->points[seat] += s.points[seat];
            standing[seat] = s.points[seat];
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
    default: return 2;
    }
    report(players, games, cpu_seconds() - began, &sums);
    return 0;
}

/* What the three yardsticks share: random numbers, small sets, and the report.

   A yardstick is a program that plays one game at random, written by hand in C for that alone. It knows the same
   rules and makes the same decisions with the same chances, but nobody stops it, looks at it or plays in it. So it tells
   how fast the game can be. `hanlin bench` compiles it with -O3 -march=native and runs it in turns with Hanlin. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef int64_t i64;
typedef uint64_t u64;

#define INLINE static inline __attribute__((always_inline))
#define MOST_SEATS 5

/* -- sfc32, as in hanlin/core/rng.py ---------------------------------------------------------------------------------- */

typedef struct {
    uint32_t a, b, c, counter;
} Rng;

INLINE uint32_t next_word(Rng *r)
{
    uint32_t word = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + word;
    return word;
}

INLINE int below(Rng *r, int n)
{
    return (int)((u64)next_word(r) * (u64)n >> 32);
}

INLINE void seed(Rng *r, u64 number)
{
    *r = (Rng){(uint32_t)number, (uint32_t)(number >> 32), 0x9E3779B9u, 1};
    for (int i = 0; i < 20; i++)
        next_word(r);
}

/* -- sets of bits ------------------------------------------------------------------------------------------------------ */

INLINE int size_of(u64 set) { return __builtin_popcountll(set); }
INLINE int first_of(u64 set) { return __builtin_ctzll(set); }

INLINE int nth_of(u64 set, int n)
{
#ifdef __BMI2__
    return first_of(_pdep_u64((u64)1 << n, set));
#else
    while (n--)
        set &= set - 1;
    return first_of(set);
#endif
}

INLINE int one_of(Rng *r, u64 set) { return nth_of(set, below(r, size_of(set))); }

/* -- running and reporting --------------------------------------------------------------------------------------------- */

typedef struct {
    i64 decisions;
    i64 points[MOST_SEATS];
    double wins[MOST_SEATS];
} Sums;

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One line of JSON: what was played, how long it took, and means to hold against Hanlin's. */
static void report(int players, i64 games, double seconds, const Sums *sums)
{
    printf("{\"players\": %d, \"games\": %lld, \"seconds\": %.6f, \"decisions\": %.5f, \"points\": [", players,
           (long long)games, seconds, (double)sums->decisions / (double)games);
    for (int seat = 0; seat < players; seat++)
        printf("%s%.5f", seat ? ", " : "", (double)sums->points[seat] / (double)games);
    printf("], \"wins\": [");
    for (int seat = 0; seat < players; seat++)
        printf("%s%.5f", seat ? ", " : "", sums->wins[seat] / (double)games);
    printf("]}\n");
}

/* Adds up who won: shared wins count in equal parts. `standing`: higher is better. */
INLINE void count_wins(Sums *sums, int players, const i64 *standing)
{
    i64 best = standing[0];
    int winners = 0;
    for (int seat = 1; seat < players; seat++)
        if (standing[seat] > best)
            best = standing[seat];
    for (int seat = 0; seat < players; seat++)
        winners += standing[seat] == best;
    for (int seat = 0; seat < players; seat++)
        if (standing[seat] == best)
            sums->wins[seat] += 1.0 / winners;
}

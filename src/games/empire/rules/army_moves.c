/* Which marches are the first of those that lead to the same distribution of armies. */
#include <stdlib.h>

#include "army_moves.h"

/* first_wins[sea] holds, for a march s>t and a later one from u, the goals v for which the two are better as
 * they are than with their goals exchanged: row (s, t), column u, bit v. They cost less as they are where v
 * is less farther from u than from s than t is; where it is as much farther the first one in order counts. */
static void fill_wins(const em_map *map, int sea, int s, int u, uint32_t *wins) {
    enum { MOST = EM_FAR };
    const uint8_t *from_s = map->distance[sea][s], *from_u = map->distance[sea][u];
    size_t n = (size_t)map->regions;
    uint32_t all = (uint32_t)((UINT64_C(1) << n) - 1), less = 0;
    uint32_t farther[2 * MOST + 1] = {0},
                                before[2 * MOST + 1]; /* regions by how much farther from u than from s */
    for (size_t v = 0; v < n; v++)
        farther[MOST + from_u[v] - from_s[v]] |= UINT32_C(1) << v;
    for (int i = 0; i <= 2 * MOST; i++) {
        before[i] = less;
        less |= farther[i];
    }
    for (size_t t = 0; t < n; t++) {
        int more = MOST + from_u[t] - from_s[t];
        uint32_t rest = ~((UINT32_C(1) << t) - 1);
        wins[((size_t)s * n + t) * n + (size_t)u] = s == u ? all : before[more] | (farther[more] & rest);
    }
}

hra_err em_army_moves_prepare(em_map *map) {
    size_t n = (size_t)map->regions;
    for (int sea = 0; sea < 2; sea++) {
        map->first_wins[sea] = malloc(n * n * n * sizeof *map->first_wins[sea]);
        if (!map->first_wins[sea])
            return HRA_ENOMEM;
        for (int s = 0; s < map->regions; s++)
            for (int u = 0; u < map->regions; u++)
                fill_wins(map, sea, s, u, map->first_wins[sea]);
    }
    return HRA_OK;
}

/* A cycle of exchanges: the new march takes the goal of a march, which takes that of another, ..., and
 * the last takes the goal of the new one. */
typedef struct cycle {
    const uint8_t (*distance)[EM_REGIONS];
    const em_state *s;
    int from, to;
    int as_is[EM_MARCHES], exchanged[EM_MARCHES]; /* pairs as numbers */
} cycle;

static int pair(int from, int to) {
    return from * EM_REGIONS + to;
}

static void sort(int *list, int n) {
    for (int i = 1; i < n; i++) {
        int x = list[i], k = i;
        for (; k > 0 && list[k - 1] > x; k--)
            list[k] = list[k - 1];
        list[k] = x;
    }
}

/* Whether the exchanged pairs come before those that are; both are n. */
static bool comes_before(const cycle *c, int n) {
    int a[EM_MARCHES], b[EM_MARCHES];
    for (int i = 0; i < n; i++) {
        a[i] = c->exchanged[i];
        b[i] = c->as_is[i];
    }
    sort(a, n);
    sort(b, n);
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* Goes on with the march whose goal was just taken, that from `at`; n marches are in the cycle, and
 * `gain` is what the exchange saves so far. True: some exchange is better. */
static bool better(cycle *c, int at, uint32_t used, int n, int gain) {
    int whole = gain - c->distance[at][c->to];
    c->exchanged[n - 1] = pair(at, c->to);
    if (n > 2 && (whole > 0 || (whole == 0 && comes_before(c, n))))
        return true;
    for (int i = 0; i < c->s->marches; i++) {
        if (used >> i & 1)
            continue;
        int from = c->s->from[i], to = c->s->to[i];
        c->exchanged[n - 1] = pair(at, to);
        c->as_is[n] = pair(from, to);
        if (better(c, from, used | UINT32_C(1) << i, n + 1,
                   gain - c->distance[at][to] + c->distance[from][to]))
            return true;
    }
    return false;
}

bool em_army_moves_is_first(const em_map *map, const em_state *s, int sea, int from, int to) {
    cycle c = {.distance = map->distance[sea], .s = s, .from = from, .to = to};
    c.as_is[0] = pair(from, to);
    return !better(&c, from, 0, 1, c.distance[from][to]);
}

/* Armies that march: each end position in one way.
 *
 * The steps of a card are shared among armies; a march a>b moves one army by the shortest way and
 * costs its length. Armies are all alike, so different marches can lead to the same distribution. Of
 * these the rules allow one sequence only, by four laws:
 *
 * - no region is both left and entered (else two marches could be one, which costs no more);
 * - marches come in ascending order of (from, to);
 * - together they cost least: no exchange of goals makes them cheaper;
 * - of those that cost the same, they are the first in lexicographic order.
 *
 * A part of marches that obey the laws obeys them too: an exchange that betters the part would better
 * the whole. So any march that is allowed leads on, and the turn can end after each of them; and every
 * distribution that the steps suffice for has one sequence, the first of the cheapest. */
#ifndef HRA_EMPIRE_RULES_ARMY_MOVES_H
#define HRA_EMPIRE_RULES_ARMY_MOVES_H

#include "empire.h"

/* Makes map->first_wins out of the distances. HRA_ENOMEM. */
hra_err em_army_moves_prepare(em_map *map);

/* Exchanges of the goals of three and more marches, of which from>to is the last. */
bool em_army_moves_is_first(const em_map *map, const em_state *s, int sea, int from, int to);

/* The regions from which an army may still march. */
static inline uint32_t em_army_moves_sources(const em_state *s) {
    uint32_t set = s->army_set;
    for (int i = 0; i < s->marches; i++)
        set &= ~(UINT32_C(1) << s->to[i]);
    return s->marches ? set & ~((UINT32_C(1) << s->from[s->marches - 1]) - 1) : set;
}

/* The regions to which an army may march from this region with LEFT steps left. */
static inline uint32_t em_army_moves_targets(const em_map *map, const em_state *s, int sea, int from,
                                             int left) {
    uint32_t set = map->reach[sea][from][left];
    int n = s->marches, last = n - 1;
    if (n == 0 || set == 0)
        return set;
    for (int i = 0; i < n; i++) {
        size_t row = ((size_t)s->from[i] * (size_t)map->regions + s->to[i]) * (size_t)map->regions;
        set &= ~(UINT32_C(1) << s->from[i]) & map->first_wins[sea][row + (size_t)from];
    }
    if (from == s->from[last])
        set &= ~((UINT32_C(1) << s->to[last]) - 1);
    for (uint32_t rest = n > 1 ? set : 0; rest; rest &= rest - 1)
        if (!em_army_moves_is_first(map, s, sea, from, em_lowest(rest)))
            set &= ~(rest & -rest);
    return set;
}

#endif

/* Why an answer of "UCT by hand" is wrong: the mistake if it is a usual one, else the numbers that lead to the right one. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "uct.h"

/* As exact as answers are judged. */
static bool is_near(double a, double b) {
    return fabs(a - b) <= 0.0015;
}

static const char *name_of(const uct *u, int node) {
    return node ? u->nodes[node].move : _("the root");
}

/* "a 0.500 + 1.177, b 1.000 + 1.665" of the moves of a node that were tried. */
static void add_bounds(const uct *u, const uct_counts *counts, int parent, hra_text *out) {
    int told = 0;
    for (int i = 1; i < u->count; i++)
        if (u->nodes[i].parent == parent && counts->visits[i])
            hra_text_addf(out, "%s%s %.3F + %.3F", told++ ? ", " : "", u->nodes[i].move,
                          hra_uct_mean(u, counts, i) + 0.0, hra_uct_bonus(u, counts, i));
}

/* ---- UCB ----------------------------------------------------------------------------------------*/

/* The move at the root whose UCB the answer is, with N as it should be or (`late`) one less; -1: none. */
static int find_ucb(const uct *u, const uct_counts *counts, bool late, double number) {
    const double inner = log(counts->visits[0]) / log(counts->visits[0] + 1);
    for (int i = 1; i < u->count; i++)
        if (u->nodes[i].parent == 0 && counts->visits[i] &&
            is_near(number,
                    hra_uct_mean(u, counts, i) + hra_uct_bonus(u, counts, i) * (late ? sqrt(inner) : 1)))
            return i;
    return -1;
}

static void explain_ucb(const uct *u, const uct_simulation *s, const uct_counts *counts, double number,
                        hra_text *out) {
    const int other = find_ucb(u, counts, false, number);
    hra_text bounds;
    hra_text_init(&bounds);
    add_bounds(u, counts, 0, &bounds);
    if (other >= 0)
        hra_text_addf(out, _("That is the UCB of %s; another move has a larger one."), u->nodes[other].move);
    else if (find_ucb(u, counts, true, number) >= 0)
        hra_text_addf(out, _("N counts this simulation too: it is %d, not %d."), counts->visits[0] + 1,
                      counts->visits[0]);
    else if (is_near(number, hra_uct_bonus(u, counts, s->top)))
        hra_text_addf(out, _("That is the bonus of %s alone; its mean is added."), u->nodes[s->top].move);
    else
        hra_text_addf(out,
                      _("Mean and bonus of the moves at the root, with N = %d: %s; the largest sum counts."),
                      counts->visits[0] + 1, hra_text_string(&bounds));
    out->err = out->err ? out->err : bounds.err;
    hra_text_release(&bounds);
}

/* ---- visits and mean ----------------------------------------------------------------------------*/

/* "1: 1, 4: -1" of the simulations up to this one that began with its move; results of the player who chose it. */
static void add_results(const uct *u, int simulation, hra_text *out) {
    const int top = u->simulations[simulation].top;
    int told = 0;
    for (int i = 0; i <= simulation; i++)
        if (u->simulations[i].top == top)
            hra_text_addf(out, "%s%d: %.4G", told++ ? ", " : "", i + 1,
                          u->nodes[top].sign * u->simulations[i].result + 0.0);
}

static void explain_counts(const uct *u, int simulation, uct_field field, const uct_counts *counts,
                           double number, hra_text *out) {
    const uct_simulation *s = &u->simulations[simulation];
    const char *move = u->nodes[s->top].move;
    const bool visits = field == UCT_VISITS;
    hra_text results;
    hra_text_init(&results);
    add_results(u, simulation, &results);
    if (visits ? number == s->visits - 1 : s->visits > 1 && is_near(number, hra_uct_mean(u, counts, s->top)))
        hra_text_addf(out, _("That is %s before this simulation, which counts too."), move);
    else if (visits && number == counts->visits[0] + 1)
        hra_text_addf(out, _("Those are the visits of the root; asked are those of %s."), move);
    else if (!visits && s->mean != 0 && is_near(number, -s->mean))
        hra_text_addf(
            out, _("The sign is that of the other player: %s was chosen by the one who moves at the root."),
            move);
    else
        hra_text_addf(out,
                      visits
                          ? _("Simulations that began with %s, with their results: %s. Count them.")
                          : _("Simulations that began with %s, with their results: %s. Their mean counts."),
                      move, hra_text_string(&results));
    out->err = out->err ? out->err : results.err;
    hra_text_release(&results);
}

/* ---- the path -----------------------------------------------------------------------------------*/

/* The moves of the path to a node. */
static int take_way(const uct *u, int node, int way[UCT_NODES]) {
    int depth = 0;
    for (int at = node; u->nodes[at].parent >= 0; at = u->nodes[at].parent)
        depth++;
    for (int i = depth; u->nodes[node].parent >= 0; node = u->nodes[node].parent)
        way[--i] = node;
    return depth;
}

/* At the node `at`, from which the path goes on by `next`. */
static void explain_move(const uct *u, const uct_counts *counts, int at, int next, hra_text *out) {
    hra_text bounds;
    hra_text_init(&bounds);
    add_bounds(u, counts, at, &bounds);
    if (hra_uct_untried(u, counts, at) == next)
        hra_text_addf(out,
                      _("At %s a move has not been tried yet: the first of these, in their order, is next."),
                      name_of(u, at));
    else
        hra_text_addf(out,
                      _("At %s all moves have been tried; mean and bonus are %s: the largest sum is next, of "
                        "equals the one that was tried first."),
                      name_of(u, at), hra_text_string(&bounds));
    out->err = out->err ? out->err : bounds.err;
    hra_text_release(&bounds);
}

static void explain_path(const uct *u, const uct_simulation *s, const uct_counts *counts, const char *answer,
                         size_t length, hra_text *out) {
    int way[UCT_NODES];
    const int depth = take_way(u, s->node, way);
    int at = 0, right = 0;
    while (right < depth && length) {
        const char *dash = memchr(answer, '-', length), *move = u->nodes[way[right]].move;
        const size_t word = dash ? (size_t)(dash - answer) : length;
        if (strlen(move) != word || memcmp(move, answer, word) != 0)
            break;
        at = way[right++];
        answer += word + (dash != NULL);
        length -= word + (dash != NULL);
    }
    if (right < depth)
        explain_move(u, counts, at, way[right], out);
    else
        hra_text_addf(out,
                      u->nodes[s->node].over ? _("The path ends at %s: the game is over there.")
                                             : _("The path ends at %s: that node is new."),
                      name_of(u, s->node));
}

void hra_uct_explain(const uct *u, int simulation, uct_field field, const char *answer, size_t length,
                     double number, hra_text *out) {
    const uct_simulation *s = &u->simulations[simulation];
    uct_counts counts;
    hra_uct_count(u, simulation, &counts);
    if (field == UCT_PATH_FIELD)
        explain_path(u, s, &counts, answer, length, out);
    else if (field == UCT_UCB)
        explain_ucb(u, s, &counts, number, out);
    else
        explain_counts(u, simulation, field, &counts, number, out);
}

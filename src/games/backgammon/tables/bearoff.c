/* Building and asking the tables of bearing off. */
#include <stdlib.h>

#include "bearoff.h"
#include "core/thread.h"

enum { POINTS = BG_HOME, DICE = 6, ROLLS = 21, SUMS = BG_CHECKERS + POINTS };

typedef struct one {
    uint8_t on[POINTS + 1]; /* checkers on each point; on[0] is not used */
} one;

/* What each roll may lead to: that of position i begins at begin[ROLLS * i + roll]. */
typedef struct plays {
    int *begin;
    uint16_t *to;
} plays;

/* Pages of memory that are never written to cost nothing, so all of it is taken at the start. */
struct bg_bearoff {
    int checkers, both, positions, pairs; /* positions of `checkers` checkers, and of `both` */
    uint32_t choose[SUMS + 1][POINTS + 1];
    hra_lock lock;
    int built;      /* the one-sided table is, of the positions of this number of checkers; -1: of none */
    bool is_solved; /* so is the two-sided one */
    int *order;     /* for building */
    one *one;
    double *mean, (*throws)[BG_BEAROFF_THROWS];
    uint16_t (*best)[DICE][3]; /* number of the position after 1, 2, 3 equal dice */
    plays plays;               /* of positions of the two-sided table */
    double *value;             /* of the two-sided table: of who throws, times pairs, plus the other's */
};

/* ---- numbers ----------------------------------------------------------------------------------
 * The sums of the checkers on the first points, s1 <= s2 <= ... <= s6, make a rising row of s_i + i - 1, and
 * such rows are numbered by sums of C(s_i + i - 1, i): fewer checkers first. */

static void fill_choose(bg_bearoff *t) {
    for (int n = 0; n <= SUMS; n++)
        for (int k = 0; k <= POINTS; k++)
            t->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : t->choose[n - 1][k - 1] + t->choose[n - 1][k];
}

static int number(const bg_bearoff *t, const one *p) {
    int sum = 0;
    uint32_t at = 0;
    for (int i = 1; i <= POINTS; i++) {
        sum += p->on[i];
        at += t->choose[sum + i - 1][i];
    }
    return (int)at;
}

int bg_bearoff_index(const bg_bearoff *t, const bg_side *s) {
    one p = {{0}};
    int n = 0;
    if (bg_some(s) & BG_OUTSIDE)
        return -1;
    for (int i = 1; i <= POINTS; i++)
        n += p.on[i] = (uint8_t)bg_count(s, i);
    return n <= t->checkers ? number(t, &p) : -1;
}

/* Lists all positions from a point on down, with LEFT checkers left to place. */
static void list_positions(bg_bearoff *t, one *p, int point, int left) {
    if (point == 0) {
        t->one[number(t, p)] = *p;
        return;
    }
    for (int n = 0; n <= left; n++) {
        p->on[point] = (uint8_t)n;
        list_positions(t, p, point - 1, left - n);
    }
    p->on[point] = 0;
}

static int count_pips(const one *p) {
    int pips = 0;
    for (int i = 1; i <= POINTS; i++)
        pips += i * p->on[i];
    return pips;
}

/* ---- one-sided --------------------------------------------------------------------------------
 * What is best with one die left, then with two, three and four equal ones: each is the best of the moves of
 * one die into what is best with one die fewer. So the plays of a roll need not be listed. */

/* The positions that one die leads to; with none left that is the end itself. */
static int after_die(const bg_bearoff *t, const one *p, int die, int out[POINTS]) {
    int n = 0, highest = POINTS;
    while (highest > 0 && !p->on[highest])
        highest--;
    for (int i = highest; i > 0; i--) {
        if (!p->on[i] || (i < die && i < highest))
            continue;
        one next = *p;
        next.on[i]--;
        if (i > die)
            next.on[i - die]++;
        out[n++] = number(t, &next);
    }
    if (n == 0)
        out[n++] = 0;
    return n;
}

static int better(const bg_bearoff *t, int a, int b) {
    return t->mean[b] < t->mean[a] ? b : a;
}

static void add_roll(bg_bearoff *t, int at, int then, double probability) {
    double *to = t->throws[at];
    const double *from = t->throws[then];
    t->mean[at] += probability * t->mean[then];
    for (int k = 1; k < BG_BEAROFF_THROWS; k++)
        to[k] += probability * from[k - 1];
    to[BG_BEAROFF_THROWS - 1] += probability * from[BG_BEAROFF_THROWS - 1];
}

static void build_position(bg_bearoff *t, int at) {
    int next[DICE][POINTS], n[DICE];
    for (int d = 0; d < DICE; d++) {
        n[d] = after_die(t, &t->one[at], d + 1, next[d]);
        for (int dice = 0; dice < 3; dice++) {
            int best = -1;
            for (int i = 0; i < n[d]; i++) {
                int then = dice ? t->best[next[d][i]][d][dice - 1] : next[d][i];
                best = best < 0 ? then : better(t, best, then);
            }
            t->best[at][d][dice] = (uint16_t)best;
        }
    }
    if (at == 0)
        return;
    t->mean[at] = 1;
    for (int high = 0; high < DICE; high++)
        for (int low = 0; low <= high; low++) {
            int best = -1, dice = high == low ? 2 : 0;
            for (int i = 0; i < n[high]; i++) {
                int then = t->best[next[high][i]][low][dice];
                best = best < 0 ? then : better(t, best, then);
            }
            for (int i = 0; high != low && i < n[low]; i++)
                best = better(t, best, t->best[next[low][i]][high][0]);
            add_roll(t, at, best, (high == low ? 1 : 2) / 36.0);
        }
}

/* The numbers first..n-1 in the order of their pips, so that what a throw leads to is known before. */
static void sort_by_pips(const bg_bearoff *t, int first, int n, int *order,
                         int from[POINTS * BG_CHECKERS + 2]) {
    for (int i = 0; i < POINTS * BG_CHECKERS + 2; i++)
        from[i] = 0;
    for (int i = first; i < n; i++)
        from[count_pips(&t->one[i]) + 1]++;
    for (int i = 0; i < POINTS * BG_CHECKERS + 1; i++)
        from[i + 1] += from[i];
    for (int i = first; i < n; i++)
        order[from[count_pips(&t->one[i])]++] = i;
    for (int i = POINTS * BG_CHECKERS + 1; i > 0; i--)
        from[i] = from[i - 1];
    from[0] = 0;
}

static int count_positions(const bg_bearoff *t, int checkers) {
    return checkers < 0 ? 0 : (int)t->choose[checkers + POINTS][POINTS];
}

/* Of positions of up to CHECKERS checkers; those of fewer are there. No play leads to more. */
static void build_one_sided(bg_bearoff *t, int checkers) {
    int from[POINTS * BG_CHECKERS + 2];
    const int first = count_positions(t, t->built), n = count_positions(t, checkers);
    one none = {{0}};
    list_positions(t, &none, POINTS, checkers);
    sort_by_pips(t, first, n, t->order, from);
    if (first == 0)
        t->throws[0][0] = 1;
    for (int i = 0; i < n - first; i++)
        build_position(t, t->order[i]);
}

/* ---- two-sided --------------------------------------------------------------------------------*/

static bg_board board_of(const one *p) {
    bg_board b = {0};
    for (int i = 1; i <= POINTS; i++)
        for (int n = 0; n < p->on[i]; n++)
            bg_put(&b.side[0], i);
    return b;
}

static void list_plays(bg_bearoff *t) {
    plays *p = &t->plays;
    hra_move list[BG_MAX_PLAYS];
    int at = 0, entry = 0;
    for (int i = 0; i < t->pairs; i++) {
        bg_board b = board_of(&t->one[i]);
        for (int high = 1; high <= DICE; high++)
            for (int low = 1; low <= high; low++) {
                int n = bg_plays(&b, 0, high, low, list);
                p->begin[entry++] = at;
                for (int k = 0; k < n; k++) {
                    bg_board next = b;
                    (void)bg_play(&next, 0, high, low, list[k]);
                    p->to[at + k] = (uint16_t)bg_bearoff_index(t, &next.side[0]);
                }
                at += n;
            }
    }
    p->begin[entry] = at;
}

/* Who throws, `own`, takes of each roll what is worst for the other, who throws then. */
static double judge(const bg_bearoff *t, const plays *p, int own, int other) {
    const double *then = t->value + (size_t)other * (size_t)t->pairs;
    const int *begin = p->begin + (size_t)own * ROLLS;
    double sum = 0;
    for (int high = 1, roll = 0; high <= DICE; high++)
        for (int low = 1; low <= high; low++, roll++) {
            double worst = 1;
            for (int k = begin[roll]; k < begin[roll + 1]; k++)
                worst = then[p->to[k]] < worst ? then[p->to[k]] : worst;
            sum -= (high == low ? 1 : 2) * worst;
        }
    return sum / 36;
}

static void judge_all(bg_bearoff *t) {
    int from[POINTS * BG_CHECKERS + 2];
    const int *order = t->order;
    sort_by_pips(t, 0, t->pairs, t->order, from);
    for (int i = 1; i < t->pairs; i++) {
        t->value[(size_t)i * (size_t)t->pairs] = -1; /* the other one is off */
        t->value[i] = 1;
    }
    const int most = POINTS * t->both;
    for (int sum = 2; sum <= 2 * most; sum++)
        for (int own = sum > most ? sum - most : 1; own <= most && own < sum; own++)
            for (int i = from[own]; i < from[own + 1]; i++)
                for (int k = from[sum - own]; k < from[sum - own + 1]; k++)
                    t->value[(size_t)order[i] * (size_t)t->pairs + (size_t)order[k]] =
                        judge(t, &t->plays, order[i], order[k]);
}

static void build_two_sided(bg_bearoff *t) {
    list_plays(t);
    judge_all(t);
}

/* ---- the whole --------------------------------------------------------------------------------*/

static int count_checkers(const bg_bearoff *t, int index) {
    int n = 0;
    while (count_positions(t, n) <= index)
        n++;
    return n;
}

/* Builds what is still missing for positions of CHECKERS checkers. */
static void build_up_to(const bg_bearoff *shared, int checkers) {
    bg_bearoff *t = (bg_bearoff *)(uintptr_t)shared; /* only here it changes */
    hra_lock_take(&t->lock);
    if (checkers > t->built) {
        build_one_sided(t, checkers);
        __atomic_store_n(&t->built, checkers, __ATOMIC_RELEASE);
    }
    hra_lock_give(&t->lock);
}

static void solve(const bg_bearoff *shared) {
    bg_bearoff *t = (bg_bearoff *)(uintptr_t)shared;
    build_up_to(t, t->both);
    hra_lock_take(&t->lock);
    if (!t->is_solved) {
        build_two_sided(t);
        __atomic_store_n(&t->is_solved, true, __ATOMIC_RELEASE);
    }
    hra_lock_give(&t->lock);
}

static inline void need_position(const bg_bearoff *t, int index) {
    const int built = __atomic_load_n(&t->built, __ATOMIC_ACQUIRE);
    if (index >= count_positions(t, built))
        build_up_to(t, count_checkers(t, index));
}

hra_err bg_bearoff_open(bg_bearoff **out, int checkers, int both) {
    bg_bearoff *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    if (hra_lock_init(&t->lock) != 0) {
        free(t);
        return HRA_ENOMEM;
    }
    fill_choose(t);
    t->built = -1;
    t->checkers = checkers;
    t->both = both < checkers ? both : checkers;
    t->positions = count_positions(t, checkers);
    t->pairs = count_positions(t, t->both);
    const size_t n = (size_t)t->positions, pairs = (size_t)t->pairs,
                 per_roll = t->choose[t->both + 3][4] + (size_t)t->both * ((size_t)t->both + 1) +
                            1; /* of a roll at most (board.h) */
    t->order = calloc(n, sizeof *t->order);
    t->one = calloc(n, sizeof *t->one);
    t->mean = calloc(n, sizeof *t->mean);
    t->throws = calloc(n, sizeof *t->throws);
    t->best = calloc(n, sizeof *t->best);
    t->value = calloc(pairs * pairs, sizeof *t->value);
    t->plays.begin = calloc(pairs * ROLLS + 1, sizeof *t->plays.begin);
    t->plays.to = calloc(pairs * ROLLS * per_roll, sizeof *t->plays.to);
    if (t->order && t->one && t->mean && t->throws && t->best && t->value && t->plays.begin && t->plays.to) {
        *out = t;
        return HRA_OK;
    }
    bg_bearoff_close(t);
    return HRA_ENOMEM;
}

void bg_bearoff_close(bg_bearoff *t) {
    if (!t)
        return;
    free(t->order);
    free(t->one);
    free(t->mean);
    free(t->throws);
    free(t->best);
    free(t->value);
    free(t->plays.begin);
    free(t->plays.to);
    hra_lock_release(&t->lock);
    free(t);
}

double bg_bearoff_mean(const bg_bearoff *t, int index) {
    need_position(t, index);
    return t->mean[index];
}

const double *bg_bearoff_throws(const bg_bearoff *t, int index) {
    need_position(t, index);
    return t->throws[index];
}

double bg_bearoff_value(const bg_bearoff *t, int roller, int other, bool *exact) {
    *exact = t->both > 0 && roller < t->pairs && other < t->pairs;
    if (*exact && !__atomic_load_n(&t->is_solved, __ATOMIC_ACQUIRE))
        solve(t);
    if (*exact)
        return t->value[(size_t)roller * (size_t)t->pairs + (size_t)other];
    need_position(t, roller > other ? roller : other);
    /* Who throws wins with k throws where the other one needs k or more. */
    const double *own = t->throws[roller], *others = t->throws[other];
    double win = 0, left = 1;
    for (int k = 0; k < BG_BEAROFF_THROWS; k++) {
        win += own[k] * left;
        left -= others[k];
    }
    return 2 * win - 1;
}

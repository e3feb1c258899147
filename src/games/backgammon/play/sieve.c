/* Which plays of a throw are worth a look of the large net. */
#include "games/backgammon/play/sieve.h"

#include <math.h>
#include <string.h>

#include "core/pairs.h"
#include "games/backgammon/rules/terms.h"

/* Of these plays are kept, and of every eighth more. In a throw with as many as usual, twenty, the best is lost once in forty
 * times, and then to another that is almost as good (docs/games/backgammon/training.md). */
enum { KEPT = 6, OF_MORE = 8, MOST_KEPT = KEPT + BG_MAX_PLAYS / OF_MORE };

static int side_rows(const bg_side *s, int first, int *rows) {
    int n = 0;
    for (bg_set rest = bg_some(s); rest; rest &= rest - 1) {
        const int place = bg_lowest(rest), count = bg_count(s, place);
        rows[n++] = first + place * BG_SIEVE_COUNTS + (count < BG_SIEVE_COUNTS ? count : BG_SIEVE_COUNTS) - 1;
    }
    return n;
}

static int other_rows(const bg_side *s, int *rows) {
    return side_rows(s, BG_PLACES * BG_SIEVE_COUNTS, rows);
}

int bg_sieve_rows(const bg_board *b, int seat, int *rows) {
    const int n = side_rows(&b->side[seat], 0, rows);
    return n + other_rows(&b->side[!seat], rows + n);
}

/* Two vectors of eight sums each. */
enum { VECTORS = BG_SIEVE_UNITS / 8 };

typedef struct sums {
    hra_eight unit[VECTORS];
} sums;

static inline const hra_eight *vectors(const int16_t *units) {
    return (const hra_eight *)(const void *)units;
}

static inline void add_rows(const bg_sieve *sieve, const int *rows, int count, sums *s) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < VECTORS; k++)
            s->unit[k] += vectors(sieve->row[rows[i]])[k];
}

/* Cut off at 0 and at 1. */
static inline hra_eight cut(hra_eight x) {
    const hra_eight one = (hra_eight){0} + BG_SIEVE_ONE;
    const hra_eight high = x > one;
    return (high & one) | (~high & x & (x > 0));
}

static inline double score_of(const bg_sieve *sieve, const sums *s, const double *prices) {
    int32_t out[BG_SIEVE_OUTS];
    for (int o = 0; o < BG_SIEVE_OUTS; o++) {
        hra_four sum = {0};
        for (int k = 0; k < VECTORS; k++)
            sum += hra_multiply_pairs(cut(s->unit[k]), vectors(sieve->out[o])[k]);
        out[o] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
    return out[BG_SIEVE_WINS] + prices[0] * out[BG_SIEVE_GAMMONS] - prices[1] * out[BG_SIEVE_GAMMONED];
}

static sums bias_of(const bg_sieve *sieve) {
    sums s;
    memcpy(s.unit, sieve->bias, sizeof s.unit);
    return s;
}

double bg_sieve_score(const bg_sieve *sieve, const bg_board *b, int seat, const double *prices) {
    int rows[BG_SIEVE_MOST_ROWS];
    sums s = bias_of(sieve);
    add_rows(sieve, rows, bg_sieve_rows(b, seat, rows), &s);
    return score_of(sieve, &s, prices);
}

/* A board whose checkers move, with its sums: of both sides how many are on each place, as each side counts them; -1 where one has left
 * before another one has come there. */
typedef struct moved {
    sums s;
    int8_t count[2][BG_PLACES]; /* of who plays; of the other */
} moved;

static inline const hra_eight *row_of(const bg_sieve *sieve, int side, int place, int count) {
    static const int16_t none[BG_SIEVE_UNITS];
    const int as = count < BG_SIEVE_COUNTS ? count : BG_SIEVE_COUNTS;
    return vectors(count > 0 ? sieve->row[(side * BG_PLACES + place) * BG_SIEVE_COUNTS + as - 1] : none);
}

/* One checker more on a place, or one less. */
static inline void change(const bg_sieve *sieve, moved *m, int side, int place, int by) {
    const int before = m->count[side][place], after = before + by;
    const hra_eight *old = row_of(sieve, side, place, before), *new = row_of(sieve, side, place, after);
    for (int k = 0; k < VECTORS; k++)
        m->s.unit[k] = m->s.unit[k] - old[k] + new[k];
    m->count[side][place] = (int8_t)after;
}

static moved begin_moves(const bg_sieve *sieve, const bg_board *b, int seat) {
    int rows[BG_SIEVE_MOST_ROWS];
    moved m = {.s = bias_of(sieve)};
    add_rows(sieve, rows, bg_sieve_rows(b, seat, rows), &m.s);
    for (int side = 0; side < 2; side++)
        for (bg_set rest = bg_some(&b->side[side ? !seat : seat]); rest; rest &= rest - 1) {
            const int place = bg_lowest(rest);
            m.count[side][place] = (int8_t)bg_count(&b->side[side ? !seat : seat], place);
        }
    return m;
}

/* As bg_play does. */
static inline void move_checkers(const bg_sieve *sieve, moved *m, int high, int low, hra_move play) {
    for (int die = high; play; play >>= 5, die = low) {
        const int from = (int)(play & 31), to = from > die ? from - die : BG_OFF;
        if (from == 0)
            continue;
        change(sieve, m, 0, from, -1);
        change(sieve, m, 0, to, 1);
        if (to > 0 && m->count[1][BG_BAR - to]) {
            change(sieve, m, 1, BG_BAR - to, -1);
            change(sieve, m, 1, BG_BAR, 1);
        }
    }
}

/* The scores of all plays, from the sums before them. */
static void score_plays(const bg_state *thrown, const hra_move *moves, int count, const double *prices,
                        double *out) {
    const bg_sieve *sieve = &bg_sieve_built_in;
    const int all = bg_count_checkers(&thrown->board.side[thrown->turn], ~(bg_set)0);
    const moved before = begin_moves(sieve, &thrown->board, thrown->turn);
    for (int i = 0; i < count; i++) {
        moved m = before;
        move_checkers(sieve, &m, thrown->high, thrown->low, moves[i]);
        out[i] = m.count[0][BG_OFF] == all ? INFINITY /* it ends the game */ : score_of(sieve, &m.s, prices);
    }
}

/* The lowest of the `kept` highest scores, and how many equal to it are among them. */
static double lowest_kept(const double *scores, int count, int kept, int *equal) {
    double best[MOST_KEPT];
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (n == kept && scores[i] <= best[n - 1])
            continue;
        int at = n < kept ? n++ : n - 1;
        for (; at > 0 && best[at - 1] < scores[i]; at--)
            best[at] = best[at - 1];
        best[at] = scores[i];
    }
    *equal = 0;
    for (int i = 0; i < n; i++)
        *equal += best[i] == best[n - 1];
    return best[n - 1];
}

int bg_sieve_plays(const bg_setup *setup, const bg_state *thrown, hra_move *moves, int count) {
    const int kept = KEPT + count / OF_MORE;
    double scores[BG_MAX_PLAYS], prices[2];
    int equal, n = 0;
    if (count <= kept || !bg_in_contact(&thrown->board))
        return count;
    bg_gammon_prices(setup, thrown, thrown->turn, prices);
    score_plays(thrown, moves, count, prices, scores);
    const double lowest = lowest_kept(scores, count, kept, &equal);
    for (int i = 0; i < count; i++)
        if (scores[i] > lowest || (scores[i] == lowest && equal-- > 0))
            moves[n++] = moves[i];
    return n;
}

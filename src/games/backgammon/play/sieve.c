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

/* The scores of all plays. The other side's rows are added once, and anew where one of its checkers is hit. */
static void score_plays(const bg_state *thrown, const hra_move *moves, int count, const double *prices,
                        double *out) {
    const bg_sieve *sieve = &bg_sieve_built_in;
    const int seat = thrown->turn;
    int rows[BG_SIEVE_MOST_ROWS];
    sums calm = bias_of(sieve);
    add_rows(sieve, rows, other_rows(&thrown->board.side[!seat], rows), &calm);
    for (int i = 0; i < count; i++) {
        bg_board b = thrown->board;
        const bool hits = bg_play(&b, seat, thrown->high, thrown->low, moves[i]) != 0;
        if (!(bg_some(&b.side[seat]) & BG_ON_BOARD)) {
            out[i] = INFINITY; /* it ends the game */
        } else if (hits) {
            out[i] = bg_sieve_score(sieve, &b, seat, prices);
        } else {
            sums s = calm;
            add_rows(sieve, rows, side_rows(&b.side[seat], 0, rows), &s);
            out[i] = score_of(sieve, &s, prices);
        }
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

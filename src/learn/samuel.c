/* The method `samuel`: a weighted sum of some of the game's terms is trained by lookahead, in games of alpha,
 * which learns, against beta, which stays fixed.
 *
 * A. L. Samuel, "Some studies in machine learning using the game of checkers", IBM Journal 3, 1959, and 11,
 * 1967. After each of alpha's moves the value by lookahead is compared with the sum at the position itself,
 * and the weights change towards it. A term that is repeatedly the weakest is replaced by one of the reserve.
 * If alpha wins a match, beta takes over its sum. If alpha has repeatedly failed, its leading term is
 * removed, so that it leaves the local optimum. Samuel set weights by how often the signs of a term and of
 * the difference agreed, and kept the weight of pieces fixed; here the difference itself changes all weights,
 * that of pieces too.
 *
 * The trained model is beta's sum. Games come in pairs with the same opening, alpha in either seat. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "learn/learner.h"
#include "learn/linear_model.h"
#include "learn/trajectory.h"

enum { MOST_ROUND = 100000, MOST_PLIES = 1000000, MOST_DEPTH = 40 };

typedef struct samuel {
    hra_polynomial alpha;
    hra_learn_seats way; /* but for who looks ahead */
    int round, match, marks, patience;
    double rate, half;
    hra_trail *trails;             /* of a round */
    hra_trail_work *works;         /* one a thread */
    hra_lookahead *alphas, *betas; /* one a thread each */
    uint64_t points;               /* alpha's in the match so far, in halves */
    uint64_t failed;               /* matches that alpha has not won since it last won one, or was shaken */
} samuel;

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"active-terms", HRA_OPTION_INT, "16", 1, HRA_MAX_TERMS, NULL, N_("terms in use; the rest are in reserve")},
    {"depth", HRA_OPTION_INT, "3", 1, MOST_DEPTH, NULL, N_("search depth in decisions; then quiescence search of loud moves")},
    {"learning-rate", HRA_OPTION_REAL, "0.1", 0, 1, NULL, N_("step size alpha towards the search value")},
    {"decay-games", HRA_OPTION_REAL, "100", 0, 1e15, NULL,
     N_("divide the learning rate by 1 + games/N (0: constant)")},
    {"low-term-limit", HRA_OPTION_INT, "2000", 1, 1e9, NULL,
     N_("times a term may be weakest before it is replaced")},
    {"match-games", HRA_OPTION_INT, "50", 2, 1e6, NULL, N_("games of alpha against beta per match")},
    {"black-marks", HRA_OPTION_INT, "0", 0, 1e6, NULL,
     N_("lost matches before alpha's leading weight becomes 0 (0: never)")},
    {"random-opening", HRA_OPTION_INT, "8", 0, MOST_PLIES, NULL,
     N_("start each game with 0 to N random moves")},
    {"games-per-iteration", HRA_OPTION_INT, "10", 1, MOST_ROUND, NULL, N_("games between two updates")},
    {"max-plies", HRA_OPTION_INT, "500", 1, MOST_PLIES, NULL, N_("stop games longer than N plies")},
    {0},
};
/* clang-format on */

static void read_options(samuel *m, const hra_options *given) {
    m->way = (hra_learn_seats){.seats = 3,
                               .opening = (int)hra_options_int(given, "random-opening"),
                               .plies = (int)hra_options_int(given, "max-plies")};
    m->round = (int)hra_options_int(given, "games-per-iteration");
    m->match = (int)hra_options_int(given, "match-games");
    m->marks = (int)hra_options_int(given, "black-marks");
    m->patience = (int)hra_options_int(given, "low-term-limit");
    m->rate = hra_options_real(given, "learning-rate");
    m->half = hra_options_real(given, "decay-games");
}

static void close_samuel(hra_learner *l) {
    samuel *m = l->own;
    for (int i = 0; m->trails && i < m->round; i++)
        hra_trail_release(&m->trails[i]);
    for (int i = 0; i < l->threads; i++) {
        if (m->works)
            hra_trail_work_release(&m->works[i]);
        if (m->alphas)
            hra_lookahead_release(&m->alphas[i]);
        if (m->betas)
            hra_lookahead_release(&m->betas[i]);
    }
    free(m->trails);
    free(m->works);
    free(m->alphas);
    free(m->betas);
    hra_polynomial_release(&m->alpha);
    free(m);
    l->own = NULL;
}

static hra_err open_threads(const hra_learner *l, samuel *m, int depth) {
    const size_t threads = (size_t)l->threads;
    m->trails = calloc((size_t)m->round, sizeof *m->trails);
    m->works = calloc(threads, sizeof *m->works);
    m->alphas = calloc(threads, sizeof *m->alphas);
    m->betas = calloc(threads, sizeof *m->betas);
    if (!m->trails || !m->works || !m->alphas || !m->betas)
        return HRA_ENOMEM;
    for (int i = 0; i < m->round; i++)
        hra_trail_init(&m->trails[i], l->game);
    hra_err err = HRA_OK;
    for (int i = 0; !err && i < l->threads; i++) {
        err = hra_trail_work_init(&m->works[i], &l->learnt);
        if (!err)
            err = hra_lookahead_init(&m->alphas[i], &m->alpha.learnt, NULL, depth);
        if (!err)
            err = hra_lookahead_init(&m->betas[i], &l->learnt, NULL, depth);
    }
    return err;
}

static hra_err open_samuel(hra_learner *l, const hra_options *given, hra_error *why) {
    const char *name = hra_learn_samuel.kind.name;
    double unit;
    hra_err err = hra_lookahead_fits(l->game, name, why);
    if (err)
        return err;
    if (l->game->seats != 2)
        return hra_fail(why, HRA_EFIT, -1,
                        "%s plays alpha against beta: it needs a game of two seats; try td", name);
    samuel *m = l->own = calloc(1, sizeof *m);
    if (!m)
        return hra_no_memory(why);
    read_options(m, given);
    err = hra_learn_unit(l->game, &unit, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_TERMS, NULL, 0, unit, why);
    if (!err)
        err = hra_polynomial_init(&m->alpha, l->game, (int)hra_options_int(given, "active-terms"), unit, why);
    if (err)
        return err;
    err = open_threads(l, m, (int)hra_options_int(given, "depth"));
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

/* ---- a round --------------------------------------------------------------------------------*/

static int seat_of_alpha(uint64_t number) {
    return (int)(number % 2);
}

static uint64_t seat(void *self, int thread, uint64_t number, hra_learn_seats *out) {
    const samuel *m = self;
    *out = m->way;
    out->ahead[seat_of_alpha(number)] = &m->alphas[thread];
    out->ahead[1 - seat_of_alpha(number)] = &m->betas[thread];
    return number / 2;
}

/* What alpha has found by looking ahead is learnt, in the view of both seats. */
static void learn_game(samuel *m, const hra_trail *trail, uint64_t number) {
    const int own = seat_of_alpha(number);
    const double rate = m->half > 0 ? m->rate / (1 + (double)number / m->half) : m->rate;
    for (int i = 0; i < trail->count; i++) {
        const hra_step *step = &trail->steps[i];
        if (step->seat != own)
            continue;
        hra_polynomial_adjust(&m->alpha, hra_trail_before(trail, i), own, step->worth, rate);
        hra_polynomial_adjust(&m->alpha, hra_trail_before(trail, i), 1 - own, -step->worth, rate);
        (void)hra_polynomial_exchange(&m->alpha, (uint32_t)m->patience);
    }
}

/* The game counts in the match, and the last one ends it. */
static void judge(hra_learner *l, const hra_trail *trail, uint64_t number) {
    samuel *m = l->own;
    const double result = trail->result[seat_of_alpha(number)];
    m->points += result > 0 ? 2 : result == 0;
    if ((number + 1) % (uint64_t)m->match != 0)
        return;
    const hra_net *net = &m->alpha.learnt.net;
    if (m->points > (uint64_t)m->match) {
        memcpy(l->learnt.net.weights, net->weights, net->size * sizeof *net->weights);
        m->failed = 0;
    } else if (++m->failed == (uint64_t)m->marks) {
        hra_polynomial_shake(&m->alpha);
        m->failed = 0;
    }
    m->points = 0;
}

static hra_err learn_round(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                           hra_error *why) {
    samuel *m = l->own;
    const hra_trail_round round = {m->trails, m->works, l->threads, l->seed, seat, m};
    hra_err err = hra_trail_play_round(&round, from, to, progress ? progress->stop : NULL, why);
    for (uint64_t number = from; !err && number < to; number++) {
        learn_game(m, &m->trails[number - from], number);
        judge(l, &m->trails[number - from], number);
    }
    if (!err && !hra_net_finite(&m->alpha.learnt.net))
        err = hra_learn_diverged(why);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static int round_of(const hra_learner *l) {
    return ((const samuel *)l->own)->round;
}

/* ---- going on -------------------------------------------------------------------------------*/

static void remember(const hra_learner *l, hra_text *out) {
    const samuel *m = l->own;
    hra_bytes_put(out, m->points, 8);
    hra_bytes_put(out, m->failed, 8);
    hra_polynomial_put(&m->alpha, out);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    samuel *m = l->own;
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    hra_err err = HRA_EDAMAGED;
    if (hra_bytes_left(&from) > 16) {
        uint64_t points = hra_bytes_take(&from, 8), failed = hra_bytes_take(&from, 8);
        err = hra_polynomial_take(&m->alpha, &from);
        if (!err) {
            m->points = points;
            m->failed = failed;
        }
    }
    return err == HRA_EDAMAGED ? hra_fail(why, err, -1, "'%s': alpha's weights are damaged", name)
           : err               ? hra_no_memory(why)
                               : HRA_OK;
}

const hra_learner_interface hra_learn_samuel = {
    .kind = {"samuel", N_("Samuel's learning"), N_("linear evaluation trained by search (Samuel 1959)"),
             options},
    .player = HRA_LOOKAHEAD_PLAYER,
    .open = open_samuel,
    .close = close_samuel,
    .round = round_of,
    .learn = learn_round,
    .remember = remember,
    .recall = recall,
};

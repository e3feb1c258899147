/* The method `heuristic` of yahtzee: tunes the parameters of the heuristic by CMA-ES.
 *
 * A round is a generation: each of its games judges one candidate by what it loses (loss.h) over some plays
 * with the same dice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cma.h"
#include "core/messages.h"
#include "games/yahtzee/play/weights_file.h"
#include "games/yahtzee/rules/yahtzee.h"
#include "learn.h"
#include "learn/generations.h"
#include "loss.h"

typedef struct tuner {
    hra_generations generations;
    const struct yz_dice *dice;
    yz_field field[YZ_RULE_SETS];
    int fields, plays;
    struct yz_heuristic start;
    int tuned[YZ_PARAMETERS], n; /* the parameters that are tuned */
    yz_cma cma;
} tuner;

static const hra_option options[] = {
    {.name = "start",
     .type = HRA_OPTION_SPEC,
     .fallback = "heuristic",
     .help = "player to start from: heuristic(PARAMETERS), or greedy"},
    {.name = "rules",
     .type = HRA_OPTION_TEXT,
     .choices = N_("SET|SET+SET..."),
     .help = "rule sets to tune for, such as plain+hasbro (default: that of the game)"},
    {.name = "filter",
     .type = HRA_OPTION_TEXT,
     .choices = "NAME|NAME+NAME...",
     .help = "tune only parameters with these prefixes, such as open- (default: all in use)"},
    {.name = "games",
     .type = HRA_OPTION_INT,
     .fallback = "60",
     .min = 1,
     .max = 1e6,
     .help = "games per candidate and rule set"},
    {.name = "step",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = 0.001,
     .max = 10,
     .help = "initial step, in twentieths of the range of each parameter"},
    {0},
};

/* ---- candidates -----------------------------------------------------------------------------*/

/* One step of the search in the units of a parameter. */
static double unit_of(int parameter) {
    const hra_option *o = &yz_heuristic_options[parameter];
    return 0.05 * (o->max - o->min);
}

/* The point `x` of the search as parameters; what is outside the bounds is moved there. Its cost. */
static double place(const tuner *t, const double *x, struct yz_heuristic *h) {
    double cost = 0;
    *h = t->start;
    for (int i = 0; i < t->n; i++) {
        const int p = t->tuned[i];
        const double unit = unit_of(p), wanted = t->start.p[p] + unit * x[i];
        h->p[p] = fmin(fmax(wanted, yz_heuristic_options[p].min), yz_heuristic_options[p].max);
        cost += 0.02 * (wanted - h->p[p]) * (wanted - h->p[p]) / (unit * unit);
    }
    return cost;
}

/* The mean of the search becomes what was learnt; three digits are enough to type and to print. */
static void tell_spec(hra_learner *l) {
    tuner *t = l->own;
    struct yz_heuristic h;
    hra_text *own = &l->learnt.own;
    (void)place(t, t->cma.mean, &h);
    hra_text_clear(own);
    hra_text_add(own, "heuristic:bonus-model=");
    const char *shapes[] = {"odds", "share", "paid"};
    hra_text_add(own, shapes[h.shape]);
    for (int p = 0; p < YZ_PARAMETERS; p++) {
        bool tuned = false;
        for (int i = 0; i < t->n; i++)
            tuned = tuned || t->tuned[i] == p;
        hra_text_addf(own, ",%s=", yz_heuristic_options[p].name);
        hra_text_addf(own, tuned ? "%.3g" : "%.9g", h.p[p] + 0.0);
    }
}

static double loss_of(const hra_learner *l, uint64_t number) {
    const tuner *t = l->own;
    const uint64_t lambda = (uint64_t)t->cma.lambda;
    struct yz_heuristic h;
    double x[YZ_CMA_NUMBERS], sum = 0;
    yz_cma_point(&t->cma, (int)(number % lambda), x);
    const double cost = place(t, x, &h);
    for (int f = 0; f < t->fields; f++)
        for (int i = 0; i < t->plays; i++)
            sum += yz_game_loss(t->dice, &t->field[f], &h, l->seed + number / lambda, (uint64_t)i);
    return cost + sum / (t->plays * t->fields);
}

/* ---- generations ----------------------------------------------------------------------------*/

static hra_err play(hra_learner *l, int thread, uint64_t number, hra_text *out) {
    const double loss = loss_of(l, number);
    uint64_t bits;
    memcpy(&bits, &loss, sizeof bits);
    hra_bytes_put(out, bits, 8);
    return out->err;
}

static double read_loss(const char *bytes) {
    hra_bytes from = {bytes, bytes + 8};
    const uint64_t bits = hra_bytes_take(&from, 8);
    double loss;
    memcpy(&loss, &bits, sizeof loss);
    return loss;
}

static hra_err check_game(const hra_learner *l, uint64_t number, const char *bytes, size_t length) {
    return length == 8 && isfinite(read_loss(bytes)) ? HRA_OK : HRA_EDAMAGED;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    tuner *t = l->own;
    double values[YZ_CMA_POINTS];
    for (int k = 0; k < t->cma.lambda; k++)
        values[k] =
            read_loss(hra_generations_game(&t->generations, end - (uint64_t)(t->cma.lambda - k))->data);
    yz_cma_update(&t->cma, values);
    tell_spec(l);
    return l->learnt.own.err;
}

static void keep(const hra_learner *l, hra_text *out) {
    yz_cma_write(&((const tuner *)l->own)->cma, out);
}

static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    tuner *t = l->own;
    return yz_cma_read(&t->cma, from) ? HRA_OK : HRA_EDAMAGED;
}

static const hra_generation_kind generations = {
    .play = play, .check_game = check_game, .learn = learn, .keep = keep, .take = take};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_heuristic(hra_learner *l) {
    tuner *t = l->own;
    for (int f = 0; f < t->fields; f++)
        yz_solution_close(t->field[f].solution);
    hra_generations_release(&t->generations);
    free(t);
    l->own = NULL;
}

/* The words of a list, one at a time; false at its end. */
static bool next_word(const char **list, char word[64]) {
    const size_t n = strcspn(*list, "+");
    if (n == 0 || n >= 64)
        return false;
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n + ((*list)[n] == '+');
    return true;
}

static hra_err add_field(hra_learner *l, int id) {
    tuner *t = l->own;
    yz_field *f = &t->field[t->fields];
    hra_err err = yz_rules_init(&f->rules, t->dice, id) != 0 ? HRA_EINPUT : HRA_OK;
    if (!err)
        err = yz_solve(&f->solution, t->dice, &f->rules, l->threads, NULL);
    t->fields += !err;
    return err;
}

static hra_err open_fields(hra_learner *l, const char *list, hra_error *why) {
    tuner *t = l->own;
    char word[64];
    hra_err err = HRA_OK;
    if (!list)
        err = add_field(l, (int)yz_game_of(l->game)->rules.id);
    while (!err && list && *list) {
        if (t->fields == YZ_RULE_SETS || !next_word(&list, word) || yz_rules_find(word) < 0)
            return hra_fail(why, HRA_EINPUT, -1, "option 'rules' takes hasbro, free, plain, bonus, yatzy");
        err = add_field(l, yz_rules_find(word));
    }
    return err ? hra_no_memory(why) : HRA_OK;
}

/* Does any box of any card ask for this parameter, where all others are in the middle of their bounds? */
static bool matters(const tuner *t, const struct yz_rules *rules, int parameter) {
    struct yz_heuristic a = {.shape = t->start.shape}, b;
    for (int p = 0; p < YZ_PARAMETERS; p++)
        a.p[p] = (yz_heuristic_options[p].min + yz_heuristic_options[p].max) / 2;
    b = a;
    b.p[parameter] += unit_of(parameter);
    for (unsigned filled = 0; filled < rules->all; filled += 61) { /* a sample will do */
        const struct yz_card card = {(uint16_t)filled, 0, 0};
        for (int box = 0; box < rules->boxes; box++)
            for (int roll = 0; !yz_card_has(card, box) && roll < YZ_ROLLS; roll += 9) {
                const int points = rules->points[box][roll];
                if (yz_heuristic_worth(&a, rules, card, box, points) !=
                    yz_heuristic_worth(&b, rules, card, box, points))
                    return true;
            }
    }
    return false;
}

/* Whether the name of a parameter begins so; "_" equals "-", as in all names of options. */
static bool begins(const char *name, const char *word) {
    while (*word && (*word == '_' ? '-' : *word) == *name)
        word++, name++;
    return !*word;
}

static void choose_parameters(tuner *t, const char *only) {
    for (int p = 0; p < YZ_PARAMETERS; p++) {
        bool wanted = !only, used = false;
        const char *list = only;
        char word[64];
        while (list && next_word(&list, word))
            wanted = wanted || begins(yz_heuristic_options[p].name, word);
        for (int f = 0; wanted && f < t->fields; f++)
            used = used || matters(t, &t->field[f].rules, p);
        if (used)
            t->tuned[t->n++] = p;
    }
}

static hra_err open_heuristic(hra_learner *l, const hra_options *given, hra_error *why) {
    tuner *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->dice = &yz_game_of(l->game)->dice;
    t->plays = (int)hra_options_int(given, "games");
    hra_err err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OWN, NULL, 0, 1, why);
    if (!err)
        err = yz_heuristic_parse(&t->start, l->game, hra_options_text(given, "start"), why);
    if (!err)
        err = open_fields(l, hra_options_text(given, "rules"), why);
    if (err)
        return err;
    choose_parameters(t, hra_options_text(given, "filter"));
    if (t->n < 2)
        return hra_fail(why, HRA_EINPUT, -1, "option 'filter' leaves %d parameters, and a search takes 2",
                        t->n);
    yz_cma_init(&t->cma, t->n, hra_options_real(given, "step"), l->seed);
    if (hra_generations_init(&t->generations, &generations, t->cma.lambda, 0) != 0)
        return hra_no_memory(why);
    tell_spec(l);
    return l->learnt.own.err ? hra_no_memory(why) : HRA_OK;
}

static void describe(const hra_learner *l, hra_text *out) {
    const tuner *t = l->own;
    hra_text_addf(out, _n("%d parameter", "%d parameters", t->n), t->n);
}

const hra_learner_interface yz_learn_heuristic = {
    .kind = {"heuristic", N_("Yahtzee heuristic"),
             N_("tune the player heuristic by CMA-ES on the loss of its turns"), options},
    .player = "heuristic:file=*",
    .describe = describe,
    .open = open_heuristic,
    .close = close_heuristic,
    .round = hra_generations_round,
    .learn = hra_generations_learn,
    .remember = hra_generations_remember,
    .recall = hra_generations_recall,
    .play = hra_generations_play,
    .take = hra_generations_take,
};

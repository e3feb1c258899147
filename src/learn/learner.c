/* Learners: opening, going on, writing; what methods have in common. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/state.h"
#include "learn/learner.h"
#include "learn/lookahead.h"
#include "nets/net_integers.h"
#include "players/spec_equal.h"
#include "rules/rename.h"
#include "rules/rules_complete.h"

static const hra_learner_interface *const methods[] = {
    &hra_learn_td,     &hra_learn_sarsa, &hra_learn_q,       &hra_learn_mc,
    &hra_learn_vi,     &hra_learn_pi,    &hra_learn_rote,    &hra_learn_samuel,
    &hra_learn_tdleaf, &hra_learn_zero,  &hra_learn_rollout, &hra_learn_records};

enum {
    METHODS = sizeof methods / sizeof *methods,
    OWN = 8, /* of a game at most */
    UNIT_GAMES = 16,
    UNIT_PLIES = 2000
};

const hra_learn_method *hra_learner_method(const hra_learner *l) {
    return &l->method->kind;
}

const hra_learn_method *hra_learn_method_at(int index) {
    return index >= 0 && index < METHODS ? &methods[index]->kind : NULL;
}

/* A spec with the file where it has a star. */
static void add_player(const char *player, const char *file, hra_text *out) {
    const bool plain = file[0] && !file[strcspn(file, ",() ")];
    const char *star = strchr(player, '*');
    hra_text_add_bytes(out, player, star ? (size_t)(star - player) : 0);
    hra_text_addf(out, plain ? "%s" : "\"%s\"", file);
    hra_text_add(out, star ? star + 1 : "");
}

void hra_learner_player(const hra_learner *l, const char *file, hra_text *out) {
    hra_text told;
    if (l->method->player) {
        add_player(l->method->player, file, out);
        return;
    }
    hra_text_init(&told);
    l->method->tell_player(l, &told);
    add_player(hra_text_string(&told), file, out);
    if (told.err)
        out->err = told.err;
    hra_text_release(&told);
}

/* A table of a small game knows as much of each move as of what follows it; a sum or a net does not. */
int hra_learner_eval_games(const hra_learner *l) {
    enum { USUAL = 200, FEW = 10 };
    return l->method->thinks ? FEW : USUAL;
}

void hra_learner_best(const hra_learner *l, const char *file, hra_text *out) {
    const bool plain = l->method->player && strcmp(l->method->player, HRA_LEARNT_PLAYER) == 0;
    if (plain && l->learnt.form != HRA_LEARNT_TABLE && hra_lookahead_can(l->game))
        add_player(HRA_LOOKAHEAD_PLAYER, file, out);
    else
        hra_learner_player(l, file, out);
}

bool hra_learner_wants_records(const hra_learner *l) {
    return l->method->add_record != NULL;
}

hra_err hra_learner_add_record(hra_learner *l, const hra_record *record, hra_error *why) {
    if (!l->method->add_record)
        return hra_fail(why, HRA_EFIT, -1, "method %s makes its own games and takes no records",
                        l->method->kind.name);
    return l->method->add_record(l, record, why);
}

void hra_learner_measure(hra_learner *l, hra_learn_accuracy *out) {
    *out = (hra_learn_accuracy){0};
    if (l->method->measure)
        l->method->measure(l, out);
}

static const hra_learner_interface *own_method(const hra_rules *rules, int index) {
    const hra_learner_interface *const *own = hra_rules_offers(rules)->methods;
    for (int i = 0; own && own[i]; i++)
        if (i == index)
            return own[i];
    return NULL;
}

const hra_learn_method *hra_learn_own_at(const hra_rules *rules, int index) {
    const hra_learner_interface *own = own_method(rules, index);
    return own ? &own->kind : NULL;
}

static const hra_learner_interface *method_called(const hra_rules *rules, const char *name) {
    const hra_learner_interface *own;
    for (int i = 0; rules && (own = own_method(rules, i)) != NULL; i++)
        if (strcmp(name, own->kind.name) == 0)
            return own;
    for (int i = 0; i < METHODS; i++)
        if (strcmp(name, methods[i]->kind.name) == 0)
            return methods[i];
    return NULL;
}

/* Of old names too. */
static const hra_learner_interface *look_for(const hra_rules *rules, const char *name) {
    const hra_learner_interface *method = method_called(rules, name);
    for (const hra_rename *row = NULL;
         !method && (row = hra_rename_find(HRA_NAME_METHOD, rules ? rules->name : "", name, row)) != NULL;)
        method = method_called(rules, row->now);
    return method;
}

static bool tell_method(const hra_rules *rules, const char *name, const char **now,
                        const hra_option **options) {
    const hra_learner_interface *method = look_for(rules, name);
    if (!method)
        return false;
    *now = method->kind.name;
    *options = method->kind.options;
    return true;
}

bool hra_learn_spec_equal(const char *a, const char *b, const hra_rules *rules,
                          const hra_registry *registry) {
    return hra_spec_equal_by(tell_method, a, b, rules, registry);
}

void hra_learn_spec_renames(const char *spec, const hra_rules *rules, const hra_registry *registry,
                            void (*tell)(void *self, const hra_rename *row), void *self) {
    hra_spec_renames_by(tell_method, spec, rules, registry, tell, self);
}

static hra_err find_method(const hra_game *game, const char *name, const hra_learner_interface **out,
                           hra_error *why) {
    const char *names[METHODS + OWN + 1] = {NULL};
    const hra_learner_interface *own;
    *out = look_for(game->rules, name);
    if (*out)
        return HRA_OK;
    for (int i = 0; i < OWN && (own = own_method(game->rules, i)) != NULL; i++)
        names[METHODS + i] = own->kind.name;
    for (int i = 0; i < METHODS; i++)
        names[i] = methods[i]->kind.name;
    return hra_fail_unknown(why, 0, name, names, "unknown training method '%s'; choose one of", name);
}

hra_err hra_learn_read(const hra_game *game, const char *spec, const hra_learner_interface **method,
                       hra_options *options, hra_error *why) {
    char name[HRA_NAME_LENGTH], what[HRA_NAME_LENGTH + 32];
    const char *text;
    size_t length;
    hra_err err = hra_spec_split(spec, name, &text, &length, why);
    if (!err)
        err = find_method(game, name, method, why);
    if (err)
        return err;
    (void)hra_snprintf(what, sizeof what, _("method %s"), (*method)->kind.name);
    return hra_options_read(options, (*method)->kind.options, game->host ? &game->host->caps : NULL, what,
                            text, length, (int)(text - spec), why);
}

static hra_err open_method(hra_learner *l, hra_error *why) {
    hra_options options;
    hra_err err = hra_learn_read(l->game, l->spec, &l->method, &options, why);
    if (!err)
        err = l->method->open(l, &options, why);
    if (!err) {
        memcpy(l->learnt.method, l->spec, sizeof l->spec);
        l->learnt.seed = l->seed;
    }
    return err;
}

hra_err hra_learner_open(hra_learner **out, const hra_learn_setup *given, hra_error *why) {
    hra_learn_setup setup;
    hra_err err = hra_take_struct(&setup, sizeof setup, given, _("setup of a learner"), why);
    if (err)
        return err;
    if (!setup.game || !setup.method || strlen(setup.method) >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, -1, "a learner needs a game and a method");
    if (setup.threads < 1 || setup.threads > HRA_LEARN_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "a learner takes 1 to %d threads, not %d", HRA_LEARN_THREADS,
                        setup.threads);
    hra_learner *l = calloc(1, sizeof *l);
    if (!l)
        return hra_no_memory(why);
    l->game = setup.game;
    l->seed = setup.seed;
    l->threads = setup.threads;
    l->data = setup.data;
    memcpy(l->spec, setup.method, strlen(setup.method) + 1);
    err = open_method(l, why);
    if (err)
        hra_learner_close(l);
    else
        *out = l;
    return err;
}

void hra_learner_close(hra_learner *l) {
    if (l && l->method && l->own)
        l->method->close(l);
    if (l)
        hra_learnt_release(&l->learnt);
    free(l);
}

hra_err hra_learner_restore(hra_learner *l, const char *name, const char *bytes, size_t length,
                            hra_error *why) {
    hra_learnt read;
    hra_text memory;
    hra_text_init(&memory);
    hra_err err = hra_learnt_read(&read, l->game, name, bytes, length, &memory, why);
    if (err) {
        hra_text_release(&memory);
        return err;
    }
    hra_net_drop_integers(&read.net);
    const hra_net_shape *own = &l->learnt.net.shape, *other = &read.net.shape;
    if (!hra_learn_spec_equal(read.method, l->spec, l->game->rules,
                              l->game->host ? l->game->host->registry : NULL))
        err = hra_fail(why, HRA_EFIT, -1, "'%s': trained by %s; resume with that method", name, read.method);
    else if (read.seed != l->seed)
        err = hra_fail(why, HRA_EFIT, -1, "'%s': trained with seed %llu; resume with that seed", name,
                       (unsigned long long)read.seed);
    else if (read.form != l->learnt.form || (!l->method->any_width && memcmp(own, other, sizeof *own) != 0))
        err = hra_fail(why, HRA_EFIT, -1, "'%s': the model has another shape than this method makes", name);
    else if (l->method->recall && !memory.length)
        err = hra_fail(why, HRA_EFIT, -1,
                       "'%s': an exported model; %s needs the state of the training to resume", name,
                       l->method->kind.name);
    else if (l->method->recall)
        err = l->method->recall(l, &read, name, &memory, why);
    hra_text_release(&memory);
    if (err) {
        hra_learnt_release(&read);
        return err;
    }
    hra_learnt_release(&l->learnt);
    l->learnt = read;
    return HRA_OK;
}

hra_err hra_learner_run(hra_learner *l, uint64_t games, const hra_progress *progress, hra_error *why) {
    uint64_t round = (uint64_t)l->method->round(l);
    l->goal = games;
    while (l->learnt.games < games) {
        uint64_t from = l->learnt.games,
                 to = from - from % round + round; /* whole rounds, so that going on changes nothing */
        if (hra_progress_stopped(progress))
            return HRA_ESTOPPED;
        hra_err err = l->method->learn(l, from, to, progress, why);
        if (err)
            return err;
        l->learnt.games = to;
        hra_progress_report(progress, N_("learning"), to < games ? (double)to / (double)games : 1);
    }
    if (!hra_learnt_finite(&l->learnt))
        return hra_learn_diverged(why);
    return HRA_OK;
}

/* ---- games that are played elsewhere --------------------------------------------------------*/

uint64_t hra_learner_round(const hra_learner *l) {
    return l->method->play ? (uint64_t)l->method->round(l) : 0;
}

/* Whether these are some games of the round that the learner is in. */
static hra_err check_round(const hra_learner *l, uint64_t from, uint64_t to, hra_error *why) {
    const uint64_t round = hra_learner_round(l),
                   begin = round ? l->learnt.games - l->learnt.games % round : 0;
    if (!round)
        return hra_fail(why, HRA_EINPUT, -1,
                        "%s trains during its games, so other processes cannot play them",
                        l->method->kind.name);
    if (from < begin || from >= to || to > begin + round)
        return hra_fail(why, HRA_EINPUT, -1, "games %llu to %llu belong to another iteration",
                        (unsigned long long)from, (unsigned long long)to);
    return HRA_OK;
}

hra_err hra_learner_run_task(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_text *out, hra_error *why) {
    hra_err err = check_round(l, from, to, why);
    return err ? err : l->method->play(l, from, to, progress, out, why);
}

hra_err hra_learner_add_result(hra_learner *l, uint64_t to, const char *bytes, size_t length,
                               const hra_progress *progress, hra_error *why) {
    hra_err err = check_round(l, l->learnt.games, to, why);
    if (!err)
        err = l->method->take(l, to, bytes, length, progress, why);
    if (err == HRA_ESTOPPED)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    if (!err && !hra_learnt_finite(&l->learnt))
        return hra_learn_diverged(why);
    return err;
}

uint64_t hra_learner_games(const hra_learner *l) {
    return l->learnt.games;
}

hra_err hra_learner_write(const hra_learner *l, hra_text *out) {
    hra_text memory;
    hra_text_init(&memory);
    if (l->method->remember)
        l->method->remember(l, &memory);
    hra_err err = memory.err ? memory.err : hra_learnt_write(&l->learnt, &memory, out);
    hra_text_release(&memory);
    return err;
}

hra_err hra_learner_export(const hra_learner *l, hra_text *out) {
    return hra_learnt_write(&l->learnt, NULL, out);
}

static int by_weight(const void *a, const void *b) {
    double x = fabs(((const hra_learn_term *)a)->weight), y = fabs(((const hra_learn_term *)b)->weight);
    return (x < y) - (x > y);
}

int hra_learner_terms(const hra_learner *l, hra_learn_term out[HRA_MAX_TERMS]) {
    const hra_net *net = &l->learnt.net;
    if (l->learnt.form != HRA_LEARNT_TERMS)
        return 0;
    for (int i = 0; i < net->shape.inputs; i++) {
        size_t at = net->layer[0].rows + (size_t)i * (size_t)net->layer[0].stride;
        out[i] = (hra_learn_term){l->game->rules->encoding->terms[i], (double)net->weights[at]};
    }
    qsort(out, (size_t)net->shape.inputs, sizeof *out, by_weight);
    return net->shape.inputs;
}

void hra_learner_describe(const hra_learner *l, hra_text *out) {
    const hra_net *net = &l->learnt.net;
    if (l->method->describe) {
        l->method->describe(l, out);
        return;
    }
    if (l->learnt.form == HRA_LEARNT_TABLE) {
        hra_text_addf(out, _n("table with %llu position", "table with %llu positions", l->learnt.table.count),
                      (unsigned long long)l->learnt.table.count);
        return;
    }
    hra_text shape;
    hra_text_init(&shape);
    hra_text_addf(&shape, "%d", net->shape.inputs);
    uint64_t weights = 0;
    for (int i = 0; i < net->shape.layers; i++) {
        hra_text_addf(&shape, "-%d", net->shape.width[i]);
        weights += ((uint64_t)net->layer[i].inputs + 1) * (uint64_t)net->layer[i].outputs;
    }
    hra_text_addf(out,
                  l->learnt.form == HRA_LEARNT_TERMS ? _("linear model of terms, %s, %llu weights")
                                                     : _("net %s, %llu weights"),
                  hra_text_string(&shape), (unsigned long long)weights);
    if (shape.err)
        out->err = shape.err;
    hra_text_release(&shape);
}

/* ---- what methods have in common ------------------------------------------------------------*/

hra_err hra_learn_open_heads(hra_learner *l, const hra_options *given, uint64_t stream, hra_error *why) {
    int hidden[HRA_NET_LAYERS], layers;
    double unit;
    hra_rng rng;
    hra_err err = hra_learn_hidden(hra_options_text(given, "hidden"), hidden, &layers, why);
    if (!err)
        err = hra_learn_unit(l->game, &unit, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_HEADS, hidden, layers, unit, why);
    if (err)
        return err;
    hra_rng_init_stream(&rng, l->seed, 0, 0, stream);
    hra_net_randomise(&l->learnt.net, l->game->rules->encoding->feature_room(l->game), &rng);
    return HRA_OK;
}

hra_err hra_learn_diverged(hra_error *why) {
    return hra_fail(why, HRA_ELIMIT, -1,
                    "training diverges: weights are not finite; try a lower learning rate");
}

hra_err hra_learn_hidden(const char *text, int out[HRA_NET_LAYERS], int *layers, hra_error *why) {
    const char *at = text;
    *layers = 0;
    if (strcmp(text, "0") == 0)
        return HRA_OK;
    for (bool more = true; more; more = *at++ == 'x') {
        int n = 0;
        for (; *at >= '0' && *at <= '9' && n <= HRA_NET_WIDTH; at++)
            n = 10 * n + (*at - '0');
        if (n < 1 || n > HRA_NET_WIDTH || *layers == HRA_NET_LAYERS - 1 || (*at && *at != 'x'))
            return hra_fail(why, HRA_EINPUT, -1,
                            "option 'hidden' takes numbers of neurons, 1 to %d, such as 80x40, not '%s'",
                            HRA_NET_WIDTH, text);
        out[(*layers)++] = n;
    }
    return HRA_OK;
}

static double deviation(const double *returns, const int *plies, int seats) {
    double sum = 0, squares = 0;
    int n = 0;
    for (int i = 0; i < UNIT_GAMES * seats; i++)
        if (plies[i / seats] >= 0) {
            sum += returns[i];
            squares += returns[i] * returns[i];
            n++;
        }
    double variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    return variance > 1e-12 ? sqrt(variance) : 1;
}

hra_err hra_learn_unit(const hra_game *game, double *unit, hra_error *why) {
    uint64_t seeds[UNIT_GAMES];
    double returns[UNIT_GAMES * HRA_MAX_SEATS];
    int plies[UNIT_GAMES];
    size_t size = (size_t)hra_encoding_of(game).state_size;
    *unit = 1;
    if (hra_learnt_bounded(game))
        return HRA_OK;
    unsigned char *states = malloc(UNIT_GAMES * size);
    hra_err err = states ? HRA_OK : hra_no_memory(why);
    for (uint64_t i = 0; !err && i < UNIT_GAMES; i++) {
        seeds[i] = i;
        err = hra_state_init(game, i, states + i * size, why);
    }
    if (!err)
        err = hra_states_playout(game, states, UNIT_GAMES, seeds, UNIT_PLIES, returns, plies, 1, why);
    free(states);
    if (err && err != HRA_ELIMIT) /* which some of them did not end by */
        return err;
    *unit = deviation(returns, plies, game->seats);
    return HRA_OK;
}

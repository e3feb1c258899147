/* Opening players by spec. */
#include "players/player.h"
#include "core/error.h"
#include "core/messages.h"
#include "players/gates.h"
#include "players/player_name.h"
#include "players/time_control.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"
#include "rules/hints.h"
#include "rules/options.h"
#include "rules/rename.h"
#include "rules/rules_complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- kinds ----------------------------------------------------------------------------------*/

static const hra_registry *registry_of(const hra_game *game) {
    return game->host ? game->host->registry : NULL;
}

/* Whether a program can be a player here: by a protocol of this game, or by UGI, which plays all of two seats
 * without chance. */
static bool may_run(const hra_game *game) {
    bool spoken = game->rules->catalogue->protocols || (game->seats == 2 && game->max_chances == 0);
    return game->host && game->host->run && spoken;
}

/* The players that every game has and this one does not hide, then the methods; returns how many of them are
 * players of the first kind. */
static int list_names(const hra_game *game, const char **names, int most) {
    const hra_registry *registry = registry_of(game);
    const hra_player_kind *kind;
    int n = 0;
    names[n++] = "human";
    for (const hra_player_kind *const *own = game->rules->catalogue->experts; own && *own && n < most; own++)
        names[n++] = (*own)->name;
    for (const hra_model *m = game->rules->catalogue->models; m && m->name && n < most; m++)
        names[n++] = m->name;
    for (int i = 0; (kind = hra_registry_player(registry, i)) != NULL && n < most; i++)
        if (!kind->title && !hra_expert_find(game->rules, kind->name) && (!kind->program || may_run(game)))
            names[n++] = kind->name;
    int players = n;
    for (int i = 0; (kind = hra_registry_player(registry, i)) != NULL && n < most; i++)
        if (kind->title)
            names[n++] = kind->name;
    names[n] = NULL;
    return players;
}

/* A game without a player of that name may have levels, and such a level may be meant. */
static hra_err unknown_player(const hra_game *game, const char *name, const char *text, size_t length,
                              hra_error *why) {
    const char *names[96];
    hra_text list;
    hra_typed_level typed;
    int players = list_names(game, names, 95);
    if (!hra_did_you_mean(name, names) && hra_typed_level_find(game->rules, text, length, &typed))
        return hra_fail(why, HRA_EINPUT, 0,
                        "%s has no player '%s'; level %d of its %d levels is the player '%.120s'",
                        game->rules->name, name, typed.number, typed.count, typed.level->player);
    hra_text_init(&list);
    for (int i = 0; i < players; i++)
        hra_text_addf(&list, "%s%s", i ? ", " : "", names[i]);
    hra_err err = hra_fail_guess(why, 0, name, names, "%s has no player '%s'; it has %.150s and every method",
                                 game->rules->name, name, hra_text_string(&list));
    hra_text_release(&list);
    return err;
}

/* ---- a model of the game in a seat ----------------------------------------------------------*/

typedef struct modelled {
    const hra_game *game;
    const hra_model *model;
} modelled;

/* One block a thread: a list of moves and their chances. */
typedef struct deciding {
    hra_move *moves;
    double *probability;
} deciding;

static void end_modelled(void *scratch) {
    deciding *d = scratch;
    free(d->moves);
    free(d->probability);
    free(d);
}

static hra_err begin_modelled(const void *shared, void **scratch) {
    size_t n = (size_t)((const modelled *)shared)->game->max_moves + 1;
    deciding *d = calloc(1, sizeof *d);
    if (!d)
        return HRA_ENOMEM;
    d->moves = malloc(n * sizeof *d->moves);
    d->probability = malloc(n * sizeof *d->probability);
    if (!d->moves || !d->probability) {
        end_modelled(d);
        return HRA_ENOMEM;
    }
    *scratch = d;
    return HRA_OK;
}

/* Each move as often as the model says. */
static hra_err choose_modelled(const void *shared, void *scratch, const hra_question *question,
                               hra_analysis *out) {
    const modelled *m = shared;
    deciding *d = scratch;
    hra_rng rng;
    int n = m->game->rules->moves(m->game, question->state, d->moves), last = 0;
    m->model->probabilities(m->game, question->state, d->moves, n, d->probability);
    hra_rng_init(&rng, question->seed);
    double left = hra_rng_uniform(&rng);
    for (int i = 0; i < n; i++) {
        if (d->probability[i] <= 0)
            continue;
        last = i; /* what rounding leaves over belongs to the last move that is possible */
        left -= d->probability[i];
        if (left < 0)
            break;
    }
    out->move = d->moves[last];
    return HRA_OK;
}

/* Opened from the model, so there is nothing to open by options. */
static const hra_player_kind modelled_kind = {
    .size = sizeof(hra_player_kind),
    .name = "modelled",
    .summary = "a model of the game",
    .others = HRA_OTHERS_SELFISH,
    .close = free,
    .begin = begin_modelled,
    .end = end_modelled,
    .ask = choose_modelled,
    .answers = HRA_ANSWERS_MOVE,
};

static hra_err open_modelled(hra_player *player, const hra_model *model, hra_error *why) {
    modelled *m = malloc(sizeof *m);
    if (!m)
        return hra_no_memory(why);
    *m = (modelled){player->info.game, model};
    player->info.kind = &modelled_kind;
    player->shared = m;
    return HRA_OK;
}

/* ---- opening --------------------------------------------------------------------------------*/

static bool is_given(const hra_options *options, const char *name) {
    return hra_options_has(options, name) && hra_options_given(options, name);
}

/* Somebody who thinks elsewhere cannot be asked here. */
static hra_err choose_elsewhere(const void *shared, void *scratch, const hra_question *question,
                                hra_analysis *out) {
    return HRA_ESTATE;
}

static const hra_player_kind elsewhere = {
    .size = sizeof(hra_player_kind),
    .name = "elsewhere",
    .summary = "a player that searches elsewhere",
    .others = HRA_OTHERS_SELFISH,
    .ask = choose_elsewhere,
    .answers = HRA_ANSWERS_MOVE,
};

/* What a player is opened with besides its spec. */
typedef struct opening {
    const char *data;
    const hra_progress *progress;
    bool stand_in; /* it is only named, and not opened */
} opening;

/* A program may be given time for the way of its answer; players of one's own need none. */
static hra_err read_clock(hra_player *player, const hra_options *options, const char *what, hra_error *why) {
    if (!is_given(options, "clock"))
        return HRA_OK;
    if (!hra_is_contest(player->info.game))
        return hra_fail(why, HRA_EFIT, -1, "%s: a clock needs a zero-sum game of two seats", what);
    if (hra_options_has(options, "margin"))
        player->margin = hra_options_real(options, "margin");
    const char *text = hra_options_text(options, "clock");
    return hra_time_control_read(text, &player->info.clock)
               ? HRA_OK
               : hra_fail(why, HRA_EINPUT, -1,
                          "%s: a clock takes TIME or TIME+INCREMENT, such as 60s+0.6s, not '%.40s'", what,
                          text);
}

/* A program has the name that it says. */
static void call_itself(hra_player *player, const char *name) {
    if (name)
        hra_name_clean(player->name, name);
    if (*player->name)
        player->info.name = player->name;
}

/* Players without options of their own have a name. */
static hra_err read_name(hra_player *player, const char *what, const char *text, size_t length, int at,
                         hra_error *why) {
    hra_options options;
    hra_kind_options(NULL, player->options);
    hra_err err = hra_options_read(&options, player->options, NULL, what, text, length, at, why);
    return err ? err : hra_player_take_name(player, &options, what, why);
}

static hra_err open_kind(hra_player *player, const hra_player_kind *given, const char *text, size_t length,
                         int at, opening with, hra_error *why) {
    char what[HRA_NAME_LENGTH + 32];
    hra_options options;
    const hra_player_kind *kind = &player->whole;
    hra_err err = hra_kind_whole(&player->whole, given, why);
    if (err)
        return err;
    player->info.kind = kind;
    player->outside = !hra_registry_built_in(given);
    (void)hra_snprintf(what, sizeof what, kind->title ? _("method %s") : _("player %s"), kind->name);
    const hra_host *host = player->info.game->host;
    const int own = hra_kind_options(kind->options, player->options);
    player->whole.options = player->options;
    hra_error told = {0};
    if (hra_options_read(&options, kind->options, host ? &host->caps : NULL, what, text, length, at, &told))
        return hra_fail_level(why, &told, player->info.game->rules, what, text, length, at);
    err = hra_player_take_name(player, &options, what, why);
    if (err)
        return err;
    options.count = own; /* a kind sees none but its own */
    player->info.exact = kind->exact;
    hra_gate_player(player, &options);
    hra_limits_read(&player->info.limits, &options);
    player->info.limited = is_given(&options, "depth") || is_given(&options, "nodes") ||
                           is_given(&options, "playouts") || is_given(&options, "time") ||
                           is_given(&options, "clock");
    player->info.needs_limit = kind->needs_limit && !player->info.limited;
    err = read_clock(player, &options, what, why);
    if (err)
        return err;
    if (with.stand_in) {
        player->info.kind = &elsewhere;
        return HRA_OK;
    }
    err = kind->open(player->info.game, &options, with.data, with.progress, &player->shared, why);
    if (!err && kind->called && !player->info.name)
        call_itself(player, kind->called(player->shared));
    return err;
}

static hra_err open_by_name(hra_player *player, opening with, hra_error *why) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_err err = hra_spec_split(player->spec, name, &text, &length, why);
    if (err)
        return err;
    int at = (int)(text - player->spec);
    player->info.human = strcmp(name, "human") == 0;
    if (player->info.human)
        return length ? hra_fail(why, HRA_EINPUT, at, "player human takes no options") : HRA_OK;
    const hra_player_kind *kind = hra_expert_find(player->info.game->rules, name);
    const hra_model *model = kind ? NULL : hra_model_find(player->info.game->rules, name);
    if (model) {
        char what[HRA_NAME_LENGTH + 32];
        (void)hra_snprintf(what, sizeof what, _("player %s"), name);
        err = read_name(player, what, text, length, at, why);
        player->info.kind = &elsewhere;
        return err || with.stand_in ? err : open_modelled(player, model, why);
    }
    if (!kind)
        kind = hra_registry_find_player(registry_of(player->info.game), name);
    return kind ? open_kind(player, kind, text, length, at, with, why)
                : unknown_player(player->info.game, name, text, length, why);
}

static hra_err new_player(hra_player **out, const hra_game *game, const char *spec, hra_error *why) {
    size_t length = strlen(spec);
    if (length >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, HRA_SPEC_LENGTH, "a player's spec has at most %d characters",
                        HRA_SPEC_LENGTH - 1);
    hra_player *player = calloc(1, sizeof *player);
    if (!player)
        return hra_no_memory(why);
    player->info.size = sizeof player->info;
    player->info.game = game;
    memcpy(player->spec, spec, length + 1);
    player->info.spec = player->spec;
    *out = player;
    return HRA_OK;
}

static hra_err open_spec(hra_player **out, const hra_game *game, const char *spec, opening with,
                         hra_error *why) {
    hra_player *player = NULL;
    hra_err err = new_player(&player, game, spec, why);
    if (err)
        return err;
    err = open_by_name(player, with, why);
    if (err)
        free(player);
    else
        *out = player;
    return err;
}

hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                        const hra_progress *progress, hra_error *why) {
    return open_spec(out, game, spec, (opening){.data = data, .progress = progress}, why);
}

hra_err hra_player_placeholder(hra_player **out, const hra_game *game, const char *spec, hra_error *why) {
    return open_spec(out, game, spec, (opening){.stand_in = true}, why);
}

hra_err hra_player_open_kind(hra_player **out, const hra_game *game, const hra_player_kind *kind,
                             const char *options, const char *data, const hra_progress *progress,
                             hra_error *why) {
    hra_player *player = NULL;
    hra_text spec;
    hra_text_init(&spec);
    hra_text_addf(&spec, "%s%s%s", kind->name, *options ? ":" : "", options);
    hra_err err = spec.err ? hra_fail(why, spec.err, -1, "%s", hra_err_text(spec.err))
                           : new_player(&player, game, hra_text_string(&spec), why);
    hra_text_release(&spec);
    if (err)
        return err;
    int at = (int)strlen(kind->name) + 1;
    err = open_kind(player, kind, options, strlen(options), at, (opening){.data = data, .progress = progress},
                    why);
    if (err)
        free(player);
    else
        *out = player;
    return err;
}

void hra_player_close(hra_player *player) {
    if (!player)
        return;
    if (player->info.kind && player->info.kind->close)
        player->info.kind->close(player->shared);
    free(player);
}

bool hra_player_explains(const hra_player *player) {
    return player->whole.name &&
           (!(player->whole.answers & HRA_ANSWERS_MOVE) || (player->whole.answers & HRA_ANSWERS_LAST));
}

/* As the member of the catalogue says for games without one. */
static const char *fast_player(const hra_game *game, const char *best) {
    const hra_rules_catalogue *offers = game->rules->catalogue;
    if (offers->fast_player)
        return offers->fast_player(game);
    if (offers->learnt && offers->learnt(game, NULL).bytes)
        return "expectiminimax:depth=1,eval=trained";
    return offers->evaluations ? "expectiminimax:depth=1" : best;
}

hra_suggested_players hra_player_suggest(const hra_game *game) {
    const hra_rules_catalogue *offers = game->rules->catalogue;
    hra_suggested_players out = {.best = offers->best_of ? offers->best_of(game) : offers->best,
                                 .drawn = offers->drawn_of ? offers->drawn_of(game) : offers->drawn,
                                 .opponent = offers->opponent};
    if (!out.best)
        out.best = "random";
    if (!out.drawn)
        out.drawn = out.best;
    out.fast = fast_player(game, out.best);
    return out;
}

const hra_player_info *hra_player_info_of(const hra_player *player) {
    return &player->info;
}

const hra_evaluation *hra_player_evaluation(const hra_player *player) {
    const hra_player_info *info = &player->info;
    const hra_rules *rules = info->game->rules;
    char name[HRA_NAME_LENGTH];
    const char *text, *given;
    size_t length;
    hra_options options;
    if (!info->kind || hra_spec_split(info->spec, name, &text, &length, NULL) != 0 ||
        hra_options_read(&options, info->kind->options, NULL, info->kind->name, text, length, 0, NULL) != 0 ||
        !hra_options_has(&options, "eval"))
        return NULL;
    given = hra_options_text(&options, "eval");
    if (!given)
        return rules->catalogue->evaluations;
    return hra_spec_split(given, name, &text, &length, NULL) ? NULL : hra_evaluation_find(rules, name);
}

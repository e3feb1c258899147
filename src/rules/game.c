/* Opening games, and the defaults for what a game leaves out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "rules/defaults.h"
#include "rules/evaluate.h"
#include "rules/game_properties.h"
#include "rules/gates.h"
#include "rules/hints.h"
#include "rules/registry.h"
#include "rules/rename.h"
#include "rules/rules_complete.h"

/* What hra_game_open allocates: the game, and the tables that it points to. */
typedef struct opened_game {
    hra_game game;
    hra_host host;
    hra_whole_rules whole;
} opened_game;

static bool seats_free(const hra_rules *rules) {
    return rules->seats.min < rules->seats.max && !rules->seats.from_game;
}

void hra_rules_options(const hra_rules *rules, hra_option *out) {
    static const char *const numbers[HRA_MAX_SEATS + 1] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    int n = 0;
    for (const hra_option *o = rules->options; o && o->name && n < HRA_MAX_OPTIONS - 1; o++)
        out[n++] = *o;
    if (seats_free(rules))
        out[n++] = (hra_option){.name = "seats",
                                .type = HRA_OPTION_INT,
                                .fallback = numbers[rules->seats.default_],
                                .min = rules->seats.min,
                                .max = rules->seats.max,
                                .help = "number of seats"};
    out[n] = (hra_option){0};
}

/* Whether the text begins with the name of a game, so that what is wrong is behind it. */
static bool begins_with_game(const hra_registry *registry, const char *text) {
    for (int i = 0; i < hra_registry_games(registry); i++) {
        const char *name = hra_registry_game(registry, i)->name;
        if (strncmp(text, name, strlen(name)) == 0)
            return true;
    }
    return false;
}

hra_err hra_game_open(hra_game **out, const hra_host *host, const char *spec, hra_error *why) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_host own;
    hra_err err = hra_host_whole(&own, host, why);
    if (err)
        return err;
    err = hra_spec_split(spec, name, &text, &length, why);
    if (err == HRA_EINPUT && *spec && !strpbrk(spec, ":(\n") && !begins_with_game(own.registry, spec))
        return hra_fail_game(own.registry, spec, why); /* "tic tac toe" */
    if (err)
        return err;
    const hra_rules *rules = hra_registry_find_game(own.registry, name);
    if (!rules)
        return hra_fail_game(own.registry, name, why);
    return hra_game_open_rules(out, host, rules, spec, why);
}

/* "yahtzee:rules=plain" and 2 give "yahtzee:rules=plain,seats=2". */
static bool needs_seats(const hra_registry *registry, const char *spec, int named, char *out, size_t size) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_option known[HRA_MAX_OPTIONS + 1];
    hra_options options;
    if (named < 1 || hra_spec_split(spec, name, &text, &length, NULL) != 0)
        return false;
    const hra_rules *rules = hra_registry_find_game(registry, name);
    if (!rules || !seats_free(rules) || named < rules->seats.min || named > rules->seats.max ||
        named == rules->seats.default_)
        return false;
    hra_rules_options(rules, known);
    if (hra_options_read(&options, known, NULL, rules->name, text, length, 0, NULL) != 0 ||
        hra_options_given(&options, "seats"))
        return false;
    int n = hra_snprintf(out, size, "%s:%.*s%sseats=%d", name, (int)length, text, length ? "," : "", named);
    return n > 0 && (size_t)n < size;
}

/* With `seats=` of the players that are named, where that is free. */
static hra_err open_for(hra_game **out, const hra_host *host, const char *spec, int named, hra_error *why) {
    char with_seats[HRA_SPEC_LENGTH];
    const hra_registry *registry = host ? host->registry : NULL;
    bool tells = needs_seats(registry, spec, named, with_seats, sizeof with_seats);
    hra_err err = tells ? hra_game_open(out, host, with_seats, NULL) : HRA_EINPUT;
    if (!err)
        return HRA_OK;
    if (err == HRA_ENOMEM) /* no word of the seats, and with them another game would be opened */
        return hra_no_memory(why);
    err = hra_game_open(out, host, spec, why); /* its seats may follow from something else: a tree */
    if (err || named <= (*out)->seats)
        return err;
    const hra_game *game = *out;
    const hra_rules *rules = game->rules;
    if (named > rules->seats.max && seats_free(rules))
        err = hra_fail(why, HRA_EINPUT, -1, "at most %d play %s, but %d players are named", rules->seats.max,
                       rules->name, named);
    else
        err = hra_fail(why, HRA_EINPUT, -1,
                       _n("%s has %d seat, but %d players are named",
                          "%s has %d seats, but %d players are named", game->seats),
                       game->spec, game->seats, named);
    hra_game_close(*out);
    *out = NULL;
    return err;
}

/* Where a text of several lines, or with a carriage return at its end, has its first one; *length 0: it is
 * one line already, or all of it is read. */
static const char *first_line(const hra_rules_text *rules, const char *text, size_t *length) {
    *length = 0;
    if (rules->whole_text || !text[strcspn(text, "\r\n")])
        return text;
    text += strspn(text, " \t\r\n");
    *length = strcspn(text, "\r\n");
    return text;
}

/* The options that a position names besides those of a spec, whose name and option text are handed in. */
static void list_implied(const hra_registry *registry, const char *name, const char *text, size_t length,
                         const char *position, hra_text *out) {
    hra_option known[HRA_MAX_OPTIONS + 1];
    hra_options options;
    hra_whole_rules whole;
    hra_text line;
    const hra_rules *rules = hra_registry_find_game(registry, name);
    if (!rules || hra_rules_whole(&whole, rules, name, NULL) != 0 || !whole.text.implied)
        return;
    hra_rules_options(rules, known);
    if (hra_options_read(&options, known, NULL, rules->name, text, length, 0, NULL) != 0)
        return;
    position = first_line(&whole.text, position, &length);
    hra_text_init(&line);
    hra_text_add_bytes(&line, position, length ? length : strlen(position));
    whole.text.implied(hra_text_string(&line), &options, out);
    out->err = out->err ? out->err : line.err;
    hra_text_release(&line);
}

hra_err hra_game_spec_at(const hra_host *host, const char *spec, const char *position, hra_text *out) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_text implied;
    hra_text_init(&implied);
    if (position && hra_spec_split(spec, name, &text, &length, NULL) == 0)
        list_implied(host ? host->registry : NULL, name, text, length, position, &implied);
    if (implied.length)
        hra_text_addf(out, "%s:%.*s%s%s", name, (int)length, text, length ? "," : "",
                      hra_text_string(&implied));
    else
        hra_text_add(out, spec);
    out->err = out->err ? out->err : implied.err;
    hra_text_release(&implied);
    return out->err;
}

hra_err hra_game_open_at(hra_game **out, const hra_host *host, const char *spec, int named,
                         const char *position, hra_error *why) {
    hra_text full;
    hra_text_init(&full);
    hra_error told = {0};
    hra_err err = hra_game_spec_at(host, spec, position, &full)
                      ? hra_no_memory(&told)
                      : open_for(out, host, hra_text_string(&full), named, &told);
    if (strcmp(hra_text_string(&full), spec) != 0)
        told.at = -1; /* a place in a spec that the user did not type */
    hra_text_release(&full);
    if (err)
        (void)hra_fail_as(why, &told);
    return err;
}

static hra_err open_with(opened_game *opened, const hra_options *options, const char *spec, hra_error *why) {
    size_t length = strlen(spec);
    const hra_rules *rules = &opened->whole.rules;
    hra_game *game = &opened->game;
    game->seats = seats_free(rules) ? (int)hra_options_int(options, "seats") : rules->seats.default_;
    game->spec = malloc(length + 1);
    if (!game->spec)
        return hra_no_memory(why);
    memcpy(game->spec, spec, length + 1);
    return rules->open(game, options, why);
}

hra_err hra_game_open_rules(hra_game **out, const hra_host *host, const hra_rules *rules, const char *spec,
                            hra_error *why) {
    char name[HRA_NAME_LENGTH], what[HRA_NAME_LENGTH + 32];
    const char *text;
    size_t length;
    hra_option table[HRA_MAX_OPTIONS + 1];
    hra_options options;
    hra_err err = hra_spec_split(spec, name, &text, &length, why);
    if (err)
        return err;
    opened_game *opened = calloc(1, sizeof *opened);
    if (!opened)
        return hra_no_memory(why);
    err = hra_host_whole(&opened->host, host, why);
    if (!err)
        err = hra_rules_whole(&opened->whole, rules, name, why);
    if (!err) {
        hra_rules_options(&opened->whole.rules, table);
        const hra_rename *row = hra_rename_find(HRA_NAME_GAME, "", name, NULL);
        (void)hra_snprintf(what, sizeof what, _("game %s"),
                           row && strcmp(row->now, rules->name) == 0 ? row->now : name);
        const int at = (int)(text - spec);
        hra_error told = {0};
        if (hra_options_read(&options, table, &opened->host.caps, what, text, length, at, &told) != 0)
            err = hra_fail_level(why, &told, rules, what, text, length, at);
    }
    if (err) {
        free(opened);
        return err;
    }
    hra_gate_rules(&opened->whole.rules);
    opened->game.rules = &opened->whole.rules;
    opened->game.host = &opened->host;
    err = open_with(opened, &options, spec, why);
    if (err)
        hra_game_close(&opened->game);
    else
        *out = &opened->game;
    return err;
}

void hra_game_close(hra_game *game) {
    if (!game)
        return;
    if (game->rules->close)
        game->rules->close(game);
    free(game->spec);
    free(game); /* the first member of an opened_game */
}

/* ---- generic defaults -----------------------------------------------------------------------*/

hra_move hra_game_sample(const hra_game *game, const void *s, hra_rng *rng, hra_move *moves,
                         double *probability) {
    if (game->rules->sample_chance)
        return game->rules->sample_chance(game, s, rng);
    int n = game->rules->chance_outcomes(game, s, moves, probability);
    return moves[hra_rng_pick(rng, probability, n)];
}

void hra_game_view(const hra_game *game, const void *s, int seat, void *out) {
    if (game->rules->conduct->observation)
        game->rules->conduct->observation(game, s, seat, out);
    else
        memcpy(out, s, game->state_size);
}

bool hra_game_opening(const hra_game *game, const void *s, hra_text *out) {
    const hra_rules_conduct *conduct = game->rules->conduct;
    return conduct->opening && !conduct->observation && conduct->opening(game, s, out);
}

static unsigned highest(const hra_game *game, const double *value) {
    unsigned set = 1;
    int best = 0;
    for (int seat = 1; seat < game->seats; seat++)
        if (value[seat] >= value[best]) {
            set = value[seat] > value[best] ? 1U << seat : set | 1U << seat;
            best = seat;
        }
    return set;
}

unsigned hra_game_winners(const hra_game *game, const void *s, const double *value, int *share) {
    const unsigned all = (1U << game->seats) - 1;
    bool asked = game->rules->conduct->winners && game->rules->to_move(game, s) == HRA_OVER;
    unsigned set = asked ? game->rules->conduct->winners(game, s) & all : highest(game, value);
    if (set == 0)
        set = all;
    *share = 0;
    for (unsigned rest = set; rest; rest &= rest - 1)
        ++*share;
    if (game->one_against_all && game->seats > 1)
        *share = set == all ? 2 : 1;
    return set;
}

const char *hra_game_seat_name(const hra_game *game, int seat) {
    static const char *const numbers[HRA_MAX_SEATS] = {N_("player 1"), N_("player 2"), N_("player 3"),
                                                       N_("player 4"), N_("player 5"), N_("player 6"),
                                                       N_("player 7"), N_("player 8")};
    const hra_rules *rules = game->rules;
    return _(rules->text->seat_names    ? rules->text->seat_names[seat]
             : rules->scene->seat_names ? rules->scene->seat_names[seat]
                                        : numbers[seat]);
}

void hra_game_begin(const hra_game *game, uint64_t number, void *s) {
    if (game->rules->conduct->start)
        game->rules->conduct->start(game, number, s);
    else
        game->rules->init(game, s);
}

/* Numbers of pairs, of which a seat that is exchanged has the other game. */
hra_err hra_game_number_of(const hra_game *game, uint64_t seed, uint64_t *out) {
    enum { PAIRS = 1 << 30 };
    *out = 0;
    if (!game->rules->conduct->start)
        return HRA_OK;
    unsigned char *states = malloc(2 * game->state_size);
    if (!states)
        return HRA_ENOMEM;
    const uint64_t number = 2 * (seed % PAIRS);
    hra_game_begin(game, 0, states);
    hra_game_begin(game, number, states + game->state_size);
    *out = memcmp(states, states + game->state_size, game->state_size) != 0 ? number : 0;
    free(states);
    return HRA_OK;
}

uint64_t hra_game_key(const hra_game *game, const void *s) {
    return game->rules->hints->key ? game->rules->hints->key(game, s) : hra_hash(s, game->state_size);
}

void hra_game_canonical(const hra_game *game, const void *s, void *out) {
    if (game->rules->hints->canonical)
        game->rules->hints->canonical(game, s, out);
    else
        memcpy(out, s, game->state_size);
}

size_t hra_game_move_capacity(const hra_game *game) {
    if (!game)
        return 0;
    return (size_t)(game->max_moves > game->max_chances ? game->max_moves : game->max_chances) + 1;
}

/* A list of moves and, before it, as many probabilities. */
static hra_move *new_lists(const hra_game *game, double **probability) {
    size_t n = hra_game_move_capacity(game);
    double *block = malloc(n * (sizeof(double) + sizeof(hra_move)));
    *probability = block;
    return block ? (hra_move *)(block + n) : NULL;
}

static int list_moves(const hra_game *game, const void *s, hra_move *out, double *probability) {
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER)
        return 0;
    return mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, out, probability)
                               : game->rules->moves(game, s, out);
}

int hra_game_moves(const hra_game *game, const void *s, hra_move *out) {
    int mover = game->rules->to_move(game, s);
    if (mover != HRA_CHANCE)
        return mover == HRA_OVER ? 0 : game->rules->moves(game, s, out);
    double *probability = malloc(hra_game_move_capacity(game) * sizeof *probability);
    int n = probability ? game->rules->chance_outcomes(game, s, out, probability) : HRA_ENOMEM;
    free(probability);
    return n;
}

hra_err hra_game_check_move(const hra_game *game, const void *s, hra_move m) {
    if (hra_is_concession(game, s, m))
        return HRA_OK;
    if (game->rules->hints->legal && game->rules->to_move(game, s) >= 0)
        return game->rules->hints->legal(game, s, m) ? HRA_OK : HRA_EINPUT;
    double *probability;
    hra_move *list = new_lists(game, &probability);
    if (!list)
        return HRA_ENOMEM;
    int n = list_moves(game, s, list, probability), i = 0;
    while (i < n && list[i] != m)
        i++;
    free(probability);
    return i < n ? HRA_OK : HRA_EINPUT;
}

enum { LISTED = 160 }; /* bytes of legal moves that an error lists, the last one aside */

static hra_err illegal_move(const char *text, size_t length, const hra_text *legal, bool more,
                            hra_error *why) {
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s'; legal moves: %s%s",
                    length < 40 ? (int)length : 40, text, hra_text_string(legal), more ? ", ..." : "");
}

/* Trims, and compares with the text of each legal move, which an error lists then. */
static hra_err match_move(const hra_game *game, const void *s, const char *text, const hra_move *list, int n,
                          hra_move *out, hra_error *why) {
    hra_text legal;
    bool more = false, found = false;
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    while (length && *text == ' ')
        text++, length--;
    hra_text_init(&legal);
    for (int i = 0; i < n && !legal.err && !found; i++) {
        const size_t end = legal.length;
        hra_text_add(&legal, i ? ", " : "");
        const size_t at = legal.length;
        game->rules->text->show_move(game, s, list[i], &legal);
        found = !legal.err && legal.length - at == length &&
                strncasecmp(hra_text_string(&legal) + at, text, length) == 0;
        if (found)
            *out = list[i];
        if (end > LISTED && !legal.err) {
            legal.length = end;
            legal.data[end] = '\0';
            more = true;
        }
    }
    hra_err err = legal.err ? hra_no_memory(why)
                  : found   ? HRA_OK
                            : illegal_move(text, length, &legal, more, why);
    hra_text_release(&legal);
    return err;
}

hra_err hra_game_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out,
                            hra_error *why) {
    if (game->rules->to_move(game, s) == HRA_OVER)
        return hra_fail(why, HRA_EINPUT, 0, "the game is over");
    if (game->rules->text->parse_move)
        return game->rules->text->parse_move(game, s, text, out, why);
    double *probability;
    hra_move *list = new_lists(game, &probability);
    if (!list)
        return hra_no_memory(why);
    int n = list_moves(game, s, list, probability);
    hra_err err = match_move(game, s, text, list, n, out, why);
    free(probability);
    return err;
}

void hra_game_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    const hra_rules_text *text = game->rules->text;
    (text->say_move ? text->say_move : text->show_move)(game, s, m, out);
}

hra_err hra_game_read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    size_t length;
    const char *line = first_line(game->rules->text, text, &length);
    hra_text copy;
    if (!length)
        return game->rules->text->read_position(game, text, s, why);
    hra_text_init(&copy);
    hra_text_add_bytes(&copy, line, length);
    hra_error told = {.at = -1};
    hra_err err = copy.err ? hra_no_memory(&told)
                           : game->rules->text->read_position(game, hra_text_string(&copy), s, &told);
    hra_text_release(&copy);
    if (told.at >= 0)
        told.at += (int)(line - text);
    if (err)
        (void)hra_fail_as(why, &told);
    return err;
}

/* ---- evaluations ----------------------------------------------------------------------------*/

/* The i-th of this game's own, then those of every game; NULL past the last. */
static const hra_evaluation *evaluation_at(const hra_rules *rules, int i) {
    const hra_evaluation *own = hra_rules_offers(rules)->evaluations;
    int count = 0;
    while (own && own[count].name)
        count++;
    return i < count ? &own[i] : hra_general_evaluation(i - count);
}

static const hra_evaluation *evaluation_called(const hra_rules *rules, const char *name) {
    const hra_evaluation *kind;
    for (int i = 0; (kind = evaluation_at(rules, i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

const hra_evaluation *hra_evaluation_find(const hra_rules *rules, const char *name) {
    const hra_evaluation *kind = evaluation_called(rules, name);
    for (const hra_rename *row = NULL;
         !kind && (row = hra_rename_find(HRA_NAME_EVALUATION, rules->name, name, row)) != NULL;)
        kind = evaluation_called(rules, row->now);
    return kind;
}

static hra_err unknown_evaluation(const hra_game *game, const char *name, hra_error *why) {
    const char *names[32];
    const hra_evaluation *kind;
    int n = 0;
    for (; n < 31 && (kind = evaluation_at(game->rules, n)) != NULL; n++)
        names[n] = kind->name;
    names[n] = NULL;
    return hra_fail_unknown(why, 0, name, names, "%s has no evaluation '%s'; it has", game->rules->name,
                            name);
}

hra_err hra_eval_open(hra_eval *out, const hra_game *game, const char *spec, hra_error *why) {
    char name[HRA_NAME_LENGTH], what[HRA_NAME_LENGTH + 32];
    const char *text;
    size_t length;
    hra_options options;
    const hra_evaluation *own = game->rules->catalogue->evaluations, *kind;
    if (!spec && (!own || !own->name))
        return hra_fail(why, HRA_EFIT, -1, "%s has no evaluation", game->rules->name);
    hra_err err = hra_spec_split(spec ? spec : own->name, name, &text, &length, why);
    if (err)
        return err;
    kind = hra_evaluation_find(game->rules, name);
    if (!kind)
        return unknown_evaluation(game, name, why);
    (void)hra_snprintf(what, sizeof what, _("evaluation %s"), kind->name);
    err = hra_options_read(&options, kind->options, game->host ? &game->host->caps : NULL, what, text, length,
                           spec ? (int)(text - spec) : 0, why);
    if (err)
        return err;
    hra_eval eval = {kind->for_game ? kind->for_game(game) : kind, game, NULL};
    if (kind->open && (err = kind->open(game, &options, &eval.self, why)) != 0)
        return err;
    *out = eval;
    return HRA_OK;
}

hra_err hra_evaluator_open(hra_evaluator *out, const hra_eval *eval) {
    *out = (hra_evaluator){.kind = eval->kind, .game = eval->game, .self = eval->self};
    return eval->kind && eval->kind->begin ? eval->kind->begin(eval->game, eval->self, &out->scratch)
                                           : HRA_OK;
}

void hra_evaluator_close(hra_evaluator *e) {
    if (e->kind && e->kind->end)
        e->kind->end(e->scratch);
    *e = (hra_evaluator){0};
}

void hra_evaluate_many(const hra_evaluator *e, const void *states, size_t stride, int n, double *out) {
    if (e->kind->values) {
        e->kind->values(e->game, e->self, e->scratch, states, stride, n, out);
#ifdef HRA_CHECKS
        hra_evaluated(e, n, out);
#endif
        return;
    }
    for (int i = 0; i < n; i++)
        hra_evaluate(e, (const unsigned char *)states + (size_t)i * stride, out + i * e->game->seats);
}

void hra_evaluate_end(const hra_evaluator *e, const void *s, int ply, double *out) {
    const hra_game *game = e->game;
    if (e->kind->ends) {
        hra_evaluate(e, s, out);
        return;
    }
    game->rules->returns(game, s, out);
    double won = e->kind->win - ply;
    for (int k = 0; e->kind->win > 0 && k < game->seats; k++)
        out[k] = out[k] > 0 ? won : out[k] < 0 ? -won : 0;
}

void hra_evaluate_return(const hra_evaluator *e, const void *s, double *out) {
    const hra_game *game = e->game;
    if (game->rules->to_move(game, s) == HRA_OVER) {
        game->rules->returns(game, s, out);
        return;
    }
    hra_evaluate(e, s, out);
    hra_evaluation_to_return(e, out);
}

void hra_evaluation_to_return(const hra_evaluator *e, double *value) {
    const hra_game *game = e->game;
    const hra_rules_catalogue *offers = game->rules->catalogue;
    for (int k = 0; e->kind->win > 0 && k < game->seats; k++) {
        const double chance = offers->chance ? offers->chance(game, e->kind, value[k]) : (double)NAN;
        value[k] = isnan(chance) ? value[k] * game->max_return / e->kind->win
                                 : game->min_return + chance * (game->max_return - game->min_return);
    }
}

void hra_eval_close(hra_eval *eval) {
    if (eval->kind && eval->kind->close)
        eval->kind->close(eval->self);
    *eval = (hra_eval){0};
}

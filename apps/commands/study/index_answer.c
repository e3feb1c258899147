/* hra index --position: which games reach a position, what was played there, and with what results. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"

enum { MOVE = 16, GAMES = 8, PERCENT = 8 };

/* ---- which position -------------------------------------------------------------------------*/

enum { SPECS = 64 /* that are tried */ };

/* The specs of a collection. */
typedef struct specs {
    char *text[SPECS];
    int count;
    const char *rules; /* NULL: all */
} specs;

static bool is_of(const char *spec, const char *rules) {
    const size_t length = strlen(rules);
    return strncmp(spec, rules, length) == 0 && (spec[length] == 0 || spec[length] == ':');
}

static hra_err take_spec(void *to, const collection_total *total) {
    specs *all = to;
    if (all->count == SPECS || (all->rules && !is_of(total->name, all->rules)))
        return HRA_OK;
    all->text[all->count] = strdup(total->name);
    return all->text[all->count] ? (all->count++, HRA_OK) : HRA_ENOMEM;
}

static hra_err make_moves(const indexing *x, const hra_game *game, void *state, hra_error *why) {
    const char *const *moves;
    int n = args_values(x->args, "moves", &moves);
    for (int i = 0; i < n; i++) {
        hra_error said = {0};
        hra_move m;
        hra_err err = hra_game_parse_move(game, state, moves[i], &m, &said);
        if (!err && (err = hra_game_check_move(game, state, m)) != 0)
            hra_fail(&said, err, 0, "%s", err == HRA_EINPUT ? _("illegal move") : hra_err_text(err));
        if (err)
            return hra_fail(why, err, -1, _("--moves: move %d, '%s': %s"), i + 1, moves[i], said.text);
        game->rules->apply(game, state, m);
    }
    return HRA_OK;
}

static hra_err read_state(const indexing *x, const hra_game *game, void *state, hra_error *why) {
    hra_text position;
    hra_error said;
    hra_err err = HRA_OK;
    hra_text_init(&position);
    args_add_line(x->args, "position", &position);
    if (!args_given(x->args, "position"))
        game->rules->conduct->start ? game->rules->conduct->start(game, 0, state)
                                    : game->rules->init(game, state);
    else if (position.err)
        err = hra_no_memory(why);
    else if ((err = hra_game_read_position(game, hra_text_string(&position), state, &said)) != 0)
        err = hra_fail(why, err, -1, "--position: %s", said.text);
    hra_text_release(&position);
    return err ? err : make_moves(x, game, state, why);
}

/* The game of `spec` and the state; without them, and with an error, if they do not fit together. */
static hra_err open_one(const indexing *x, setup *s, const char *spec, void **state, hra_error *why) {
    hra_err err = index_open_game(x, spec, &s->game, why);
    if (err)
        return err;
    *state = calloc(1, s->game->state_size);
    err = *state ? read_state(x, s->game, *state, why) : hra_no_memory(why);
    if (err) {
        free(*state);
        *state = NULL;
        hra_game_close(s->game);
        s->game = NULL;
    }
    return err;
}

/* Opens the first game in which position and moves make sense. */
static int open_game(indexing *x, setup *s, void **state) {
    specs all = {.rules = x->filter.rules};
    hra_error first = {0}, why = {0};
    hra_err err = collection_file_spec_names(x->file, take_spec, &all, &first);
    for (int i = 0; i < all.count && !err && !s->game; i++)
        if (open_one(x, s, all.text[i], state, &why) != 0 && !first.code)
            first = why;
    for (int i = 0; i < all.count; i++)
        free(all.text[i]);
    if (!err && s->game)
        return EXIT_DONE;
    if (!first.code)
        hra_fail(&first, HRA_EMISSING, -1, all.rules ? _("%s: no game of %s") : _("%s: no game"), x->path,
                 all.rules);
    return index_game_failure(x, &first);
}

/* ---- as text --------------------------------------------------------------------------------*/

void index_add_percent(hra_text *out, int64_t part, int64_t all, int width) {
    hra_text_add_char(out, ' ');
    if (all > 0)
        print_add_percent(out, width, 100.0 * (double)part / (double)all);
    else
        print_add_cell(out, width, "-");
}

static void add_seat_head(const hra_game *game, int seat, hra_text *out) {
    hra_text_add(out, " ");
    print_add_cell(out, PERCENT, hra_game_seat_name(game, seat));
}

static bool has_values(const hra_collection_answer *a) {
    for (int i = 0; i < a->move_count; i++)
        if (a->moves[i].analyst)
            return true;
    return false;
}

static void add_head(const hra_game *game, const hra_collection_answer *a, hra_text *out) {
    print_add_cell(out, -MOVE, _("move"));
    hra_text_add(out, " ");
    print_add_cell(out, GAMES, _("games"));
    for (int seat = 0; seat < a->seats && a->seats > 1; seat++)
        add_seat_head(game, seat, out);
    if (a->seats > 1) {
        hra_text_add(out, " ");
        print_add_cell(out, PERCENT, _("draw"));
    }
    if (a->points) {
        hra_text_add(out, " ");
        print_add_cell(out, PERCENT, _("points"));
    }
    if (has_values(a)) {
        hra_text_add(out, " ");
        print_add_cell(out, PERCENT, _("value"));
    }
    hra_text_add(out, "\n");
}

static void add_counts(const hra_collection_answer *a, const hra_collection_count *count, hra_text *out) {
    const int64_t known = count->games - count->unknown;
    hra_text_addf(out, " %*lld", GAMES, (long long)count->games);
    for (int seat = 0; seat < a->seats && a->seats > 1; seat++)
        index_add_percent(out, count->wins[seat], known, PERCENT);
    if (a->seats > 1)
        index_add_percent(out, count->draws, known, PERCENT);
    if (a->points && known > 0)
        hra_text_addf(out, " %*.3F", PERCENT, print_rounded(count->points[0] / (double)known, 3));
    else if (a->points)
        hra_text_addf(out, " %*s", PERCENT, "-");
}

static void add_value(const hra_collection_move *m, hra_text *out) {
    hra_text_add_char(out, ' ');
    if (!m->analyst)
        print_add_cell(out, PERCENT, "-");
    else if (m->probability)
        print_add_percent(out, PERCENT, 100 * m->value);
    else
        hra_text_addf(out, "%*.3F", PERCENT, print_rounded(m->value, 3));
}

static void add_moves(const hra_game *game, const hra_collection_answer *a, hra_text *out) {
    add_head(game, a, out);
    for (int i = 0; i < a->move_count; i++) {
        size_t from = out->length;
        hra_text_add(out, a->moves[i].move);
        hra_text_pad(out, from, MOVE);
        add_counts(a, &a->moves[i].count, out);
        if (has_values(a))
            add_value(&a->moves[i], out);
        hra_text_add(out, "\n");
    }
    size_t from = out->length;
    print_add_cell(out, -MOVE, _("all"));
    hra_text_pad(out, from, MOVE);
    add_counts(a, &a->count, out);
    hra_text_add(out, "\n");
}

void index_add_game(hra_text *out, const hra_collection_game *g) {
    hra_text_addf(out, "%8lld  %-10s  ", (long long)g->number, *g->date ? g->date : "-");
    for (int seat = 0; seat < g->seats; seat++)
        hra_text_addf(out, "%s%s", seat ? " - " : "", *g->players[seat] ? g->players[seat] : "?");
    hra_text_add(out, "  ");
    for (int seat = 0; seat < g->seats && g->over; seat++) {
        hra_text_add(out, seat ? " : " : "");
        hra_text_add_number(out, g->returns[seat]);
    }
    if (!g->over)
        hra_text_add(out, "*");
    if (*g->event)
        hra_text_addf(out, "  %s", g->event);
    if (*g->opening)
        hra_text_addf(out, "  %s", g->opening);
}

typedef struct listing {
    hra_text *out;
    const hra_collection_answer *answer;
    const hra_collection_hit *hit;
} listing;

static hra_err add_hit(void *to, const hra_collection_game *game) {
    const listing *l = to;
    index_add_game(l->out, game);
    hra_text_addf(l->out, l->hit->exchanged ? _("  ply %d, seats exchanged") : _("  ply %d"), l->hit->ply);
    if (l->hit->move >= 0)
        hra_text_addf(l->out, ": %s", l->answer->moves[l->hit->move].move);
    hra_text_add(l->out, "\n");
    return l->out->err;
}

static hra_err add_games(indexing *x, const hra_collection_answer *a, hra_text *out, hra_error *why) {
    hra_err err = HRA_OK;
    if (a->game_count)
        hra_text_add(out, "\n");
    for (int i = 0; i < a->game_count && !err; i++) {
        listing l = {out, a, &a->games[i]};
        err = hra_collection_game_at(x->collection, a->games[i].game, add_hit, &l, why);
    }
    if (a->count.games > a->game_count && a->game_count)
        hra_text_addf(out, _("and %lld more; --limit N prints more\n"),
                      (long long)(a->count.games - a->game_count));
    return err;
}

static int show(indexing *x, const hra_game *game, const hra_collection_answer *a) {
    hra_text out;
    hra_error why = {0};
    hra_err err = HRA_OK;
    hra_text_init(&out);
    if (x->json) {
        hra_json json = hra_json_begin(&out);
        err = hra_json_collection(&json, NULL, x->collection, a, &why);
    } else {
        hra_text_addf(&out, "%s\n", a->position);
        hra_text_addf(
            &out, _n("%lld game reaches this position\n", "%lld games reach this position\n", a->count.games),
            (long long)a->count.games);
        if (a->count.games) {
            hra_text_add(&out, "\n");
            add_moves(game, a, &out);
            err = add_games(x, a, &out, &why);
        }
    }
    if (!err)
        return x->json ? print_json(&out) : print_text(&out);
    hra_text_release(&out);
    return index_failure(&why);
}

/* ---- values ---------------------------------------------------------------------------------*/

static hra_err save_values(indexing *x, const hra_game *game, const void *state, const char *player,
                           const hra_analysis *advice, hra_error *why) {
    hra_err err = HRA_OK;
    const int seat = advice->value_seat < 0 ? game->rules->to_move(game, state) : advice->value_seat;
    for (int i = 0; i < advice->move_count && !err; i++) {
        const hra_analysis_move *m = &advice->moves[i];
        const hra_collection_value value = {.analyst = player,
                                            .value = m->value[seat],
                                            .probability = advice->what.unit == HRA_UNIT_PROBABILITY};
        if (m->kind != HRA_VALUE_NONE && isfinite(m->value[seat]))
            err = hra_collection_add_value(x->collection, game, state, m->move, &value, why);
    }
    return err ? err : hra_collection_commit(x->collection, why);
}

static int analyse(indexing *x, setup *s, const void *state, const char *player) {
    hra_agent *agent = NULL;
    hra_error why = {0};
    hra_question question = {.state = state, .stop = print_progress()->stop, .want = HRA_WANT_ADVICE};
    const hra_limits usual = hra_limits_usual();
    hra_analysis advice;
    if (s->game->rules->to_move(s->game, state) < 0) {
        print_error(_("index: --analyse takes a position in which a player is to move"));
        return EXIT_WRONG;
    }
    if (!args_number(x->args, "nodes", 0, 1, UINT64_MAX, &question.limits.nodes) ||
        !args_seconds(x->args, "time", 0, &question.limits.seconds))
        return EXIT_WRONG;
    store_folder(x->args, s->data);
    if (setup_try_agent(s, player, &agent, &why) != 0)
        return index_option_failure("analyse", player, &why);
    hra_agent_usual(agent, &usual);
    hra_analysis_init(&advice);
    hra_err err = hra_agent_ask(agent, &question, &advice);
    if (err)
        why = *hra_agent_why(agent);
    else
        err = save_values(x, s->game, state, player, &advice, &why);
    hra_analysis_release(&advice);
    hra_agent_close(agent);
    return err == HRA_ESTOPPED ? EXIT_INTERRUPTED : err ? index_failure(&why) : EXIT_DONE;
}

/* ---- the question ---------------------------------------------------------------------------*/

static int ask(indexing *x, setup *s, const void *state) {
    hra_text position;
    hra_error why = {0};
    hra_collection_answer *a = NULL;
    hra_text_init(&position);
    s->game->rules->text->write_position(s->game, state, &position);
    const hra_collection_question question = {.size = sizeof question,
                                              .host = x->host,
                                              .spec = s->game->rules->name,
                                              .position = hra_text_string(&position),
                                              .stop = print_progress()->stop,
                                              .most = x->limit ? (int)x->limit : INT32_MAX};
    hra_err err = position.err ? hra_no_memory(&why) : hra_collection_ask(x->collection, &question, &a, &why);
    hra_text_release(&position);
    int status = err ? index_failure(&why) : show(x, s->game, a);
    hra_collection_answer_free(a);
    return status;
}

int index_position(indexing *x) {
    setup *s = calloc(1, sizeof *s);
    if (!s)
        return print_no_memory();
    const char *player = args_text(x->args, "analyse", NULL);
    void *state = NULL;
    s->host = &cli_file_host;
    int status = open_game(x, s, &state);
    if (!status && player)
        status = analyse(x, s, state, player);
    if (!status)
        status = ask(x, s, state);
    free(state);
    setup_release(s);
    free(s);
    return status;
}

/* Prints what the library reads and writes in a locale, to be compared with the same in another one.
 *
 *     locale_test LOCALE RADIX
 *
 * RADIX is how the C library writes the decimal point there; where it writes it otherwise, or where there is
 * no such locale, that is an error, so that nothing is compared with itself. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asked.h"
#include "hra/hra.h"

enum { PLIES = 40 };

/* Whoever can sit in a seat of a game. */
typedef struct seated {
    const char *name;
    const hra_option *options;
} seated;

static int list_players(const hra_game *game, seated *out) {
    int n = 0;
    const hra_player_kind *kind;
    for (const hra_player_kind *const *e = game->rules->catalogue->experts; e && *e; e++)
        out[n++] = (seated){(*e)->name, (*e)->options};
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        if (!kind->title)
            out[n++] = (seated){kind->name, kind->options};
    return n;
}

static int list_methods(seated *out) {
    const hra_player_kind *kind;
    int n = 0;
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        if (kind->title)
            out[n++] = (seated){kind->name, kind->options};
    return n;
}

/* ---- players --------------------------------------------------------------------------------*/

/* Opens a player, stopping at once what takes long to open, and asks it for a move where `asked`. */
static void try_player(const hra_game *game, const char *spec, bool asked, hra_text *out) {
    hra_stop stop = {.flag = 1};
    hra_progress stopped = {.stop = &stop};
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_error why = {0};
    hra_move move = 0;
    asked_decision thought = {0};
    hra_err err = hra_player_open(&player, game, spec, NULL, asked ? NULL : &stopped, &why);
    hra_text_addf(out, "%s %s: %d %s", game->spec, spec, err, why.text);
    if (!err && asked && !hra_player_info_of(player)->human && hra_agent_open(&agent, player) == 0) {
        void *s = calloc(1, game->state_size);
        game->rules->init(game, s);
        hra_question q = {.state = s, .limits = {.nodes = 300, .playouts = 60}, .seed = 5};
        if (game->rules->to_move(game, s) >= 0)
            err = asked_choose(agent, &q, &move);
        if (!err && asked_recall(agent, &thought) == 0)
            for (int seat = 0; seat < game->seats; seat++)
                hra_text_addf(out, " %.17g", thought.value[seat]);
        hra_text_addf(out, " %d %u", err, (unsigned)move);
        free(s);
    }
    hra_text_add_char(out, '\n');
    hra_agent_close(agent);
    hra_player_close(player);
}

/* Tries each option alone with its default, and numbers with a fraction too. A player without options that is
 * not asked for a move has no number to read, so it is left out: some of these solve their game when opened.
 */
static void try_options(const hra_game *game, const seated *p, bool asked, hra_text *out) {
    if (asked)
        try_player(game, p->name, asked, out);
    for (const hra_option *o = p->options; o && o->name; o++) {
        char spec[HRA_SPEC_LENGTH];
        snprintf(spec, sizeof spec, "%s:%s=%s", p->name, o->name, o->fallback ? o->fallback : "0.75");
        try_player(game, spec, asked, out);
        snprintf(spec, sizeof spec, "%s:%s=0.75", p->name, o->name);
        try_player(game, spec, asked, out);
        snprintf(spec, sizeof spec, "%s:%s=0,75", p->name, o->name);
        try_player(game, spec, asked, out);
    }
}

static void try_methods(const char *spec, hra_text *out) {
    seated all[64];
    hra_game *game = NULL;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0) {
        hra_text_addf(out, "%s: %s\n", spec, why.text);
        return;
    }
    int n = list_methods(all);
    for (int i = 0; i < n; i++)
        try_options(game, &all[i], true, out);
    hra_game_close(game);
}

/* ---- games ----------------------------------------------------------------------------------*/

static void try_evaluations(const hra_game *game, hra_text *out) {
    void *s = calloc(1, game->state_size);
    game->rules->init(game, s);
    for (const hra_evaluation *e = game->rules->catalogue->evaluations; e && e->name; e++)
        for (const hra_option *o = e->options; o && o->name; o++) {
            char spec[HRA_SPEC_LENGTH];
            hra_eval eval;
            hra_error why = {0};
            double value[HRA_MAX_SEATS] = {0};
            snprintf(spec, sizeof spec, "%s:%s=1.5", e->name, o->name);
            hra_err err = hra_eval_open(&eval, game, spec, &why);
            if (!err) {
                e->value(game, eval.self, NULL, s, value);
                hra_eval_close(&eval);
            }
            hra_text_addf(out, "%s %d %s: ", spec, err, why.text);
            for (int seat = 0; seat < game->seats; seat++) {
                hra_text_add_number(out, value[seat]);
                hra_text_addf(out, " %a %g,", value[seat], value[seat]);
            }
            hra_text_add_char(out, '\n');
        }
    free(s);
}

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* The record of a random play, read back, and every position of it, read back. */
static void try_play(const hra_game *game, hra_text *out) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_player *player = NULL;
    hra_play *play = NULL;
    hra_record *record = NULL;
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_error why = {0};
    void *s = calloc(1, game->state_size);
    size_t from = out->length, used;
    hra_err err = hra_player_open(&player, game, "random", NULL, NULL, &why);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = game->seats,
                            .seed = 3,
                            .sink = add_line,
                            .sink_self = out};
    if (!err)
        err = hra_play_open(&play, &setup, &why);
    for (int ply = 0; !err && event.kind != HRA_EVENT_OVER && ply < 5000; ply++)
        err = hra_play_step(play, &event);
    if (!err)
        err =
            hra_record_parse(&record, NULL, hra_text_string(out) + from, out->length - from, &used, 1, &why);
    hra_text_addf(out, "%d %s\n", err, why.text);
    for (int ply = 0; record && ply <= hra_record_info(record)->plies && ply < PLIES; ply++) {
        from = out->length;
        game->rules->text->write_position(game, hra_record_at(record, ply).state, out);
        err = hra_game_read_position(game, hra_text_string(out) + from, s, &why);
        hra_text_addf(out, " %d %s\n", err, err ? why.text : "");
    }
    hra_record_close(record);
    hra_play_close(play);
    hra_player_close(player);
    free(s);
}

static void try_game(const hra_rules *rules, hra_text *out) {
    char spec[HRA_SPEC_LENGTH];
    hra_option options[HRA_MAX_OPTIONS + 1];
    hra_game *game = NULL;
    hra_error why;
    seated all[64];
    hra_rules_options(rules, options);
    for (const hra_option *o = options; o->name; o++) {
        hra_option_describe(o, out);
        snprintf(spec, sizeof spec, "%s:%s=%s", rules->name, o->name, o->fallback ? o->fallback : "1.5");
        hra_err err = hra_game_open(&game, NULL, spec, &why);
        hra_text_addf(out, " %s: %d %s\n", spec, err, err ? why.text : "");
        if (!err)
            hra_game_close(game);
    }
    if (hra_game_open(&game, NULL, rules->name, &why) != 0) {
        hra_text_addf(out, "%s: %s\n", rules->name, why.text);
        return;
    }
    int n = list_players(game, all);
    for (int i = 0; i < n; i++)
        try_options(game, &all[i], false, out);
    try_evaluations(game, out);
    try_play(game, out);
    hra_game_close(game);
}

int main(int argc, char **argv) {
    char half[16];
    hra_text out;
    if (argc != 3 || !setlocale(LC_ALL, argv[1])) {
        fprintf(stderr, "locale_test: there is no locale '%s'\n", argc > 1 ? argv[1] : "");
        return 2;
    }
    snprintf(half, sizeof half, "0%s5", argv[2]);
    if (strtod(half, NULL) != 0.5) {
        fprintf(stderr, "locale_test: %s is no number in the locale '%s'\n", half, argv[1]);
        return 2;
    }
    hra_text_init(&out);
    for (int i = 0; hra_registry_game(NULL, i); i++)
        try_game(hra_registry_game(NULL, i), &out);
    try_methods("tictactoe", &out);
    try_methods("nim:rows=1-2", &out);
    try_methods("tree", &out);
    fputs(hra_text_string(&out), stdout);
    hra_text_release(&out);
    return fflush(stdout) == 0 && !out.err ? 0 : 1;
}

/* UCI, by which programs and windows play chess (S. Meyer-Kahlen, R. Huber, engine-interface.txt, April 2006): uci,
 * isready, setoption, ucinewgame, position, go, stop, ponderhit, quit. Each `go` gets one `bestmove`. As the
 * interface asks, unknown words and options are passed over; an `info string` says what is wrong with known ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "players/player.h"
#include "rules/rules_complete.h"
#include "uci.h"

enum { MOST_HASH = 1 << 19 /* MiB; tables have at most 1e12 bytes */, MOST_THREADS = 1024 };

hra_err hra_uci_take(hra_uci *out, const hra_game *game, hra_error *why) {
    hra_err err = hra_arena_words(out, sizeof *out, game, "uci", why);
    if (!err && (!out->variant || !out->is_960 || !out->claims || !out->player || !(out->win > 0) ||
                 !out->start || !out->moves || !out->find || !out->show))
        err = hra_arena_lacks(game, "uci", why);
    return err;
}

bool hra_uci_fits(const hra_game *game) {
    hra_uci words;
    return hra_uci_take(&words, game, NULL) == HRA_OK;
}

double hra_uci_pawns(double result) {
    const double most = 0.9999;
    result = result > most ? most : result < -most ? -most : result;
    return log((1 + result) / (1 - result)) / HRA_UCI_STEEPNESS;
}

/* ---- what it says ---------------------------------------------------------------------------*/

static void complain(const hra_arena *a, hra_arena_fault fault, const char *text) {
    if (fault != HRA_ARENA_UNKNOWN)
        hra_protocol_say(a->dialogue, "info string %s", text);
}

static void say_move(const hra_arena *a) {
    const hra_uci_engine *u = (const hra_uci_engine *)a;
    hra_text text;
    hra_text_init(&text);
    u->words.show(a->game, a->state, a->choice, u->rook, &text);
    if (u->has_reply) {
        memcpy(a->next, a->state, a->game->state_size);
        a->game->rules->apply(a->game, a->next, a->choice);
        hra_text_add(&text, " ponder ");
        u->words.show(a->game, a->next, u->reply, u->rook, &text);
    }
    if (text.err)
        complain(a, HRA_ARENA_FAILED, hra_err_text(text.err));
    else
        hra_protocol_say(a->dialogue, "bestmove %s", hra_text_string(&text));
    hra_text_release(&text);
}

/* The search of its own tells what it finds. */
static void tell(const hra_arena *a, const hra_decision *thought, double seconds) {}

/* ---- options --------------------------------------------------------------------------------*/

/* Whether a spec gives a value to this option. */
static bool gives(const char *spec, const char *option) {
    const size_t length = strlen(option);
    for (const char *at = spec; (at = strstr(at, option)) != NULL; at += length)
        if (at > spec && strchr(":,", at[-1]) && at[length] == '=')
            return true;
    return false;
}

/* The first of these options that its player has; NULL: it has none, or its spec gives a value to it. */
static const char *takes(const hra_uci_engine *u, const char *const *names) {
    hra_player *player = NULL;
    const char *found = NULL;
    if (hra_player_placeholder(&player, u->arena.game, u->player, NULL) != 0)
        return NULL;
    for (const hra_option *o = player->options; o->name && !found; o++)
        for (int i = 0; names[i] && !found; i++)
            if (strcmp(o->name, names[i]) == 0)
                found = names[i];
    hra_player_close(player);
    return found && !gives(u->player, found) ? found : NULL;
}

static const char *const tables[] = {"tt", "memory", NULL}, *const threads[] = {"threads", NULL};

/* The measured level that is nearest to a number of Elo; NULL: none was measured. */
static const hra_uci_level *level_of(const hra_uci_engine *u) {
    const hra_uci_level *best = u->words.levels;
    for (const hra_uci_level *l = best; l && l->player; l++)
        if (abs(l->elo - u->elo) < abs(best->elo - u->elo))
            best = l;
    return best;
}

/* Takes the player that all options together mean. */
static void choose_player(hra_uci_engine *u, hra_error *why) {
    const char *table = u->hash ? takes(u, tables) : NULL, *thread = u->threads ? takes(u, threads) : NULL;
    const hra_uci_level *level = u->weaker ? level_of(u) : NULL;
    const char *name = level ? level->player : u->player;
    hra_text spec;
    hra_text_init(&spec);
    hra_text_add(&spec, name);
    char sign = strchr(name, ':') ? ',' : ':';
    if (table && !level) {
        hra_text_addf(&spec, "%c%s=%dM", sign, table, u->hash);
        sign = ',';
    }
    if (thread && !level)
        hra_text_addf(&spec, "%c%s=%d", sign, thread, u->threads);
    hra_err err =
        spec.err ? hra_no_memory(why) : hra_arena_name_player(&u->arena, hra_text_string(&spec), why);
    hra_text_release(&spec);
    if (level && !err)
        hra_protocol_say(u->arena.dialogue, "info string UCI_Elo %d: the nearest measured player is %s, %d",
                         u->elo, level->player, level->elo);
}

/* The Elo of the last level, which is the strongest. */
static int strongest(const hra_uci_engine *u) {
    int elo = 0;
    for (const hra_uci_level *l = u->words.levels; l && l->player; l++)
        elo = l->elo;
    return elo;
}

static void say_options(const hra_uci_engine *u) {
    hra_protocol *d = u->arena.dialogue;
    const hra_uci_level *levels = u->words.levels;
    if (takes(u, tables))
        hra_protocol_say(d, "option name Hash type spin default %d min 1 max %d", HRA_UCI_HASH, MOST_HASH);
    hra_protocol_say(d, "option name Threads type spin default 1 min 1 max %d",
                     takes(u, threads) ? MOST_THREADS : 1);
    hra_protocol_say(d, "option name MultiPV type spin default 1 min 1 max %d", HRA_UCI_LINES);
    hra_protocol_say(d, "option name Ponder type check default false");
    hra_protocol_say(d, "option name UCI_Chess960 type check default %s", u->rook ? "true" : "false");
    hra_protocol_say(d, "option name UCI_ShowWDL type check default false");
    if (levels && levels->player) {
        hra_protocol_say(d, "option name UCI_LimitStrength type check default false");
        hra_protocol_say(d, "option name UCI_Elo type spin default %d min %d max %d", strongest(u),
                         levels[0].elo, strongest(u));
    }
    const char *variant = u->words.variant(u->arena.game);
    hra_protocol_say(d, "option name UCI_Variant type combo default %s var %s", variant, variant);
}

static bool read_check(const char *name, const char *value, bool *out, hra_error *why) {
    if (strcasecmp(value, "true") == 0 || strcasecmp(value, "false") == 0) {
        *out = strcasecmp(value, "true") == 0;
        return true;
    }
    hra_fail(why, HRA_EINPUT, -1, "%s: expected true or false, found '%.40s'", name, value);
    return false;
}

static bool read_spin(const char *name, const char *value, int most, int *out, hra_error *why) {
    double x;
    if (hra_number_read(value, NULL, &x) && x >= 1 && x <= most && floor(x) == x) {
        *out = (int)x;
        return true;
    }
    hra_fail(why, HRA_EINPUT, -1, "%s: expected a whole number in 1..%d, found '%.40s'", name, most, value);
    return false;
}

/* What is understood is true, whether or not its value can be. */
static bool set(hra_arena *a, const char *name, const char *value, hra_error *why) {
    hra_uci_engine *u = hra_uci_of(a);
    bool ignored;
    const struct {
        const char *name;
        bool *flag;
        int most, *number;
        bool player; /* another one */
    } options[] = {
        {"Hash", NULL, MOST_HASH, &u->hash, true},
        {"Threads", NULL, MOST_THREADS, &u->threads, true},
        {"MultiPV", NULL, HRA_UCI_LINES, &u->lines, false},
        {"Ponder", &ignored, 0, NULL, false}, /* pondering is asked for by `go ponder` */
        {"UCI_Chess960", &u->rook, 0, NULL, false},
        {"UCI_ShowWDL", &u->wdl, 0, NULL, false},
        {"UCI_LimitStrength", &u->weaker, 0, NULL, true},
        {"UCI_Elo", NULL, 10000, &u->elo, true},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcasecmp(name, options[i].name) == 0) {
            bool read = options[i].flag
                            ? read_check(options[i].name, value, options[i].flag, why)
                            : read_spin(options[i].name, value, options[i].most, options[i].number, why);
            if (read && options[i].player)
                choose_player(u, why);
            return true;
        }
    if (strcasecmp(name, "player") == 0 && strlen(value) < sizeof u->player) {
        (void)hra_snprintf(u->player, sizeof u->player, "%s", value);
        choose_player(u, why);
        return true;
    }
    return strcasecmp(name, "player") != 0 && strcasecmp(name, "seed") != 0; /* unknown ones say nothing */
}

/* An option without a value is a button, and there are none. */
static void set_option(hra_arena *a, char *rest) {
    hra_arena_end_search(a);
    if (strstr(rest, " value"))
        hra_arena_set_option(a, rest);
}

/* ---- what a program says --------------------------------------------------------------------*/

static void introduce(hra_arena *a, char *rest) {
    hra_arena_introduce(a);
    say_options(hra_uci_of(a));
    hra_protocol_say(a->dialogue, "uciok");
}

/* Always answers, since a window waits; an error of the player comes before. */
static void ready(hra_arena *a, char *rest) {
    if (a->failed)
        complain(a, HRA_ARENA_FAILED, a->why.text);
    hra_protocol_say(a->dialogue, "readyok");
}

static void new_game(hra_arena *a, char *rest) {
    hra_arena_new_game(a);
    hra_uci_of(a)->words.start(a->game, a->state);
    hra_uci_of(a)->placed = true;
}

/* Makes the moves of a text in a->next; earlier positions count since the last move that cannot be taken back. */
static hra_err make_moves(hra_uci_engine *u, const char *text, hra_error *why) {
    hra_arena *a = &u->arena;
    const hra_rules *rules = a->game->rules;
    hra_move move;
    a->history_length = 0;
    for (size_t length; *text; text += length + strspn(text + length, " ")) {
        length = strcspn(text, " ");
        if (!u->words.find(a->game, a->next, text, length, &move))
            return hra_fail(why, HRA_EILLEGAL, -1, "illegal move %.*s", (int)(length < 40 ? length : 40),
                            text);
        if (a->history_length == HRA_ARENA_MOVES ||
            (rules->hints->irreversible && rules->hints->irreversible(a->game, a->next, move)))
            a->history_length = 0;
        else
            a->history[a->history_length++] = hra_game_key(a->game, a->next);
        rules->apply(a->game, a->next, move);
    }
    return HRA_OK;
}

static void set_position(hra_arena *a, char *rest) {
    hra_uci_engine *u = hra_uci_of(a);
    hra_error why = {0};
    hra_err err = HRA_OK;
    hra_arena_end_search(a);
    const char *moves = hra_arena_behind(rest, "moves"), *fen = hra_arena_behind(rest, "fen");
    if (fen && *rest == '\0')
        err = hra_game_read_position(a->game, fen, a->next, &why);
    else if (strcmp(rest, "startpos") == 0)
        u->words.start(a->game, a->next);
    else
        err = hra_fail(&why, HRA_EINPUT, -1, "position needs startpos or fen");
    if (!err)
        err = make_moves(u, moves ? moves : "", &why);
    u->placed = !err;
    if (err && why.text[0] && why.at >= 0)
        hra_protocol_say(a->dialogue, "info string fen, character %d: %s", why.at + 1, why.text);
    else if (err)
        complain(a, HRA_ARENA_ARGUMENT, why.text[0] ? why.text : hra_err_text(err));
    else
        memcpy(a->state, a->next, a->game->state_size);
}

/* A draw that was not claimed: the other end plays on, and so does this one, in the same position as if none had been
 * before it. False: the game is over there too. */
static bool play_on(hra_uci_engine *u) {
    enum { FIELDS = 4 /* without what is counted */ };
    hra_arena *a = &u->arena;
    hra_text text;
    hra_text_init(&text);
    a->game->rules->text->write_position(a->game, a->state, &text);
    char *at = text.err ? NULL : text.data;
    for (int i = 0; at && i < FIELDS; i++)
        at = strchr(i ? at + 1 : at, ' ');
    if (at)
        *at = '\0';
    const bool goes_on = at && hra_game_read_position(a->game, text.data, a->next, NULL) == 0 &&
                         a->game->rules->to_move(a->game, a->next) != HRA_OVER;
    hra_text_release(&text);
    if (goes_on) {
        memcpy(a->state, a->next, a->game->state_size);
        a->history_length = 0;
    }
    return goes_on;
}

/* Answers without a search if there is nothing to search; false: there is. */
static bool answer_at_once(hra_uci_engine *u) {
    hra_arena *a = &u->arena;
    const bool over = u->placed && a->game->rules->to_move(a->game, a->state) == HRA_OVER;
    const int n = over ? u->words.moves(a->game, a->state, a->moves) : 0;
    double returns[HRA_MAX_SEATS] = {0};
    if (a->failed)
        complain(a, HRA_ARENA_FAILED, a->why.text);
    else if (!u->placed)
        complain(a, HRA_ARENA_CONTEXT, "there is no position: the last one was refused");
    else if (!over || (n > 0 && play_on(u)))
        return false;
    if (over && !a->failed) {
        a->game->rules->returns(a->game, a->state, returns);
        hra_protocol_say(a->dialogue, "info depth 0 score %s 0", returns[0] != 0 ? "mate" : "cp");
    }
    u->has_reply = false;
    if (n > 0 && !a->failed) { /* such as two bare kings */
        a->choice = a->moves[0];
        say_move(a);
    } else {
        hra_protocol_say(a->dialogue, "bestmove (none)");
    }
    return true;
}

static void go(hra_arena *a, char *rest) {
    hra_uci_engine *u = hra_uci_of(a);
    hra_arena_end_search(a);
    u->began = hra_clock();
    if (answer_at_once(u))
        return;
    hra_uci_read_wish(u, rest, &u->wish);
    u->has_reply = false;
    u->told = 0;
    hra_arena_think(a, &u->wish.limits, u->wish.infinite || u->wish.ponder);
}

/* The expected move was made: the clock runs from now on. */
static void ponder_hit(hra_arena *a, char *rest) {
    hra_uci_engine *u = hra_uci_of(a);
    if (a->moment == HRA_ARENA_HOLDING && u->wish.ponder && !u->wish.infinite)
        hra_arena_end_search(a);
    if (a->moment != HRA_ARENA_THINKING || !u->wish.ponder || u->wish.infinite)
        return;
    hra_protocol_halt(a->dialogue);
    u->wish.ponder = a->infinite = false;
    a->question.limits = u->wish.limits;
    u->began = hra_clock();
    if (hra_protocol_begin(a->dialogue) != 0)
        hra_arena_end_search(a);
}

static void pass_over(hra_arena *a, char *rest) {}

/* clang-format cannot align a table that ends with {0}. */
/* clang-format off */
static const hra_arena_command commands[] = {
    {"uci",        introduce,       false, false},
    {"debug",      pass_over,       true,  false},
    {"register",   pass_over,       true,  false},
    {"isready",    ready,           false, true},
    {"setoption",  set_option,      false, false},
    {"ucinewgame", new_game,        false, false},
    {"position",   set_position,    false, false},
    {"go",         go,              false, true},
    {"stop",       hra_arena_stop,  false, false},
    {"ponderhit",  ponder_hit,      false, false},
    {"quit",       hra_arena_quit,  false, false},
    {0},
};
/* clang-format on */

static const hra_arena_kind kind = {.commands = commands,
                                    .complain = complain,
                                    .say_move = say_move,
                                    .tell = tell,
                                    .set = set,
                                    .think = hra_uci_think};

/* ---- the dialogue ---------------------------------------------------------------------------*/

static bool is_command(const char *text, size_t length) {
    for (const hra_arena_command *c = commands; c->name; c++)
        if (strlen(c->name) == length && memcmp(c->name, text, length) == 0)
            return true;
    return false;
}

/* What comes before a word that is known is passed over: "joho debug on" is "debug on". */
static hra_protocol_answer take_line(void *self, char *text) {
    for (char *at = text; at && *at;) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, " \t");
        if (is_command(at, length))
            return hra_arena_line(self, at);
        at += length;
    }
    return text ? HRA_PROTOCOL_DONE : hra_arena_line(self, NULL);
}

static void close_uci(void *self) {
    hra_uci_engine *u = self;
    hra_arena_close(&u->arena);
    hra_analysis_release(&u->result);
    free(u->found);
    free(u);
}

static hra_err open_uci(hra_protocol *dialogue, void **self, hra_error *why) {
    const hra_protocol_context *context = hra_protocol_context_of(dialogue);
    hra_uci_engine *u = calloc(1, sizeof *u);
    if (!u)
        return hra_no_memory(why);
    hra_analysis_init(&u->result);
    hra_err err = hra_uci_take(&u->words, context->game, why);
    if (!err && u->words.claims(context->game))
        err = hra_fail(why, HRA_EFIT, -1, "UCI has no claims of draws: leave out draws=claim");
    if (!err)
        err = hra_arena_open(&u->arena, &kind, dialogue, why);
    if (!err && !(u->found = calloc(2 * HRA_UCI_LINES, sizeof *u->found)))
        err = hra_no_memory(why);
    if (err) {
        close_uci(u);
        return err;
    }
    (void)hra_snprintf(u->player, sizeof u->player, "%s",
                       context->player ? context->player : u->words.player);
    (void)hra_snprintf(u->arena.spec, sizeof u->arena.spec, "%s", u->player);
    u->rook = u->words.is_960(context->game);
    u->lines = 1;
    u->elo = strongest(u);
    u->words.start(context->game, u->arena.state);
    u->placed = true;
    *self = &u->arena;
    return HRA_OK;
}

const hra_protocol_kind hra_protocol_uci = {
    .size = sizeof(hra_protocol_kind),
    .name = "uci",
    .summary = "chess engine (UCI)",
    .help = "Speaks the Universal Chess Interface on standard input and output: uci, isready,\nsetoption, "
            "ucinewgame, position, go, stop, ponderhit, quit. PLAYER: the player\n(default: the game's, as "
            "strong as "
            "its time allows); a window can set another by\nthe option player. Ctrl-C ends it.\n",
    .open = open_uci,
    .close = close_uci,
    .line = take_line,
    .refuse = hra_arena_refuse,
    .work = hra_arena_work,
    .worked = hra_arena_worked,
    .fits = hra_uci_fits,
};

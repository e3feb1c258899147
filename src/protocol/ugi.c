/* UGI, by which arenas play any game of two seats without chance (K. Miller, cutegames, ugi.md as of commit
 * 0c6206e): ugi, isready, setoption, uginewgame, position, go, stop, query, quit. Moves and positions are
 * written as the game writes them. Every `go` gets one `bestmove`. An error is a line `info string`. */
#include <stdlib.h>
#include <string.h>

#include "players/time_control.h"
#include "rules/rules_complete.h"
#include "ugi.h"
#include "ugi_common.h"

bool hra_ugi_fits(const hra_game *game) {
    return game->seats == 2 && game->max_chances == 0;
}

/* Of a command that is not known UGI says nothing. */
static void complain(const hra_arena *a, hra_arena_fault fault, const char *text) {
    if (fault != HRA_ARENA_UNKNOWN)
        hra_protocol_say(a->dialogue, "info string %s", text);
}

/* Sends the move when a search is over. */
static void say_move(const hra_arena *a) {
    hra_text move;
    hra_text_init(&move);
    a->game->rules->text->show_move(a->game, a->state, a->choice, &move);
    if (move.err)
        complain(a, HRA_ARENA_FAILED, hra_err_text(move.err));
    else
        hra_protocol_say(a->dialogue, "bestmove %s", hra_text_string(&move));
    hra_text_release(&move);
}

static void tell(const hra_arena *a, const hra_decision *thought, double seconds) {
    hra_text text;
    hra_text_init(&text);
    if (thought->depth > 0)
        hra_text_addf(&text, " depth %d", thought->depth);
    hra_text_addf(&text, " time %.0f", 1000 * seconds);
    if (thought->nodes > 0)
        hra_text_addf(&text, " nodes %llu", (unsigned long long)thought->nodes);
    memcpy(a->next, a->state, a->game->state_size);
    for (int i = 0; i < thought->length; i++) {
        hra_text_add(&text, i ? " " : " pv ");
        a->game->rules->text->show_move(a->game, a->next, thought->line[i], &text);
        a->game->rules->apply(a->game, a->next, thought->line[i]);
    }
    if (!text.err)
        hra_protocol_say(a->dialogue, "info%s", hra_text_string(&text));
    hra_text_release(&text);
}

/* ---- what an arena says ---------------------------------------------------------------------*/

static void introduce(hra_arena *a, char *rest) {
    hra_arena_introduce(a);
    hra_protocol_say(a->dialogue, "ugiok");
}

static void new_game(hra_arena *a, char *rest) {
    hra_arena_new_game(a);
}

/* Makes the moves of a text with blanks between them in a->next. */
static hra_err make_moves(hra_arena *a, char *text, hra_error *why) {
    const hra_rules *rules = a->game->rules;
    hra_err err = HRA_OK;
    a->history_length = 0;
    for (size_t length; !err && *text; text += length) {
        hra_move move;
        length = strcspn(text, " ");
        char *end = text + length;
        length += strspn(end, " ");
        *end = '\0';
        if (a->history_length == HRA_ARENA_MOVES)
            return hra_fail(why, HRA_ELIMIT, -1, "more than %d moves", HRA_ARENA_MOVES);
        if (rules->to_move(a->game, a->next) < 0)
            return hra_fail(why, HRA_EINPUT, -1, "the game is over before %.40s", text);
        err = hra_game_parse_move(a->game, a->next, text, &move, why);
        if (!err && (err = hra_game_check_move(a->game, a->next, move)) != 0)
            (void)(err == HRA_ENOMEM ? hra_no_memory(why)
                                     : hra_fail(why, err, -1, "illegal move %.40s", text));
        if (!err) {
            a->history[a->history_length++] = hra_game_key(a->game, a->next);
            rules->apply(a->game, a->next, move);
        }
    }
    return err;
}

static void set_position(hra_arena *a, char *rest) {
    hra_error why = {0};
    char *moves = hra_arena_behind(rest, "moves"), *fen = hra_arena_behind(rest, "fen");
    hra_err err = HRA_OK;
    hra_arena_end_search(a);
    if (fen && *rest == '\0')
        err = hra_game_read_position(a->game, fen, a->next, &why);
    else if (strcmp(rest, "startpos") == 0)
        a->game->rules->init(a->game, a->next);
    else
        err = hra_fail(&why, HRA_EINPUT, -1, "position needs startpos or fen");
    int before = a->history_length;
    if (!err)
        err = make_moves(a, moves ? moves : rest + strlen(rest), &why);
    if (err) {
        a->history_length = before;
        complain(a, HRA_ARENA_ARGUMENT, why.text[0] ? why.text : hra_err_text(err));
    } else {
        memcpy(a->state, a->next, a->game->state_size);
    }
}

static bool read_limits(const hra_arena *a, const char *rest, hra_limits *out) {
    double depth = 0, nodes = 0, move_time = -1, time[2] = {-1, -1}, inc[2] = {0, 0};
    int seat = a->game->rules->to_move(a->game, a->state);
    if (!hra_arena_number(rest, "depth", &depth) || !hra_arena_number(rest, "nodes", &nodes) ||
        !hra_arena_number(rest, "movetime", &move_time) || !hra_arena_number(rest, "p1time", &time[0]) ||
        !hra_arena_number(rest, "p2time", &time[1]) || !hra_arena_number(rest, "p1inc", &inc[0]) ||
        !hra_arena_number(rest, "p2inc", &inc[1]))
        return false;
    *out = (hra_limits){
        .depth = depth < 1000 ? (int)depth : 1000, .nodes = (uint64_t)nodes, .playouts = (uint64_t)nodes};
    if (time[seat] >= 0)
        out->seconds = hra_time_share(time[seat] / 1000, inc[seat] / 1000, HRA_TIME_MOVES);
    else if (move_time >= 0)
        out->seconds = move_time < 1 ? 0.001 : move_time / 1000;
    return true;
}

static void go(hra_arena *a, char *rest) {
    hra_limits limits;
    hra_arena_end_search(a);
    const char *why = a->failed ? a->why.text
                      : a->game->rules->to_move(a->game, a->state) == HRA_OVER
                          ? "the game is over in this position"
                      : !read_limits(a, rest, &limits) ? "go: numbers are from 0 on"
                                                       : NULL;
    if (why)
        complain(a, HRA_ARENA_ARGUMENT, why);
    else
        hra_arena_think(a, &limits, hra_arena_behind(rest, "infinite") != NULL);
}

static void query(hra_arena *a, char *rest) {
    double returns[HRA_MAX_SEATS] = {0};
    int seat = a->game->rules->to_move(a->game, a->state);
    if (seat == HRA_OVER)
        a->game->rules->returns(a->game, a->state, returns);
    const char *result = seat != HRA_OVER          ? "none"
                         : returns[0] > returns[1] ? "p1win"
                         : returns[1] > returns[0] ? "p2win"
                                                   : "draw";
    if (strcmp(rest, "gameover") == 0)
        hra_protocol_say(a->dialogue, "response %s", seat == HRA_OVER ? "true" : "false");
    else if (strcmp(rest, "p1turn") == 0)
        hra_protocol_say(a->dialogue, "response %s", seat == 0 ? "true" : "false");
    else if (strcmp(rest, "result") == 0)
        hra_protocol_say(a->dialogue, "response %s", result);
    else
        complain(a, HRA_ARENA_ARGUMENT, "query takes gameover, p1turn or result");
}

/* clang-format cannot align a table that ends with {0}. */
/* clang-format off */
static const hra_arena_command commands[] = {
    {"ugi",        introduce,            false, false},
    {"isready",    hra_arena_ready,      false, true},
    {"setoption",  hra_arena_set_option, false, false},
    {"uginewgame", new_game,             false, false},
    {"position",   set_position,         false, false},
    {"go",         go,                   false, true},
    {"stop",       hra_arena_stop,       false, false},
    {"query",      query,                false, false},
    {"quit",       hra_arena_quit,       false, false},
    {0},
};
/* clang-format on */

static const hra_arena_kind kind = {
    .commands = commands, .complain = complain, .say_move = say_move, .tell = tell};

static hra_err open_ugi(hra_protocol *dialogue, void **self, hra_error *why) {
    hra_arena *a = calloc(1, sizeof *a);
    if (!a)
        return hra_no_memory(why);
    hra_err err = hra_arena_open(a, &kind, dialogue, why);
    if (err)
        free(a);
    else
        *self = a;
    return err;
}

static void close_ugi(void *self) {
    hra_arena_close(self);
    free(self);
}

const hra_protocol_kind hra_protocol_ugi = {
    .size = sizeof(hra_protocol_kind),
    .name = "ugi",
    .summary = "engine for games of two without chance (UGI)",
    .help = "Speaks the Universal Game Interface on standard input and output: ugi, isready,\nsetoption, "
            "uginewgame, position, go, stop, query, quit. Moves and positions are\nthose of hra play and hra "
            "show. PLAYER: the player (default: the game's best);\nan arena can set another by the option "
            "player. Ctrl-C ends it.\n",
    .open = open_ugi,
    .close = close_ugi,
    .line = hra_arena_line,
    .refuse = hra_arena_refuse,
    .work = hra_arena_work,
    .worked = hra_arena_worked,
    .fits = hra_ugi_fits,
};

/* UBGI, a protocol for games between programs of backgammon (bungogood/bgci, docs/ubgi-v0.1-spec.md, commit
 * 8c8a7b0): ubgi, setoption, isready, newgame, position, dice, go, stop, quit; each `go role chequer` gets
 * one `bestmove`. Decisions about the cube are not supported, nor those of a points match: such requests
 * get an error. An error is a line `error` with a code. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ubgi.h"
#include "ugi_common.h"

typedef struct ubgi {
    hra_arena arena; /* what is handed around is this: the first member */
    hra_ubgi words;
    bool placed; /* a position was given, in arena.state */
    int dice[2]; /* 0, 0: none were given */
} ubgi;

static ubgi *of(hra_arena *a) {
    return (ubgi *)a;
}

hra_err hra_ubgi_take(hra_ubgi *out, const hra_game *game, hra_error *why) {
    hra_err err = hra_arena_words(out, sizeof *out, game, "ubgi", why);
    if (!err && (!out->variant || !out->place || !out->dice || !out->throw_dice || !out->show || !out->play))
        err = hra_arena_lacks(game, "ubgi", why);
    return err;
}

bool hra_ubgi_fits(const hra_game *game) {
    hra_ubgi words;
    return hra_ubgi_take(&words, game, NULL) == HRA_OK && words.variant(game) != NULL;
}

/* ---- what it says ---------------------------------------------------------------------------*/

static void complain(const hra_arena *a, hra_arena_fault fault, const char *text) {
    static const char *const codes[] = {
        [HRA_ARENA_UNKNOWN] = "unknown_command", [HRA_ARENA_ARGUMENT] = "bad_argument",
        [HRA_ARENA_CONTEXT] = "missing_context", [HRA_ARENA_FEATURE] = "unsupported_feature",
        [HRA_ARENA_FAILED] = "internal",
    };
    hra_protocol_say(a->dialogue, "error %s %s", codes[fault], text);
}

static void say_move(const hra_arena *a) {
    const ubgi *u = (const ubgi *)a;
    hra_text move;
    hra_text_init(&move);
    u->words.play(a->game, a->state, a->choice, &move);
    if (move.err)
        complain(a, HRA_ARENA_FAILED, hra_err_text(move.err));
    else
        hra_protocol_say(a->dialogue, "bestmove %s", hra_text_string(&move));
    hra_text_release(&move);
}

/* The moves after this one depend on dice that are not rolled yet. */
static void tell(const hra_arena *a, const hra_decision *thought, double seconds) {
    const ubgi *u = (const ubgi *)a;
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "info role chequer time_ms %.0f", 1000 * seconds);
    if (thought->depth > 0)
        hra_text_addf(&text, " depth %d", thought->depth);
    if (thought->nodes > 0)
        hra_text_addf(&text, " nodes %llu", (unsigned long long)thought->nodes);
    if (thought->length > 0) {
        hra_text_add(&text, " pv ");
        u->words.play(a->game, a->state, thought->line[0], &text);
    }
    if (!text.err)
        hra_protocol_say(a->dialogue, "%s", hra_text_string(&text));
    hra_text_release(&text);
}

/* ---- what the other end sends ---------------------------------------------------------------*/

static void introduce(hra_arena *a, char *rest) {
    hra_arena_introduce(a);
    hra_protocol_say(a->dialogue, "option name Variant type combo default %s var %s",
                     of(a)->words.variant(a->game), of(a)->words.variant(a->game));
    hra_protocol_say(a->dialogue, "option name Deterministic type check default true");
    hra_protocol_say(a->dialogue, "option name EvalMode type combo default cubeless var cubeless");
    hra_protocol_say(a->dialogue, "ubgiok");
}

/* Each of these has one value that is possible. */
static bool set(hra_arena *a, const char *name, const char *value, hra_error *why) {
    const struct {
        const char *name, *value;
    } options[] = {
        {"Variant", of(a)->words.variant(a->game)},
        {"Deterministic", "true"},
        {"EvalMode", "cubeless"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcasecmp(name, options[i].name) == 0) {
            if (strcasecmp(value, options[i].value) != 0)
                hra_fail(why, HRA_EFIT, -1, "%s is %s here, not '%.40s'", options[i].name, options[i].value,
                         value);
            return true;
        }
    return false;
}

static void new_game(hra_arena *a, char *rest) {
    hra_arena_new_game(a);
    of(a)->placed = false;
    of(a)->dice[0] = of(a)->dice[1] = 0;
}

/* The one of some words that stands at the front of a text, and the text behind it; NULL: none does. */
static const char *take_word(const char *const *words, char **rest) {
    size_t length = strcspn(*rest, " ");
    for (; *words; words++)
        if (strlen(*words) == length && memcmp(*words, *rest, length) == 0) {
            *rest += length + strspn(*rest + length, " ");
            return *words;
        }
    return NULL;
}

static void set_position(hra_arena *a, char *rest) {
    static const char *const kinds[] = {"gnubgid", "xgid", NULL};
    ubgi *u = of(a);
    hra_error why = {0};
    hra_err err = HRA_OK;
    hra_arena_end_search(a);
    if (!take_word(kinds, &rest) || !*rest)
        err = hra_fail(&why, HRA_EINPUT, -1, "position needs gnubgid or xgid, and an ID");
    else
        err = u->words.place(a->game, rest, a->next, &why);
    if (err) {
        complain(a, HRA_ARENA_ARGUMENT, why.text[0] ? why.text : hra_err_text(err));
        return;
    }
    memcpy(a->state, a->next, a->game->state_size);
    u->placed = true;
    int dice[2];
    u->words.dice(a->game, a->state, dice);
    if (dice[0])
        memcpy(u->dice, dice, sizeof dice);
}

/* A die at the front of a text, and what follows behind it; 0: there is none. */
static int take_die(char **rest) {
    char *at = *rest;
    if (*at < '1' || *at > '6' || (at[1] && at[1] != ' '))
        return 0;
    *rest = at + 1 + strspn(at + 1, " ");
    return *at - '0';
}

static void set_dice(hra_arena *a, char *rest) {
    int one = take_die(&rest), two = one ? take_die(&rest) : 0;
    hra_arena_end_search(a);
    if (!two || *rest) {
        complain(a, HRA_ARENA_ARGUMENT, "dice needs two numbers from 1 to 6");
        return;
    }
    of(a)->dice[0] = one;
    of(a)->dice[1] = two;
}

/* The state that is asked about, or what is wrong with it. */
static const char *throw_dice(ubgi *u, hra_arena_fault *fault) {
    hra_arena *a = &u->arena;
    *fault = HRA_ARENA_CONTEXT;
    if (!u->placed)
        return "there is no position";
    if (!u->dice[0])
        return "there are no dice";
    *fault = HRA_ARENA_ARGUMENT;
    return u->words.throw_dice(a->game, a->state, u->dice) ? NULL : "the game is over in this position";
}

/* `trials` are playouts, for players that make such. */
static bool read_limits(const char *rest, hra_limits *out) {
    double depth = 0, nodes = 0, trials = 0, move_time = -1;
    if (!hra_arena_number(rest, "depth", &depth) || !hra_arena_number(rest, "nodes", &nodes) ||
        !hra_arena_number(rest, "trials", &trials) || !hra_arena_number(rest, "movetime", &move_time))
        return false;
    *out = (hra_limits){
        .depth = depth < 1000 ? (int)depth : 1000, .nodes = (uint64_t)nodes, .playouts = (uint64_t)trials};
    if (move_time >= 0)
        out->seconds = move_time < 1 ? 0.001 : move_time / 1000;
    return true;
}

static void go(hra_arena *a, char *rest) {
    static const char *const role[] = {"role", NULL}, *const roles[] = {"chequer", NULL};
    hra_arena_fault fault = HRA_ARENA_FAILED;
    hra_limits limits;
    const char *why = NULL;
    hra_arena_end_search(a);
    if (a->failed) {
        why = a->why.text;
    } else if (take_word(role, &rest) && !take_word(roles, &rest)) {
        fault = HRA_ARENA_FEATURE;
        why = "decisions are made about checkers here, by 'go role chequer', not about the cube";
    } else if (!read_limits(rest, &limits)) {
        fault = HRA_ARENA_ARGUMENT;
        why = "go: numbers are from 0 on";
    } else {
        why = throw_dice(of(a), &fault);
    }
    if (why)
        complain(a, fault, why);
    else
        hra_arena_think(a, &limits, false);
}

/* Refuses all options of a game except those of a single money game with a centred cube. */
static void refuse_unless(hra_arena *a, const char *rest, const char *usual) {
    if (strcmp(rest, usual) != 0)
        complain(a, HRA_ARENA_FEATURE, "games are single ones for money here, without the cube");
}

static void new_session(hra_arena *a, char *rest) {
    static const char *const type[] = {"type", NULL}, *const types[] = {"money", NULL};
    if (!take_word(type, &rest) || !take_word(types, &rest))
        refuse_unless(a, rest, "");
}

static void set_score(hra_arena *a, char *rest) {
    refuse_unless(a, rest, "0 0");
}

static void set_cube(hra_arena *a, char *rest) {
    refuse_unless(a, rest, "value 1 owner center");
}

/* The ID of a position is seen from the side to move, so the turn does not change it. */
static void set_turn(hra_arena *a, char *rest) {
    if (strcmp(rest, "p0") != 0 && strcmp(rest, "p1") != 0)
        complain(a, HRA_ARENA_ARGUMENT, "setturn takes p0 or p1");
}

/* ---- the kind -------------------------------------------------------------------------------*/

/* clang-format cannot align a table that ends with {0}. */
/* clang-format off */
static const hra_arena_command commands[] = {
    {"ubgi",       introduce,            false, false},
    {"isready",    hra_arena_ready,      false, true},
    {"setoption",  hra_arena_set_option, false, false},
    {"newgame",    new_game,             false, false},
    {"newsession", new_session,          false, false},
    {"setscore",   set_score,            false, false},
    {"setcube",    set_cube,             false, false},
    {"setturn",    set_turn,             false, false},
    {"position",   set_position,         false, false},
    {"dice",       set_dice,             false, false},
    {"go",         go,                   false, true},
    {"stop",       hra_arena_stop,       false, false},
    {"quit",       hra_arena_quit,       false, false},
    {0},
};
/* clang-format on */

static const hra_arena_kind kind = {
    .commands = commands, .complain = complain, .say_move = say_move, .tell = tell, .set = set};

static hra_err open_ubgi(hra_protocol *dialogue, void **self, hra_error *why) {
    ubgi *u = calloc(1, sizeof *u);
    if (!u)
        return hra_no_memory(why);
    hra_err err = hra_ubgi_take(&u->words, hra_protocol_context_of(dialogue)->game, why);
    if (!err)
        err = hra_arena_open(&u->arena, &kind, dialogue, why);
    if (err)
        free(u);
    else
        *self = &u->arena;
    return err;
}

static void close_ubgi(void *self) {
    ubgi *u = of(self);
    hra_arena_close(&u->arena);
    free(u);
}

const hra_protocol_kind hra_protocol_ubgi = {
    .size = sizeof(hra_protocol_kind),
    .name = "ubgi",
    .summary = "backgammon engine (UBGI)",
    .help = "Speaks the Universal Backgammon Interface 0.1 on standard input and output: ubgi,\nsetoption, "
            "isready, newgame, position, dice, go role chequer, stop, quit. PLAYER:\nthe player (default: "
            "the game's best); another program can set another by the\noption player. Ctrl-C ends it.\n",
    .open = open_ubgi,
    .close = close_ubgi,
    .line = hra_arena_line,
    .refuse = hra_arena_refuse,
    .work = hra_arena_work,
    .worked = hra_arena_worked,
    .fits = hra_ubgi_fits,
};

/* hra as an external player of GNU Backgammon: each line `board:...` is a decision, which gets one line as
 * its answer. That program takes any answer, and unknown words have ended it, so errors are returned after
 * `error`, for the owner of the dialogue and not for the other end, and end the dialogue. */
#include <stdlib.h>
#include <string.h>

#include "gnubg.h"
#include "ugi_common.h"

typedef struct gnubg {
    hra_arena arena; /* what is handed around is this: the first member */
    hra_fibs words;
} gnubg;

static gnubg *of(hra_arena *a) {
    return (gnubg *)a;
}

hra_err hra_gnubg_take(hra_fibs *out, const hra_game *game, hra_error *why) {
    hra_err err = hra_arena_words(out, sizeof *out, game, "gnubg", why);
    if (!err && (!out->fits || !out->read || !out->show || !out->answer))
        err = hra_arena_lacks(game, "gnubg", why);
    return err;
}

bool hra_gnubg_fits(const hra_game *game) {
    hra_fibs words;
    return hra_gnubg_take(&words, game, NULL) == HRA_OK && words.fits(game);
}

static void complain(const hra_arena *a, hra_arena_fault fault, const char *text) {
    hra_protocol_say(a->dialogue, "error %s", text);
}

static void say_move(const hra_arena *a) {
    hra_text text;
    hra_text_init(&text);
    ((const gnubg *)a)->words.answer(a->game, a->state, a->choice, &text);
    if (text.err)
        complain(a, HRA_ARENA_FAILED, hra_err_text(text.err));
    else
        hra_protocol_say(a->dialogue, "%s", hra_text_string(&text));
    hra_text_release(&text);
}

/* The program gets nothing but answers. */
static void tell(const hra_arena *a, const hra_decision *thought, double seconds) {}

static void decide(hra_arena *a, char *line) {
    const hra_limits none = {0};
    hra_error why = {0};
    hra_err err = a->failed;
    hra_arena_end_search(a);
    if (err)
        why = a->why;
    else
        err = of(a)->words.read(a->game, line, a->next, &why);
    if (err) {
        complain(a, HRA_ARENA_ARGUMENT, why.text[0] ? why.text : hra_err_text(err));
        a->over = true;
        return;
    }
    memcpy(a->state, a->next, a->game->state_size);
    a->games++; /* each decision draws its own numbers */
    if (a->game->rules->to_move(a->game, a->state) == HRA_CHANCE)
        hra_protocol_say(a->dialogue, "roll");
    else
        hra_arena_think(a, &none, false);
}

/* As its own socket says it: so that hra may sit where it does. */
static void say_version(hra_arena *a, char *rest) {
    hra_protocol_say(a->dialogue, "Interface: 2");
}

/* clang-format off */
static const hra_arena_command commands[] = {
    {"board",   decide,         false, true},
    {"version", say_version,    false, false},
    {"exit",    hra_arena_quit, false, false},
    {0},
};
/* clang-format on */

static const hra_arena_kind kind = {
    .commands = commands, .complain = complain, .say_move = say_move, .tell = tell};

/* The command is the line itself, which a dialogue of words would not find in it. */
static hra_protocol_answer take_line(void *self, char *text) {
    enum { NAME = 6 /* "board " */ };
    if (!text || strncmp(text, "board:", NAME) != 0)
        return hra_arena_line(self, text);
    size_t length = strlen(text);
    char *line = malloc(length + NAME + 1);
    if (!line) {
        complain(self, HRA_ARENA_FAILED, hra_err_text(HRA_ENOMEM));
        return HRA_PROTOCOL_BYE;
    }
    memcpy(line, "board ", NAME);
    memcpy(line + NAME, text, length + 1);
    hra_protocol_answer answer = hra_arena_line(self, line);
    free(line);
    return answer;
}

static hra_err open_gnubg(hra_protocol *dialogue, void **self, hra_error *why) {
    gnubg *g = calloc(1, sizeof *g);
    if (!g)
        return hra_no_memory(why);
    hra_err err = hra_gnubg_take(&g->words, hra_protocol_context_of(dialogue)->game, why);
    if (!err)
        err = hra_arena_open(&g->arena, &kind, dialogue, why);
    if (err)
        free(g);
    else
        *self = &g->arena;
    return err;
}

static void close_gnubg(void *self) {
    gnubg *g = of(self);
    hra_arena_close(&g->arena);
    free(g);
}

const hra_protocol_kind hra_protocol_gnubg = {
    .size = sizeof(hra_protocol_kind),
    .name = "gnubg",
    .summary = "backgammon engine for GNU Backgammon (external player)",
    .help = "Answers GNU Backgammon as its external player. With --listen 4321, type there:\nset player 0 "
            "external localhost:4321. PLAYER: the player (default: the game's\nbest). Ctrl-C ends it.\n",
    .open = open_gnubg,
    .close = close_gnubg,
    .line = take_line,
    .refuse = hra_arena_refuse,
    .work = hra_arena_work,
    .worked = hra_arena_worked,
    .fits = hra_gnubg_fits,
    .errors_to_stderr = true,
};

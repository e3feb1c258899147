/* Programs of chess as players, by UCI (uci.c has the source): uci, id, option, uciok; setoption, isready, readyok;
 * then for each move position, go, info, bestmove. What they say of a position is brought to the scale of results, as
 * winning chances are counted from pawns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/rules_complete.h"
#include "uci.h"
#include "ugi_common_client.h"

enum {
    LINES = 64 /* that are kept */,
    LINE = 32 * 6 /* bytes of moves */,
    MOST_OPTIONS = 1 << 20 /* bytes of their names */
};

/* A line of `info`. */
typedef struct heard_line {
    int depth; /* 0: none came */
    hra_uci_score score;
    bool bound; /* the score is only a bound */
    char moves[LINE];
} heard_line;

typedef struct uci_client {
    hra_uci words;
    hra_past past;
    hra_text options; /* that the program has, a name a line */
    bool has_960, has_variant;
    heard_line line[LINES];
} uci_client;

/* ---- beginning ------------------------------------------------------------------------------*/

/* The text of a line between a word and the next one of these, or the end. */
static size_t length_until(const char *text, const char *word) {
    const char *end = strstr(text, word);
    return end ? (size_t)(end - text) : strlen(text);
}

/* "name UCI_Variant type combo default chess var chess var losalamos" */
static void note_option(hra_client *c, const char *text) {
    uci_client *u = c->self;
    if (strncmp(text, "name ", 5) != 0)
        return;
    const char *name = text + 5;
    const size_t length = length_until(name, " type ");
    if (u->options.length + length >= MOST_OPTIONS)
        return; /* no program has as many: it is one without end */
    hra_text_add_bytes(&u->options, name, length);
    hra_text_add_char(&u->options, '\n');
    if (length == strlen("UCI_Chess960") && strncasecmp(name, "UCI_Chess960", length) == 0)
        u->has_960 = true;
    if (length != strlen("UCI_Variant") || strncasecmp(name, "UCI_Variant", length) != 0)
        return;
    const char *wanted = u->words.variant(c->game), *at = name + length;
    for (const size_t n = strlen(wanted); (at = strstr(at, " var ")) != NULL;) {
        at += strlen(" var ");
        u->has_variant = u->has_variant || (strncmp(at, wanted, n) == 0 && (at[n] == ' ' || at[n] == '\0'));
    }
}

static hra_err hear_until(hra_client *c, const char *word) {
    hra_err err;
    while ((err = hra_client_hear(c)) == 0 && !hra_client_behind(c, word)) {
        const char *option = hra_client_behind(c, "option");
        hra_arena_client_id(c);
        if (option)
            note_option(c, option);
        else if (!hra_client_behind(c, "id") && !hra_client_behind(c, "info"))
            hra_client_pass_over(c, hra_text_string(&c->line));
    }
    return err;
}

/* Tells it which chess is played. */
static hra_err choose_game(hra_client *c) {
    const uci_client *u = c->self;
    const char *variant = u->words.variant(c->game);
    const bool chess = strcmp(variant, "chess") == 0;
    hra_err err = HRA_OK;
    if (!chess && !u->has_variant)
        err = hra_client_fail(c, HRA_EFIT, "does not play %s: it has no such UCI_Variant,", variant);
    else if (u->words.is_960(c->game) && !u->has_960)
        err = hra_client_fail(c, HRA_EFIT, "does not play Chess960: it has no option UCI_Chess960,");
    if (!err && !chess)
        err = hra_client_say(c, "setoption name UCI_Variant value %s", variant);
    if (!err && u->words.is_960(c->game))
        err = hra_client_say(c, "setoption name UCI_Chess960 value true");
    return err;
}

static hra_err greet(hra_client *c) {
    uci_client *u = c->self;
    hra_text_clear(&u->options);
    u->has_960 = u->has_variant = false;
    hra_err err = hra_client_say(c, "uci");
    if (!err)
        err = hear_until(c, "uciok");
    if (!err && u->options.err)
        err = hra_no_memory(&c->why);
    return err ? err : choose_game(c);
}

/* Whether a name is that of an option, whose blanks may be missing: "SkillLevel" is "Skill Level". */
static bool is_named(const char *option, size_t length, const char *name, size_t name_length) {
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        if (option[i] == ' ')
            continue;
        if (at == name_length || strncasecmp(option + i, name + at, 1) != 0)
            return false;
        at++;
    }
    return at == name_length;
}

static hra_err set(hra_client *c, int name_length, const char *name, int value_length, const char *value) {
    const uci_client *u = c->self;
    const char *at = hra_text_string(&u->options);
    for (size_t length; *at; at += length + 1) {
        length = strcspn(at, "\n");
        if (is_named(at, length, name, (size_t)name_length))
            return hra_client_say(c, "setoption name %.*s value %.*s", (int)length, at, value_length, value);
    }
    return hra_client_fail(c, HRA_EINPUT, "has no option '%.*s'", name_length < 60 ? name_length : 60, name);
}

static hra_err prepare(hra_client *c) {
    hra_err err = hra_client_say(c, "isready");
    return err ? err : hear_until(c, "readyok");
}

/* ---- a question -----------------------------------------------------------------------------*/

/* Cuts what hra writes behind the six fields of a FEN. */
static void cut_position(hra_text *text) {
    enum { FIELDS = 6 };
    int blanks = 0;
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] == ' ' && ++blanks == FIELDS) {
            text->length = i;
            text->data[i] = '\0';
        }
}

static hra_err say_position(hra_client *c, const hra_question *q) {
    uci_client *u = c->self;
    const hra_game *game = c->game;
    hra_text text;
    hra_text_init(&text);
    if (c->fresh)
        hra_past_begin(&u->past, q->state);
    else
        hra_past_come_to(&u->past, q->state);
    int known = hra_past_known(&u->past, q), first = u->past.count - known;
    game->rules->text->write_position(game, hra_past_state(&u->past, first), &text);
    cut_position(&text);
    for (int i = first; i < u->past.count; i++) {
        hra_text_add(&text, i > first ? " " : " moves ");
        u->words.show(game, hra_past_state(&u->past, i), u->past.moves[i], u->words.is_960(game), &text);
    }
    hra_err err =
        text.err ? hra_no_memory(&c->why) : hra_client_say(c, "position fen %s", hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

static hra_err say_go(hra_client *c, const hra_limits *limits) {
    static const char sides[] = "wb";
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, "go");
    if (limits->depth)
        hra_text_addf(&line, " depth %d", limits->depth);
    if (limits->nodes)
        hra_text_addf(&line, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->seconds > 0)
        hra_text_addf(&line, " movetime %.0f", fmax(1000 * limits->seconds, 1));
    for (int seat = 0; seat < 2; seat++)
        if (c->clocks.of[seat].seconds > 0)
            hra_text_addf(&line, " %ctime %.0f %cinc %.0f", sides[seat], 1000 * c->clocks.of[seat].seconds,
                          sides[seat], 1000 * c->clocks.of[seat].increment);
    hra_err err = line.err ? hra_no_memory(&c->why) : hra_client_say(c, "%s", hra_text_string(&line));
    hra_text_release(&line);
    return err;
}

static hra_err ask(hra_client *c, const hra_question *q, const hra_limits *limits) {
    hra_err err = HRA_OK;
    memset(((uci_client *)c->self)->line, 0, sizeof((uci_client *)c->self)->line);
    if (c->fresh)
        err = hra_client_say(c, "ucinewgame");
    if (!err && c->fresh)
        err = prepare(c);
    if (!err)
        err = say_position(c, q);
    return err ? err : say_go(c, limits);
}

/* ---- an answer ------------------------------------------------------------------------------*/

/* The text behind a word that stands for itself; NULL: it is not there. */
static const char *behind(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || at[-1] == ' ') && at[length] == ' ')
            return at + length + strspn(at + length, " ");
    return NULL;
}

static bool read_score(const char *info, heard_line *out) {
    const char *score = behind(info, "score");
    double number = 0;
    const bool mate = score && strncmp(score, "mate ", 5) == 0;
    if (!score || (!mate && strncmp(score, "cp ", 3) != 0) ||
        !hra_number_read(behind(score, mate ? "mate" : "cp"), &score, &number) || fabs(number) > 1e6)
        return false;
    score += strspn(score, " ");
    out->score = (hra_uci_score){mate ? HRA_UCI_MATE : HRA_UCI_PAWNS, (int)number};
    out->bound = strncmp(score, "lowerbound", 10) == 0 || strncmp(score, "upperbound", 10) == 0;
    return true;
}

static void note(uci_client *u, const char *info, hra_analysis *result) {
    double depth = result->depth, nodes = (double)result->nodes, number = 1, own = 0;
    heard_line line = {0};
    if (strncmp(info, "string", 6) == 0) /* words to people */
        return;
    (void)hra_arena_number(info, "depth", &own);
    (void)hra_arena_number(info, "nodes", &nodes);
    (void)hra_arena_number(info, "multipv", &number);
    depth = fmax(depth, own);
    result->depth = depth < INT16_MAX ? (int)depth : INT16_MAX;
    result->nodes = (uint64_t)nodes;
    const char *moves = behind(info, "pv");
    if (!moves || number < 1 || number > LINES || !read_score(info, &line))
        return;
    heard_line *to = &u->line[(int)number - 1];
    if (line.bound && to->depth)
        return;
    line.depth = own >= 1 && own < INT16_MAX ? (int)own : 1;
    (void)hra_snprintf(line.moves, sizeof line.moves, "%s", moves);
    *to = line;
}

static hra_err hear_move(hra_client *c, hra_analysis *result) {
    hra_err err;
    while ((err = hra_client_hear(c)) == 0 && !hra_client_behind(c, "bestmove")) {
        const char *info = hra_client_behind(c, "info");
        if (info)
            note(c->self, info, result);
        else if (!hra_client_behind(c, "readyok"))
            hra_client_pass_over(c, hra_text_string(&c->line));
    }
    return err;
}

/* Reads the moves of a line as far as they are legal; returns how many. */
static int read_moves(const uci_client *u, const void *state, const char *text, hra_move *out) {
    const hra_game *game = u->past.game;
    int n = 0;
    memcpy(u->past.next, state, game->state_size);
    for (size_t length; *text && n < HRA_THOUGHT_LINE; text += length + strspn(text + length, " ")) {
        length = strcspn(text, " \t\r");
        if (game->rules->to_move(game, u->past.next) < 0 ||
            !u->words.find(game, u->past.next, text, length, &out[n]))
            break;
        game->rules->apply(game, u->past.next, out[n++]);
    }
    return n;
}

/* What it claims, for both seats. */
static void value_of(const heard_line *line, int seat, double *value, int *distance) {
    const bool mate = line->score.kind == HRA_UCI_MATE;
    const int n = line->score.number;
    value[seat] = !mate ? hra_uci_result(n) : n > 0 ? 1 : -1;
    value[!seat] = -value[seat];
    *distance = !mate ? -1 : n > 0 ? 2 * n - 1 : -2 * n;
}

/* Puts what was said of a move to that move. */
static void take_line(const uci_client *u, const void *state, const heard_line *line, hra_analysis *out) {
    const hra_game *game = u->past.game;
    hra_move moves[HRA_THOUGHT_LINE];
    const int seat = game->rules->to_move(game, state), n = read_moves(u, state, line->moves, moves);
    for (int i = 0; i < out->move_count && n > 0; i++) {
        hra_analysis_move *at = &out->moves[i];
        if (at->move != moves[0] || at->kind != HRA_VALUE_NONE)
            continue;
        at->kind = HRA_VALUE_ESTIMATE;
        at->depth = line->depth;
        value_of(line, seat, at->value, &at->distance);
        at->line = i * HRA_THOUGHT_LINE;
        at->line_length = n;
        memcpy(out->lines + at->line, moves, (size_t)n * sizeof *moves);
        if (at->move != out->move)
            continue;
        out->kind = at->kind;
        out->distance = at->distance;
        memcpy(out->value, at->value, sizeof out->value);
        memcpy(out->pv, moves, (size_t)n * sizeof *moves);
        out->pv_length = n;
    }
}

static hra_err take_move(hra_client *c, const void *state, hra_analysis *result) {
    uci_client *u = c->self;
    char text[80];
    (void)hra_snprintf(text, sizeof text, "%s", hra_client_behind(c, "bestmove"));
    text[strcspn(text, " \t\r")] = '\0';
    if (!*text)
        return hra_client_fail(c, HRA_EPROTOCOL, "said 'bestmove' without a move");
    if (!u->words.find(c->game, state, text, strlen(text), &result->move))
        return hra_client_illegal(c, text);
    if (hra_analysis_reserve(result, c->game->max_moves, HRA_THOUGHT_LINE) != 0)
        return hra_no_memory(&c->why);
    hra_err err = hra_client_chose(c, &u->past, result);
    result->kind = HRA_VALUE_NONE;
    result->value_seat = result->distance = -1;
    result->lines_length = result->move_count * HRA_THOUGHT_LINE;
    for (int i = 0; i < LINES && !err; i++)
        if (u->line[i].depth)
            take_line(u, state, &u->line[i], result);
    return err;
}

/* ---- the kind -------------------------------------------------------------------------------*/

static void close_client(hra_client *c) {
    uci_client *u = c->self;
    if (!u)
        return;
    hra_past_release(&u->past);
    hra_text_release(&u->options);
    free(u);
    c->self = NULL;
}

static hra_err open_client(hra_client *c) {
    uci_client *u = c->self = calloc(1, sizeof *u);
    if (!u)
        return hra_no_memory(&c->why);
    hra_text_init(&u->options);
    hra_err err = hra_uci_take(&u->words, c->game, &c->why);
    if (!err && hra_past_init(&u->past, c->game) != 0)
        err = hra_no_memory(&c->why);
    return err;
}

const hra_client_kind hra_client_uci = {
    .name = "uci",
    .bye = "quit",
    .clocks = true,
    .open = open_client,
    .close = close_client,
    .greet = greet,
    .set = set,
    .prepare = prepare,
    .ask = ask,
    .hear_move = hear_move,
    .take_move = take_move,
    .fits = hra_uci_fits,
};

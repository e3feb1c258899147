/* Reading PDN: the text of one game becomes a record. */
#include <ctype.h>
#include <string.h>

#include "core/messages.h"
#include "core/utf8.h"
#include "pdn.h"

enum {
    MAX_TAG = 1024,    /* characters of a tag's value */
    MAX_WORD = 64,     /* of a move with its remarks */
    MAX_DEPTH = 100,   /* of variations in variations */
    MAX_PLIES = 10000, /* of a game */
};

#define GAME "checkers:draw=0,repetition=0"

typedef struct reader {
    const char *text;
    size_t length, at;
    int line;
    hra_game *game;
    ck_state s;
    int plies, tags;
    hra_text *out;
    hra_error *why;
    char name[32], value[MAX_TAG];
    char fen[MAX_TAG], black[MAX_TAG], white[MAX_TAG];
} reader;

static hra_err fail(const reader *r, const char *expected, const char *found) {
    return hra_fail(r->why, HRA_EINPUT, -1, "line %d: expected %s, found '%.60s'", r->line, _(expected),
                    found);
}

static int peek(const reader *r) {
    return r->at < r->length ? (unsigned char)r->text[r->at] : -1;
}

static int next(reader *r) {
    int c = peek(r);
    if (c >= 0)
        r->at++;
    if (c == '\n')
        r->line++;
    return c;
}

static void skip_line(reader *r) {
    while (peek(r) >= 0 && peek(r) != '\n')
        next(r);
}

/* { a comment } */
static hra_err skip_braces(reader *r) {
    int from = r->line, c;
    while ((c = next(r)) != '}')
        if (c < 0)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: the comment that begins here has no '}'", from);
    return HRA_OK;
}

/* Blanks and all kinds of comments, a % at the beginning of a line too. */
static hra_err skip_blanks(reader *r) {
    for (int c; (c = peek(r)) >= 0;) {
        bool first = r->at == 0 || r->text[r->at - 1] == '\n';
        if (isspace(c)) {
            next(r);
        } else if (c == ';' || (c == '%' && first)) {
            skip_line(r);
        } else if (c == '{') {
            hra_err err = skip_braces(r);
            if (err)
                return err;
        } else {
            break;
        }
    }
    return HRA_OK;
}

/* ( a line that was not played ) */
static hra_err skip_variation(reader *r) {
    int from = r->line, depth = 0;
    do {
        hra_err err = skip_blanks(r);
        if (err)
            return err;
        int c = next(r);
        if (c < 0)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: the variation that begins here has no ')'",
                            from);
        depth += (c == '(') - (c == ')');
        if (depth > MAX_DEPTH)
            return fail(r, N_("variations at most 100 deep"), _("another '('"));
    } while (depth > 0);
    return HRA_OK;
}

/* ---- tags -------------------------------------------------------------------------------------*/

/* One character of a value; it will stand in a line, so nothing in it may end one. */
static bool add_char(reader *r, size_t *n, int c) {
    if (*n + 1 == MAX_TAG)
        return false;
    r->value[(*n)++] = hra_is_control((char)c) ? ' ' : (char)c;
    r->value[*n] = '\0';
    return true;
}

/* [Name "value"] */
static hra_err read_tag(reader *r) {
    size_t n = 0;
    int c;
    next(r);
    while (peek(r) == ' ')
        next(r);
    while ((isalnum(c = peek(r)) || c == '_') && n + 1 < sizeof r->name)
        r->name[n++] = (char)next(r);
    r->name[n] = '\0';
    while (peek(r) == ' ' || peek(r) == '\t')
        next(r);
    if (n == 0 || next(r) != '"')
        return fail(r, N_("a tag such as [White \"?\"]"), r->name);
    n = 0;
    r->value[0] = '\0';
    while ((c = next(r)) != '"') {
        if (c == '\\' && (peek(r) == '"' || peek(r) == '\\'))
            c = next(r);
        if (c < 0 || c == '\n' || !add_char(r, &n, c))
            return fail(r, N_("a '\"' at the end of a tag of at most 1000 characters"), r->value);
    }
    while (peek(r) == ' ')
        next(r);
    return next(r) == ']' ? HRA_OK : fail(r, N_("']' after a tag"), r->value);
}

static bool is_name(const reader *r, const char *name) {
    const char *a = r->name;
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*name))
        a++, name++;
    return *a == *name;
}

static hra_err take_tag(reader *r) {
    if (is_name(r, "GameType") && isdigit((unsigned char)r->value[0]) &&
        (strncmp(r->value, "21", 2) != 0 || isdigit((unsigned char)r->value[2])))
        return fail(r, N_("GameType 21, English checkers"), r->value);
    if (is_name(r, "FEN")) {
        hra_error inner = {0};
        if (hra_game_read_position(r->game, r->value, &r->s, &inner) != 0)
            return hra_fail(r->why, HRA_EINPUT, -1, "line %d: FEN: %.250s", r->line, inner.text);
        memcpy(r->fen, r->value, sizeof r->fen);
    } else if (is_name(r, "Black")) {
        memcpy(r->black, r->value, sizeof r->black);
    } else if (is_name(r, "White")) {
        memcpy(r->white, r->value, sizeof r->white);
    } else if (is_name(r, "Event") || is_name(r, "Site") || is_name(r, "Date") || is_name(r, "Round")) {
        hra_text_addf(r->out, "# %s: %s\n", r->name, r->value);
    }
    return HRA_OK;
}

static hra_err read_tags(reader *r) {
    hra_err err = skip_blanks(r);
    while (!err && peek(r) == '[') {
        err = read_tag(r);
        if (!err)
            err = take_tag(r);
        r->tags++;
        if (!err)
            err = skip_blanks(r);
    }
    return err;
}

/* What was written in front of the moves: a record's header. */
static void add_header(reader *r) {
    const char *const names[2] = {r->black, r->white};
    if (r->fen[0]) {
        hra_text_add(r->out, "position ");
        ck_write_position(r->game, &r->s, r->out);
        hra_text_add_char(r->out, '\n');
    }
    for (int seat = 0; seat < 2; seat++)
        hra_text_addf(r->out, "seat %d %s\n", seat, names[seat][0] ? names[seat] : "?");
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* Letters, digits and signs up to a blank, a comment, a variation or a tag. */
static hra_err read_word(reader *r, char word[MAX_WORD]) {
    size_t n = 0;
    int c;
    while ((c = peek(r)) >= 0 && !isspace(c) && !strchr("{}()[];", c)) {
        if (n + 1 == MAX_WORD || c == 0) {
            word[n] = '\0';
            return fail(r, N_("a move, a number or a result"), word);
        }
        word[n++] = (char)next(r);
    }
    word[n] = '\0';
    return n ? HRA_OK
             : fail(r, N_("a move, a comment or a result"), c < 0 ? _("the end") : (char[]){(char)c, 0});
}

static bool is_result(const char *word) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strcmp(word, results[i]) == 0)
            return true;
    return false;
}

/* "12." and "12..." in front of a move, which may follow at once. */
static const char *after_number(const char *word) {
    const char *at = word;
    while (isdigit((unsigned char)*at))
        at++;
    if (at == word || (*at != '.' && *at))
        return word;
    while (*at == '.')
        at++;
    return at;
}

static hra_err make_move(reader *r, char *word) {
    hra_error inner = {0};
    hra_move move;
    size_t n = strlen(word);
    while (n && strchr("!?*", word[n - 1]))
        word[--n] = '\0';
    if (n == 0)
        return HRA_OK; /* a remark that stands alone */
    if (r->plies == MAX_PLIES)
        return fail(r, N_("a game of at most 10000 moves"), word);
    if (ck_parse_move(r->game, &r->s, word, &move, &inner) != 0)
        return hra_fail(r->why, HRA_EINPUT, -1, "line %d: %.280s", r->line, inner.text);
    hra_text_addf(r->out, "%d ", r->s.side);
    ck_show_move(r->game, &r->s, move, r->out);
    hra_text_add_char(r->out, '\n');
    r->game->rules->apply(r->game, &r->s, move);
    r->plies++;
    return HRA_OK;
}

/* How the rules see the end; what people agreed on or gave up is a remark. */
static void add_result(reader *r, const char *word) {
    double value[2];
    if (r->game->rules->to_move(r->game, &r->s) == HRA_OVER) {
        r->game->rules->returns(r->game, &r->s, value);
        hra_text_addf(r->out, "result %g %g\n", value[0] + 0.0, value[1] + 0.0);
    }
    hra_text_addf(r->out, "# Result: %s\n", word);
}

/* The moves up to the result; a game without one ends at the next tag or with the text. */
static hra_err read_moves(reader *r) {
    char word[MAX_WORD];
    for (;;) {
        hra_err err = skip_blanks(r);
        int c = peek(r);
        if (err)
            return err;
        if (c < 0 || c == '[')
            break;
        if (c == '(') {
            err = skip_variation(r);
        } else {
            err = read_word(r, word);
            if (!err && is_result(word)) {
                add_result(r, word);
                return skip_blanks(r);
            }
            char *move = word + (after_number(word) - word);
            if (!err && *move && *move != '$')
                err = make_move(r, move);
        }
        if (err)
            return err;
    }
    add_result(r, "none");
    return HRA_OK;
}

hra_err ck_pdn_read(const char *text, size_t length, size_t *used, int line, hra_text *record,
                    hra_error *why) {
    reader r = {.text = text, .length = length, .line = line, .out = record, .why = why};
    hra_err err = hra_game_open(&r.game, NULL, GAME, why);
    if (err)
        return err;
    r.game->rules->init(r.game, &r.s);
    hra_text_add(record, "hra-record 1\ngame " GAME "\n");
    err = read_tags(&r);
    size_t tags = r.at;
    if (!err) {
        add_header(&r);
        err = read_moves(&r);
    }
    if (!err && r.tags == 0 && tags == length) /* tags alone, or a result, are a game */
        err = hra_fail(why, HRA_EINPUT, -1, "line %d: this is no game in PDN", line);
    if (!err && record->err)
        err = hra_fail(why, record->err, -1, "%s", hra_err_text(record->err));
    hra_game_close(r.game);
    *used = r.at;
    return err;
}

/* Reading PDN: the text of one game becomes a record. */
#include <ctype.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "pdn.h"

enum {
    MAX_TAG = 1024,    /* characters of a tag's value */
    MAX_WORD = 64,     /* of a move with its remarks */
    MAX_DEPTH = 100,   /* of variations in variations */
    MAX_PLIES = 10000, /* of a game */
};

#define GAME "checkers:draw-moves=0,repetition=0"

typedef struct reader {
    hra_lines l; /* all of the text is its line */
    hra_game *game;
    ck_state s;
    int plies, tags;
    hra_text *out;
    char name[32], value[MAX_TAG];
    const char *value_at; /* in the text */
    char fen[MAX_TAG], black[MAX_TAG], white[MAX_TAG];
} reader;

static hra_err fail(reader *r, const char *expected) {
    return hra_lines_expected(&r->l, _(expected));
}

/* The same of what begins at `from`. */
static hra_err fail_at(reader *r, const char *from, const char *expected) {
    r->l.at = from;
    return fail(r, expected);
}

static int peek(const reader *r) {
    return hra_lines_peek(&r->l);
}

static int next(reader *r) {
    int c = peek(r);
    r->l.at += c >= 0;
    return c;
}

static void skip_line(reader *r) {
    while (peek(r) >= 0 && peek(r) != r->l.newline)
        next(r);
}

/* { a comment } */
static hra_err skip_braces(reader *r) {
    const char *from = r->l.at, *end = memchr(from, '}', hra_lines_left(&r->l));
    if (!end)
        return hra_lines_fail(&r->l, HRA_EINPUT, "the comment that begins here has no '}'");
    r->l.at = end + 1;
    return HRA_OK;
}

/* Blanks and all kinds of comments, a % at the beginning of a line too. */
static hra_err skip_blanks(reader *r) {
    for (int c; (c = peek(r)) >= 0;) {
        bool first = r->l.at == r->l.start || r->l.at[-1] == r->l.newline;
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
    const char *from = r->l.at;
    int depth = 0;
    do {
        hra_err err = skip_blanks(r);
        if (err)
            return err;
        int c = next(r);
        if (c < 0) {
            r->l.at = from;
            return hra_lines_fail(&r->l, HRA_EINPUT, "the variation that begins here has no ')'");
        }
        depth += (c == '(') - (c == ')');
        if (depth > MAX_DEPTH)
            return fail_at(r, r->l.at - 1, N_("variations nested at most 100 deep"));
    } while (depth > 0);
    return HRA_OK;
}

/* ---- tags -------------------------------------------------------------------------------------*/

/* [Name "value"] */
static hra_err read_tag(reader *r) {
    const char *from = r->l.at;
    size_t n = 0;
    int c;
    next(r);
    while (peek(r) == ' ')
        next(r);
    while ((isalnum(c = peek(r)) || c == '_') && n + 1 < sizeof r->name)
        r->name[n++] = (char)next(r);
    r->name[n] = '\0';
    hra_lines_blanks(&r->l);
    if (n == 0 || peek(r) != '"')
        return fail_at(r, from, N_("a tag such as [White \"?\"]"));
    r->value_at = r->l.at + 1;
    if (!hra_lines_quoted(&r->l, r->value, sizeof r->value))
        return r->l.err;
    while (peek(r) == ' ')
        next(r);
    return hra_lines_take(&r->l, "]") ? HRA_OK : fail(r, N_("']' after a tag"));
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
        return fail_at(r, r->value_at, N_("GameType 21, English checkers"));
    if (is_name(r, "FEN")) {
        hra_error inner = {0};
        if (hra_game_read_position(r->game, r->value, &r->s, &inner) != 0) {
            r->l.at = r->value_at;
            return hra_lines_fail_as(&r->l, HRA_EINPUT, &inner);
        }
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
    const char *from = r->l.at;
    size_t n = 0;
    int c;
    while ((c = peek(r)) > 0 && (isalnum(c) || (!isspace(c) && !strchr("{}()[];", c)))) {
        if (n + 1 == MAX_WORD)
            return fail_at(r, from, N_("a move, a number or a result"));
        word[n++] = (char)next(r);
    }
    word[n] = '\0';
    return n && c ? HRA_OK : fail(r, N_("a move, a comment or a result"));
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

/* `from` is where the word begins. */
static hra_err make_move(reader *r, char *word, const char *from) {
    hra_error inner = {0};
    hra_move move;
    size_t n = strlen(word);
    while (n && strchr("!?*", word[n - 1]))
        word[--n] = '\0';
    if (n == 0)
        return HRA_OK; /* a remark that stands alone */
    if (r->plies == MAX_PLIES)
        return fail_at(r, from, N_("a game of at most 10000 moves"));
    hra_err err = ck_parse_move(r->game, &r->s, word, &move, &inner);
    if (err) {
        r->l.at = from;
        return hra_lines_fail_as(&r->l, err, &inner);
    }
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
            const char *from = r->l.at;
            err = read_word(r, word);
            if (!err && is_result(word)) {
                add_result(r, word);
                return skip_blanks(r);
            }
            size_t number = err ? 0 : (size_t)(after_number(word) - word);
            if (!err && word[number] && word[number] != '$')
                err = make_move(r, word + number, from + number);
        }
        if (err)
            return err;
    }
    add_result(r, "none");
    return HRA_OK;
}

hra_err ck_pdn_read(const char *text, size_t length, size_t *used, int line, hra_text *record,
                    hra_error *why) {
    reader r = {.out = record};
    hra_err err = hra_game_open(&r.game, NULL, GAME, why);
    if (err)
        return err;
    hra_lines_open(&r.l, text, length, line, why);
    hra_lines_all(&r.l);
    r.game->rules->init(r.game, &r.s);
    hra_text_add(record, "hra-record 1\ngame " GAME "\n");
    err = read_tags(&r);
    bool only_tags = r.l.at == r.l.end;
    if (!err) {
        add_header(&r);
        err = read_moves(&r);
    }
    if (!err && r.tags == 0 && only_tags) { /* tags alone, or a result, are a game */
        r.l.at = r.l.start;
        err = hra_lines_fail(&r.l, HRA_EINPUT, "not a game in PDN");
    }
    if (!err && record->err)
        err = hra_fail(why, record->err, -1, "%s", hra_err_text(record->err));
    hra_game_close(r.game);
    *used = (size_t)(r.l.at - text);
    return err;
}

/* The rows of a screen, and the marks of the last move. */
#include <stdint.h>
#include <string.h>

#include "screen.h"

/* ---- rows -----------------------------------------------------------------------------------*/

static int least_of(int a, int b) {
    return a < b ? a : b;
}

void screen_share(const screen_wish wish[SCREEN_PARTS], int height, int rows[SCREEN_PARTS]) {
    /* The board first, so that its form does not change with the talk. */
    static const screen_part grows[] = {SCREEN_BOARD, SCREEN_TALK, SCREEN_LAST, SCREEN_ADVICE,
                                        SCREEN_PLAYERS};
    int left = height;
    for (int part = 0; part < SCREEN_PARTS; part++) {
        rows[part] = least_of(wish[part].least, left);
        left -= rows[part];
    }
    for (size_t i = 0; i < sizeof grows / sizeof *grows; i++) {
        const screen_part part = grows[i];
        int more = wish[part].most - rows[part];
        if (more > left && wish[part].whole)
            more = 0;
        rows[part] += least_of(more, left);
        left -= least_of(more, left);
    }
}

const char *screen_line_at(const char *text, int n) {
    for (; n > 0 && *text; n--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

void screen_add_line(const char *text, int n, int columns, hra_text *out) {
    const char *line = screen_line_at(text, n);
    size_t length = strcspn(line, "\n"), cut = hra_text_cut(line, length, columns);
    hra_text_add_bytes(out, line, cut);
    if (cut < length && memchr(line, '\033', cut))
        hra_text_add(out, "\033[0m");
}

static void add_row(const screen *s, screen_part part, int row, int *beside, hra_text *out) {
    size_t from = out->length;
    const bool narrow = s->side && *beside >= 0;
    if (part < SCREEN_PARTS)
        screen_add_line(s->text[part], row, narrow ? s->left : s->width, out);
    if (narrow) {
        hra_text_pad(out, from, s->left);
        screen_add_line(s->side, (*beside)++, s->width - s->left, out);
    }
    hra_text_add(out, "\n");
}

void screen_compose(const screen *s, hra_text *out) {
    static const screen_part top[] = {SCREEN_PLAYERS, SCREEN_BOARD, SCREEN_LAST, SCREEN_ADVICE};
    int spare = s->height, beside = 0, none = -1;
    for (int part = 0; part < SCREEN_PARTS; part++)
        spare -= s->rows[part];
    for (size_t i = 0; i < sizeof top / sizeof *top; i++) {
        for (int row = 0; row < s->rows[top[i]]; row++)
            add_row(s, top[i], row, &beside, out);
        /* The board stands apart, where there is room. */
        if (spare > 0 && s->rows[top[i]] && (top[i] == SCREEN_PLAYERS || top[i] == SCREEN_BOARD)) {
            add_row(s, SCREEN_PARTS, 0, &beside, out);
            spare--;
        }
    }
    for (; spare > 0; spare--)
        add_row(s, SCREEN_PARTS, 0, &beside, out);
    for (int row = 0; row < s->rows[SCREEN_TALK]; row++)
        add_row(s, SCREEN_TALK, row, &none, out);
    for (int row = 0; row < s->rows[SCREEN_PROMPT]; row++)
        add_row(s, SCREEN_PROMPT, row, &none, out);
}

/* ---- marks ----------------------------------------------------------------------------------*/

enum {
    MOST_IN_A_LINE = 10, /* places that differ; a line with more is another text */
    ANEW = 3, /* places that changed after the move; a line with as many shows something else, such as dice */
    WORD = 3, /* letters of a word, or a position ID */
    MOST = 40, /* on a board; a move that changes more has no places of its own */
};

/* One sign of a drawing, in colours or not: where the sign itself begins and ends. */
typedef struct sign {
    const char *bytes;
    size_t start, end, whole; /* `whole`: with the colours around it */
} sign;

static size_t color_length(const char *text, const char *end) {
    const char *at = text;
    if (end - text < 2 || text[0] != '\033' || text[1] != '[')
        return 0;
    for (at += 2; at < end && strchr("0123456789;", *at); at++)
        continue;
    return at < end ? (size_t)(at - text) + 1 : 0;
}

/* False: the line ends. */
static bool next_sign(const char **at, sign *out) {
    const char *line = *at;
    size_t left = strcspn(line, "\n"), more;
    *out = (sign){.bytes = line};
    out->whole = hra_text_cut(line, left, 1);
    if (out->whole == 0 && left > 0)
        out->whole = hra_text_cut(line, left, 2);
    while ((more = color_length(line + out->start, line + out->whole)) > 0)
        out->start += more;
    for (out->end = out->start; out->end < out->whole && line[out->end] != '\033'; out->end++)
        continue;
    *at = line + out->whole;
    return out->whole > 0;
}

static bool same(const sign *a, const sign *b) {
    return a->end - a->start == b->end - b->start &&
           memcmp(a->bytes + a->start, b->bytes + b->start, a->end - a->start) == 0;
}

static bool is_sign(const sign *a, char c) {
    return a->end - a->start == 1 && a->bytes[a->start] == c;
}

/* The first byte of a letter, of Latin with marks too. */
static bool begins_letter(char c) {
    const unsigned char byte = (unsigned char)c;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (byte >= 0xC3 && byte <= 0xCB);
}

static const char *end_of_token(const char *at) {
    while (*at && !strchr(" \n\033", *at))
        at++;
    return at;
}

/* Whether there is a word, or something as long, at this place. */
static bool is_word(const char *at, const char *end) {
    int letters = 0;
    for (; at < end; at++)
        letters += begins_letter(*at);
    return letters >= WORD;
}

static const char *start_of_token(const char *line, const char *at) {
    while (at > line && !strchr(" \n\033", at[-1]))
        at--;
    return at;
}

/* Whether a sign of a line belongs to words, or to a position ID: those are about the board, not on it. So does what is
 * one blank from a word, "o White has thrown", "turn 2 of 35". */
static bool in_words(const char *line, const sign *a) {
    const char *at = a->bytes + a->start, *first = start_of_token(line, at), *end = end_of_token(at);
    if (is_word(first, end) || (*end == ' ' && is_word(end + 1, end_of_token(end + 1))))
        return true;
    return first > line && first[-1] == ' ' && is_word(start_of_token(line, first - 1), first - 1);
}

static bool begins_ascii(const sign *a) {
    return a->bytes[a->start] > ' ' && a->bytes[a->start] < 0x7F;
}

/* What became of a number that a move would bring, "+12": it is one still or again, or it was and is one no longer. */
typedef enum promise { PROMISE_NONE, PROMISE_STANDS, PROMISE_ENDED } promise;

static bool differs(const sign *now, const sign *before, const sign *after, promise *of) {
    if (is_sign(now, ' ') && is_sign(before, ' '))
        *of = PROMISE_NONE;
    if (is_sign(now, '+'))
        *of = PROMISE_STANDS;
    else if (is_sign(before, '+') && *of == PROMISE_NONE)
        *of = PROMISE_ENDED;
    const bool digit = now->end - now->start == 1 && strchr("0123456789", now->bytes[now->start]);
    const bool marked = *of == PROMISE_NONE ? !same(now, before) : *of == PROMISE_ENDED && digit;
    return marked && same(now, after) && !is_sign(now, '>') && !is_sign(before, '>');
}

/* Beyond the end of a line: the places of what was there before the move and is gone after it, but of words. */
static int mark_gone(const char *before, const char *after, hra_text *out) {
    sign was, then;
    int marks = 0;
    if (is_word(before, before + strcspn(before, "\n")))
        return 0;
    while (next_sign(&before, &was)) {
        const bool still = next_sign(&after, &then) && !is_sign(&then, ' ');
        const bool gone =
            !still && !is_sign(&was, ' ') && !begins_ascii(&was) && !begins_letter(was.bytes[was.start]);
        marks += gone;
        if (out)
            hra_text_add(out, gone ? "\033[7m \033[27m" : " ");
    }
    return marks;
}

/* Appends the line with marks, or counts them (out NULL); a line that was drawn anew since has none. */
static int mark_line(const char *board, const char *before, const char *after, hra_text *out) {
    sign now, was, then;
    const char *line = board;
    int marks = 0, anew = 0;
    promise of = PROMISE_NONE;
    while (next_sign(&board, &now)) {
        const bool there = next_sign(&before, &was), still = next_sign(&after, &then);
        const bool marked = there && still && differs(&now, &was, &then, &of) && !in_words(line, &now);
        anew += there && still && of == PROMISE_NONE && !same(&now, &then);
        marks += marked;
        if (!out)
            continue;
        hra_text_add_bytes(out, now.bytes, now.start);
        hra_text_add(out, marked ? "\033[7m" : "");
        hra_text_add_bytes(out, now.bytes + now.start, now.end - now.start);
        hra_text_add(out, marked ? "\033[27m" : "");
        hra_text_add_bytes(out, now.bytes + now.end, now.whole - now.end);
    }
    marks += mark_gone(before, after, out);
    return anew < ANEW && marks <= MOST_IN_A_LINE ? marks : 0;
}

void screen_add_marked(const char *board, const char *before, const char *after, hra_text *out) {
    int all = 0;
    for (int n = 0; *screen_line_at(board, n); n++)
        all += mark_line(screen_line_at(board, n), screen_line_at(before, n), screen_line_at(after, n), NULL);
    for (int n = 0; *screen_line_at(board, n); n++) {
        const char *line = screen_line_at(board, n), *was = screen_line_at(before, n),
                   *then = screen_line_at(after, n);
        if (all <= MOST && mark_line(line, was, then, NULL))
            (void)mark_line(line, was, then, out);
        else
            screen_add_line(board, n, INT32_MAX, out);
        hra_text_add(out, "\n");
    }
}

/* Reading the opening book, and asking it. */
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "core/lines.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "engine.h"
#include "games/checkers/rules/ballots.h"

enum { DEEPEST = 64, MOVE = 40 };

/* A move in a position; those of one stand together, the best first. */
typedef struct entry {
    uint64_t key;
    ck_answer answer;
    int order; /* of lines */
} entry;

struct ck_book {
    entry *entries;
    int count, capacity, positions;
};

typedef struct reader {
    ck_book *book;
    ck_state at[DEEPEST + 1]; /* the position behind the last line of each depth; 0: of the ballot */
    int depth;                /* of the last line, -1: none */
    hra_lines l;
    hra_error told;
} reader;

static hra_err damaged(reader *r) {
    r->l.at = r->l.start;
    return hra_lines_fail(&r->l, HRA_EDAMAGED, "the line is not a legal move in this position");
}

static hra_err add(reader *r, const entry *e) {
    ck_book *b = r->book;
    if (b->count == b->capacity) {
        int capacity = b->capacity ? 2 * b->capacity : 1024;
        entry *more = realloc(b->entries, (size_t)capacity * sizeof *more);
        if (!more)
            return hra_lines_no_memory(&r->l);
        b->entries = more;
        b->capacity = capacity;
    }
    b->entries[b->count++] = *e;
    return HRA_OK;
}

static void make(ck_state *s, hra_move m) {
    (void)ck_apply(&s->board, s->side, m);
    s->side ^= 1;
}

static hra_err take_ballot(reader *r, const ck_state *start) {
    int number = hra_lines_int(&r->l, 1, CK_BALLOTS);
    hra_lines_done(&r->l);
    if (r->l.err)
        return r->l.err;
    r->at[0] = *start;
    r->depth = 0;
    return ck_ballot_start(number, &r->at[0]) ? HRA_OK : damaged(r);
}

static hra_err take_move(reader *r, int depth) {
    const ck_state *s = &r->at[depth - 1];
    entry e = {.order = r->l.number};
    const char *word;
    char move[MOVE];
    size_t length;
    if (depth > r->depth + 1 || depth > DEEPEST || !hra_lines_word(&r->l, &word, &length) ||
        !hra_utf8_copy(word, length, move, sizeof move) ||
        ck_parse_move(NULL, s, move, &e.answer.move, NULL) != 0)
        return damaged(r);
    e.answer.value = hra_lines_int(&r->l, -CK_WIN, CK_WIN);
    hra_lines_done(&r->l);
    if (r->l.err)
        return r->l.err;
    e.key = ck_key(&s->board, s->side);
    r->at[depth] = *s;
    make(&r->at[depth], e.answer.move);
    r->depth = depth;
    return add(r, &e);
}

/* The blanks in front of a move tell how deep it is. */
static hra_err take_line(reader *r, const ck_state *start) {
    hra_lines_blanks(&r->l);
    int depth = hra_lines_offset(&r->l);
    if (hra_lines_peek(&r->l) < 0 || *r->l.start == '#')
        return HRA_OK;
    return depth ? take_move(r, depth) : take_ballot(r, start);
}

static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->order > y->order) - (x->order < y->order);
}

static void put_in_order(ck_book *b) {
    if (b->count)
        qsort(b->entries, (size_t)b->count, sizeof *b->entries, by_key);
    for (int i = 0; i < b->count; i++)
        b->positions += i == 0 || b->entries[i - 1].key != b->entries[i].key;
}

hra_err ck_book_read(ck_book **out, const char *text, size_t length, hra_error *why) {
    hra_game *game;
    ck_state start;
    hra_err err = hra_game_open(&game, NULL, "checkers", why);
    if (err)
        return err;
    game->rules->init(game, &start);
    hra_game_close(game);
    reader *r = calloc(1, sizeof *r);
    ck_book *book = calloc(1, sizeof *book);
    if (!r || !book)
        err = hra_no_memory(why);
    if (!err) {
        *r = (reader){.book = book, .depth = -1};
        hra_lines_open(&r->l, text, length, 1, &r->told);
        r->l.name = _("opening book");
        while (hra_lines_next(&r->l) && take_line(r, &start) == 0)
            ;
        if (r->l.err == HRA_EINPUT) /* a book is not typed, so this is damage */
            err = hra_fail(why, HRA_EDAMAGED, -1, "%s", r->told.text);
        else if (r->l.err)
            err = hra_fail_as(why, &r->told);
    }
    free(r);
    if (err) {
        ck_book_close(book);
        return err;
    }
    put_in_order(book);
    *out = book;
    return HRA_OK;
}

hra_err ck_book_open(ck_book **out, hra_error *why) {
    const unsigned char *text = hra_built_in_bytes(&ck_book_text, why);
    return text ? ck_book_read(out, (const char *)text, ck_book_text.length, why) : HRA_EIO;
}

void ck_book_close(ck_book *book) {
    if (book)
        free(book->entries);
    free(book);
}

int ck_book_positions(const ck_book *book) {
    return book->positions;
}

int ck_book_find(const ck_book *book, const ck_board *b, int side, ck_answer out[CK_BOOK_ANSWERS]) {
    uint64_t key = ck_key(b, side);
    int low = 0, high = book->count, n = 0;
    while (low < high) { /* the first entry that is not before the key */
        int middle = low + (high - low) / 2;
        if (book->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < book->count && book->entries[low].key == key && n < CK_BOOK_ANSWERS; low++)
        out[n++] = book->entries[low].answer;
    return n;
}

/* Reading the opening book, and asking it. */
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "engine.h"
#include "games/checkers/rules/ballots.h"

enum { DEEPEST = 64, LINE = 80 };

/* A move in a position; those of one stand together, the best first. */
typedef struct entry {
    uint64_t key;
    ck_answer answer;
    int order; /* of lines */
} entry;

struct ck_book {
    entry *entries;
    int count, room, positions;
};

typedef struct reader {
    ck_book *book;
    ck_state at[DEEPEST + 1]; /* the position behind the last line of each depth; 0: of the ballot */
    int depth;                /* of the last line, -1: none */
    int line;
    hra_error *why;
} reader;

static hra_err damaged(const reader *r, const char *text) {
    return hra_fail(r->why, HRA_EDAMAGED, -1, "opening book: line %d: '%.40s' is no move there", r->line,
                    text);
}

static hra_err add(reader *r, const entry *e) {
    ck_book *b = r->book;
    if (b->count == b->room) {
        int room = b->room ? 2 * b->room : 1024;
        entry *more = realloc(b->entries, (size_t)room * sizeof *more);
        if (!more)
            return hra_no_memory(r->why);
        b->entries = more;
        b->room = room;
    }
    b->entries[b->count++] = *e;
    return HRA_OK;
}

static void make(ck_state *s, hra_move m) {
    (void)ck_apply(&s->board, s->side, m);
    s->side ^= 1;
}

static hra_err take_ballot(reader *r, const char *text, const ck_state *start) {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > CK_BALLOTS)
        return damaged(r, text);
    r->at[0] = *start;
    r->depth = 0;
    return ck_ballot_start((int)number, &r->at[0]) ? HRA_OK : damaged(r, text);
}

static hra_err take_move(reader *r, char *text, int depth) {
    char *blank = strchr(text, ' '), *end = NULL;
    entry e = {.order = r->line};
    if (!blank || depth > r->depth + 1 || depth > DEEPEST)
        return damaged(r, text);
    *blank = '\0';
    long value = strtol(blank + 1, &end, 10);
    const ck_state *s = &r->at[depth - 1];
    if (end == blank + 1 || *end || labs(value) > CK_WIN ||
        ck_parse_move(NULL, s, text, &e.answer.move, NULL) != 0)
        return damaged(r, text);
    e.answer.value = (int)value;
    e.key = ck_key(&s->board, s->side);
    r->at[depth] = *s;
    make(&r->at[depth], e.answer.move);
    r->depth = depth;
    return add(r, &e);
}

static hra_err take_line(reader *r, const char *text, size_t length, const ck_state *start) {
    char line[LINE];
    r->line++;
    if (length >= sizeof line)
        return damaged(r, "...");
    memcpy(line, text, length);
    line[length] = '\0';
    int depth = (int)strspn(line, " ");
    if (line[depth] == '\0' || line[0] == '#')
        return HRA_OK;
    return depth ? take_move(r, line + depth, depth) : take_ballot(r, line, start);
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
    for (size_t at = 0, n; !err && at < length; at += n + 1) {
        const char *end = memchr(text + at, '\n', length - at);
        n = end ? (size_t)(end - (text + at)) : length - at;
        r->book = book;
        r->why = why;
        r->depth = at ? r->depth : -1;
        err = take_line(r, text + at, n, &start);
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
    return ck_book_read(out, (const char *)ck_book_text, ck_book_text_length, why);
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

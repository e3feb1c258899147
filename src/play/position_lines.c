/* Reading files of positions. No game says whether a text is a position of it, so each is asked to read it. */
#include "play/position_lines.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "hra/game.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"

enum {
    MOST_LINE = 4096, /* bytes of a line with a position */
    MOST_LINES = 64,  /* lines after it that may be a part of it */
};

const hra_format hra_position_format = {.name = "position", .suffix = ""};

struct hra_position_lines {
    const hra_host *host;
    int count;        /* games of the registry */
    int usual;        /* the game of the first line, which is asked first; -1: several read it */
    hra_game **games; /* each as it was opened last; NULL: not yet */
};

/* ---- a position -------------------------------------------------------------------------------*/

typedef struct position {
    int game;             /* in the registry */
    bool whole_text;      /* the game reads several lines */
    hra_text spec, state; /* the state's bytes */
} position;

static void init_position(position *p) {
    *p = (position){.game = -1};
    hra_text_init(&p->spec);
    hra_text_init(&p->state);
}

static void release_position(position *p) {
    hra_text_release(&p->spec);
    hra_text_release(&p->state);
}

static const hra_rules *rules_of(const hra_position_lines *l, int game) {
    return hra_registry_game(l->host ? l->host->registry : NULL, game);
}

/* The game by the spec that the position needs. Opening one costs more than reading many positions. */
static hra_err open_game(hra_position_lines *l, int game, const char *spec, hra_error *why) {
    hra_game *opened;
    hra_error inner = {0};
    if (l->games[game] && hra_spec_equal(l->games[game]->spec, spec, HRA_NAME_GAME, NULL, NULL))
        return HRA_OK;
    hra_err err = hra_game_open(&opened, l->host, spec, &inner);
    if (err) /* without the place, which is in the spec */
        return hra_fail(why, err, -1, "%s", inner.code == err ? inner.text : hra_err_text(err));
    hra_game_close(l->games[game]);
    l->games[game] = opened;
    return HRA_OK;
}

static hra_err read_state(const hra_game *game, const char *text, hra_text *out, hra_error *why) {
    unsigned char *state = malloc(game->state_size);
    if (!state)
        return HRA_ENOMEM;
    hra_game_begin(game, 0, state);
    hra_err err = hra_game_read_position(game, text, state, why);
    hra_text_clear(out);
    hra_text_add_bytes(out, (const char *)state, err ? 0 : game->state_size);
    free(state);
    return err ? err : out->err;
}

/* Reads a text as a position of one game. HRA_EINPUT: it is none; HRA_ENOMEM. */
static hra_err read_as(hra_position_lines *l, int game, const char *text, position *out, hra_error *why) {
    hra_error inner = {.at = -1};
    hra_text_clear(&out->spec);
    hra_err err = hra_game_spec_at(l->host, rules_of(l, game)->name, text, &out->spec);
    if (!err)
        err = open_game(l, game, hra_text_string(&out->spec), &inner);
    if (!err)
        err = read_state(l->games[game], text, &out->state, &inner);
    if (err == HRA_ENOMEM)
        return hra_no_memory(why);
    if (err)
        return hra_fail(why, HRA_EINPUT, inner.at, "%s", inner.code == err ? inner.text : hra_err_text(err));
    out->game = game;
    out->whole_text = l->games[game]->rules->text->whole_text;
    return HRA_OK;
}

/* Counts the games that read a text, up to `most`; `out` is what the first one reads, `names`, which may be NULL, gets the
 * names of all. HRA_ENOMEM. */
static int count_games(hra_position_lines *l, const char *text, int most, position *out, hra_text *names) {
    position other;
    hra_err err = HRA_EINPUT;
    int count = 0;
    init_position(&other);
    for (int game = 0; game < l->count && count < most && err != HRA_ENOMEM; game++) {
        err = read_as(l, game, text, count ? &other : out, NULL);
        if (!err && names)
            hra_text_addf(names, "%s%s", count ? ", " : "", rules_of(l, game)->name);
        count += !err;
    }
    release_position(&other);
    return err == HRA_ENOMEM ? err : count;
}

/* By the usual game, or the first one that reads it. HRA_EINPUT: none does; HRA_ENOMEM. */
static hra_err read_any(hra_position_lines *l, const char *text, position *out) {
    hra_err err = l->usual >= 0 ? read_as(l, l->usual, text, out, NULL) : HRA_EINPUT;
    if (err != HRA_EINPUT)
        return err;
    int count = count_games(l, text, 1, out, NULL);
    return count < 0 ? HRA_ENOMEM : count ? HRA_OK : HRA_EINPUT;
}

/* ---- lines ------------------------------------------------------------------------------------*/

/* Goes to the next line with a position or a part of one. */
static bool next_line(hra_lines *l) {
    while (hra_lines_next(l)) {
        const char *from = l->at;
        hra_lines_blanks(l);
        const bool empty = hra_lines_peek(l) < 0 || *l->at == '#';
        l->at = from;
        if (!empty)
            return true;
    }
    return false;
}

/* Appends the line without the blanks around it. */
static void add_line(hra_lines *l, hra_text *out) {
    hra_lines_blanks(l);
    size_t n = hra_lines_left(l);
    while (n && strchr(" \t\r", l->at[n - 1]))
        n--;
    hra_text_add_bytes(out, l->at, n);
}

static void open_lines(hra_lines *l, const char *text, size_t length, int number, hra_error *why) {
    hra_lines_open(l, text, length, number, why);
    hra_lines_limit(l, MOST_LINE, 0, 0);
}

/* A tag of a game that is damaged before it, though a game can read its FEN. */
static bool begins_tag(const hra_text *line) {
    return line->data[0] == '[' && isalpha((unsigned char)line->data[1]);
}

/* Counts the games that read the first line. */
static int look_at_first(hra_position_lines *p, const char *text, size_t length) {
    hra_lines l;
    hra_text line;
    position first;
    int count = 0;
    hra_text_init(&line);
    init_position(&first);
    open_lines(&l, text, length, 1, NULL);
    if (next_line(&l))
        add_line(&l, &line);
    if (line.length && !line.err && !begins_tag(&line))
        count = count_games(p, hra_text_string(&line), 2, &first, NULL);
    p->usual = count == 1 ? first.game : -1;
    count = line.err ? HRA_ENOMEM : count;
    hra_text_release(&line);
    release_position(&first);
    return count;
}

hra_err hra_position_lines_open(hra_position_lines **out, const hra_host *host, const char *text,
                                size_t length) {
    hra_position_lines *p = calloc(1, sizeof *p);
    *out = NULL;
    if (!p)
        return HRA_ENOMEM;
    p->host = host;
    while (rules_of(p, p->count))
        p->count++;
    p->games = calloc((size_t)p->count + 1, sizeof(hra_game *));
    int count = p->games ? look_at_first(p, text, length) : HRA_ENOMEM;
    if (count > 0)
        *out = p;
    else
        hra_position_lines_close(p);
    return count < 0 ? HRA_ENOMEM : HRA_OK;
}

void hra_position_lines_close(hra_position_lines *p) {
    if (!p)
        return;
    for (int game = 0; game < p->count && p->games; game++)
        hra_game_close(p->games[game]);
    free(p->games);
    free(p);
}

/* ---- where a position ends --------------------------------------------------------------------*/

/* Whether both begin with the same word before a : or =. */
static bool has_same_label(const char *one, const char *other) {
    const size_t n = strcspn(one, ":= ");
    return strcspn(other, ":= ") == n && (one[n] == ':' || one[n] == '=') && strncasecmp(one, other, n) == 0;
}

static hra_err read_both(hra_position_lines *p, int game, const char *text, const char *line, position *out) {
    hra_text joined;
    hra_text_init(&joined);
    hra_text_addf(&joined, "%s\n%s", text, line);
    hra_err err = joined.err ? joined.err : read_as(p, game, hra_text_string(&joined), out, NULL);
    hra_text_release(&joined);
    return err;
}

static bool is_same(const position *one, const position *other) {
    return hra_spec_equal(hra_text_string(&one->spec), hra_text_string(&other->spec), HRA_NAME_GAME, NULL,
                          NULL) &&
           one->state.length == other->state.length &&
           memcmp(one->state.data, other->state.data, one->state.length) == 0;
}

/* Whether a line looks like a sentence or a part of a board, not like a position with a mistake in it. */
static bool is_prose(const char *line) {
    return strchr(line, ' ') || !isalnum((unsigned char)*line);
}

/* Whether a line is a part of the position in a line before it: prose, or it changes what is read. */
static bool is_part(hra_position_lines *p, const position *first, const char *text, const char *line,
                    hra_err *err) {
    position other;
    bool part = false;
    if (first->game < 0 || !first->whole_text || has_same_label(text, line))
        return false;
    init_position(&other);
    *err = read_as(p, first->game, line, &other, NULL);
    if (*err == HRA_EINPUT) {
        *err = read_both(p, first->game, text, line, &other);
        part = !*err && (is_prose(line) || !is_same(first, &other));
    }
    *err = *err == HRA_EINPUT ? HRA_OK : *err;
    release_position(&other);
    return part;
}

/* The bytes before the line that begins the next position; 0: there is none. */
static size_t find_next(hra_position_lines *p, hra_lines *l, const position *first, const char *text,
                        hra_err *err) {
    const char *begin = l->start;
    size_t bytes = 0;
    hra_text line;
    hra_text_init(&line);
    for (int lines = 0; !*err && !bytes && next_line(l); lines++) {
        hra_text_clear(&line);
        add_line(l, &line);
        *err = line.err;
        if (*err || (lines < MOST_LINES && line.length <= MOST_LINE &&
                     is_part(p, first, text, hra_text_string(&line), err)))
            continue;
        bytes = *err ? 0 : (size_t)(l->start - begin);
    }
    hra_text_release(&line);
    if (l->err && !*err && !bytes) /* the line cannot be read: it has a fault of its own */
        bytes = (size_t)(l->start - begin);
    return bytes;
}

size_t hra_position_lines_split(hra_position_lines *p, const char *text, size_t length, bool last,
                                hra_err *err) {
    hra_lines l;
    hra_text line;
    position first;
    size_t bytes = 0;
    *err = HRA_OK;
    hra_lines_open(&l, text, length, 1, NULL);
    l.whole_only = !last;
    if (!next_line(&l))
        return l.err ? (size_t)(l.next - text) : 0;
    const size_t before = (size_t)(l.start - text);
    hra_text_init(&line);
    init_position(&first);
    add_line(&l, &line);
    *err = line.err;
    if (!*err && line.length <= MOST_LINE)
        *err = read_any(p, hra_text_string(&line), &first);
    *err = *err == HRA_EINPUT ? HRA_OK : *err;
    if (!*err)
        bytes = find_next(p, &l, &first, hra_text_string(&line), err);
    release_position(&first);
    hra_text_release(&line);
    return bytes ? before + bytes : 0;
}

/* ---- a game of it -----------------------------------------------------------------------------*/

static hra_err begin_game(const hra_position_lines *p, const position *at, hra_annotated *out,
                          hra_error *why) {
    hra_err err = hra_annotated_begin(out, p->host, hra_text_string(&at->spec), NULL, why);
    if (!err && (err = hra_annotated_start(out, at->state.data)) != 0)
        err = hra_fail_code(why, err);
    return err;
}

/* The position in `text`, which begins where the cursor is. */
static hra_err read_one(hra_position_lines *p, hra_lines *l, const char *text, position *out) {
    hra_error inner = {.at = -1};
    hra_text names;
    hra_err err = p->usual >= 0 ? read_as(p, p->usual, text, out, &inner)
                                : hra_fail(&inner, HRA_EINPUT, -1, "no game can read this position");
    if (err != HRA_EINPUT)
        return err ? hra_lines_no_memory(l) : HRA_OK;
    hra_text_init(&names);
    int count = count_games(p, text, INT_MAX, out, &names);
    if (count < 0 || names.err)
        err = hra_lines_no_memory(l);
    else if (count == 0)
        err = hra_lines_fail_as(l, HRA_EINPUT, &inner);
    else
        err = count == 1
                  ? HRA_OK
                  : hra_lines_fail(l, HRA_EINPUT, "a position of several games: %s", hra_text_string(&names));
    hra_text_release(&names);
    return err;
}

hra_err hra_position_lines_read(hra_position_lines *p, const char *text, size_t length, int line,
                                hra_annotated *out, hra_place *place, hra_error *why) {
    hra_lines l;
    hra_text all;
    position found;
    open_lines(&l, text, length, line, why);
    l.place = place;
    if (!next_line(&l))
        return l.err ? l.err : hra_fail(why, HRA_EINPUT, -1, "no game can read this position");
    hra_text_init(&all);
    init_position(&found);
    hra_lines_blanks(&l);
    hra_lines first = l; /* the place of faults */
    add_line(&l, &all);
    while (next_line(&l)) {
        hra_text_add_char(&all, '\n');
        add_line(&l, &all);
    }
    hra_err err = l.err ? l.err : all.err ? hra_no_memory(why) : HRA_OK;
    if (!err)
        err = read_one(p, &first, hra_text_string(&all), &found);
    if (!err)
        err = begin_game(p, &found, out, why);
    release_position(&found);
    hra_text_release(&all);
    return err;
}

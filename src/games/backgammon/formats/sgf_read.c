/* Reading files of GNU Backgammon, by the reader of match files. A tree is a game; its first variation is what was played. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "mat.h"
#include "mat_text.h"
#include "sgf.h"
#include "through_mat.h"

typedef struct converter {
    bg_through t; /* first */
    int asked;    /* the seat that was asked last whether it takes; -1: no seat */
} converter;

/* ---- the text of a match file -----------------------------------------------------------------*/

/* What the first line of play of a tree has. */
typedef struct survey {
    const char *first, *last; /* the first and the last move; NULL: none */
    const char *dice;         /* the last DI; NULL: none */
    bool beavers;             /* a double is answered with a double */
} survey;

static bool is_move(const bg_sgf_token *t) {
    return t->kind == BG_SGF_PROPERTY && !t->name[1] && (t->name[0] == 'B' || t->name[0] == 'W');
}

static survey look_through(const char *at, const char *end) {
    survey s = {0};
    bg_sgf_token t;
    char doubler = 0, value[8];
    for (at = bg_sgf_next(at + 1, end, &t); t.kind != BG_SGF_END; at = bg_sgf_next(at, end, &t)) {
        s.dice = t.kind == BG_SGF_PROPERTY && strcmp(t.name, "DI") == 0 ? t.at : s.dice;
        if (!is_move(&t))
            continue;
        s.first = s.first ? s.first : t.at;
        s.last = t.at;
        bg_sgf_line(t.values, t.end, value, sizeof value);
        s.beavers = s.beavers || strcmp(value, "beaver") == 0 ||
                    (strcmp(value, "double") == 0 && doubler && doubler != t.name[0]);
        doubler = strcmp(value, "double") == 0 ? t.name[0] : 0;
    }
    return s;
}

static void add_match_head(bg_through *t, const char *at, const char *end, const bg_sgf_head *h) {
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, "; [Rules \"");
    bg_sgf_rules(h, &line);
    hra_text_add(&line, !*h->rules && !h->length && look_through(at, end).beavers ? ",beavers\"]" : "\"]");
    bg_through_line(t, at, hra_text_string(&line));
    hra_text_clear(&line);
    bg_sgf_position(at, end, h, &line);
    if (line.length) {
        hra_text tag;
        hra_text_init(&tag);
        hra_text_addf(&tag, "; [Position \"%s\"]", hra_text_string(&line));
        bg_through_line(t, at, hra_text_string(&tag));
        t->err = tag.err ? tag.err : t->err;
        hra_text_release(&tag);
    }
    hra_text_clear(&line);
    hra_text_addf(&line, " %d point match", h->length);
    bg_through_line(t, at, hra_text_string(&line));
    t->err = line.err ? line.err : t->err;
    hra_text_release(&line);
}

/* "31aggj", "double". Dice alone were not played; `given`: they may be of the position, so that no roll is in the text. */
static void add_event(converter *c, const bg_sgf_token *t, bool given) {
    static const char *const words[][2] = {{"take", " Takes"}, {"drop", " Drops"}, {"beaver", " Beavers"}};
    char v[100], cell[200];
    int seat = t->name[0] == 'W' ? BG_WHITE : BG_BLACK;
    bool asked = c->asked == seat;
    bg_sgf_line(t->values, t->end, v, sizeof v);
    c->asked = -1;
    if (strcmp(v, "double") == 0 || strcmp(v, "redouble") == 0) {
        c->asked = !seat;
        bg_through_cell(&c->t, t->at, seat, asked ? " Beavers" : " Doubles");
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(v, words[i][0]) == 0) {
            bg_through_cell(&c->t, t->at, seat, words[i][1]);
            return;
        }
    int n = strlen(v) < 2 ? 0 : hra_snprintf(cell, sizeof cell, "%.2s:", v);
    for (size_t i = 2; n && i + 1 < strlen(v) && n + 10 < (int)sizeof cell; i += 2)
        if (v[i] >= 'a' && v[i] <= 'z' && v[i + 1] >= 'a' && v[i + 1] <= 'z')
            n += hra_snprintf(cell + n, sizeof cell - (size_t)n, " %d/%d", bg_sgf_place(seat, v[i]),
                              bg_sgf_place(seat, v[i + 1]));
        else
            n += hra_snprintf(cell + n, sizeof cell - (size_t)n, " ?");
    if (given && n == 3)
        n += hra_snprintf(cell + n, sizeof cell - (size_t)n, " Cannot Move");
    bg_through_cell(&c->t, t->at, seat, n ? cell : " ?");
}

/* "W+2R", "Draw", "0" */
static void add_result(converter *c, const char *at, const char *result) {
    hra_lines l;
    if (strcmp(result, "Draw") == 0 || strcmp(result, "0") == 0) {
        bg_through_line(&c->t, at, BG_MAT_DRAWN);
        return;
    }
    if ((result[0] != 'W' && result[0] != 'B') || result[1] != '+')
        return;
    hra_lines_string(&l, result + 2, NULL);
    int points = hra_lines_digits(&l, 5);
    if (points > 0)
        bg_through_result(&c->t, at, result[0] == 'W' ? BG_WHITE : BG_BLACK, points);
}

/* A set-up within a game is passed over with the rest of the game, which follows from it; one before its first move is the position
 * of the match, if this is its first tree. Dice count if they were thrown and nothing was done with them. */
static void add_set_up(converter *c, const bg_sgf_token *t, const survey *s, bool first, int *turn) {
    char value[8], line[40];
    bool sets = strcmp(t->name, "AE") == 0 || strcmp(t->name, "AB") == 0 || strcmp(t->name, "AW") == 0;
    bg_sgf_line(t->values, t->end, value, sizeof value);
    if (strcmp(t->name, "PL") == 0) {
        *turn = *value == 'B' ? BG_BLACK : BG_WHITE;
    } else if (sets && (!first || (s->first && t->at > s->first))) {
        bg_through_line(&c->t, t->at, t->name);
    } else if (strcmp(t->name, BG_SGF_DOUBLE) == 0) {
        (void)hra_snprintf(line, sizeof line, "; automatic double %.2s", value);
        bg_through_line(&c->t, t->at, line);
    } else if (t->at == s->dice && (!s->last || t->at > s->last) && strlen(value) == 2) {
        (void)hra_snprintf(line, sizeof line, "%s:", value);
        bg_through_cell(&c->t, t->at, *turn, line);
    }
}

static void add_game(converter *c, const char *at, const char *end, const bg_sgf_head *h, bool first) {
    const survey s = look_through(at, end);
    const char *node = NULL; /* a node has begun, and nothing in it */
    bg_sgf_token t;
    int turn = BG_WHITE, nodes = 0;
    bg_through_game(&c->t, at, h->game + 1, h->score);
    bg_through_place(&c->t, 't', at, at + 2);
    c->asked = -1;
    for (const char *next = bg_sgf_next(at + 2, end, &t); t.kind != BG_SGF_END && !c->t.err;
         next = bg_sgf_next(next, end, &t)) {
        if (is_move(&t)) {
            turn = t.name[0] == 'W' ? BG_BLACK : BG_WHITE;
            add_event(c, &t, first && *h->position && t.at == s.first);
        } else if (t.kind == BG_SGF_PROPERTY && (nodes > 1 || !*h->position || !first)) {
            add_set_up(c, &t, &s, first, &turn); /* the first node beside a position of hra says the same */
        }
        nodes += t.kind == BG_SGF_NODE;
        if (node)
            bg_through_place(&c->t, 'n', node, node + 1); /* behind the move that it has */
        node = t.kind == BG_SGF_NODE ? t.at : NULL;
        if (!node)
            bg_through_place(&c->t, t.kind == BG_SGF_BRANCH ? 'v' : 'p', t.at, t.end);
    }
    if (node)
        bg_through_place(&c->t, 'n', node, node + 1);
    if (end - t.at > 1)
        bg_through_place(&c->t, 'e', t.at, end);
    add_result(c, at, h->result);
}

static const char *first_tree(const char *at, const char *end) {
    while (at < end && !bg_sgf_begins(at, end))
        at++;
    return at;
}

/* The end of the tree at `at`, also of one without an end. */
static const char *tree_end(const char *at, const char *end) {
    const char *behind = bg_sgf_tree_end(at, end, true);
    return behind ? behind : end;
}

static hra_err convert(converter *c) {
    const char *end = c->t.end, *at = first_tree(c->t.text, end);
    bg_sgf_head h;
    for (int tree = 0; at < end && !c->t.err; tree++) {
        const char *behind = tree_end(at, end);
        bg_sgf_read_head(at, behind, &h);
        if (tree == 0)
            add_match_head(&c->t, at, behind, &h);
        add_game(c, at, behind, &h, tree == 0);
        at = first_tree(behind, end);
    }
    return c->t.err ? c->t.err : c->t.out.err;
}

/* ---- the annotated game -----------------------------------------------------------------------*/

static hra_err add_property(bg_through *t, hra_annotated *out, int node, const char *name, const char *text) {
    return bg_through_note(t, out, node, &(hra_note){.kind = HRA_NOTE_PROPERTY, .name = name, .text = text});
}

/* A comment, `raw` in its brackets, if it has one value; its text stays beside it where its escapes are not the usual ones. */
static hra_err add_comment(bg_through *t, hra_annotated *out, int node, const char *raw) {
    const char *end = raw + strlen(raw);
    hra_text value, again;
    hra_text_init(&value);
    hra_text_init(&again);
    bool more = bg_sgf_next_value(raw, end);
    bg_sgf_value(raw, end, &value);
    bg_sgf_add_value(hra_text_string(&value), &again);
    hra_err err = value.err ? value.err : again.err;
    if (!err && (more || strcmp(hra_text_string(&again), raw) != 0))
        err = add_property(t, out, node, "C", raw);
    const bool as_usual = strcmp(hra_text_string(&again), raw) == 0;
    char none[] = "";
    for (char *at = value.data ? value.data : none, *next; at && !err && !more; at = next) {
        next = as_usual ? strstr(at, "\n" BG_SGF_REVIEW) : NULL;
        if (next)
            *next++ = '\0';
        err = bg_through_note(t, out, node, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = at});
    }
    hra_text_release(&value);
    hra_text_release(&again);
    return err;
}

static hra_err add_token(bg_through *t, hra_annotated *out, int node, const bg_sgf_token *token) {
    hra_text raw;
    hra_text_init(&raw);
    bg_sgf_add_text(token->values, (size_t)(token->end - token->values), &raw);
    if (!bg_sgf_is_values(hra_text_string(&raw))) /* the file ends in it */
        hra_text_add(&raw, "]");
    if (!raw.err && !bg_sgf_is_values(raw.data)) { /* and behind a backslash */
        raw.data[raw.length - 1] = '\\';
        hra_text_add(&raw, "]");
    }
    const char *text = hra_text_string(&raw);
    const bg_sgf_glyph *glyph = bg_sgf_glyphs;
    while (glyph->name && (strcmp(glyph->name, token->name) != 0 || strcmp(glyph->values, text) != 0))
        glyph++;
    hra_err err = raw.err;
    if (!err && glyph->name)
        err = bg_through_note(t, out, node, &(hra_note){.kind = HRA_NOTE_NAG, .value = glyph->nag});
    else if (!err && strcmp(token->name, "C") == 0)
        err = add_comment(t, out, node, text);
    else if (!err)
        err = add_property(t, out, node, token->name, text);
    hra_text_release(&raw);
    return err;
}

/* bg_through.add */
static hra_err add(bg_through *t, hra_annotated *out, int node, char kind, const char *at, const char *end) {
    bg_sgf_token token;
    if (kind == 'p') {
        (void)bg_sgf_next(at, end, &token);
        return add_token(t, out, node, &token);
    }
    if (kind != 'e')
        return add_property(t, out, node, kind == 't' ? BG_SGF_TREE : kind == 'n' ? ";" : "(", NULL);
    hra_text rest;
    hra_text_init(&rest);
    bg_sgf_add_text(at, (size_t)(end - at), &rest);
    hra_err err = rest.err ? rest.err : add_property(t, out, node, ")", hra_text_string(&rest));
    hra_text_release(&rest);
    return err;
}

/* Properties of the first tree's first node that are tags elsewhere; in a line, since other formats write them so. */
static hra_err fill_tags(hra_annotated *out, const char *at, const char *end) {
    char value[BG_SGF_VALUE];
    bg_sgf_token t;
    hra_err err = HRA_OK;
    int nodes = 0;
    for (at = bg_sgf_next(at + 1, end, &t); t.kind != BG_SGF_END && nodes < 2 && !err;
         at = bg_sgf_next(at, end, &t)) {
        nodes += t.kind == BG_SGF_NODE;
        for (int i = 0; bg_sgf_tags[i][0] && t.kind == BG_SGF_PROPERTY && nodes < 2 && !err; i++) {
            if (strcmp(t.name, bg_sgf_tags[i][0]) != 0)
                continue;
            bg_sgf_line(t.values, t.end, value, 900);
            for (char *c = value; *c; c++)
                *c = *c == '"' ? '\'' : *c == '-' && strcmp(t.name, "DT") == 0 ? '.' : *c;
            err = bg_through_tag(out, bg_sgf_tags[i][1], value);
        }
    }
    return err;
}

/* bg_through.head */
static hra_err add_head(bg_through *t, hra_annotated *out, const char *at) {
    const char *first = first_tree(t->text, t->end);
    bg_sgf_head h;
    hra_err err = HRA_OK;
    at = first_tree(at, t->end);
    bg_sgf_read_head(at, tree_end(at, t->end), &h);
    for (int seat = 0; seat < 2 && !err; seat++)
        err = bg_through_player(out, seat, h.names[seat]);
    return err ? err : fill_tags(out, first, tree_end(first, t->end));
}

/* ---- hra_format -------------------------------------------------------------------------------*/

hra_err bg_sgf_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    converter *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    bg_through_open(&c->t, in);
    c->t.add = add;
    c->t.head = add_head;
    hra_err err = convert(c);
    err = err ? hra_fail_code(why, err) : bg_through_read(&c->t, in, out, used, why);
    bg_through_close(&c->t);
    free(c);
    return err;
}

/* Whether a tree may be of the game that follows another one: one side has won points. */
static bool may_follow(const bg_sgf_head *h, const bg_sgf_head *before) {
    const int white = h->score[0] - before->score[0], black = h->score[1] - before->score[1];
    return h->length && h->length == before->length && h->game == before->game + 1 && white >= 0 &&
           black >= 0 && (white > 0) != (black > 0);
}

/* The trees of a match follow each other; games for points are one each. */
size_t bg_sgf_split(const char *text, size_t length, bool last) {
    const char *at = text, *end = text + length;
    bg_sgf_head h, before = {0};
    for (int tree = 0;; tree++) {
        at = first_tree(at, end);
        if (at >= end)
            return 0;
        const char *behind = bg_sgf_tree_end(at, end, last);
        if (!behind && !last)
            return 0;
        bg_sgf_read_head(at, behind ? behind : end, &h);
        if (tree && !may_follow(&h, &before))
            return (size_t)(at - text);
        before = h;
        at = behind ? behind : end;
    }
}

int bg_sgf_looks(const char *text, size_t length) {
    const char *at = text, *end = text + length;
    while (at < end && isspace((unsigned char)*at))
        at++;
    if (!bg_sgf_begins(at, end))
        return 0;
    for (; end - at >= 5 && *at != '\n'; at++)
        if (memcmp(at, "GM[6]", 5) == 0)
            return 90;
    return 0;
}

/* Reading the text that GNU Backgammon exports ("export match text"), by the reader of match files.
 *
 * Each decision is a section: "Move number 12:  Anna to play 31", the position with its IDs and a drawing, "* Anna moves 8/5 6/5",
 * and what the program and people think of it. Who decides, and the dice, are taken from the match ID, since names may be anything; the
 * board of the position ID must be the one that the moves led to. A file is a game; files of a match may be put together. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "games/backgammon/rules/position.h"
#include "mat.h"
#include "sgf_text.h"
#include "through_mat.h"

enum {
    ID = 14,       /* digits of a position ID */
    MATCH_ID = 12, /* and of a match ID */
    MAX_NAME = 500,
    MAX_CELL = 200,
};

/* "The score (after 1 game) is: Anna 4, Ben 0 (match to 7 points)" */
typedef struct head {
    int game, match, score[2];
    char names[2][MAX_NAME];
} head;

typedef struct section {
    const char *at, *end; /* to the next one */
    int number;
    const char *action; /* behind "* "; NULL: there is none */
    const char *behind; /* the line of the action */
    char id[ID + 1];    /* of the position */
    uint8_t bits[9];    /* of the match ID */
} section;

typedef struct converter {
    bg_through t; /* first */
    int checked;  /* the node of the last section */
    bool lost;    /* a board was wrong */
} converter;

static const char nackgammon[] = "4Dl4ADbgOXgANg";
static const char score_words[] = "The score (after ", move_words[] = "Move number ";

/* ---- lines ------------------------------------------------------------------------------------*/

static const char *line_end(const char *at, const char *end) {
    const char *found = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return found ? found : end;
}

static const char *next_line(const char *at, const char *end) {
    at = line_end(at, end);
    return at < end ? at + 1 : end;
}

static bool begins(const char *at, const char *end, const char *words) {
    size_t n = strlen(words);
    return (size_t)(end - at) >= n && memcmp(at, words, n) == 0;
}

/* The end of what is in a line. */
static const char *text_end(const char *at, const char *end) {
    end = line_end(at, end);
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    return end;
}

static bool ends(const char *at, const char *end, const char *words) {
    size_t n = strlen(words);
    return (size_t)(end - at) >= n && memcmp(end - n, words, n) == 0;
}

/* The number in front of `end`, behind a blank, and where the blank is; -1: there is none. */
static int number_before(const char *at, const char *end, const char **blank) {
    int value = 0, power = 1;
    const char *from = end;
    for (; from > at && isdigit((unsigned char)from[-1]) && end - from < 4; power *= 10)
        value += power * (*--from - '0');
    if (from == end || from == at || from[-1] != ' ')
        return -1;
    *blank = from - 1;
    return value;
}

static int number_at(const char *at, const char *end) {
    int value = -1;
    for (; at < end && isdigit((unsigned char)*at) && value < 100000; at++)
        value = (value < 0 ? 0 : 10 * value) + *at - '0';
    return value;
}

/* ---- the head of a game -----------------------------------------------------------------------*/

static void take_name(const char *at, const char *end, char out[MAX_NAME]) {
    size_t n = (size_t)(end - at);
    n = n < MAX_NAME ? n : MAX_NAME - 1;
    memcpy(out, at, n);
    out[n] = '\0';
}

/* The place of the last `words` in a line; NULL: they are not there. */
static const char *find_last(const char *at, const char *end, const char *words) {
    for (const char *from = end; from-- > at;)
        if (begins(from, end, words))
            return from;
    return NULL;
}

/* False: the line does not begin a game. */
static bool read_head(const char *at, const char *end, head *out) {
    const char *last = text_end(at, end), *blank, *match = find_last(at, last, " (match to ");
    *out = (head){0};
    if (!begins(at, end, score_words))
        return false;
    at += sizeof score_words - 1;
    out->game = number_at(at, last);
    out->match = match ? number_at(match + strlen(" (match to "), last) : 0;
    last = match ? match : last;
    while (at < last && !begins(at, last, ") is: "))
        at++;
    if (at == last || out->game < 0 || out->match < 0)
        return false;
    at += strlen(") is: ");
    out->score[1] = number_before(at, last, &blank);
    if (out->score[1] < 0)
        return false;
    for (const char *comma = at; comma + 1 < blank; comma++) {
        const char *other;
        if (comma[0] != ',' || comma[1] != ' ' || (out->score[0] = number_before(at, comma, &other)) < 0)
            continue;
        take_name(at, other, out->names[0]);
        take_name(comma + 2, blank, out->names[1]);
        return true;
    }
    return false;
}

static const char *next_game(const char *at, const char *end, head *out) {
    while (at < end && !read_head(at, end, out))
        at = next_line(at, end);
    return at;
}

/* ---- sections ---------------------------------------------------------------------------------*/

static unsigned bits_of(const section *s, int from, int count) {
    unsigned value = 0;
    for (int i = 0; i < count; i++)
        value |= (unsigned)(s->bits[(from + i) / 8] >> (from + i) % 8 & 1) << i;
    return value;
}

static int to_decide(const section *s) {
    return bits_of(s, 11, 1) ? BG_BLACK : BG_WHITE;
}

static int on_roll(const section *s) {
    return bits_of(s, 6, 1) ? BG_BLACK : BG_WHITE;
}

static bool is_doubled(const section *s) {
    return bits_of(s, 12, 1);
}

static int digit_of(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Copies an ID that follows these words in a line; false: it is not there. */
static bool take_id(const char *at, const char *end, const char *words, int digits, char *out) {
    const char *last = text_end(at, end);
    while (at < last && !begins(at, last, words))
        at++;
    for (at += at < last ? strlen(words) : 0; at < last && (*at == ' ' || *at == ':'); at++)
        ;
    if (last - at != digits)
        return false;
    for (int i = 0; i < digits; i++)
        if (digit_of(at[i]) < 0)
            return false;
    memcpy(out, at, (size_t)digits);
    out[digits] = '\0';
    return true;
}

static bool take_match_id(const char *at, const char *end, section *s) {
    char id[MATCH_ID + 1];
    if (!take_id(at, end, "Match ID", MATCH_ID, id))
        return false;
    memset(s->bits, 0, sizeof s->bits);
    for (int i = 0; i < 6 * MATCH_ID; i++)
        s->bits[i / 8] |= (uint8_t)((digit_of(id[i / 6]) >> (5 - i % 6) & 1) << (7 - i % 8));
    return true;
}

/* Whether a section begins at a line, that of this number, or, with `gaps`, any: its IDs are below its head. */
static bool begins_section(const char *at, const char *end, int number, bool gaps, section *out) {
    const char *line = at + sizeof move_words - 1;
    if (!begins(at, end, move_words))
        return false;
    *out = (section){.at = at, .number = number_at(line, end)};
    if (out->number < 0 || (!gaps && out->number != number))
        return false;
    line = next_line(at, end);
    for (int empty = 0; empty < 3 && line < end && text_end(line, end) == line; empty++)
        line = next_line(line, end);
    if (!take_id(line, end, "Position ID", ID, out->id))
        return false;
    line = next_line(line, end);
    return take_match_id(line, end, out);
}

/* Where the next section begins. A note may look like one, so a number that does not follow counts only if the right one is missing. */
static const char *find_section(const char *at, const char *end, int number, bool *gaps, section *out) {
    for (const char *line = at; line < end && !*gaps; line = next_line(line, end))
        if (begins_section(line, end, number, false, out))
            return line;
    *gaps = true;
    while (at < end && !begins_section(at, end, number, true, out))
        at = next_line(at, end);
    return at;
}

/* The next section from number *number on; false: there is none. `gaps`: one was missing; false at first. */
static bool next_section(const char *at, const char *end, int *number, bool *gaps, section *out) {
    section next;
    at = find_section(at, end, *number, gaps, out);
    if (at >= end)
        return false;
    *number = out->number + 1;
    out->end = find_section(next_line(at, end), end, *number, gaps, &next);
    for (at = next_line(at, end); at < out->end && !out->action; at = next_line(at, end))
        if (begins(at, end, "* ")) {
            out->action = at + 2;
            out->behind = next_line(at, end);
        }
    return true;
}

/* ---- the text of the match file ---------------------------------------------------------------*/

static void add_rules(bg_through *t, const char *at, const char *end, const head *h) {
    char line[200];
    section s;
    bool beavers = false, close = h->match && (h->score[0] == h->match - 1) != (h->score[1] == h->match - 1);
    int number = 1;
    bool gaps = false, any = next_section(at, end, &number, &gaps, &s);
    bool nack = any && strcmp(s.id, nackgammon) == 0, jacoby = any && !h->match && !bits_of(&s, 66, 1);
    bool over = any && close && !bits_of(&s, 7, 1);
    for (; any && !h->match && next_section(s.end, end, &number, &gaps, &s);)
        beavers =
            beavers || (is_doubled(&s) && s.action && ends(s.action, text_end(s.action, end), " doubles"));
    (void)hra_snprintf(line, sizeof line, "; [Rules \"cube=yes,max-cube=1024%s%s%s%s\"]",
                       nack ? ",variation=nackgammon" : "", jacoby ? ",jacoby" : "",
                       beavers ? ",beavers" : "", over ? ",crawford=over" : "");
    bg_through_line(t, at, line);
    (void)hra_snprintf(line, sizeof line, " %d point match", h->match);
    bg_through_line(t, at, line);
}

/* The play of an action, "Anna moves 8/5 6/5"; NULL: it is none. */
static const char *find_play(const section *s, const char *last, const head *h) {
    static const char moves[] = " moves ";
    const char *name = h->names[to_decide(s)], *at = s->action;
    if (begins(at, last, name) && begins(at + strlen(name), last, moves))
        return at + strlen(name) + sizeof moves - 1;
    at = find_last(at, last, moves);
    return at ? at + sizeof moves - 1 : NULL;
}

static void add_action(bg_through *t, const section *s, const head *h) {
    char cell[MAX_CELL];
    const char *at = s->action, *last = at ? text_end(at, s->end) : NULL;
    const unsigned a = bits_of(s, 15, 3), b = bits_of(s, 18, 3);
    const bool doubles = at && ends(at, last, " doubles");
    if (!at) {
        return;
    } else if (a < 1 || a > 6 || b < 1 || b > 6) {
        bg_through_cell(t, s->at, to_decide(s),
                        doubles                      ? (is_doubled(s) ? " Beavers" : " Doubles")
                        : ends(at, last, " accepts") ? " Takes"
                        : ends(at, last, " rejects") ? " Drops"
                                                     : " ?");
        return;
    }
    int n = hra_snprintf(cell, sizeof cell, "%u%u:", a, b);
    if (!ends(at, last, " cannot move")) {
        const char *play = find_play(s, last, h);
        cell[n++] = ' ';
        for (; play && play < last && n + 1 < MAX_CELL; play++)
            cell[n++] = strchr("0123456789/*() barof", *play) && *play ? *play : '?';
        if (!play)
            cell[n++] = '?';
        cell[n] = '\0';
    }
    bg_through_cell(t, s->at, to_decide(s), cell);
}

/* "Anna wins 2 points": whether a line says so of this game. */
static bool read_result(const char *at, const char *end, const head *h, int *winner, int *points) {
    const char *last = text_end(at, end), *blank;
    last = ends(at, last, " points")  ? last - strlen(" points")
           : ends(at, last, " point") ? last - strlen(" point")
                                      : at;
    const int n = number_before(at, last, &blank);
    for (int seat = 0; seat < 2 && n > 0; seat++) {
        const size_t length = strlen(h->names[seat]);
        if (!begins(at, blank, h->names[seat]) || blank - at != (ptrdiff_t)length + 5 ||
            !begins(at + length, blank, " wins"))
            continue;
        *winner = seat;
        *points = n;
        return true;
    }
    return false;
}

/* Where the moves of a game end: the last line with its result, else the statistics. */
static const char *find_result(const char *at, const char *end, const head *h, int *winner, int *points) {
    const char *found = end, *statistics = end;
    *points = 0;
    for (; at < end; at = next_line(at, end))
        if (read_result(at, end, h, winner, points))
            found = at;
        else if (begins(at, end, "Game statistics for game "))
            statistics = at;
    return found < end ? found : statistics;
}

static void add_game(bg_through *t, const char *at, const char *end, const head *h) {
    int winner, points;
    const char *result = find_result(at, end, h, &winner, &points);
    int number = 1;
    bool gaps = false;
    section s;
    bg_through_game(t, at, h->game + 1, h->score);
    while (next_section(at, result, &number, &gaps, &s) && !t->err) {
        add_action(t, &s, h);
        bg_through_place(t, 's', s.at, s.end);
        at = s.end;
    }
    if (points)
        bg_through_result(t, result, winner, points);
}

static hra_err convert(bg_through *t) {
    head h, next;
    const char *at = next_game(t->text, t->end, &h);
    for (int game = 0; at < t->end && !t->err; game++) {
        const char *behind = next_game(next_line(at, t->end), t->end, &next);
        if (game == 0)
            add_rules(t, at, behind, &h);
        add_game(t, at, behind, &h);
        at = behind;
        h = next;
    }
    return t->err ? t->err : t->out.err;
}

/* ---- the annotated game -----------------------------------------------------------------------*/

/* Adds the text of whole lines, without empty ones around it. */
static hra_err add_text(bg_through *t, hra_annotated *out, int node, hra_note note, const char *at,
                        const char *end) {
    while (at < end && text_end(at, end) == at)
        at = next_line(at, end);
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    hra_text text;
    hra_text_init(&text);
    bg_sgf_add_text(at, (size_t)(end - at), &text);
    note.text = hra_text_string(&text);
    hra_err err = text.err ? text.err : *note.text ? bg_through_note(t, out, node, &note) : HRA_OK;
    hra_text_release(&text);
    return err;
}

/* What is thought of the action, if it is more than the action once more; and what a person says. */
static hra_err add_thoughts(bg_through *t, hra_annotated *out, int node, const section *s) {
    const char *said = s->behind;
    int lines = 0;
    for (; said < s->end && !begins(said, s->end, "Annotation:"); said = next_line(said, s->end))
        lines += text_end(said, s->end) > said;
    hra_err err = HRA_OK;
    if (lines > 2)
        err = add_text(t, out, node, (hra_note){.kind = HRA_NOTE_PROPERTY, .name = "Analysis"}, s->behind,
                       said);
    return err ? err
               : add_text(t, out, node, (hra_note){.kind = HRA_NOTE_COMMENT}, next_line(said, s->end),
                          s->end);
}

static hra_err add_fault(const bg_through *t, hra_annotated *out, int node, const char *at) {
    return hra_annotated_fault(
        out, &(hra_fault){.code = HRA_EINPUT,
                          .line = t->first_line + hra_lines_count(t->text, (size_t)(t->end - t->text),
                                                                  (size_t)(at - t->text)),
                          .column = 1,
                          .node = node,
                          .text = _("the position is not the one that the moves lead to")});
}

/* bg_through.add; a section without a move of its own is one that could not be read. */
static hra_err add(bg_through *t, hra_annotated *out, int node, char kind, const char *at, const char *end) {
    converter *c = (converter *)t;
    int number = number_at(at + sizeof move_words - 1, end);
    bool gaps = false;
    section s;
    if (kind != 's' || node == c->checked || !node || c->lost || !next_section(at, end, &number, &gaps, &s) ||
        !s.action)
        return HRA_OK;
    c->checked = node;
    bg_state before = *(const bg_state *)hra_annotated_state(out, out->nodes[node].parent);
    hra_text id;
    hra_text_init(&id);
    before.turn = (uint8_t)on_roll(&s);
    bg_write_gnubg(out->game->data, &before, &id);
    c->lost = !id.err && strncmp(hra_text_string(&id), s.id, ID) != 0;
    hra_err err = id.err;
    hra_text_release(&id);
    if (!err && c->lost)
        err = add_fault(t, out, out->nodes[node].parent, s.at);
    return err ? err : add_thoughts(t, out, node, &s);
}

/* bg_through.head: players, and what the file has about the match in front of its first move. */
static hra_err add_head(bg_through *t, hra_annotated *out, const char *at) {
    static const char *const tags[][2] = {
        {"Event: ", "Event"}, {"Round: ", "Round"}, {"Place: ", "Site"}, {"Annotator: ", "Annotator"}};
    char value[MAX_NAME];
    head h;
    at = next_game(at, t->end, &h);
    hra_err err = HRA_OK;
    for (int seat = 0; seat < 2 && !err; seat++)
        err = bg_through_player(out, seat, h.names[seat]);
    for (; at < t->end && !begins(at, t->end, move_words) && !err; at = next_line(at, t->end))
        for (int i = 0; i < 4 && !err; i++)
            if (begins(at, t->end, tags[i][0])) {
                take_name(at + strlen(tags[i][0]), text_end(at, t->end), value);
                for (char *c = value; *c; c++)
                    *c = *c == '"' ? '\'' : hra_is_control(*c) ? ' ' : *c;
                err = bg_through_tag(out, tags[i][1], value);
            }
    return err;
}

/* ---- hra_format -------------------------------------------------------------------------------*/

hra_err bg_gnubg_text_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    converter *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    bg_through_open(&c->t, in);
    c->t.add = add;
    c->t.head = add_head;
    hra_err err = convert(&c->t);
    err = err ? hra_fail_code(why, err) : bg_through_read(&c->t, in, out, used, why);
    bg_through_close(&c->t);
    free(c);
    return err;
}

/* Games of a match follow each other; games for points are one each. */
size_t bg_gnubg_text_split(const char *text, size_t length, bool last) {
    const char *end = text + length, *at = text;
    head h, before = {0};
    for (int game = 0; (at = next_game(at, end, &h)) < end && (last || line_end(at, end) < end); game++) {
        if (game && (!h.game || !h.match || h.match != before.match))
            return (size_t)(at - text);
        before = h;
        at = next_line(at, end);
    }
    return 0;
}

int bg_gnubg_text_looks(const char *text, size_t length) {
    const char *at = text, *end = text + length;
    head h;
    while (at < end && isspace((unsigned char)*at))
        at++;
    return read_head(at, end, &h) ? 90 : 0;
}

/* The first node of a tree, and what is set up before its first move. */
#include <string.h>

#include "core/lines.h"
#include "sgf.h"

const char *const bg_sgf_tags[][2] = {
    {"EV", "Event"},       {"RO", "Round"},     {"PC", "Site"},    {"DT", "Date"},
    {"AP", "Application"}, {"AN", "Annotator"}, {"GC", "Comment"}, {NULL, NULL},
};

const bg_sgf_glyph bg_sgf_glyphs[] = {
    {"TE", "[1]", 1}, {"BM", "[1]", 2}, {"TE", "[2]", 3}, {"BM", "[2]", 4},
    {"IT", "[]", 5},  {"DO", "[]", 6},  {NULL, NULL, 0},
};

int bg_sgf_place(int seat, char letter) {
    return letter == 'y'      ? BG_BAR
           : letter == 'z'    ? BG_OFF
           : seat == BG_WHITE ? letter - 'a' + 1
                              : BG_BAR - 1 - (letter - 'a');
}

char bg_sgf_letter(int seat, int place) {
    if (place == BG_BAR || place == BG_OFF)
        return place == BG_BAR ? 'y' : 'z';
    return (char)('a' + (seat == BG_WHITE ? place - 1 : BG_BAR - 1 - place));
}

/* ---- the head ---------------------------------------------------------------------------------*/

static void read_info(const bg_sgf_token *t, bg_sgf_head *h) {
    char value[40];
    hra_lines l;
    for (const char *at = t->values; at; at = bg_sgf_next_value(at, t->end)) {
        bg_sgf_line(at, t->end, value, sizeof value);
        hra_lines_string(&l, value, NULL);
        int *to = hra_lines_match(&l, "length:") ? &h->length
                  : hra_lines_match(&l, "game:") ? &h->game
                  : hra_lines_match(&l, "ws:")   ? &h->score[BG_WHITE]
                  : hra_lines_match(&l, "bs:")   ? &h->score[BG_BLACK]
                                                 : NULL;
        int n = to ? hra_lines_digits(&l, 4) : -1;
        if (n >= 0)
            *to = n;
    }
}

/* "Crawford:CrawfordGame:Jacoby" */
static void read_rules(const char *value, bg_sgf_head *h) {
    for (const char *at = value; *at; at += strspn(at, ":")) {
        size_t n = strcspn(at, ":");
        if (n == 8 && memcmp(at, "Crawford", n) == 0)
            h->crawford = true;
        else if (n == 12 && memcmp(at, "CrawfordGame", n) == 0)
            h->crawford = h->crawford_game = true;
        else if (n == 6 && memcmp(at, "Jacoby", n) == 0)
            h->jacoby = true;
        else if (n == 6 && memcmp(at, "NoCube", n) == 0)
            h->no_cube = true;
        else if (n == 10 && memcmp(at, "Nackgammon", n) == 0)
            h->nackgammon = true;
        else if (n == 12 && memcmp(at, "Hypergammon", n - 1) == 0 && at[11] >= '1' && at[11] <= '3')
            h->checkers = at[11] - '0';
        at += n;
    }
}

static void read_property(const bg_sgf_token *t, bg_sgf_head *h) {
    char value[BG_SGF_VALUE];
    bg_sgf_line(t->values, t->end, value, sizeof value);
    if (strcmp(t->name, "PW") == 0 || strcmp(t->name, "PB") == 0)
        memcpy(h->names[t->name[1] == 'B'], value, sizeof value);
    else if (strcmp(t->name, "RE") == 0)
        (void)hra_snprintf(h->result, sizeof h->result, "%s", value);
    else if (strcmp(t->name, "RU") == 0)
        read_rules(value, h);
    else if (strcmp(t->name, BG_SGF_RULES) == 0)
        (void)hra_snprintf(h->rules, sizeof h->rules, "%s", value);
    else if (strcmp(t->name, BG_SGF_POSITION) == 0)
        memcpy(h->position, value, sizeof value);
}

void bg_sgf_read_head(const char *at, const char *end, bg_sgf_head *h) {
    bg_sgf_token t;
    *h = (bg_sgf_head){0};
    int nodes = 0;
    for (at = bg_sgf_next(at + 1, end, &t); t.kind != BG_SGF_END && nodes < 2;
         at = bg_sgf_next(at, end, &t)) {
        nodes += t.kind == BG_SGF_NODE;
        if (t.kind == BG_SGF_PROPERTY && nodes < 2 && strcmp(t.name, "MI") == 0)
            read_info(&t, h);
        else if (t.kind == BG_SGF_PROPERTY && nodes < 2)
            read_property(&t, h);
    }
}

void bg_sgf_rules(const bg_sgf_head *h, hra_text *out) {
    int last = h->length - 1;
    bool close = h->length && (h->score[0] == last) != (h->score[1] == last), cube = !h->no_cube;
    if (*h->rules) {
        for (const char *c = h->rules; *c; c++)
            hra_text_add_char(out, *c == '"' ? '\'' : *c);
        return;
    }
    hra_text_addf(out, "cube=%s%s", cube ? "yes" : "no", cube ? ",max-cube=1024" : "");
    hra_text_add(out, h->nackgammon ? ",variation=nackgammon" : "");
    if (h->checkers)
        hra_text_addf(out, ",checkers=%d", h->checkers);
    hra_text_add(out, cube && !h->length && h->jacoby ? ",jacoby" : "");
    hra_text_add(out, cube && h->length && !h->crawford ? ",crawford=no" : "");
    hra_text_add(out, cube && close && h->crawford && !h->crawford_game ? ",crawford=over" : "");
}

/* ---- positions --------------------------------------------------------------------------------*/

/* What a tree sets up before its first move. */
typedef struct setup {
    bool board, cube; /* it sets that up */
    int8_t count[2][BG_PLACES];
    int turn, value, owner; /* -1: not set */
    bool doubled;           /* HD is there: the cube is of an automatic double */
} setup;

/* AE, AW, AB: points in brackets, [a:y] for all from a to y. */
static void set_up(const bg_sgf_token *t, setup *s) {
    const int seat = t->name[1] == 'B' ? BG_BLACK : BG_WHITE;
    char v[8];
    s->board = true;
    for (const char *at = t->values; at; at = bg_sgf_next_value(at, t->end)) {
        bg_sgf_line(at, t->end, v, sizeof v);
        for (char c = v[0]; c >= 'a' && c <= 'y' && c <= (v[1] == ':' ? v[2] : v[0]); c++)
            if (t->name[1] == 'E')
                s->count[BG_WHITE][bg_sgf_place(BG_WHITE, c)] =
                    s->count[BG_BLACK][bg_sgf_place(BG_BLACK, c)] = 0;
            else if (s->count[seat][bg_sgf_place(seat, c)] < BG_CHECKERS)
                s->count[seat][bg_sgf_place(seat, c)]++;
    }
}

static void read_setup(const bg_sgf_token *t, setup *s) {
    char value[40];
    hra_lines l;
    bg_sgf_line(t->values, t->end, value, sizeof value);
    hra_lines_string(&l, value, NULL);
    if (strcmp(t->name, "AE") == 0 || strcmp(t->name, "AW") == 0 || strcmp(t->name, "AB") == 0) {
        set_up(t, s);
    } else if (strcmp(t->name, "PL") == 0) {
        s->turn = *value == 'B' ? BG_BLACK : BG_WHITE;
    } else if (strcmp(t->name, "CV") == 0) {
        s->cube = true;
        s->value = hra_lines_digits(&l, 4);
    } else if (strcmp(t->name, "CP") == 0) {
        s->cube = true;
        s->owner = *value == 'w' ? BG_WHITE : *value == 'b' ? BG_BLACK : BG_MIDDLE;
    } else if (strcmp(t->name, BG_SGF_DOUBLE) == 0) {
        s->doubled = true;
    }
}

static void add_side(const setup *s, int seat, hra_text *out) {
    hra_text_add(out, seat == BG_WHITE ? "white" : ", black");
    if (s->count[seat][BG_BAR])
        hra_text_addf(out, " bar:%d", s->count[seat][BG_BAR]);
    for (int place = BG_BAR - 1; place > BG_OFF; place--)
        if (s->count[seat][place])
            hra_text_addf(out, " %d:%d", place, s->count[seat][place]);
}

static void start_with(const bg_sgf_head *h, setup *s) {
    static const int8_t usual[][2] = {{24, 2}, {13, 5}, {8, 3}, {6, 5}},
                        nack[][2] = {{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}};
    *s = (setup){.turn = -1, .value = -1, .owner = BG_MIDDLE};
    for (int seat = 0; seat < 2; seat++)
        if (h->checkers)
            for (int i = 0; i < h->checkers; i++)
                s->count[seat][BG_BAR - 1 - i] = 1;
        else
            for (int i = 0; i < (h->nackgammon ? 5 : 4); i++)
                s->count[seat][h->nackgammon ? nack[i][0] : usual[i][0]] =
                    h->nackgammon ? nack[i][1] : usual[i][1];
}

void bg_sgf_position(const char *at, const char *end, const bg_sgf_head *h, hra_text *out) {
    static const char *const names[] = {"white", "black", ""};
    char value[8];
    bg_sgf_token t;
    setup s;
    if (*h->position) {
        hra_text_add(out, h->position);
        return;
    }
    start_with(h, &s);
    for (at = bg_sgf_next(at + 1, end, &t); t.kind != BG_SGF_END; at = bg_sgf_next(at, end, &t)) {
        if (t.kind == BG_SGF_PROPERTY && !t.name[1] && (t.name[0] == 'B' || t.name[0] == 'W')) {
            s.turn = t.name[0] == 'B' ? BG_BLACK : BG_WHITE;
            bg_sgf_line(t.values, t.end, value, sizeof value);
            s.board = s.board || strcmp(value, "double") == 0; /* without a throw: the turn was set */
            break;
        }
        if (t.kind == BG_SGF_PROPERTY)
            read_setup(&t, &s);
    }
    if (!s.board && (!s.cube || s.doubled))
        return;
    add_side(&s, BG_WHITE, out);
    add_side(&s, BG_BLACK, out);
    bool opening = s.turn < 0 || (!s.board && s.owner == BG_MIDDLE);
    hra_text_addf(out, ", %s", opening ? "opening" : names[s.turn]);
    if (s.cube && !h->no_cube && !h->crawford_game)
        hra_text_addf(out, ", cube %d %s", s.value > 0 ? s.value : 1, names[s.owner]);
}

/* Writing files of GNU Backgammon. What was read from one is written as it was: its properties are notes of the moves (sgf.h). What is
 * missing there is made of the moves, and so is all of a game from elsewhere. */
#include "sgf.h"

#include <ctype.h>
#include <string.h>

#include "core/lines.h"
#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "mat.h"

enum {
    CUBE_1024 = 10,       /* the highest cube of the format */
    RESULT = 20,          /* bytes of a result */
    MAX_BEHIND = 1 << 12, /* bytes that a further line of a comment may move */
};

typedef struct writer {
    const hra_annotated *play;
    const bg_setup *setup;
    hra_text *out;
    int trees, game;
    int depth;        /* parentheses of variations that are open */
    const char *tail; /* what closes the tree; NULL: parentheses alone */
    bool open;        /* a tree is */
    bool in_root;     /* nothing but its first node was written */
    bool own_root;    /* that is not as a file had it */
    size_t root;      /* where the tree begins in `out` */
    int begun;        /* the node behind which it begins */
    size_t commented; /* behind the comment of the node; 0: it has none */
} writer;

static const bg_state *state_at(const writer *w, int node) {
    return hra_annotated_state(w->play, node);
}

static void add_property(writer *w, const char *name, const char *text) {
    hra_text_add(w->out, name);
    bg_sgf_add_value(text, w->out);
}

/* ---- how games end ----------------------------------------------------------------------------*/

/* The seat that makes a decision. */
static int seat_of(const bg_state *s, hra_move m) {
    return !s->high && m != BG_DOUBLE && s->phase == BG_DOUBLED ? !s->turn : s->turn;
}

static bool ends(const writer *w, int node) {
    if (!node)
        return false;
    const bg_state *before = state_at(w, w->play->nodes[node].parent), *after = state_at(w, node);
    return bg_is_over(after) || (after->phase == BG_OPENING && before->phase != BG_OPENING) ||
           bg_is_concession(w->play->nodes[node].move);
}

/* The points that the game was worth which ends with a move. */
static int points_of(const writer *w, int node, int *winner) {
    const hra_move m = w->play->nodes[node].move;
    bg_state s = *state_at(w, w->play->nodes[node].parent);
    if (bg_is_concession(m)) {
        *winner = !bg_conceding_seat(m);
        return bg_conceded_points(m);
    }
    const bool dropped = !s.high;
    *winner = dropped ? !seat_of(&s, m) : s.turn;
    if (!dropped)
        (void)bg_play(&s.board, s.turn, s.high, s.low, m);
    s.turn = (uint8_t)*winner;
    s.phase = dropped ? BG_DROPPED : BG_ENDED;
    return bg_points(w->setup, &s);
}

/* "W+2R", "Draw": the result of the game that begins at a node; nothing if it has none. Returns whether a move gives it up. */
static bool find_result(const writer *w, int node, char out[RESULT]) {
    const double *told = w->play->result.returns;
    int last = node, winner = 0, points = 0;
    bool conceded = false;
    for (node = w->play->nodes[node].first; node && !points; node = w->play->nodes[node].first) {
        last = node;
        points = ends(w, node) ? points_of(w, node, &winner) : 0;
        conceded = bg_is_concession(w->play->nodes[node].move);
    }
    bool stated = !points && w->play->result.stated && !w->play->result.unfinished &&
                  !bg_is_over(state_at(w, last)),
         agreed = stated && told[0] != 0;
    if (agreed) {
        winner = told[0] > 0 ? BG_WHITE : BG_BLACK;
        points = w->setup->match ? w->setup->match - state_at(w, last)->score[winner] : (int)told[winner];
    }
    out[0] = '\0';
    if (points > 0)
        (void)hra_snprintf(out, RESULT, "%c+%d%s", winner == BG_WHITE ? 'W' : 'B', points,
                           conceded || agreed ? "R" : "");
    else if (stated)
        (void)hra_snprintf(out, RESULT, "Draw");
    return conceded;
}

/* ---- trees ------------------------------------------------------------------------------------*/

static void add_rules(writer *w, const bg_state *s) {
    const bg_setup *setup = w->setup;
    const bool nackgammon = setup->checkers == BG_CHECKERS && bg_count(&setup->start.side[0], 23);
    const struct {
        bool holds;
        const char *word;
    } rules[] = {{!setup->cube, "NoCube"},
                 {setup->match && setup->crawford, "Crawford"},
                 {setup->match && setup->cube && s->owner == BG_NOBODY, "CrawfordGame"},
                 {setup->jacoby, "Jacoby"},
                 {nackgammon, "Nackgammon"},
                 {setup->checkers == 1, "Hypergammon1"},
                 {setup->checkers == 2, "Hypergammon2"},
                 {setup->checkers == 3, "Hypergammon3"}};
    bool first = true;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].holds) {
            hra_text_addf(w->out, "%s%s", first ? "RU[" : ":", rules[i].word);
            first = false;
        }
    hra_text_add(w->out, first ? "" : "]");
}

static void add_tags(writer *w) {
    for (int i = 0; bg_sgf_tags[i][0]; i++) {
        const char *value = hra_annotated_tag(w->play, bg_sgf_tags[i][1]), *name = bg_sgf_tags[i][0];
        hra_text text;
        if (!value || !*value || strcmp(name, "AP") == 0)
            continue;
        hra_text_init(&text);
        for (; *value; value++)
            hra_text_add_char(&text, *value == '.' && strcmp(name, "DT") == 0 ? '-' : *value);
        add_property(w, name, hra_text_string(&text));
        w->out->err = text.err ? text.err : w->out->err;
        hra_text_release(&text);
    }
}

/* The rules that a reader takes from what is written of a tree's first node, as match files have them. */
static void add_told_rules(const writer *w, const bg_sgf_head *h, hra_text *out) {
    bg_setup told = *w->setup;
    bg_state start = *state_at(w, 0);
    bool beaver = false;
    for (int node = 0; node < w->play->node_count; node++)
        beaver = beaver || w->play->nodes[node].move == BG_BEAVER;
    if (*h->rules) {
        hra_text_add(out, h->rules);
        return;
    }
    told.cube = !h->no_cube;
    told.limit = told.cube ? CUBE_1024 : 0;
    told.checkers = h->checkers ? h->checkers : BG_CHECKERS;
    told.gammons = true;
    told.jacoby = told.cube && !h->length && h->jacoby;
    told.beavers = told.cube && !h->length && beaver;
    told.automatic = 0;
    told.match = h->length;
    told.crawford = h->crawford || h->no_cube;
    if (h->nackgammon != (bg_count(&told.start.side[0], 23) != 0))
        bg_put(&told.start.side[0], 23); /* another start */
    start.owner = h->crawford_game || h->no_cube ? BG_NOBODY : BG_MIDDLE;
    bg_mat_rules(&told, &start, out);
}

static void add_info(writer *w, const bg_state *s) {
    hra_text_addf(w->out, "MI[length:%d][game:%d][ws:%d][bs:%d]", w->setup->match, w->game - 1,
                  s->score[BG_WHITE], s->score[BG_BLACK]);
}

static void add_start(writer *w);

/* Whether both name the same winner and points. */
static bool same_result(const char *a, const char *b) {
    size_t n = strspn(b + 2, "0123456789") + 2;
    return strncmp(a, b, n) == 0 && !isdigit((unsigned char)a[n]);
}

/* What a reader needs besides, behind all else of the first node of the first tree. */
static void end_root(writer *w) {
    char result[RESULT];
    hra_text told, right;
    bg_sgf_head h;
    if (!w->in_root)
        return;
    w->in_root = false;
    if (w->out->err)
        return;
    bg_sgf_read_head(w->out->data + w->root, w->out->data + w->out->length, &h);
    const bg_state *s = state_at(w, w->begun);
    if (h.length != w->setup->match || (h.length && (h.score[0] != s->score[0] || h.score[1] != s->score[1])))
        add_info(w, s);
    if (find_result(w, w->begun, result) && *result && !same_result(h.result, result))
        add_property(w, "RE", result);
    if (w->trees > 1)
        return;
    hra_text_init(&told);
    hra_text_init(&right);
    add_told_rules(w, &h, &told);
    bg_mat_rules(w->setup, state_at(w, 0), &right);
    if (strcmp(hra_text_string(&told), hra_text_string(&right)) != 0)
        add_property(w, BG_SGF_RULES, hra_text_string(&right));
    w->out->err = told.err ? told.err : right.err ? right.err : w->out->err;
    hra_text_release(&told);
    hra_text_release(&right);
    if (w->own_root)
        add_start(w);
}

static void end_tree(writer *w) {
    if (!w->open)
        return;
    end_root(w);
    if (w->tail && bg_sgf_closes(w->tail, 1 + w->depth))
        hra_text_add(w->out, w->tail);
    else
        for (int i = 0; i <= w->depth; i++)
            hra_text_add_char(w->out, ')');
    hra_text_add_char(w->out, '\n');
    w->open = false;
}

static void begin_tree(writer *w, int node) {
    end_tree(w);
    w->root = w->out->length;
    w->begun = node;
    w->depth = 0;
    w->tail = NULL;
    w->open = w->in_root = true;
    w->own_root = false;
    w->commented = 0;
    w->trees++;
    w->game++;
    hra_text_add(w->out, BG_SGF_TREE);
}

/* The tree of the game that follows a node. */
static void begin_own_tree(writer *w, int node) {
    const bg_state *s = state_at(w, node);
    char result[RESULT];
    begin_tree(w, node);
    (void)find_result(w, node, result);
    w->own_root = true;
    hra_text_add(w->out, "FF[4]GM[6]CA[UTF-8]AP[hra]");
    add_info(w, s);
    add_property(w, "PW", w->play->players[BG_WHITE]);
    add_property(w, "PB", w->play->players[BG_BLACK]);
    add_tags(w);
    add_rules(w, s);
    if (*result)
        add_property(w, "RE", result);
}

static void begin_node(writer *w) {
    end_root(w);
    hra_text_add(w->out, "\n;");
    w->commented = 0;
}

/* ---- moves ------------------------------------------------------------------------------------*/

static void add_board(writer *w, const bg_state *s) {
    hra_text_add(w->out, "AE[a:y]");
    for (int seat = 0; seat < 2; seat++) {
        bool first = true;
        for (int place = 1; place <= BG_BAR; place++)
            for (int i = bg_count(&s->board.side[seat], place); i > 0; i--, first = false)
                hra_text_addf(w->out, "%s[%c]",
                              !first             ? ""
                              : seat == BG_WHITE ? "AW"
                                                 : "AB",
                              bg_sgf_letter(seat, place));
    }
}

/* A start that is not the usual one: exactly for hra, and as far as it goes for others. */
static void add_start(writer *w) {
    const bg_state *s = state_at(w, 0);
    bg_state usual = {.score = {s->score[0], s->score[1]}};
    if (w->setup->cube || w->setup->match)
        usual.owner = !w->setup->cube || s->owner == BG_NOBODY ? BG_NOBODY : BG_MIDDLE;
    bg_begin_game(w->setup, &usual);
    if (memcmp(&usual, s, sizeof usual) == 0)
        return;
    hra_text position;
    hra_text_init(&position);
    bg_write_position(w->play->game, s, &position);
    add_property(w, BG_SGF_POSITION, hra_text_string(&position));
    w->out->err = position.err ? position.err : w->out->err;
    hra_text_release(&position);
    begin_node(w);
    hra_text_addf(w->out, "PL[%c]", s->turn == BG_WHITE ? 'W' : 'B');
    if (memcmp(&usual.board, &s->board, sizeof s->board) != 0)
        add_board(w, s);
    if (s->high)
        hra_text_addf(w->out, "DI[%d%d]", s->high, s->low);
    if (s->cube)
        hra_text_addf(w->out, "CV[%d]CP[%c]", 1 << s->cube,
                      s->owner == BG_WHITE   ? 'w'
                      : s->owner == BG_BLACK ? 'b'
                                             : 'c');
}

static const char *answer_word(hra_move m) {
    return m == BG_TAKE ? "take" : m == BG_DROP ? "drop" : "double"; /* a beaver is the other side's double */
}

static void add_play(const bg_state *s, hra_move m, hra_text *out) {
    bg_way ways[BG_STEPS];
    int n = bg_ways(s, m, ways);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < ways[i].checkers; k++)
            for (int step = 1; step <= ways[i].steps; step++) {
                hra_text_add_char(out, bg_sgf_letter(s->turn, ways[i].place[step - 1]));
                hra_text_add_char(out, bg_sgf_letter(s->turn, ways[i].place[step]));
            }
}

/* Whether a value, "31aggj" or "double", is the move. */
static bool is_move(const writer *w, const bg_state *s, hra_move m, const char *value) {
    char text[200], v[100];
    hra_move found;
    bg_sgf_line(value, value + strlen(value), v, sizeof v);
    if (!s->high)
        return strcmp(v, answer_word(m)) == 0 || (m == BG_BEAVER && strcmp(v, "beaver") == 0) ||
               (m == BG_DOUBLE && strcmp(v, "redouble") == 0);
    int a = v[0] - '0', b = v[0] ? v[1] - '0' : 0, n = 0;
    if ((a != s->high || b != s->low) && (a != s->low || b != s->high))
        return false;
    for (size_t i = 2; v[i] && v[i + 1] && n + 10 < (int)sizeof text; i += 2) {
        if (v[i] < 'a' || v[i] > 'z' || v[i + 1] < 'a' || v[i + 1] > 'z')
            return false;
        n += hra_snprintf(text + n, sizeof text - (size_t)n, " %d/%d", bg_sgf_place(s->turn, v[i]),
                          bg_sgf_place(s->turn, v[i + 1]));
    }
    return bg_parse_move(w->play->game, s, n ? text : "pass", &found, NULL) == 0 && found == m;
}

/* The note of a node that has a property; NULL: none. */
static const hra_note *find_property(const writer *w, int node, const char *name) {
    for (int i = w->play->nodes[node].note; i >= 0; i = w->play->notes[i].next) {
        const hra_note *note = &w->play->notes[i];
        if (note->kind == HRA_NOTE_PROPERTY && strcmp(note->name, name) == 0 && bg_sgf_is_values(note->text))
            return note;
    }
    return NULL;
}

/* A throw that nothing was played with, or an automatic double. */
static void add_throw(writer *w, int node) {
    const bg_state *before = state_at(w, w->play->nodes[node].parent), *s = state_at(w, node);
    const int next = w->play->nodes[node].first;
    if (s->phase == BG_OPENING && s->cube > before->cube && !find_property(w, node, BG_SGF_DOUBLE)) {
        begin_node(w);
        hra_text_addf(w->out, "CV[%d]CP[c]" BG_SGF_DOUBLE "[%d%d]", 1 << s->cube,
                      bg_first_die(w->play->nodes[node].move), bg_second_die(w->play->nodes[node].move));
    } else if (s->high && (!next || bg_is_concession(w->play->nodes[next].move)) &&
               !find_property(w, node, "DI")) {
        begin_node(w);
        hra_text_addf(w->out, "PL[%c]DI[%d%d]", s->turn == BG_WHITE ? 'W' : 'B', s->high, s->low);
    }
}

/* The move of a node, if its notes do not have it. Returns the note that does. */
static const hra_note *add_move(writer *w, int node) {
    const hra_move m = w->play->nodes[node].move;
    const bg_state *s = state_at(w, w->play->nodes[node].parent);
    char name[] = {seat_of(s, m) == BG_WHITE ? 'W' : 'B', '\0'};
    if (w->play->nodes[node].mover == HRA_CHANCE)
        add_throw(w, node);
    if (w->play->nodes[node].mover == HRA_CHANCE || bg_is_concession(m) || (!s->high && m == BG_ROLL))
        return NULL;
    const hra_note *note = find_property(w, node, name);
    if (note && is_move(w, s, m, note->text))
        return note;
    if (s->high && !m && find_property(w, node, "DI"))
        return NULL; /* dice at the end of a game, which cannot be played */
    begin_node(w);
    hra_text_addf(w->out, "%s[", name);
    if (s->high) {
        hra_text_addf(w->out, "%d%d", s->high, s->low);
        add_play(s, m, w->out);
    } else {
        /* at the start there is no double that it could be an answer to */
        hra_text_add(w->out, m == BG_BEAVER && !w->play->nodes[node].parent ? "beaver" : answer_word(m));
    }
    hra_text_add_char(w->out, ']');
    return NULL;
}

/* ---- notes ------------------------------------------------------------------------------------*/

/* A node has one comment: the others are further lines of it. */
static void add_comment(writer *w, const char *text) {
    if (!w->commented || w->out->length - w->commented > MAX_BEHIND) {
        add_property(w, "C", text);
        w->commented = w->out->length;
        return;
    }
    hra_text behind, value;
    hra_text_init(&behind);
    hra_text_init(&value);
    hra_text_add(&behind, w->out->data + w->commented);
    bg_sgf_add_value(text, &value);
    w->out->length = w->commented;
    if (value.length) {
        w->out->data[w->commented - 1] = '\n';
        hra_text_add(w->out, value.data + 1);
    }
    w->commented = w->out->length;
    hra_text_add(w->out, hra_text_string(&behind));
    w->out->err = behind.err ? behind.err : value.err ? value.err : w->out->err;
    hra_text_release(&behind);
    hra_text_release(&value);
}

static bool is_name(const char *name) {
    for (const char *c = name; *c; c++)
        if (!isupper((unsigned char)*c))
            return false;
    return *name;
}

static bool begins_game(const writer *w, int node, const hra_note *note) {
    return strcmp(note->name, BG_SGF_TREE) == 0 && (w->open ? ends(w, node) : !node);
}

/* Returns whether a game begins with it. */
static bool add_mark(writer *w, int node, const hra_note *note) {
    const bool begins = begins_game(w, node, note);
    if (begins) {
        begin_tree(w, node);
    } else if (strcmp(note->name, ";") == 0) {
        begin_node(w);
    } else if (strcmp(note->name, "(") == 0) {
        end_root(w);
        hra_text_add(w->out, "\n(");
        w->depth++;
    } else if (strcmp(note->name, ")") == 0) {
        w->tail = note->text;
    }
    return begins;
}

/* A property as it was; the text is UTF-8 whatever it was. */
static void add_raw(writer *w, const hra_note *note) {
    const char *values = strcmp(note->name, "CA") == 0 ? "[UTF-8]" : note->text;
    size_t n = strlen(values);
    while (n && values[n - 1] != ']')
        n--;
    hra_text_add(w->out, note->name);
    hra_text_add_bytes(w->out, values, n);
    if (strcmp(note->name, "C") == 0)
        w->commented = w->out->length;
}

/* Comments and glyphs of a review come last, also behind what is of the next game. */
static bool is_of_review(const hra_note *note) {
    return note->kind == HRA_NOTE_NAG || (note->kind == HRA_NOTE_COMMENT &&
                                          strncmp(note->text, BG_SGF_REVIEW, sizeof BG_SGF_REVIEW - 1) == 0);
}

static void add_remark(writer *w, const hra_note *note) {
    if (note->kind == HRA_NOTE_COMMENT)
        add_comment(w, note->text);
    for (const bg_sgf_glyph *g = bg_sgf_glyphs; note->kind == HRA_NOTE_NAG && g->name; g++)
        if (g->nag == note->value)
            hra_text_addf(w->out, "%s%s", g->name, g->values);
}

static void add_review(writer *w, const hra_note *from) {
    for (int i = from->next; i >= 0; i = w->play->notes[i].next)
        if (is_of_review(&w->play->notes[i]))
            add_remark(w, &w->play->notes[i]);
}

/* `move`: the note that has the move of the node. Returns whether the next game has begun. */
static bool add_notes(writer *w, int node, const hra_note *move) {
    bool begun = false;
    const char *kept = ""; /* the comment before, as a property */
    for (int i = w->play->nodes[node].note; i >= 0; i = w->play->notes[i].next) {
        const hra_note *note = &w->play->notes[i];
        const bool property = note->kind == HRA_NOTE_PROPERTY, named = property && is_name(note->name);
        const bool moves = named && !note->name[1] && strchr("BW", note->name[0]);
        if (property && !named && node && !begun && begins_game(w, node, note))
            add_review(w, note);
        if (property && !named)
            begun = add_mark(w, node, note) || begun;
        else if (named && (!moves || note == move) && bg_sgf_is_values(note->text))
            add_raw(w, note);
        else if (!property && !(note->kind == HRA_NOTE_COMMENT && strcmp(kept, "C") == 0) &&
                 !(begun && node && is_of_review(note)))
            add_remark(w, note);
        kept = named ? note->name : "";
    }
    return begun;
}

void bg_sgf_write(const hra_annotated *game, hra_text *out) {
    writer w = {.play = game, .setup = game->game->data, .out = out};
    const hra_note *first = game->nodes[0].note >= 0 ? &game->notes[game->nodes[0].note] : NULL;
    const char *part = NULL;
    for (int i = game->nodes[0].note; i >= 0; i = game->notes[i].next)
        if (game->notes[i].kind == HRA_NOTE_PROPERTY && strcmp(game->notes[i].name, "Part") == 0)
            part = game->notes[i].text;
    hra_lines l;
    hra_lines_string(&l, part ? part : "1", NULL);
    w.game = hra_lines_digits(&l, 6) - 1;
    w.game = w.game < 0 ? 0 : w.game;
    if (!first || first->kind != HRA_NOTE_PROPERTY || strcmp(first->name, BG_SGF_TREE) != 0)
        begin_own_tree(&w, 0);
    (void)add_notes(&w, 0, NULL);
    for (int node = game->nodes[0].first; node; node = game->nodes[node].first) {
        const hra_note *move = add_move(&w, node);
        bool begun = add_notes(&w, node, move);
        if (!begun && ends(&w, node) && game->nodes[node].first)
            begin_own_tree(&w, node);
    }
    end_tree(&w);
}

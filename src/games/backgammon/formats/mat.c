/* Writing match files. */
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/utf8.h"
#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "mat.h"
#include "mat_text.h"

const hra_format bg_formats[] = {
    {.name = "MAT",
     .suffix = ".mat",
     .looks = bg_mat_looks,
     .split = bg_mat_split,
     .read = bg_mat_read,
     .write = bg_mat_write},
    {.name = "SGF",
     .suffix = ".sgf",
     .looks = bg_sgf_looks,
     .split = bg_sgf_split,
     .read = bg_sgf_read,
     .write = bg_sgf_write},
    {.name = "gnubg text",
     .suffix = ".gnubg.txt",
     .looks = bg_gnubg_text_looks,
     .split = bg_gnubg_text_split,
     .read = bg_gnubg_text_read},
    {0},
};

typedef struct writer {
    const hra_annotated *play;
    const bg_setup *setup;
    hra_text *out, left; /* the cell of White that waits for Black's */
    int row, game;
    int ended;      /* the last move of a game whose end was written; -1: none was */
    bool as_it_was; /* it was read from such a file: what is not in it is not written */
    bool old_head;  /* the same of its head, from which the rules follow that it does not state */
} writer;

/* A property of a node; NULL: it has none. */
static const char *property(const writer *w, int node, const char *name) {
    for (int i = w->play->nodes[node].note; i >= 0; i = w->play->notes[i].next)
        if (w->play->notes[i].kind == HRA_NOTE_PROPERTY && strcmp(w->play->notes[i].name, name) == 0)
            return w->play->notes[i].text;
    return NULL;
}

void bg_mat_name(const char *name, size_t length, hra_text *out) {
    size_t from = out->length;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        bool blank = c <= ' ' || c == 127, follows = c >= 0x80 && c < 0xc0;
        if (out->length - from >= BG_MAT_NAME && !follows)
            break;
        if (!blank)
            hra_text_add_char(out, c == ':' ? ';' : (char)c);
        else if (out->length > from && out->data[out->length - 1] != ' ')
            hra_text_add_char(out, ' ');
    }
    while (out->length > from && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
    if (out->length == from)
        hra_text_add_char(out, '?');
}

static void add_name(const writer *w, int seat, hra_text *out) {
    const char *name = w->play->players[seat];
    bg_mat_name(name ? name : "", name ? strlen(name) : 0, out);
}

/* Appends a text that may be from elsewhere, within its line. */
static void add_in_line(const char *text, hra_text *out) {
    for (; *text; text++)
        hra_text_add_char(out, hra_is_control(*text) ? ' ' : *text);
}

/* ---- the head ---------------------------------------------------------------------------------
 * Lines that begin with ; are comments to other programs. Two of them hold what the format lacks: the rules,
 * and the position at which a game begins. */

/* One side alone lacks a point. */
static bool is_close(const bg_setup *setup, const bg_state *s) {
    int last = setup->match - 1;
    return setup->match && (s->score[0] == last) != (s->score[1] == last);
}

void bg_mat_rules(const bg_setup *setup, const bg_state *start, hra_text *out) {
    hra_text_addf(out, "cube=%s", setup->cube ? "yes" : "no");
    if (setup->cube)
        hra_text_addf(out, ",limit=%d", setup->limit == BG_NO_LIMIT ? 0 : 1 << setup->limit);
    if (setup->checkers < BG_CHECKERS)
        hra_text_addf(out, ",checkers=%d", setup->checkers);
    else if (bg_count(&setup->start.side[0], 23))
        hra_text_add(out, ",start=nackgammon");
    hra_text_add(out, setup->gammons ? "" : ",gammons=no");
    hra_text_add(out, setup->jacoby ? ",jacoby" : "");
    hra_text_add(out, setup->beavers ? ",beavers" : "");
    if (setup->automatic)
        hra_text_addf(out, ",automatic=%d", setup->automatic);
    if (setup->match && !setup->crawford)
        hra_text_add(out, ",crawford=no");
    else if (setup->cube && is_close(setup, start) && start->owner != BG_NOBODY)
        hra_text_add(out, ",crawford=over");
}

/* Comments of the head behind its first `tags` tags. */
static void add_head_comments(const writer *w, int tags) {
    for (int i = w->play->nodes[0].note; i >= 0; i = w->play->notes[i].next) {
        const hra_note *note = &w->play->notes[i];
        if (note->kind == HRA_NOTE_COMMENT && note->before && note->value == tags) {
            hra_text_add_char(w->out, ';');
            add_in_line(note->text, w->out);
            hra_text_add_char(w->out, '\n');
        }
    }
}

/* ; [Name "value"], in which a quote would end the value. */
static void add_tag(const char *name, const char *value, hra_text *out) {
    size_t from = out->length, begins;
    hra_text_add(out, "; [");
    add_in_line(name, out);
    hra_text_add(out, " \"");
    begins = out->length;
    add_in_line(value, out);
    for (size_t i = from; i < out->length; i++)
        if (out->data[i] == '"' && i + 1 != begins)
            out->data[i] = '\'';
    hra_text_add(out, "\"]\n");
}

/* The tags of a file as they were; else those that hra's own remarks do not state. */
static void add_tags(const writer *w) {
    static const char *const own[] = {"Rules", "Position", "Round"};
    for (int i = 0; i < w->play->tag_count; i++) {
        const hra_tag *tag = &w->play->tags[i];
        bool known = false;
        for (int k = 0; k < 3 && !w->old_head; k++)
            known = known || strcmp(tag->name, own[k]) == 0;
        add_head_comments(w, i);
        if (!known && *tag->value)
            add_tag(strcmp(tag->name, "Date") == 0 ? "EventDate" : tag->name, tag->value, w->out);
    }
    add_head_comments(w, w->play->tag_count);
}

/* Of a file that was read. */
static void add_old_head(const writer *w) {
    const char *length = property(w, 0, "Length");
    add_tags(w);
    if (!length)
        hra_text_addf(w->out, "\n %d point match\n", w->setup->match);
    else if (*length) {
        hra_text_add(w->out, "\n ");
        add_in_line(length, w->out);
        hra_text_add_char(w->out, '\n');
    }
}

static void add_head(const writer *w) {
    const bg_state *start = hra_annotated_state(w->play, 0);
    bg_state usual = {.score = {start->score[0], start->score[1]}};
    if (w->setup->cube || w->setup->match)
        usual.owner = !w->setup->cube || (start->owner == BG_NOBODY && is_close(w->setup, start)) ? BG_NOBODY
                                                                                                  : BG_MIDDLE;
    bg_begin_game(w->setup, &usual);
    add_tags(w);
    hra_text_add(w->out, "; [Rules \"");
    bg_mat_rules(w->setup, start, w->out);
    hra_text_add(w->out, "\"]\n");
    if (memcmp(&usual, start, sizeof usual) != 0) {
        hra_text_add(w->out, "; [Position \"");
        bg_write_position(w->play->game, start, w->out);
        hra_text_add(w->out, "\"]\n");
    }
    hra_text_addf(w->out, "\n %d point match\n", w->setup->match);
}

/* ---- rows -------------------------------------------------------------------------------------*/

static void add_blanks(size_t used, hra_text *out) {
    hra_text_add_char(out, ' ');
    for (; used < BG_MAT_COLUMN; used++)
        hra_text_add_char(out, ' ');
}

static void end_row(writer *w, const char *right) {
    if (!w->left.length && !*right)
        return;
    hra_text_addf(w->out, "%3d) %s", ++w->row, hra_text_string(&w->left));
    if (*right) {
        add_blanks(w->left.length, w->out);
        hra_text_add(w->out, right);
    }
    hra_text_add_char(w->out, '\n');
    hra_text_clear(&w->left);
}

static void add_cell(writer *w, int seat, const hra_text *cell) {
    if (cell->err)
        w->out->err = cell->err;
    if (seat == BG_BLACK) {
        end_row(w, hra_text_string(cell));
        return;
    }
    end_row(w, "");
    hra_text_add(&w->left, hra_text_string(cell));
}

/* The points in the head of a game; those before a game for points are in a property. */
static void find_score(const writer *w, const bg_state *s, int *score) {
    const char *text = w->as_it_was ? property(w, 0, "Score") : NULL;
    hra_lines l;
    for (int seat = 0; seat < 2; seat++)
        score[seat] = s->score[seat];
    if (!text || w->setup->match)
        return;
    hra_lines_string(&l, text, NULL);
    int white = hra_lines_digits(&l, 9), black = hra_lines_digits(&l, 9);
    if (white >= 0 && black >= 0) {
        score[BG_WHITE] = white;
        score[BG_BLACK] = black;
    }
}

static void begin_game(writer *w, const bg_state *s) {
    hra_text line;
    int score[2];
    find_score(w, s, score);
    hra_text_init(&line);
    w->row = 0;
    hra_text_addf(w->out, "\n Game %d\n", ++w->game);
    add_name(w, BG_WHITE, &line);
    hra_text_addf(&line, " : %d", score[BG_WHITE]);
    hra_text_addf(w->out, " %s ", hra_text_string(&line));
    add_blanks(line.length, w->out);
    hra_text_clear(&line);
    add_name(w, BG_BLACK, &line);
    hra_text_addf(w->out, "%s : %d\n", hra_text_string(&line), score[BG_BLACK]);
    if (line.err)
        w->out->err = line.err;
    hra_text_release(&line);
}

/* In the winner's column; Black's is beside White's last move, as GNU Backgammon requires. `spelling`: how a file has it. */
static void end_game(writer *w, int winner, int points, bool match, const char *spelling) {
    hra_text cell;
    if (w->as_it_was && !*spelling) {
        end_row(w, "");
        return;
    }
    hra_text_init(&cell);
    if (*spelling) {
        hra_text_add_char(&cell, ' ');
        add_in_line(spelling, &cell);
    } else
        hra_text_addf(&cell, " Wins %d point%s%s", points, points == 1 ? "" : "s",
                      match ? " and the match" : "");
    if (winner == BG_BLACK && w->left.length) {
        add_cell(w, winner, &cell);
    } else {
        end_row(w, "");
        hra_text_add(w->out, "     ");
        if (winner == BG_BLACK)
            add_blanks(0, w->out);
        hra_text_addf(w->out, "%s\n", hra_text_string(&cell));
    }
    if (cell.err)
        w->out->err = cell.err;
    hra_text_release(&cell);
}

/* ---- moves ------------------------------------------------------------------------------------*/

/* 25 is the bar, 0 is off; each step by itself, since it may hit on its way. */
static void add_play(const bg_state *s, hra_move m, hra_text *out) {
    bg_way ways[BG_STEPS];
    bg_set hits = bg_hits(s, m);
    int n = bg_ways(s, m, ways);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < ways[i].checkers; k++)
            for (int step = 1; step <= ways[i].steps; step++) {
                int to = ways[i].place[step];
                bool hit = hits >> to & 1;
                hra_text_addf(out, " %d/%d%s", ways[i].place[step - 1], to, hit ? "*" : "");
                hits &= ~((bg_set)hit << to);
            }
    if (n == 0)
        hra_text_add(out, " Cannot Move");
}

static void add_answer(writer *w, const bg_state *s, hra_move m, const char *spelling) {
    hra_text cell;
    hra_text_init(&cell);
    int value = 1 << s->cube;
    if (*spelling)
        hra_text_addf(&cell, " %s", spelling);
    else if (m == BG_DOUBLE)
        hra_text_addf(&cell, " Doubles => %d", 2 * value);
    else if (m == BG_BEAVER)
        hra_text_addf(&cell, " Beavers => %d", 4 * value);
    else if (m == BG_DROP)
        hra_text_add(&cell, " Drops");
    else if (m == BG_TAKE && s->phase == BG_DOUBLED) /* a player that goes on after a beaver takes it */
        hra_text_add(&cell, " Takes");
    if (cell.length)
        add_cell(w, s->phase == BG_DOUBLED ? !s->turn : s->turn, &cell);
    hra_text_release(&cell);
}

/* Comments and lines behind a move; those of another place behind it have this value. */
static void add_notes(writer *w, int node, int place) {
    for (int i = w->play->nodes[node].note; i >= 0; i = w->play->notes[i].next) {
        const hra_note *note = &w->play->notes[i];
        bool comment = note->kind == HRA_NOTE_COMMENT && !note->before,
             line = note->kind == HRA_NOTE_PROPERTY && strcmp(note->name, "Line") == 0;
        if ((!comment && !line) || note->value != place)
            continue;
        end_row(w, "");
        hra_text_add(w->out, comment ? ";" : "  ");
        add_in_line(note->text, w->out);
        hra_text_add_char(w->out, '\n');
    }
}

/* Adds the dice and the move made with them, of `node`; 0: the game was left before the move. */
static void add_roll(writer *w, const bg_state *s, int node, int before) {
    hra_text cell;
    const char *dice = w->play->nodes[before].spelling;
    const char *spelling = w->play->nodes[node].spelling;
    hra_text_init(&cell);
    if (w->play->nodes[before].mover == HRA_CHANCE && *dice)
        hra_text_add(&cell, dice);
    else
        hra_text_addf(&cell, "%d%d:", s->high, s->low);
    if (node && *spelling)
        hra_text_addf(&cell, " %s", spelling);
    else if (node)
        add_play(s, w->play->nodes[node].move, &cell);
    add_cell(w, s->turn, &cell);
    hra_text_release(&cell);
    if (w->play->nodes[before].mover == HRA_CHANCE)
        add_notes(w, before, 0);
}

/* Those behind the line that ends a game. */
static void add_end_notes(writer *w, int node) {
    add_notes(w, node, BG_MAT_BEHIND_END);
    w->ended = node;
}

/* The head of the next game, where the one before has ended. */
static void go_on(writer *w, const bg_state *s, int node) {
    bool last = !w->play->nodes[node].first && w->as_it_was && !property(w, node, "Game");
    if (!bg_is_over(s) && s->phase == BG_OPENING && !last) {
        begin_game(w, s);
        add_notes(w, node, BG_MAT_BEHIND_HEAD);
    }
}

/* One move; the state becomes the next one. */
static void add_move(writer *w, bg_state *s, int node) {
    const hra_game *game = w->play->game;
    const hra_node *n = &w->play->nodes[node];
    const hra_move m = n->move;
    bg_state before = *s;
    game->rules->apply(game, s, m);
    if (bg_is_concession(m)) {
        if (before.high)
            add_roll(w, &before, 0, n->parent);
        end_game(w, !bg_conceding_seat(m), bg_conceded_points(m), bg_is_over(s) && w->setup->match,
                 n->spelling);
        add_end_notes(w, n->parent);
        add_notes(w, node, 0);
        go_on(w, s, node);
        return;
    }
    if (before.high)
        add_roll(w, &before, node, n->parent);
    else if (bg_is_asked(&before))
        add_answer(w, &before, m, n->spelling);
    else if (s->phase == BG_OPENING)
        hra_text_addf(w->out, "; automatic double %d%d\n", bg_first_die(m), bg_second_die(m));
    bool over = bg_is_over(s);
    if (!over && (s->phase != BG_OPENING || before.phase == BG_OPENING)) {
        if (n->mover != HRA_CHANCE || !s->high) /* else they are behind the dice */
            add_notes(w, node, 0);
        return;
    }
    /* the player that moved, or that answered and dropped, ended it */
    bool dropped = m == BG_DROP && !before.high;
    int asked = before.phase == BG_DOUBLED ? !before.turn : before.turn,
        winner = dropped ? !asked : before.turn;
    bg_state ended = before;
    if (before.high)
        (void)bg_play(&ended.board, before.turn, before.high, before.low, m);
    ended.turn = (uint8_t)winner;
    ended.phase = dropped ? BG_DROPPED : BG_ENDED;
    const char *ending = property(w, node, "End");
    add_notes(w, node, 0);
    end_game(w, winner, bg_points(w->setup, &ended), over && w->setup->match, ending ? ending : "");
    add_end_notes(w, node);
    go_on(w, s, node);
}

/* Given up, agreed or adjudicated. */
static void add_result(writer *w, const bg_state *s) {
    const double *result = w->play->result.returns;
    if (!w->play->result.stated || w->play->result.unfinished || bg_is_over(s))
        return;
    if (result[0] == 0) {
        hra_text_add(w->out, BG_MAT_DRAWN "\n");
        return;
    }
    int winner = result[0] > 0 ? BG_WHITE : BG_BLACK, points = (int)result[winner];
    if (w->setup->match)
        points = w->setup->match - s->score[winner];
    end_game(w, winner, points, w->setup->match > 0, w->as_it_was ? w->play->result.text : "");
}

/* Of what could not be read the head may say something. */
static bool has_fault(const hra_annotated *game) {
    for (int i = 0; i < game->fault_count; i++)
        if (!game->faults[i].remark)
            return true;
    return false;
}

void bg_mat_write(const hra_annotated *game, hra_text *out) {
    writer w = {.play = game,
                .setup = game->game->data,
                .out = out,
                .ended = -1,
                .as_it_was = game->format == bg_formats};
    bg_state s = *(const bg_state *)hra_annotated_state(game, 0);
    hra_text_init(&w.left);
    const char *part = property(&w, 0, "Part");
    if (part && w.as_it_was)
        w.game = (int)strtol(part, NULL, 10) - 1;
    w.old_head = w.as_it_was && !part && !has_fault(game);
    if (w.old_head)
        add_old_head(&w);
    else
        add_head(&w);
    add_notes(&w, 0, 0);
    begin_game(&w, &s);
    add_notes(&w, 0, BG_MAT_BEHIND_HEAD);
    int last = 0;
    for (int node = game->nodes[0].first; node; last = node, node = game->nodes[node].first)
        add_move(&w, &s, node);
    if (s.high)
        add_roll(&w, &s, 0, last);
    end_row(&w, "");
    add_result(&w, &s);
    if (w.ended != last)
        add_end_notes(&w, last);
    hra_text_add_char(out, '\n');
    if (w.left.err)
        out->err = w.left.err;
    hra_text_release(&w.left);
}

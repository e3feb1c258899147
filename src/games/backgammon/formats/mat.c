/* Writing match files. */
#include <stdlib.h>
#include <string.h>

#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "mat.h"

const hra_format bg_formats[] = {
    {.name = "MAT", .suffix = ".mat", .write = bg_mat_write, .read = bg_mat_read},
    {0},
};

typedef struct writer {
    const hra_transcript *play;
    const bg_setup *setup;
    hra_text *out, left; /* the cell of White that waits for Black's */
    int row, game;
} writer;

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

/* ---- the head ---------------------------------------------------------------------------------
 * Lines that begin with ; are comments to other programs. Two of them hold what the format lacks: the rules,
 * and the position at which a game begins. */

/* One side alone lacks a point. */
static bool is_close(const bg_setup *setup, const bg_state *s) {
    int last = setup->match - 1;
    return setup->match && (s->score[0] == last) != (s->score[1] == last);
}

/* The options of the game, without those that the file says anyway. */
static void add_rules(const bg_setup *setup, const bg_state *start, hra_text *out) {
    hra_text_addf(out, "; [Rules \"cube=%s", setup->cube ? "yes" : "no");
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
    hra_text_add(out, "\"]\n");
}

static void add_head(const writer *w) {
    const bg_state *start = w->play->start;
    bg_state usual = {.score = {start->score[0], start->score[1]}};
    if (w->setup->cube || w->setup->match)
        usual.owner = !w->setup->cube || (start->owner == BG_NOBODY && is_close(w->setup, start)) ? BG_NOBODY
                                                                                                  : BG_MIDDLE;
    bg_begin_game(w->setup, &usual);
    if (w->play->date && *w->play->date)
        hra_text_addf(w->out, "; [EventDate \"%s\"]\n", w->play->date);
    add_rules(w->setup, start, w->out);
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

static void begin_game(writer *w, const bg_state *s) {
    hra_text line;
    hra_text_init(&line);
    w->row = 0;
    hra_text_addf(w->out, "\n Game %d\n", ++w->game);
    add_name(w, BG_WHITE, &line);
    hra_text_addf(&line, " : %d", s->score[BG_WHITE]);
    hra_text_addf(w->out, " %s ", hra_text_string(&line));
    add_blanks(line.length, w->out);
    hra_text_clear(&line);
    add_name(w, BG_BLACK, &line);
    hra_text_addf(w->out, "%s : %d\n", hra_text_string(&line), s->score[BG_BLACK]);
    if (line.err)
        w->out->err = line.err;
    hra_text_release(&line);
}

/* In the winner's column; Black's stands beside what White did last, as GNU Backgammon wants it. */
static void end_game(writer *w, int winner, int points, bool match) {
    hra_text cell;
    hra_text_init(&cell);
    hra_text_addf(&cell, " Wins %d point%s%s", points, points == 1 ? "" : "s", match ? " and the match" : "");
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

static void add_answer(writer *w, const bg_state *s, hra_move m) {
    hra_text cell;
    hra_text_init(&cell);
    int value = 1 << s->cube;
    if (m == BG_DOUBLE)
        hra_text_addf(&cell, " Doubles => %d", 2 * value);
    else if (m == BG_BEAVER)
        hra_text_addf(&cell, " Beavers => %d", 4 * value);
    else if (m == BG_DROP)
        hra_text_add(&cell, " Drops");
    else if (m == BG_TAKE && s->phase == BG_DOUBLED) /* who goes on after a beaver has taken it */
        hra_text_add(&cell, " Takes");
    if (cell.length)
        add_cell(w, s->phase == BG_DOUBLED ? !s->turn : s->turn, &cell);
    hra_text_release(&cell);
}

/* Adds the dice and the move made with them; `made` is false if the game was left before the move. */
static void add_roll(writer *w, const bg_state *s, bool made, hra_move m) {
    hra_text cell;
    hra_text_init(&cell);
    hra_text_addf(&cell, "%d%d:", s->high, s->low);
    if (made)
        add_play(s, m, &cell);
    add_cell(w, s->turn, &cell);
    hra_text_release(&cell);
}

/* One move; the state becomes the next one. */
static void add_move(writer *w, bg_state *s, hra_move m) {
    const hra_game *game = w->play->game;
    bg_state before = *s;
    game->rules->apply(game, s, m);
    if (before.high)
        add_roll(w, &before, true, m);
    else if (bg_is_asked(&before))
        add_answer(w, &before, m);
    else if (s->phase == BG_OPENING)
        hra_text_addf(w->out, "; automatic double %d%d\n", bg_first_die(m), bg_second_die(m));
    bool over = bg_is_over(s);
    if (!over && (s->phase != BG_OPENING || before.phase == BG_OPENING))
        return;
    /* who played, or was asked and dropped, ended it */
    bool dropped = m == BG_DROP && !before.high;
    int asked = before.phase == BG_DOUBLED ? !before.turn : before.turn,
        winner = dropped ? !asked : before.turn;
    bg_state ended = before;
    if (before.high)
        (void)bg_play(&ended.board, before.turn, before.high, before.low, m);
    ended.turn = (uint8_t)winner;
    ended.phase = dropped ? BG_DROPPED : BG_ENDED;
    end_game(w, winner, bg_points(w->setup, &ended), over && w->setup->match);
    if (!over)
        begin_game(w, s);
}

/* Given up, agreed or adjudicated. */
static void add_result(writer *w, const bg_state *s) {
    const double *result = w->play->result;
    if (!w->play->over || bg_is_over(s) || result[0] == 0)
        return;
    int winner = result[0] > 0 ? BG_WHITE : BG_BLACK, points = (int)result[winner];
    if (w->setup->match)
        points = w->setup->match - s->score[winner];
    end_game(w, winner, points, w->setup->match > 0);
}

void bg_mat_write(const hra_transcript *play, hra_text *out) {
    writer w = {.play = play, .setup = play->game->data, .out = out};
    bg_state s = *(const bg_state *)play->start;
    hra_text_init(&w.left);
    add_head(&w);
    begin_game(&w, &s);
    for (int ply = 0; ply < play->plies; ply++)
        add_move(&w, &s, play->moves[ply]);
    if (s.high)
        add_roll(&w, &s, false, 0);
    end_row(&w, "");
    add_result(&w, &s);
    hra_text_add_char(out, '\n');
    if (w.left.err)
        out->err = w.left.err;
    hra_text_release(&w.left);
}

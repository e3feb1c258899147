/* A table drawn in place. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/scene.h"
#include "screen.h"
#include "speech/print.h"
#include "table_commands.h"
#include "table_screen.h"
#include "table_turns.h"
#include "term_table.h"

enum {
    BRIEF = 3,  /* moves that are advised unasked */
    WIDE = 104, /* columns of a terminal from which on a list of moves is beside the board */
    SIDE = 38,  /* columns of that list */
    LEAST_HEIGHT = 10,
    TALL = 24, /* rows of a terminal from which on the talk has always */
    USUAL_TALK = 2,
    LEAST_WIDTH = 40,
};

/* What is shown, as it was shared among the parts. */
typedef struct shown {
    screen screen;
    hra_text text[SCREEN_PARTS], side, board[2]; /* the short board and the full one */
    screen_wish wish[SCREEN_PARTS];
    bool advised; /* there is advice for this position */
} shown;

static void init(shown *w) {
    *w = (shown){0};
    for (int part = 0; part < SCREEN_PARTS; part++)
        hra_text_init(&w->text[part]);
    hra_text_init(&w->side);
    hra_text_init(&w->board[0]);
    hra_text_init(&w->board[1]);
}

static void release(shown *w) {
    for (int part = 0; part < SCREEN_PARTS; part++)
        hra_text_release(&w->text[part]);
    hra_text_release(&w->side);
    hra_text_release(&w->board[0]);
    hra_text_release(&w->board[1]);
}

static void measure(screen *s) {
    s->width = print_terminal_width();
    s->height = print_height();
    s->left = s->width >= WIDE ? s->width - SIDE : s->width;
}

static void listen(table_screen *s) {
    screen size = {0};
    measure(&size);
    print_capture(&s->talk, size.left);
}

static int now(const table_screen *s) {
    return hra_play_plies(s->play);
}

static const void *state(const table_screen *s) {
    return s->passing ? s->passing : hra_play_at(s->play, HRA_NOW).state;
}

/* ---- players --------------------------------------------------------------------------------*/

/* How much of a player there is room for. */
typedef enum player_form { PLAYER_WHOLE, PLAYER_NAMED, PLAYER_BRIEF } player_form;

/* "Black Anna  12 pieces", without what the seat has, or "B Anna". */
static void add_player(const table_screen *s, int seat, player_form form, hra_text *out) {
    const hra_play_info *info = hra_play_snapshot(s->play);
    const hra_rules *rules = s->game->rules;
    const char *name = *info->names[seat] ? info->names[seat] : table_player(info->players[seat]);
    const bool hides = rules->conduct->observation != NULL; /* what a seat has may be a secret */
    if (s->game->seats > 1)
        turns_add_seat(s->game, seat, form == PLAYER_BRIEF, out);
    else
        hra_text_addf(out, "%s:", _(rules->text->title));
    hra_text_addf(out, " %s", name);
    if (form == PLAYER_WHOLE && rules->scene->seat_count && !hides) {
        hra_text_add(out, "  ");
        rules->scene->seat_count(s->game, state(s), seat, out);
    }
}

/* Each in a line of its own, or in as many columns (0: as it needs). */
static void add_players(const table_screen *s, player_form form, int columns, hra_text *out) {
    const int seats = s->game->seats, mover = hra_play_at(s->play, HRA_NOW).mover;
    for (int seat = 0; seat < seats; seat++) {
        size_t from = out->length;
        hra_text_add(out, seat == mover ? "> " : "  ");
        add_player(s, seat, form, out);
        if (columns > 0) {
            table_cut(out, from, columns - 1);
            hra_text_pad(out, from, columns);
        } else {
            hra_text_add(out, columns < 0 ? "\n" : " ");
        }
    }
}

/* In one line, with as much as it holds; then the form in lines. */
static void make_players(const table_screen *s, shown *w) {
    hra_text *out = &w->text[SCREEN_PLAYERS];
    for (player_form form = PLAYER_WHOLE; form <= PLAYER_BRIEF; form++) {
        hra_text_clear(out);
        add_players(s, form, form == PLAYER_BRIEF ? w->screen.left / s->game->seats : 0, out);
        if (hra_text_columns(print_string(out)) <= w->screen.left)
            break;
    }
    hra_text_add(out, "\n");
    add_players(s, PLAYER_WHOLE, -1, out);
    w->wish[SCREEN_PLAYERS] = (screen_wish){.least = 1, .most = s->game->seats, .whole = true};
}

/* Leaves the form that fits the rows that the players have got. */
static void choose_players(shown *w) {
    const char *text = hra_text_string(&w->text[SCREEN_PLAYERS]);
    const bool apart = w->screen.rows[SCREEN_PLAYERS] > 1;
    w->screen.text[SCREEN_PLAYERS] = apart ? text + strcspn(text, "\n") + 1 : text;
}

/* ---- board ----------------------------------------------------------------------------------*/

static int side_of(const table_screen *s) {
    return s->turned && s->seat >= 0 ? !s->seat : s->seat;
}

static void make_boards(const table_screen *s, shown *w) {
    table_add_board(s->game, hra_play_snapshot(s->play)->names, state(s), side_of(s), 1, &w->board[0]);
    table_add_board(s->game, hra_play_snapshot(s->play)->names, state(s), side_of(s), 0, &w->board[1]);
    int low = table_lines(print_string(&w->board[0])), high = table_lines(print_string(&w->board[1]));
    w->wish[SCREEN_BOARD] = (screen_wish){.least = low < high ? low : high, .most = high, .whole = true};
}

static void mark_board(const table_screen *s, const hra_text *board, bool full, hra_text *out) {
    int first, last;
    hra_text before, after;
    if (s->passing || !turns_last(s->play, s->seat, &first, &last)) {
        hra_text_add(out, hra_text_string(board));
        return;
    }
    hra_text_init(&before);
    hra_text_init(&after);
    table_add_board(s->game, hra_play_snapshot(s->play)->names, hra_play_at(s->play, first).state, side_of(s),
                    !full, &before);
    table_add_board(s->game, hra_play_snapshot(s->play)->names,
                    hra_play_at(s->play, last + 1 < now(s) ? last + 1 : HRA_NOW).state, side_of(s), !full,
                    &after);
    screen_add_marked(hra_text_string(board), print_string(&before), print_string(&after), out);
    hra_text_release(&before);
    hra_text_release(&after);
}

static void choose_board(const table_screen *s, shown *w) {
    const bool full = w->screen.rows[SCREEN_BOARD] >= w->wish[SCREEN_BOARD].most;
    mark_board(s, &w->board[full], full, &w->text[SCREEN_BOARD]);
    w->screen.text[SCREEN_BOARD] = print_string(&w->text[SCREEN_BOARD]);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static void make_moves(const table_screen *s, shown *w) {
    const turns_of of = {s->play, s->secrets, s->secret_count, s->first};
    turns_add_last(&of, w->screen.left, &w->text[SCREEN_LAST]);
    w->wish[SCREEN_LAST] = (screen_wish){.least = 1, .most = 1};
    if (w->screen.left < w->screen.width)
        turns_add_list(&of, w->screen.height - 4, w->screen.width - w->screen.left, &w->side);
}

/* ---- advice ---------------------------------------------------------------------------------*/

/* Rows that advice is expected for are there before it has come, so that the board does not change its form. */
static void make_advice(const table_screen *s, shown *w) {
    const bool waits = s->sitting->waits == HRA_SESSION_ASK || s->sitting->waits == HRA_SESSION_REVIEW;
    const int few = s->choices < BRIEF ? s->choices : BRIEF, all = table_lines(hra_text_string(&s->advice));
    const int words = all - 1 - s->choices, least = s->advises ? BRIEF : few;
    w->advised = s->advised == now(s) && !s->passing && waits && s->choices > 0;
    if (w->advised)
        w->wish[SCREEN_ADVICE] = (screen_wish){.least = least, .most = s->in_full ? all : 1 + few + words};
    else if (s->advises)
        w->wish[SCREEN_ADVICE] = (screen_wish){.least = least, .most = least};
}

/* The rows of the best moves; with more room the head, then the words or, in full, the other moves. */
static void choose_advice(const table_screen *s, shown *w) {
    const char *all = hra_text_string(&s->advice);
    hra_text *out = &w->text[SCREEN_ADVICE];
    const int rows = w->advised ? w->screen.rows[SCREEN_ADVICE] : 0;
    int moves = s->choices < BRIEF ? s->choices : BRIEF, left = rows;
    w->screen.text[SCREEN_ADVICE] = "";
    if (rows > moves) {
        screen_add_line(all, 0, w->screen.left, out);
        hra_text_add(out, "\n");
        left--;
    }
    if (s->in_full && left > moves)
        moves = left < s->choices ? left : s->choices;
    for (int n = 1; left > 0; left--, n++) {
        screen_add_line(all, n <= moves ? n : n - moves + s->choices, w->screen.left, out);
        hra_text_add(out, "\n");
    }
    if (rows)
        w->screen.text[SCREEN_ADVICE] = print_string(out);
}

void table_screen_hear_advice(table_screen *s, const hra_analysis *advice, bool pending) {
    screen size = {0};
    measure(&size);
    hra_text_clear(&s->advice);
    print_capture(&s->advice, size.left);
    table_show_advice(s->game, hra_play_at(s->play, HRA_NOW).state, advice, 0);
    if (pending)
        print("  %s\n", _("Computing the win probability; ask again in some seconds."));
    s->advised = pending ? -1 : now(s); /* asked again at the next prompt */
    s->choices = advice->move_count;
    listen(s);
}

/* ---- talk and prompt ------------------------------------------------------------------------*/

static const char *talk(const table_screen *s) {
    return screen_line_at(hra_text_string(&s->talk), s->from);
}

/* An answer is shown in full. */
static void make_talk(const table_screen *s, shown *w) {
    const int lines = table_lines(talk(s)), room = w->screen.height - w->wish[SCREEN_PROMPT].least;
    const bool answers = s->asked == now(s) && lines > 1;
    const int usual = w->screen.height >= TALL ? USUAL_TALK : 1; /* rows, also of less talk */
    w->wish[SCREEN_TALK] =
        (screen_wish){.least = answers && lines > usual ? (lines < room ? lines : room) : usual,
                      .most = lines > usual ? lines : usual};
    w->screen.text[SCREEN_TALK] = talk(s);
}

/* The editor writes it; while a program thinks the row names the program. */
static void make_prompt(const table_screen *s, int rows, shown *w) {
    const int mover = hra_play_at(s->play, HRA_NOW).mover;
    const bool waits = !s->thinks && s->sitting->waits == HRA_SESSION_OK && mover >= 0 && !s->passing;
    hra_text *out = &w->text[SCREEN_PROMPT];
    w->wish[SCREEN_PROMPT] = (screen_wish){.least = rows, .most = rows};
    if (waits && !hra_player_info_of(hra_play_snapshot(s->play)->players[mover])->human) {
        words_add_who(s->play, mover, out);
        hra_text_add(out, _(" is thinking"));
    } else if (s->thinks) {
        hra_text_add(out, _("the adviser is thinking"));
    }
    w->screen.text[SCREEN_PROMPT] = print_string(out);
}

/* ---- all of it ------------------------------------------------------------------------------*/

static void make(const table_screen *s, int rows, shown *w) {
    measure(&w->screen);
    make_prompt(s, rows, w);
    make_talk(s, w);
    make_boards(s, w);
    make_moves(s, w);
    make_advice(s, w);
    make_players(s, w);
    screen_share(w->wish, w->screen.height, w->screen.rows);
    const bool covers =
        w->wish[SCREEN_TALK].least > 1 && w->screen.rows[SCREEN_BOARD] < w->wish[SCREEN_BOARD].least;
    if (covers) {
        w->wish[SCREEN_BOARD] = (screen_wish){0};
        screen_share(w->wish, w->screen.height, w->screen.rows);
    }
}

static void draw(table_screen *s, int rows, int row) {
    shown w;
    hra_text all;
    hra_text_init(&all);
    init(&w);
    listen(s);
    make(s, rows, &w);
    choose_players(&w);
    choose_board(s, &w);
    choose_advice(s, &w);
    w.screen.text[SCREEN_LAST] = print_string(&w.text[SCREEN_LAST]);
    w.screen.side = w.side.length ? print_string(&w.side) : NULL;
    screen_compose(&w.screen, &all);
    print_capture(NULL, 0);
    s->drawn = s->talk.length;
    print_rows_in_place(&all, w.screen.height - w.screen.rows[SCREEN_PROMPT] + 1 + row);
    listen(s);
    hra_text_release(&all);
    release(&w);
}

static void draw_around_line(void *self, int rows, int row) {
    draw(self, rows, row);
}

static void entered(void *self) {
    table_screen *s = self;
    hra_text swapped = s->past;
    s->past = s->talk;
    s->talk = swapped;
    hra_text_clear(&s->talk);
    s->drawn = 0;
    s->asked = now(s);
}

void table_screen_draw(table_screen *s) {
    if (s->open)
        draw(s, 1, 0);
}

void table_screen_show_thinking(table_screen *s) {
    s->thinks = true;
    table_screen_draw(s);
    s->thinks = false;
}

void table_screen_show_passing(void *self, const void *passing) {
    table_screen *s = self;
    s->passing = passing;
    table_screen_draw(s);
    s->passing = NULL;
}

bool table_screen_covered(const table_screen *s) {
    shown w;
    init(&w);
    make(s, 1, &w);
    bool covered = w.screen.rows[SCREEN_BOARD] == 0 ||
                   (s->asked == now(s) && w.screen.rows[SCREEN_TALK] < w.wish[SCREEN_TALK].most);
    release(&w);
    return covered;
}

void table_screen_turn_page(table_screen *s) {
    const int room = print_height() - 1, lines = table_lines(hra_text_string(&s->past)) - s->from;
    hra_text_clear(&s->talk);
    s->drawn = 0;
    s->from = lines > room ? s->from + room : 0;
    if (s->from)
        hra_text_add(&s->talk, hra_text_string(&s->past));
}

void table_screen_hide(table_screen *s, int ply) {
    int *more = realloc(s->secrets, (size_t)(s->secret_count + 1) * sizeof *more);
    if (!more) {
        s->first = ply + 1; /* what cannot be noted takes what came before with it */
        return;
    }
    s->secrets = more;
    s->secrets[s->secret_count++] = ply;
}

bool table_screen_fits(const hra_play *play) {
    screen size = {0};
    if (!print_terminal_moves() || !input_edits())
        return false;
    measure(&size);
    if (size.height < LEAST_HEIGHT || size.width < LEAST_WIDTH)
        return false;
    for (int seat = 0; seat < hra_play_snapshot(play)->game->seats; seat++)
        if (hra_player_info_of(hra_play_snapshot(play)->players[seat])->human)
            return true;
    return false;
}

void table_screen_open(table_screen *s, sitting *at, input *in, bool advises, const char *said) {
    *s = (table_screen){.open = true,
                        .sitting = at,
                        .play = hra_session_play(at->session),
                        .seat = -1,
                        .advised = -1,
                        .asked = -1};
    s->game = hra_play_snapshot(s->play)->game;
    for (int seat = s->game->seats - 1; seat >= 0; seat--)
        if (hra_player_info_of(hra_play_snapshot(s->play)->players[seat])->human)
            s->seat = seat;
    s->first = s->game->rules->conduct->observation ? now(s) : 0;
    hra_text_init(&s->talk);
    hra_text_init(&s->past);
    hra_text_init(&s->advice);
    print_clear_in_place(true);
    listen(s);
    print_lines(said);
    input_set_frame(in, &(input_frame){.draw = draw_around_line, .entered = entered, .self = s});
}

void table_screen_close(table_screen *s, input *in, bool clear) {
    if (!s->open)
        return;
    s->open = false;
    input_set_frame(in, NULL);
    print_capture(NULL, 0);
    if (clear)
        print_clear_in_place(false);
    else
        print("\n");
    hra_text rest; /* the screen that stays above has what it has shown */
    hra_text_init(&rest);
    hra_text_add(&rest, hra_text_string(&s->talk) + (clear || s->drawn > s->talk.length ? 0 : s->drawn));
    (void)print_text(&rest);
    hra_text_release(&s->talk);
    hra_text_release(&s->past);
    hra_text_release(&s->advice);
    free(s->secrets);
}

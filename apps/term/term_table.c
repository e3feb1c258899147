/* Playing at the table. */
#include <stdlib.h>
#include <string.h>

#include "ask_back.h"
#include "hra/scene.h"
#include "move_list.h"
#include "speech/input.h"
#include "speech/print.h"
#include "table_commands.h"
#include "table_screen.h"
#include "term_help.h"
#include "term_resign.h"
#include "term_table.h"

enum { BRIEF = 3 }; /* moves that are advised unasked */

typedef struct table {
    const table_setup *setup;
    sitting *sitting;
    const hra_play *play;
    const hra_game *game;
    input *input;
    table_screen screen; /* if it is open, all that is shown; else lines come one under another */
    int moves;           /* maximum number of moves of advice, 0: any number */
    int shown;           /* the ply whose board was last drawn, -1: none */
    bool asked;          /* advice comes with the next board */
    bool told;           /* advice is an answer of its own */
    int listed;          /* the ply whose moves were last listed, -1: none */
    int looker;          /* the seat that looked last, -1: none */
    bool turned;         /* the board stands the other way round */
    bool failed;         /* there is no memory to go on with, or no input, which was said */
    hra_text warning;    /* the last one of the tutor */
} table;

typedef enum answer { ANSWERED, ASK_AGAIN, LEAVE, INTERRUPTED } answer;

static const void *now(const table *t) {
    return hra_play_at(t->play, HRA_NOW).state;
}

static void fail(table *t) {
    t->failed = print_no_memory() != EXIT_DONE;
}

/* Whether a line of the session succeeded; if not, prints why. */
static bool succeeded(table *t, hra_err err) {
    if (err == HRA_ENOMEM)
        fail(t);
    else if (err && err != HRA_ESTOPPED)
        print_lines(t->sitting->why.text);
    return !err;
}

static bool tell(table *t, const char *line) {
    return succeeded(t, sitting_tell(t->sitting, line));
}

/* ---- advice ---------------------------------------------------------------------------------*/

/* Prints at most `moves` moves; 0: any number. */
static void show_advice(table *t, int moves) {
    t->moves = moves;
    t->told = true;
    (void)tell(t, "advice");
    t->told = false;
}

/* What the part of the screen for advice shows, worked out once for each position. */
static void update_advice(table *t) {
    const bool wanted = t->sitting->waits == HRA_SESSION_ASK && (t->asked || t->setup->advise);
    if (!wanted || (t->screen.advised == hra_play_plies(t->play) && !t->asked))
        return;
    table_screen_draw(&t->screen);
    t->screen.in_full = t->asked;
    t->asked = false;
    (void)tell(t, "advice");
}

static void hear_advice(table *t, const hra_session_event *event) {
    if (t->screen.open && !t->told) {
        table_screen_hear_advice(&t->screen, event->advice, event->pending);
        return;
    }
    table_show_advice(t->game, now(t), event->advice, t->moves);
    if (event->pending)
        print("  %s\n", _("Computing the win probability; ask again in some seconds."));
}

static void hear_thought(const table *t, const hra_session_event *event) {
    double value = event->thought->value[event->seat];
    int depth = event->thought->depth;
    table_show_thought(t->game, value, event->thought->distance);
    if (depth)
        print(_n(", searched %d ply", ", searched %d plies", depth), depth);
    print("\n");
}

/* ---- asking a person ------------------------------------------------------------------------*/

/* The legal moves, malloc'ed; NULL and none: there is no memory for them. */
static hra_move *list_moves(table *t, int *n) {
    hra_move *moves = move_list(t->game, now(t), n);
    if (!moves)
        fail(t);
    return moves;
}

static void show_moves(table *t) {
    if (move_list_print(t->game, now(t)) != 0)
        fail(t);
    t->listed = hra_play_plies(t->play);
}

/* The move with a number of the list: #2, or 2 where the list is still to be seen. */
static bool pick(table *t, const char *line, hra_move *out) {
    bool found = false;
    const bool seen = *line == '#' || t->listed == hra_play_plies(t->play);
    if (seen && move_list_pick(t->game, now(t), line + (*line == '#'), out, &found) != 0)
        fail(t);
    return found;
}

/* While a list of moves is seen, a number may be the number of one move and the text of another: both ways are named. */
static bool refuse_number(table *t, const char *line, hra_move move) {
    hra_move listed;
    hra_text text;
    if (t->listed != hra_play_plies(t->play) || *line == '#' || !pick(t, line, &listed) || listed == move)
        return false;
    hra_text_init(&text);
    hra_game_say_move(t->game, now(t), move, &text);
    print(_("  '%s' may be a move or a number of the list: type %s or #%s\n"), line, print_string(&text),
          line);
    hra_text_release(&text);
    return true;
}

/* What the tabulator key completes. */
static void offer_moves(void *self, hra_text *out) {
    table *t = self;
    if (move_list_add(t->game, now(t), out) != 0)
        fail(t);
}

static void take_back(table *t) {
    if (tell(t, "undo"))
        t->shown = t->screen.advised = -1;
}

static void turn_round(table *t) {
    if (!help_can_turn(t->play)) {
        print("  %s\n", _("The board cannot be flipped: it looks the same from each side."));
        return;
    }
    t->turned = !t->turned;
    t->screen.turned = t->turned;
    t->shown = -1;
}

/* The seat from whose side the board is drawn. */
static int side_of(const table *t, int seat) {
    return t->turned && seat >= 0 ? !seat : seat;
}

/* On a screen in place of what is shown of it unasked, as much as there is room for. */
static void show_asked(table *t) {
    if (t->screen.open)
        t->asked = true;
    else
        show_advice(t, 0);
}

/* ---- words ----------------------------------------------------------------------------------*/

/* What follows a word that may have asked back. */
static answer after(table *t, input_kind status) {
    t->failed = t->failed || status == INPUT_FAILED;
    return status == INPUT_LINE ? ASK_AGAIN : status == INPUT_INTERRUPTED ? INTERRUPTED : LEAVE;
}

static answer obey(table *t, spoken said, const char *line, int seat) {
    switch (said.verb) {
    case VERB_HELP:
        help_show(t->sitting, seat);
        break;
    case VERB_ADVICE:
        show_asked(t);
        break;
    case VERB_ALL_ADVICE:
        show_advice(t, 0);
        break;
    case VERB_MOVES:
        show_moves(t);
        break;
    case VERB_BOARD:
        t->shown = -1;
        break;
    case VERB_TURN:
        turn_round(t);
        break;
    case VERB_POSITION:
        if (!table_show_position(t->game, now(t), seat))
            fail(t);
        break;
    case VERB_UNDO:
        take_back(t);
        break;
    case VERB_RESIGN:
        return after(t, resign_at_table(t->sitting, t->input, seat, said.rest));
    case VERB_QUIT:
        return LEAVE;
    default:
        return after(t, words_obey(t->sitting, t->input, seat, said.word, line, t->setup->saved));
    }
    return ASK_AGAIN;
}

/* Whether a line is, letter for letter, this move as it is written or said. */
static bool is_text_of(table *t, const char *line, hra_move move) {
    hra_text text;
    hra_text_init(&text);
    t->game->rules->text->show_move(t->game, now(t), move, &text);
    bool same = strcmp(hra_text_string(&text), line) == 0;
    hra_err err = text.err;
    hra_text_clear(&text);
    if (!same)
        hra_game_say_move(t->game, now(t), move, &text);
    same = same || strcmp(hra_text_string(&text), line) == 0;
    if (err || text.err)
        fail(t);
    hra_text_release(&text);
    return same && !t->failed;
}

/* Whether one move is all that there is, and which. */
static bool is_forced(table *t, hra_move *out) {
    int n;
    hra_move *moves = list_moves(t, &n);
    if (moves && n == 1)
        *out = moves[0];
    free(moves);
    return n == 1;
}

static answer make(table *t, hra_move move) {
    return succeeded(t, sitting_move(t->sitting, move)) ? ANSWERED : ASK_AGAIN;
}

/* Text that is not a single move: several moves of a turn, or nothing, and why. */
static answer make_text(table *t, const char *line) {
    if (!*line && t->sitting->waits == HRA_SESSION_ASK) { /* in the words of the table, not of the session */
        print("  %s\n", _("Type a move, or m, which lists the moves."));
        return ASK_AGAIN;
    }
    const char *word = t->sitting->waits == HRA_SESSION_ROLL ? "roll" : "move";
    return succeeded(t, sitting_tellf(t->sitting, "%s %s", word, line)) ? ANSWERED : ASK_AGAIN;
}

/* In some games a move is called like one of the words: it is meant if it is written so letter for letter. A
 * word of the person's language gives way to all that the game reads as a move, for these words are not chosen
 * with the moves of all games in mind. */
static answer take_line(table *t, const char *line, int seat) {
    hra_move move;
    spoken said = words_find(line);
    hra_err err = hra_game_parse_move(t->game, now(t), line, &move, NULL);
    bool named = !err && (said.verb == VERB_NONE || said.local || is_text_of(t, line, move));
    if (err == HRA_ENOMEM)
        fail(t);
    if (!named && said.verb != VERB_NONE && !t->failed)
        return obey(t, said, line, seat);
    if (err == HRA_EINPUT)
        named = pick(t, line, &move);
    if (!t->failed && !err && named && refuse_number(t, line, move))
        return ASK_AGAIN;
    if (t->failed)
        return LEAVE;
    if (!named && move_list_misses(t->game, now(t), line))
        return ASK_AGAIN;
    hra_text copy; /* the answer to a question takes the place of the line */
    hra_text_init(&copy);
    hra_text_add(&copy, line);
    answer said_so = ASK_AGAIN;
    if (copy.err)
        fail(t);
    else if (ask_about_move(t->input, t->game, now(t), hra_text_string(&copy)))
        said_so = named ? make(t, move) : make_text(t, hra_text_string(&copy));
    hra_text_release(&copy);
    return said_so;
}

/* ---- the board ------------------------------------------------------------------------------*/

/* In lines the board is drawn once for each state, and advice under it. */
static void print_board(table *t, int seat) {
    if (t->shown == hra_play_plies(t->play))
        return;
    print("\n");
    table_show(t->game, hra_play_snapshot(t->play)->names, now(t), side_of(t, seat), 0);
    t->looker = seat;
    t->shown = hra_play_plies(t->play);
    if (seat >= 0 && t->sitting->waits == HRA_SESSION_ASK && (t->asked || t->setup->advise))
        show_advice(t, print_terminal() && !t->asked ? BRIEF : 0);
    t->asked = false;
}

static void show_board(table *t, int seat) {
    if (t->screen.open) {
        t->looker = t->screen.seat = seat;
        update_advice(t);
    } else {
        print_board(t, seat);
    }
}

/* What the table waits for, and of whom. `forced`: the only move, NULL: there are others; `covered`: what was said
 * takes the room of the board. */
static void add_prompt(const table *t, int seat, const hra_move *forced, bool covered, hra_text *out) {
    bool roll = t->sitting->waits == HRA_SESSION_ROLL;
    if (roll)
        words_add_throw(t->play, out);
    else if (t->game->seats > 1)
        words_add_who(t->play, seat, out);
    if (!roll) /* an example of a move beside the only one would be that one twice */
        ask_add_question(t->game, covered || forced ? NULL : now(t), out);
    if (covered) {
        hra_text_add(out, _(" (Enter: board, ? help)> "));
    } else if (forced) {
        hra_text move;
        hra_text_init(&move);
        hra_game_say_move(t->game, now(t), *forced, &move);
        hra_text_addf(out, _(" (Enter: %s, the only move; ? help)> "), print_string(&move));
        hra_text_release(&move);
    } else {
        roll ? hra_text_add(out, _(" (u undo, ? help)> ")) : ask_add_keys(t->game, now(t), out);
    }
}

static answer read_line(table *t, int seat, const hra_move *forced) {
    hra_text prompt;
    const char *line;
    hra_text_init(&prompt);
    bool covered = t->screen.open && table_screen_covered(&t->screen); /* Enter turns a page of the talk */
    add_prompt(t, seat, forced, covered, &prompt);
    input_kind status = input_read(t->input, print_string(&prompt), &line);
    hra_text_release(&prompt);
    t->failed = t->failed || status == INPUT_FAILED;
    if (status != INPUT_LINE)
        return status == INPUT_INTERRUPTED ? INTERRUPTED : LEAVE;
    if (covered && !*line) {
        table_screen_turn_page(&t->screen);
        return ASK_AGAIN;
    }
    return forced && !*line ? make(t, *forced) : take_line(t, line, seat);
}

static answer ask(table *t) {
    const int seat = t->sitting->seat, plies = hra_play_plies(t->play);
    const bool settled = sitting_settle(t->sitting); /* the tutor judges a move before it is made */
    hra_move move;
    if (!settled || t->sitting->waits == HRA_SESSION_REVIEW || hra_play_plies(t->play) != plies)
        return settled ? ASK_AGAIN : INTERRUPTED;
    const hra_move *forced = t->sitting->waits == HRA_SESSION_ASK && is_forced(t, &move) ? &move : NULL;
    show_board(t, seat);
    if (t->failed || print_interrupted())
        return t->failed ? LEAVE : INTERRUPTED;
    if (forced && t->setup->forced)
        return make(t, move);
    words_print_offer(t->play, seat);
    return read_line(t, seat, forced);
}

/* Whether a line is a move in place of the one that the tutor warns of, which waits outside the play. */
static bool is_other_move(table *t, const char *line, int seat) {
    hra_move move;
    return hra_play_at(t->play, HRA_NOW).mover == seat &&
           hra_game_parse_move(t->game, now(t), line, &move, NULL) == HRA_OK;
}

/* The move of which the tutor warns is taken back, and the other one made. */
static answer make_instead(table *t, const char *line, int seat) {
    take_back(t);
    const bool settled = sitting_settle(t->sitting), asked = t->sitting->waits == HRA_SESSION_ASK;
    return !settled ? INTERRUPTED : asked ? take_line(t, line, seat) : ASK_AGAIN;
}

/* After a warning of the tutor: the move is taken back, or made, or another one is made. */
static answer ask_whether(table *t) {
    const char *line;
    int seat = t->sitting->seat;
    if (t->shown < 0)
        show_board(t, seat);
    input_kind status = input_read(t->input, _("accept the move? (Enter: yes, u: undo, ? help)> "), &line);
    t->failed = t->failed || status == INPUT_FAILED;
    if (status != INPUT_LINE)
        return status == INPUT_INTERRUPTED ? INTERRUPTED : LEAVE;
    if (!*line || ask_says_yes(line)) {
        t->sitting->waits = HRA_SESSION_OK;
        return tell(t, "confirm") ? ANSWERED : ASK_AGAIN;
    }
    spoken said = words_find(line);
    if (ask_says_no(line))
        take_back(t);
    else if (said.verb == VERB_ADVICE) /* what else there is */
        show_advice(t, 0);
    else if (said.verb != VERB_MOVES && said.verb != VERB_NONE)
        return obey(t, said, line, seat);
    else if (is_other_move(t, line, seat))
        return make_instead(t, line, seat);
    else {
        print_lines(print_string(&t->warning)); /* what was typed took its place */
        print("  %s\n", _("Enter accepts the move, u takes it back, another move is made instead."));
    }
    return ASK_AGAIN;
}

/* ---- the play -------------------------------------------------------------------------------*/

/* Who moved: by name, or as which player. */
static const char *called(const table *t, int seat) {
    const char *name = hra_play_snapshot(t->play)->names[seat];
    return *name ? name : table_player(hra_play_snapshot(t->play)->players[seat]);
}

/* A secret stays one: what was typed is out of the history, and off the screen, which is drawn anew. */
static void hear_secret(table *t, const hra_session_event *event) {
    if (hra_player_info_of(hra_play_snapshot(t->play)->players[event->seat])->human)
        input_forget(t->input);
    if (t->screen.open)
        table_screen_hide(&t->screen, event->ply);
    for (int row = 0; !t->screen.open && print_terminal() && row < print_height(); row++)
        print("\n");
    print("  %s, %s: %s\n", hra_game_seat_name(t->game, event->seat), called(t, event->seat),
          _("has chosen secretly"));
}

/* If no person plays, the board is shown after each round: when the last seat's turn is over. */
static bool shows_round(const table *t, const hra_session_event *event, const void *before) {
    const hra_rules_conduct *conduct = t->game->rules->conduct;
    for (int seat = 0; seat < t->game->seats; seat++)
        if (hra_player_info_of(hra_play_snapshot(t->play)->players[seat])->human)
            return false;
    return event->seat == t->game->seats - 1 && hra_play_at(t->play, event->ply + 1).mover != HRA_OVER &&
           (!conduct->irrevocable || conduct->irrevocable(t->game, before, event->move));
}

/* A screen in place shows the move itself. */
static void show_move(table *t, const hra_session_event *event, const void *before) {
    const char *name = event->seat < 0 ? "" : called(t, event->seat);
    if (!t->screen.open || event->advice || event->thought)
        table_show_move(t->game, before, event->seat, name, event->move);
    if (t->looker >= 0 && t->screen.open)
        table_walk_steps(t->game, before, event->move, table_screen_show_passing, &t->screen);
    else if (t->looker >= 0)
        table_show_steps(t->game, before, event->move, side_of(t, t->looker));
}

static void hear_move(table *t, const hra_session_event *event) {
    const void *before = hra_play_at(t->play, event->ply).state;
    if (event->secret) {
        hear_secret(t, event);
        return;
    }
    show_move(t, event, before);
    if (event->advice)
        table_explain(t->game, before, event->advice, event->move);
    else if (event->thought)
        hear_thought(t, event);
    table_show_opening(t->game, hra_play_at(t->play, event->ply + 1).state);
    if (shows_round(t, event, before)) {
        print("\n");
        table_show(t->game, hra_play_snapshot(t->play)->names, hra_play_at(t->play, event->ply + 1).state, -1,
                   1); /* compact */
    }
    table_screen_draw(&t->screen);
}

static void hear_tutor(table *t, const hra_session_event *event) {
    hra_text_clear(&t->warning);
    words_add_warning(t->game, event, &t->warning);
    print_lines(print_string(&t->warning));
}

static void hear(void *self, const hra_session_event *event) {
    table *t = self;
    words_hear_usual(event->usual);
    switch (event->kind) {
    case HRA_SESSION_MOVE:
        hear_move(t, event);
        break;
    case HRA_SESSION_ADVICE:
        hear_advice(t, event);
        break;
    case HRA_SESSION_REVIEW:
        if (event->loss)
            hear_tutor(t, event);
        break;
    case HRA_SESSION_ERROR:
        print_error("%s", event->why->text);
        t->failed = t->failed || hra_is_lack(event->why->code);
        break;
    default:
        break;
    }
}

/* A line takes its time: the adviser values moves. */
static void hear_late(void *self) {
    table *t = self;
    if (t->screen.open)
        table_screen_show_thinking(&t->screen);
    else
        print_waiting(_("the adviser is thinking"));
}

static int leave(table *t, int status) {
    int made = 0;
    table_screen_close(&t->screen, t->input, false);
    for (int ply = 0; ply < hra_play_plies(t->play); ply++)
        made += hra_play_at(t->play, ply).mover >= 0;
    const char *kept = hra_session_snapshot(t->sitting->session)->saved;
    print_reached(_n("%d move was made", "%d moves were made", made), made);
    if (kept && hra_play_plies(t->play) > 0)
        print(_("The game is saved; continue it with:\n  hra play --resume %s\n"), t->setup->saved);
    else if (hra_play_plies(t->play) > 0)
        print("%s\n", _("The game was not saved."));
    return status;
}

static int finish(table *t) {
    table_screen_close(&t->screen, t->input, true);
    const char *names[HRA_MAX_SEATS];
    for (int seat = 0; seat < t->game->seats; seat++)
        names[seat] = called(t, seat);
    print("\n");
    int below = t->game->seats + 5; /* how it ended, how to review it, the shell's prompt */
    table_show_final(t->play, side_of(t, t->looker), print_terminal() ? print_height() - below : 0);
    const hra_play_info *info = hra_play_snapshot(t->play);
    const table_end end = table_end_of(info);
    table_show_result(t->game, now(t), &end, info->returns, names);
    if (hra_session_snapshot(t->sitting->session)->saved)
        print(_("\nReview the game:\n  hra review %s\n"), t->setup->saved);
    return EXIT_DONE;
}

static int run(table *t) {
    input_kind introduced = t->setup->introduce ? words_introduce(t->sitting, t->input) : INPUT_LINE;
    if (introduced != INPUT_LINE)
        return leave(t, introduced == INPUT_INTERRUPTED ? EXIT_INTERRUPTED
                        : introduced == INPUT_FAILED    ? EXIT_FAILED
                                                        : EXIT_DONE);
    table_show_opening_of(t->play);
    if (!tell(t, "continue"))
        return leave(t, t->failed ? EXIT_FAILED : EXIT_INTERRUPTED);
    for (;;) {
        if (t->sitting->failed || t->failed)
            return leave(t, EXIT_FAILED);
        if (t->sitting->waits == HRA_SESSION_RESULT)
            return finish(t);
        if (t->sitting->waits == HRA_SESSION_OK) { /* somebody thinks */
            if (!sitting_wait(t->sitting))
                return leave(t, EXIT_INTERRUPTED);
            continue;
        }
        switch (t->sitting->waits == HRA_SESSION_REVIEW ? ask_whether(t) : ask(t)) {
        case LEAVE:
            return leave(t, t->failed ? EXIT_FAILED : EXIT_DONE);
        case INTERRUPTED:
            return leave(t, EXIT_INTERRUPTED);
        default:
            break;
        }
    }
}

int table_play(const table_setup *setup) {
    table t = {.setup = setup,
               .sitting = setup->sitting,
               .play = hra_session_play(setup->sitting->session),
               .shown = -1,
               .listed = -1,
               .looker = -1};
    int status = EXIT_FAILED;
    hra_text_init(&t.warning);
    t.game = hra_play_snapshot(t.play)->game;
    if (input_open(&t.input) == 0) {
        if (table_screen_fits(t.play))
            table_screen_open(&t.screen, t.sitting, t.input, setup->advise, setup->greeting);
        input_offer(t.input, offer_moves, &t);
        setup->sitting->event = hear;
        setup->sitting->late = hear_late;
        setup->sitting->self = &t;
        status = run(&t);
        setup->sitting->event = NULL;
        setup->sitting->late = NULL;
    } else
        (void)print_no_memory();
    input_close(t.input);
    hra_text_release(&t.warning);
    return status;
}

/* Playing at the table. */
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "input.h"
#include "say.h"
#include "several.h"
#include "term_table.h"

enum {
    BRIEF = 3,   /* rows of advice that nobody asked for: with a board of 18 lines they fill a screen */
    BESIDES = 6, /* lines of a screen that are no rows of advice: head, rest, reason, note, prompt */
};

typedef struct table {
    const table_setup *setup;
    hra_play *play;
    const hra_game *game;
    input *input;
    advice_desk *advice;
    const hra_advice *explained;  /* advice on the decision of a machine, NULL: none */
    hra_advised *told;            /* room for what a machine that is its own adviser judged */
    int shown;                    /* the ply whose board was last drawn, -1: none */
    int listed;                   /* the ply whose moves were last listed, -1: none */
    int untold;                   /* the first ply that was made in secret and is to be told, -1: none */
    int looker;                   /* the seat that looked last, -1: none */
    bool turned;                  /* the board stands the other way round */
    hra_move ahead[SEVERAL_MOST]; /* moves of a line that are still to be made */
    int ahead_count, ahead_at;
} table;

typedef enum answer { ANSWERED, ASK_AGAIN, LEAVE, INTERRUPTED } answer;

static const void *now(const table *t) {
    return hra_play_state(t->play, hra_play_plies(t->play));
}

/* ---- advice ---------------------------------------------------------------------------------*/

/* rows: at most so many, 0: all. */
static void show_advice(table *t, int rows) {
    const hra_advice *advice = advice_get(t->advice, t->play, true);
    if (!advice) {
        say("  %s\n", _("There is no adviser for this game."));
        return;
    }
    table_show_advice(t->game, now(t), advice, rows);
    if (advice_pending(t->advice))
        say("  %s\n", _("The chance to win is being worked out; ask again in some seconds."));
}

/* Why a machine's move: its worth, against the best one or the next best. */
static void explain(table *t, const hra_advice *advice, hra_move move) {
    const void *before = hra_play_state(t->play, hra_play_plies(t->play) - 1);
    double scale = advice->value.unit == HRA_UNIT_PROBABILITY ? 100 : 1;
    int i = 0;
    while (i < advice->count && advice->moves[i].move != move)
        i++;
    if (i == advice->count)
        return;
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "      %s %.2f%s", _(advice->value.label), scale * advice->moves[i].value,
                  scale > 1 ? " %" : "");
    if (advice->count == 1) {
        hra_text_add(&text, _("; the only move"));
    } else {
        double lead = scale * advice->moves[i == 0 ? 1 : i].loss;
        hra_text_add(&text, i == 0 ? _("; next best: ") : _("; best: "));
        t->game->rules->text->show_move(t->game, before, advice->moves[i == 0 ? 1 : 0].move, &text);
        if (lead < 0.005)
            hra_text_add(&text, _(", as good"));
        else
            hra_text_addf(&text, i == 0 ? _(", %.2f less") : _(", %.2f more"), lead);
    }
    say("%s\n", hra_text_string(&text));
    hra_text_release(&text);
}

/* A machine that is the adviser too says what it found when it chose, and need not think again. */
static bool explains_itself(const table *t, int seat) {
    const hra_player *player = hra_play_player(t->play, seat);
    const hra_player_kind *kind = hra_player_kind_of(player);
    return kind && player == t->setup->adviser && (!kind->choose || kind->recall);
}

static void explain_itself(table *t, const hra_event *event) {
    const hra_agent *agent = hra_play_agent(t->play, event->seat);
    hra_advice advice = {.moves = t->told};
    hra_thought thought;
    if (agent && hra_agent_told(agent, &advice) == 0) {
        explain(t, &advice, event->move);
    } else if (agent && hra_agent_recall(agent, &thought) == 0) {
        double value = thought.value[event->seat];
        say(_("      value %.2f"), value > -0.005 && value < 0 ? 0 : value); /* no -0.00 */
        if (thought.depth)
            say(_(", looked %d plies ahead"), thought.depth);
        say("\n");
    }
}

/* ---- asking a person ------------------------------------------------------------------------*/

static void show_help(const table *t) {
    const char *how = t->game->rules->text->move_help;
    say_lines(how ? how : _("Type one of the moves that are listed."));
    say_lines(_(
        "a advice (aa: all of it)   m moves (#2 makes the second)   u take back\nb board   f turn it round "
        "  p position   q save and leave   ? this help\nTab completes a move or lists those that begin so"));
}

static void show_moves(table *t) {
    hra_text text;
    hra_move *moves = malloc(hra_game_room(t->game) * sizeof *moves);
    if (!moves)
        return;
    int n = hra_game_moves(t->game, now(t), moves);
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        size_t from = text.length;
        hra_text_addf(&text, "  #%d ", i + 1);
        t->game->rules->text->show_move(t->game, now(t), moves[i], &text);
        hra_text_pad(&text, from, 20);
        if (i % 4 == 3 || i == n - 1)
            hra_text_add(&text, "\n");
    }
    say("%s", hra_text_string(&text));
    t->listed = hra_play_plies(t->play);
    hra_text_release(&text);
    free(moves);
}

/* The move with a number of the list: #2, or 2 where the list is still to be seen. */
static bool pick(const table *t, const char *line, hra_move *out) {
    char *end;
    bool marked = *line == '#';
    const char *digits = line + marked;
    if (*digits < '0' || *digits > '9' || (!marked && t->listed != hra_play_plies(t->play)))
        return false;
    unsigned long number = strtoul(digits, &end, 10);
    hra_move *moves = malloc(hra_game_room(t->game) * sizeof *moves);
    int n = moves && !*end ? hra_game_moves(t->game, now(t), moves) : 0;
    bool found = number >= 1 && number <= (unsigned long)n;
    if (found)
        *out = moves[number - 1];
    free(moves);
    return found;
}

/* The legal moves, a line each: what the tabulator key completes. */
static void offer_moves(void *self, hra_text *out) {
    const table *t = self;
    hra_move *moves = malloc(hra_game_room(t->game) * sizeof *moves);
    int n = moves ? hra_game_moves(t->game, now(t), moves) : 0;
    for (int i = 0; i < n; i++) {
        t->game->rules->text->show_move(t->game, now(t), moves[i], out);
        hra_text_add_char(out, '\n');
    }
    free(moves);
}

static void show_position(const table *t, int seat) {
    hra_text text;
    void *seen = malloc(t->game->state_size);
    if (!seen)
        return;
    hra_game_view(t->game, now(t), seat, seen);
    hra_text_init(&text);
    t->game->rules->text->write_position(t->game, seen, &text);
    say("  %s\n", hra_text_string(&text));
    hra_text_release(&text);
    free(seen);
}

static void take_back(table *t, int seat) {
    if (hra_play_undo(t->play, seat) != 0) {
        say("  %s\n", _("There is nothing that can be taken back."));
        return;
    }
    t->shown = -1;
}

/* For games in which both seats may see the same, and each from its own side. */
static void turn_round(table *t) {
    t->turned = t->game->seats == 2 && !t->game->rules->manners->view && !t->turned;
    t->shown = -1;
}

/* The seat from whose side the board is drawn. */
static int side_of(const table *t, int seat) {
    return t->turned && seat >= 0 ? !seat : seat;
}

/* Commands of one letter; false: the line is something else, a move. */
static bool command(table *t, const char *line, int seat, answer *out) {
    *out = ASK_AGAIN;
    if (strcmp(line, "?") == 0 || strcmp(line, "h") == 0 || strcmp(line, "help") == 0)
        show_help(t);
    else if (strcmp(line, "a") == 0)
        show_advice(t, say_terminal() ? say_height() - BESIDES : 0);
    else if (strcmp(line, "aa") == 0)
        show_advice(t, 0);
    else if (strcmp(line, "m") == 0)
        show_moves(t);
    else if (strcmp(line, "b") == 0)
        t->shown = -1;
    else if (strcmp(line, "f") == 0)
        turn_round(t);
    else if (strcmp(line, "p") == 0)
        show_position(t, seat);
    else if (strcmp(line, "u") == 0)
        take_back(t, seat);
    else if (strcmp(line, "q") == 0)
        *out = LEAVE;
    else
        return false;
    return true;
}

/* Is the line, letter for letter, a move? In some games a move is called like one of the commands. */
static bool names_a_move(const table *t, const char *line) {
    hra_text text;
    bool found = false;
    hra_move *moves = malloc(hra_game_room(t->game) * sizeof *moves);
    int n = moves ? hra_game_moves(t->game, now(t), moves) : 0;
    hra_text_init(&text);
    for (int i = 0; i < n && !found; i++) {
        hra_text_clear(&text);
        t->game->rules->text->show_move(t->game, now(t), moves[i], &text);
        found = strcmp(hra_text_string(&text), line) == 0;
    }
    hra_text_release(&text);
    free(moves);
    return found;
}

static answer take_line(table *t, const char *line, int seat) {
    hra_move move;
    hra_error why;
    answer out;
    if (!names_a_move(t, line) && command(t, line, seat, &out))
        return out;
    if (hra_game_parse_move(t->game, now(t), line, &move, &why) != 0 && !pick(t, line, &move)) {
        t->ahead_count = several_read(t->game, now(t), line, t->ahead, &why);
        t->ahead_at = 1;
        if (!t->ahead_count) {
            say_lines(why.text);
            return ASK_AGAIN;
        }
        move = t->ahead[0];
    }
    if (hra_play_answer(t->play, move) != 0) {
        say("  %s\n", _("That move is not allowed here; 'm' lists those that are."));
        return ASK_AGAIN;
    }
    return ANSWERED;
}

/* Draws the board, and under it what the adviser says unasked; once for each state. */
static void draw_board(table *t, int seat) {
    int plies = hra_play_plies(t->play);
    if (t->shown == plies)
        return;
    say("\n");
    table_show(t->game, now(t), side_of(t, seat));
    t->looker = seat;
    t->shown = plies;
    if (seat >= 0 && t->setup->advise)
        show_advice(t, say_terminal() ? BRIEF : 0);
}

/* Who has the dice in hand and may take back: the last person that decided something. */
static int last_person(const table *t) {
    for (int ply = hra_play_plies(t->play) - 1; ply >= 0; ply--) {
        int mover = hra_play_mover(t->play, ply);
        if (mover >= 0 && hra_player_human(hra_play_player(t->play, mover)))
            return mover;
    }
    return 0;
}

static answer ask(table *t, const hra_event *event) {
    char prompt[96];
    const char *line;
    bool roll = event->kind == HRA_EVENT_ROLL;
    if (t->ahead_at < t->ahead_count && hra_play_answer(t->play, t->ahead[t->ahead_at++]) == 0)
        return ANSWERED;
    t->ahead_count = 0;
    draw_board(t, event->seat);
    if (roll)
        hra_snprintf(prompt, sizeof prompt, "%s> ", _("dice (u take back, ? help)"));
    else if (t->game->seats == 1)
        hra_snprintf(prompt, sizeof prompt, "%s> ", _("your move (a advice, ? help)"));
    else if (t->game->rules->text->seat_names)
        hra_snprintf(prompt, sizeof prompt, _("%s, your move (a advice, ? help)> "),
                     t->game->rules->text->seat_names[event->seat]);
    else
        hra_snprintf(prompt, sizeof prompt, _("seat %d, your move (a advice, ? help)> "), event->seat);
    switch (input_read(t->input, prompt, &line)) {
    case INPUT_END:
        return LEAVE;
    case INPUT_INTERRUPTED:
        return INTERRUPTED;
    default:
        return take_line(t, line, event->seat < 0 ? last_person(t) : event->seat);
    }
}

/* ---- the play -------------------------------------------------------------------------------*/

/* A move that its own seat alone may know, while another seat is a person's. */
static bool is_secret(const table *t, const hra_event *event) {
    const hra_rules *rules = t->game->rules;
    bool person = false;
    for (int seat = 0; seat < t->game->seats; seat++)
        person = person || (seat != event->seat && hra_player_human(hra_play_player(t->play, seat)));
    return person && event->seat >= 0 && rules->manners->secret &&
           rules->manners->secret(t->game, hra_play_state(t->play, event->ply), event->move);
}

/* Is anything hidden from a person now? */
static bool is_hidden(const table *t) {
    void *seen = malloc(t->game->state_size);
    bool hidden = !seen;
    for (int seat = 0; seat < t->game->seats && seen; seat++)
        if (hra_player_human(hra_play_player(t->play, seat))) {
            hra_game_view(t->game, now(t), seat, seen);
            hidden = hidden || memcmp(seen, now(t), t->game->state_size) != 0;
        }
    free(seen);
    return hidden;
}

/* What was done in secret, once it lies open. */
static void tell_secrets(table *t) {
    if (t->untold < 0 || is_hidden(t))
        return;
    for (int ply = t->untold; ply < hra_play_plies(t->play); ply++) {
        const void *before = hra_play_state(t->play, ply);
        int seat = hra_play_mover(t->play, ply);
        if (seat >= 0 && t->game->rules->manners->secret(t->game, before, hra_play_move(t->play, ply)))
            table_show_move(t->game, before, seat, hra_player_spec(hra_play_player(t->play, seat)),
                            hra_play_move(t->play, ply));
    }
    t->untold = -1;
}

/* A secret stays one: what was typed goes from the screen and from the lines that the arrows bring back. */
static void keep_secret(table *t, const hra_event *event, const char *name) {
    hra_text seat;
    hra_text_init(&seat);
    if (hra_player_human(hra_play_player(t->play, event->seat))) {
        input_forget(t->input);
        if (say_terminal())
            say("\033[H\033[2J\033[3J");
    }
    hra_game_add_seat(t->game, event->seat, &seat);
    say("  %s, %s: %s\n", hra_text_string(&seat), name, _("has chosen in secret"));
    hra_text_release(&seat);
    t->untold = t->untold < 0 ? event->ply : t->untold;
    tell_secrets(t);
}

static void report(table *t, const hra_event *event) {
    const void *before = hra_play_state(t->play, event->ply);
    const char *name = event->seat < 0 ? "" : hra_player_spec(hra_play_player(t->play, event->seat));
    if (is_secret(t, event)) {
        keep_secret(t, event, name);
        return;
    }
    table_show_move(t->game, before, event->seat, name, event->move);
    if (t->looker >= 0)
        table_show_steps(t->game, before, event->move, side_of(t, t->looker));
    if (event->kind != HRA_EVENT_MOVE || hra_player_human(hra_play_player(t->play, event->seat)))
        return;
    if (t->explained)
        explain(t, t->explained, event->move);
    else if (explains_itself(t, event->seat))
        explain_itself(t, event);
}

static int leave(const table *t, int status) {
    if (t->setup->saved && hra_play_plies(t->play) > 0)
        say(_("The play is kept; go on with: hra play --resume %s\n"), t->setup->saved);
    else if (hra_play_plies(t->play) > 0)
        say("%s\n", _("The play was not kept."));
    return status;
}

static int finish(const table *t) {
    const char *names[HRA_MAX_SEATS];
    double value[HRA_MAX_SEATS];
    for (int seat = 0; seat < t->game->seats; seat++)
        names[seat] = hra_player_spec(hra_play_player(t->play, seat));
    hra_play_returns(t->play, value);
    say("\n");
    table_show(t->game, now(t), -1);
    int resigned;
    hra_outcome outcome = hra_play_outcome(t->play, &resigned);
    table_show_result(t->game, now(t), outcome, resigned, value, names);
    if (t->setup->saved)
        say(_("\nWhat each choice cost: hra review %s\n"), t->setup->saved);
    return EXIT_DONE;
}

/* Lets machines think; Ctrl-C makes them stop. */
static void let_think(table *t) {
    while (!hra_play_wait(t->play, 0.05))
        if (say_interrupted())
            hra_play_stop(t->play);
}

static int step_error(const table *t, hra_err err) {
    if (err == HRA_ESTOPPED || say_interrupted())
        return leave(t, EXIT_INTERRUPTED);
    const hra_error *why = hra_play_why(t->play);
    say_error("%s", why->code == err ? why->text : hra_err_text(err));
    return leave(t, EXIT_FAILED);
}

static int run(table *t) {
    for (;;) {
        hra_event event;
        t->explained = NULL;
        int mover = hra_play_mover(t->play, hra_play_plies(t->play));
        if (mover >= 0 && !hra_player_human(hra_play_player(t->play, mover)) && !explains_itself(t, mover))
            t->explained = advice_get(t->advice, t->play, false);
        hra_err err = hra_play_step(t->play, &event);
        while (!err && event.kind == HRA_EVENT_THINKING) {
            let_think(t);
            if (say_interrupted())
                return leave(t, EXIT_INTERRUPTED); /* what it made of it in a hurry is not kept */
            err = hra_play_step(t->play, &event);
        }
        if (err)
            return step_error(t, err);
        if (event.kind == HRA_EVENT_OVER)
            return finish(t);
        if (say_interrupted())
            return leave(t, EXIT_INTERRUPTED);
        if (event.kind == HRA_EVENT_CHANCE || event.kind == HRA_EVENT_MOVE) {
            report(t, &event);
            continue;
        }
        switch (ask(t, &event)) {
        case LEAVE:
            return leave(t, EXIT_DONE);
        case INTERRUPTED:
            return leave(t, EXIT_INTERRUPTED);
        default:
            break;
        }
    }
}

int table_play(const table_setup *setup) {
    table t = {.setup = setup,
               .play = setup->play,
               .game = hra_play_game(setup->play),
               .shown = -1,
               .listed = -1,
               .untold = -1,
               .looker = -1};
    int status = EXIT_FAILED;
    t.told = malloc(((size_t)t.game->max_moves + 1) * sizeof *t.told);
    bool ready = t.told && input_open(&t.input) == 0 &&
                 advice_open(&t.advice, t.game, setup->adviser, setup->data) == 0;
    if (ready) {
        input_offer(t.input, offer_moves, &t);
        status = run(&t);
    } else
        say_error("%s", hra_err_text(HRA_ENOMEM));
    advice_close(t.advice);
    free(t.told);
    input_close(t.input);
    return status;
}

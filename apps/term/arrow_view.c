/* A play in place. In games of arrows the unit is the round: what happens until the seat that is watched
 * is to move again; in others it is the ply. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow_view.h"
#include "speech/keys.h"
#include "speech/print.h"

enum {
    STRIDES = 9,
    FOOT = 3, /* lines under the board: where it stands, thoughts, keys */
};

/* Rounds a second. */
static const double strides[STRIDES] = {0.5, 1, 2, 4, 6, 10, 20, 50, 200};

typedef struct live {
    const table_setup *setup;
    sitting *sitting;
    const hra_play *play;
    const hra_game *game;
    int seat; /* that is watched: a person's, or the first */
    int at;   /* the ply that is shown */
    int stride;
    bool replay, person, running, thoughts, wished, help;
    bool greets;    /* until a key is pressed */
    hra_arrow wish; /* the last arrow of the person */
    double due;     /* when the next round begins, while it runs */
    char note[160];
    hra_text help_text, thought;
    int thought_ply; /* what `thought` is of; -1: nothing yet */
    uint64_t thought_key;
    int help_rows;
} live;

typedef enum go_on { GO_ON, GO_WAIT, GO_LEAVE } go_on;

bool live_terminal(void) {
    return print_terminal_moves();
}

bool live_fits(const hra_game *game) {
    return game->rules->conduct->arrow && live_terminal();
}

/* ---- drawing --------------------------------------------------------------------------------*/

/* Wipes what was there before. */
static void end_row(void) {
    print_control("\033[K");
    print("\n");
}

static void draw_board(const live *l, int rows) {
    hra_text text, line;
    hra_text_init(&text);
    hra_text_init(&line);
    table_add_board(l->game, NULL, hra_play_at(l->play, l->at).state, l->person ? l->seat : -1, rows, &text);
    const char *from = print_string(&text);
    for (int row = 1; *from; row++) {
        int n = (int)strcspn(from, "\n");
        const char *next = from + n + (from[n] == '\n');
        if (row == rows && *next) {
            print("%s", _("... (the terminal is too low for the whole board)"));
            end_row();
            break;
        }
        hra_text_add_bytes(&line, from, (size_t)n);
        print_drawing(&line);
        hra_text_clear(&line);
        end_row();
        from = next;
    }
    hra_text_release(&text);
    hra_text_release(&line);
}

static void hear(void *self, const hra_session_event *event) {
    live *l = self;
    const hra_analysis *advice = event->advice;
    if (event->kind == HRA_SESSION_ERROR)
        hra_snprintf(l->note, sizeof l->note, "%s", event->why->text);
    if (event->kind != HRA_SESSION_ADVICE)
        return;
    hra_text_clear(&l->thought);
    for (int i = 0; i < advice->move_count; i++) {
        hra_text_add(&l->thought, i ? "   " : "> ");
        hra_game_say_move(l->game, hra_play_at(l->play, event->ply).state, advice->moves[i].move,
                          &l->thought);
        const hra_analysis_move *a = &advice->moves[i];
        if (a->kind == HRA_VALUE_NONE)
            hra_text_add(&l->thought, " -");
        else
            hra_text_addf(&l->thought, " %s%.6G", hra_value_mark(a->kind, true, false),
                          a->value[advice->value_seat]);
    }
}

/* What each move is worth to the seat that makes it, worked out once for each position that is shown. */
static void think(live *l) {
    uint64_t key = hra_game_key(l->game, hra_play_at(l->play, l->at).state);
    if (l->thought_ply == l->at && l->thought_key == key)
        return;
    l->thought_ply = l->at;
    l->thought_key = key;
    hra_text_clear(&l->thought);
    if (sitting_tellf(l->sitting, "advice %d", l->at) != 0)
        hra_text_add(&l->thought, _("no adviser values the moves here"));
}

/* Prints in one line the thoughts of the watched seat or, in a record, of the seat that moves. */
static void draw_thoughts(live *l) {
    int mover = hra_play_at(l->play, l->at).mover;
    bool shown = l->thoughts && mover >= 0 && (l->replay || mover == l->seat);
    if (shown)
        think(l);
    const char *thought = shown ? hra_text_string(&l->thought) : l->greets ? l->setup->greeting : "";
    size_t fits = hra_text_cut(thought, SIZE_MAX, print_style(-1).width);
    if (!shown && thought[fits]) /* a greeting ends with what it says whole; all of it is in the help */
        while (fits > 0 && thought[fits] != ';')
            fits--;
    print("%.*s", (int)fits, thought);
    end_row();
}

static void draw_keys(const live *l) {
    if (l->replay || !l->person)
        print("%s", _("space run/pause  right step  left back  +/- speed  t values  q quit"));
    else
        print("%s", _("arrows move  s stay  space run/pause  u undo  , . look back, forward  q quit"));
    print_control("\033[K");
    for (const char *at = hra_text_string(&l->help_text); l->help && *at;) {
        int n = (int)strcspn(at, "\n");
        print("\n%.*s", n, at);
        print_control("\033[K");
        at += n + (at[n] == '\n');
    }
}

/* The rest of the keys, and how the game is played. */
static void write_help(live *l) {
    const char *how = l->game->rules->text->move_help;
    hra_text_clear(&l->help_text);
    print_folded(2, _("+/- speed   0 start   $ now   t value of each move"), &l->help_text);
    if (how && l->game->rules->conduct->arrow)
        print_folded(2, _(how), &l->help_text);
    if (!l->replay && *l->setup->greeting)
        print_folded(2, l->setup->greeting, &l->help_text);
    l->help_rows = 0;
    for (const char *at = hra_text_string(&l->help_text); *at; at++)
        l->help_rows += *at == '\n';
}

static void draw_last_move(const live *l) {
    hra_text text;
    if (l->at == 0)
        return;
    hra_text_init(&text);
    hra_game_say_move(l->game, hra_play_at(l->play, l->at - 1).state, hra_play_at(l->play, l->at - 1).move,
                      &text);
    print(": %.*s", (int)hra_text_cut(print_string(&text), SIZE_MAX, 40), print_string(&text));
    hra_text_release(&text);
}

static void draw_opening(const live *l) {
    hra_text name;
    hra_text_init(&name);
    if (hra_play_opening(l->play, l->at, &name) >= 0)
        print(" (%.*s)", (int)hra_text_cut(print_string(&name), SIZE_MAX, 40), print_string(&name));
    hra_text_release(&name);
}

static void draw(live *l) {
    bool over = hra_play_at(l->play, l->at).mover == HRA_OVER;
    const char *state = over ? _("finished") : l->running ? _("running") : _("paused");
    print_control("\033[H");
    draw_board(l, print_height() - FOOT - (l->help ? l->help_rows : 0));
    print(_("ply %d of %d"), l->at, hra_play_plies(l->play));
    draw_last_move(l);
    draw_opening(l);
    print(_(", %s, %G a second, ? keys  %s"), state, strides[l->stride], l->note);
    end_row();
    draw_thoughts(l);
    draw_keys(l);
    print_control("\033[J");
    fflush(stdout);
}

/* ---- going on -------------------------------------------------------------------------------*/

static bool try_arrow(live *l, hra_arrow arrow, int seat) {
    hra_move move;
    int ply = hra_play_plies(l->play);
    return hra_play_at(l->play, ply).mover == seat &&
           l->game->rules->conduct->arrow(l->game, hra_play_at(l->play, ply).state, arrow, &move) &&
           sitting_move(l->sitting, move) == 0;
}

/* A person's move: the arrow that was pressed; else, while the play runs on, straight on; else none. */
static bool answer(live *l, int seat) {
    if (l->wished && try_arrow(l, l->wish, seat)) {
        l->wished = l->running; /* while it runs, the wish stays until there is another */
        return true;
    }
    if (!l->running) {
        if (l->wished)
            hra_snprintf(l->note, sizeof l->note, "%s", _("(this way is blocked)"));
        l->wished = false;
        return false;
    }
    for (int ply = hra_play_plies(l->play) - 1; ply >= 0; ply--)
        if (hra_play_at(l->play, ply).mover == seat) {
            if (sitting_move(l->sitting, hra_play_at(l->play, ply).move) == 0)
                return true;
            break;
        }
    return try_arrow(l, HRA_STAY, seat);
}

/* One ply of the play. */
static go_on step(live *l) {
    int plies = hra_play_plies(l->play);
    if (l->sitting->waits == HRA_SESSION_ASK) {
        if (!answer(l, l->sitting->seat))
            return GO_WAIT;
    } else if (sitting_tell(l->sitting, "continue 1") != 0) {
        return GO_LEAVE;
    }
    while (hra_play_plies(l->play) == plies && !l->sitting->failed)
        if (!sitting_wait(l->sitting))
            return GO_LEAVE;
    l->at = hra_play_plies(l->play);
    l->running = l->running && !l->sitting->failed;
    return l->sitting->failed ? GO_WAIT : GO_ON;
}

static bool is_over(const live *l) {
    return hra_play_at(l->play, l->at).mover == HRA_OVER;
}

/* Where a unit ends. */
static bool rests(const live *l) {
    return !l->game->rules->conduct->arrow || l->at == 0 || hra_play_at(l->play, l->at).mover == l->seat ||
           is_over(l);
}

/* One unit; where an older ply is shown, to the next one of these. */
static go_on advance(live *l) {
    go_on next = GO_ON;
    do {
        bool last = l->at == hra_play_plies(l->play);
        if (last && (l->replay || is_over(l)))
            next = GO_WAIT;
        else if (last)
            next = step(l);
        else
            l->at++;
    } while (next == GO_ON && !rests(l));
    if (is_over(l) || (l->replay && next == GO_WAIT))
        l->running = false;
    return next;
}

static void back(live *l) {
    l->running = false;
    do
        l->at -= l->at > 0;
    while (!rests(l));
}

/* ---- keys -----------------------------------------------------------------------------------*/

static bool arrow_of(int key, hra_arrow *out) {
    static const struct {
        int key;
        hra_arrow arrow;
    } keys[] = {{KEY_LEFT, HRA_LEFT}, {KEY_RIGHT, HRA_RIGHT}, {KEY_UP, HRA_UP}, {KEY_DOWN, HRA_DOWN},
                {'h', HRA_LEFT},      {'l', HRA_RIGHT},       {'k', HRA_UP},    {'j', HRA_DOWN},
                {'s', HRA_STAY},      {'5', HRA_STAY}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) {
            *out = keys[i].arrow;
            return true;
        }
    return false;
}

static void take_back(live *l) {
    if (!l->replay && sitting_tell(l->sitting, "undo") == 0) {
        l->at = hra_play_plies(l->play);
        l->running = l->wished = false;
    } else {
        hra_snprintf(l->note, sizeof l->note, "%s", _("(no move to take back)"));
    }
}

/* Handles a key other than the person's arrows. */
static go_on command(live *l, int key) {
    switch (key) {
    case 'q':
    case KEY_END:
        return GO_LEAVE;
    case ' ':
        l->running = !l->running;
        l->due = hra_clock();
        break;
    case KEY_RIGHT:
    case '.':
        l->running = false;
        return advance(l);
    case KEY_LEFT:
    case ',':
        back(l);
        break;
    case '+':
    case '=':
        l->stride += l->stride < STRIDES - 1;
        break;
    case '-':
        l->stride -= l->stride > 0;
        break;
    case '0':
        l->at = 0;
        l->running = false;
        break;
    case '$':
        l->at = hra_play_plies(l->play);
        break;
    case 't':
    case 'a':
        l->thoughts = !l->thoughts;
        break;
    case 'u':
        take_back(l);
        break;
    case '?':
        l->help = !l->help;
        write_help(l);
        break;
    default:
        break;
    }
    return GO_ON;
}

static go_on press(live *l, int key) {
    l->note[0] = '\0';
    l->greets = false;
    if (!l->person || l->replay || !arrow_of(key, &l->wish))
        return command(l, key);
    l->wished = true;
    if (l->running)
        return GO_ON;
    l->at = hra_play_plies(l->play);
    return advance(l);
}

static go_on run(live *l) {
    for (;;) {
        draw(l);
        double wait = l->running ? l->due - hra_clock() : 0.2;
        int key = wait > 0 ? keys_read(wait < 0.2 ? wait : 0.2) : keys_read(0);
        if (print_interrupted())
            return GO_LEAVE;
        if (key != KEY_NONE && press(l, key) == GO_LEAVE)
            return print_interrupted() ? GO_LEAVE : GO_WAIT;
        if (!l->running || hra_clock() < l->due)
            continue;
        l->due = hra_clock() + 1 / strides[l->stride];
        if (advance(l) == GO_LEAVE)
            return GO_LEAVE;
    }
}

/* ---- the play -------------------------------------------------------------------------------*/

/* What stays on the screen after it. */
static int report(const live *l, bool interrupted) {
    const char *names[HRA_MAX_SEATS];
    bool ended = hra_play_at(l->play, HRA_NOW).mover == HRA_OVER;
    table_show(l->game, NULL, hra_play_at(l->play, HRA_NOW).state, -1, print_height() - 1);
    if (ended) {
        const hra_play_info *info = hra_play_snapshot(l->play);
        for (int seat = 0; seat < l->game->seats; seat++)
            names[seat] = *info->names[seat] ? info->names[seat] : table_player(info->players[seat]);
        const table_end end = table_end_of(info);
        table_show_result(l->game, hra_play_at(l->play, HRA_NOW).state, &end, info->returns, names);
    }
    if (hra_session_snapshot(l->sitting->session)->saved && hra_play_plies(l->play) > 0)
        print(ended ? _("\nReview the game:\n  hra review %s\n")
                    : _("The game is saved; continue it with:\n  hra play --resume %s\n"),
              l->setup->saved);
    return interrupted ? EXIT_INTERRUPTED : EXIT_DONE;
}

/* The person's seat, or the first; a machine tells what its moves are worth. */
static void sit_down(live *l) {
    for (int seat = l->game->seats - 1; seat >= 0; seat--)
        if (hra_player_info_of(hra_play_snapshot(l->play)->players[seat])->human) {
            l->seat = seat;
            l->person = !l->replay;
        }
    const hra_player *player = hra_play_snapshot(l->play)->players[l->seat];
    if (!l->person && !l->replay && !hra_player_info_of(player)->human)
        (void)sitting_tellf(l->sitting, "adviser %s", hra_player_info_of(player)->spec);
    (void)sitting_tell(l->sitting, "explain off");
}

int live_play(const table_setup *setup, bool replay) {
    live l = {.setup = setup,
              .sitting = setup->sitting,
              .play = hra_session_play(setup->sitting->session),
              .stride = 3,
              .replay = replay,
              .greets = !replay,
              .thoughts = setup->advise};
    l.game = hra_play_snapshot(l.play)->game;
    l.thought_ply = -1;
    if (!keys_open()) {
        print_error("%s", _("this terminal does not pass single keys; use --type-moves"));
        return EXIT_FAILED;
    }
    hra_text_init(&l.help_text);
    hra_text_init(&l.thought);
    setup->sitting->event = hear;
    setup->sitting->self = &l;
    sit_down(&l);
    l.running = !l.person && !replay;
    l.thoughts = l.thoughts || (!l.person && !replay);
    l.at = replay ? 0 : hra_play_plies(l.play);
    go_on last = run(&l);
    keys_close();
    setup->sitting->event = NULL;
    hra_text_release(&l.help_text);
    hra_text_release(&l.thought);
    if (replay) /* who shows it tells how it ended, and knows the names */
        return print_interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
    return report(&l, last == GO_LEAVE && print_interrupted());
}

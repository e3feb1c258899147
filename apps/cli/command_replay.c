/* hra replay: shows a record again. */
#include <stdlib.h>

#include "commands.h"
#include "records.h"
#include "report.h"
#include "setup.h"
#include "term/live.h"
#include "term/term_table.h"

static const args_option options[] = {
    {.name = "boards",                                                                               .help = "draw the board before every decision"},
    {.name = "live",                                                                                              .help = "in place on a terminal: the space bar runs, arrows step on and back"},
    {.name = "adviser",
     .value = "PLAYER",
     .help = "who says, in the live view, what moves are worth (t); default: the game's best player"},
    {.name = "method",
     .value = "PLAYER",
     .help = "instead report what this player thinks at every ply: value, nodes, position, static value"},
    {.name = "data", .value = "DIR", .help = "folder of kept plays and tables"},
    STORE_FILES_OPTION,
    {0                                                                              },
};

/* The adviser, who is opened when first asked. */
typedef struct adviser {
    const args *args;
    setup setup;
    const hra_player *player;
    bool asked;
} adviser;

static const hra_player *find_adviser(void *self) {
    adviser *a = self;
    if (a->asked)
        return a->player;
    a->asked = true;
    store_folder(a->args, a->setup.data);
    if (setup_player(&a->setup, args_text(a->args, "adviser", setup_best(a->setup.game)), &a->player) != 0)
        a->player = NULL;
    return a->player;
}

/* The players are not asked for moves, so any player will do. */
static int watch(const hra_record *record, adviser *who) {
    const hra_player *seats[HRA_MAX_SEATS];
    hra_play_setup how = {.size = sizeof how,
                          .game = hra_record_game(record),
                          .players = seats,
                          .seed = hra_record_seed(record)};
    table_setup table = {.find = find_adviser, .find_self = who};
    hra_player *nobody = NULL;
    hra_play *play = NULL;
    hra_error why = {0};
    hra_err err = hra_player_open(&nobody, how.game, "human", NULL, NULL, &why);
    how.number = hra_record_number(record);
    how.position = hra_record_position(record);
    how.count = how.game->seats;
    for (int seat = 0; seat < how.game->seats; seat++)
        seats[seat] = nobody;
    if (!err)
        err = hra_play_open(&play, &how, &why);
    if (!err && (err = hra_play_resume(play, record)) != 0)
        hra_fail(&why, err, -1, "%s", hra_err_text(err));
    table.play = play;
    int status = err ? say_failure(&why, NULL) : live_play(&table, true);
    hra_play_close(play);
    hra_player_close(nobody);
    return status;
}

static int show_live(const args *a, const hra_record *record) {
    adviser *who = calloc(1, sizeof *who);
    if (!who) {
        say_error("%s", hra_err_text(HRA_ENOMEM));
        return EXIT_FAILED;
    }
    who->args = a;
    int status = setup_again(&who->setup, hra_record_game(record));
    if (!status)
        status = watch(record, who);
    setup_release(&who->setup);
    free(who);
    return status;
}

static int show(void *self, const hra_record *record, int index) {
    const hra_game *game = hra_record_game(record);
    const char *names[HRA_MAX_SEATS];
    int plies = hra_record_plies(record);
    const args *a = self;
    const char *method = args_text(a, "method", NULL);
    bool boards = args_given(a, "boards");
    say("%s", index ? "\n" : "");
    say(_("%s, seed %llu, game %llu\n"), game->spec, (unsigned long long)hra_record_seed(record),
        (unsigned long long)hra_record_number(record));
    if (method)
        return report_play(a, record, method);
    bool live = args_given(a, "live") && live_terminal();
    int status = live ? show_live(a, record) : EXIT_DONE;
    if (status)
        return status;
    for (int seat = 0; seat < game->seats; seat++)
        names[seat] = *hra_record_name(record, seat) ? hra_record_name(record, seat)
                                                     : hra_record_player(record, seat);
    for (int ply = live ? plies : 0; ply < plies && !say_interrupted(); ply++) {
        int mover = hra_record_mover(record, ply);
        if (boards && mover >= 0)
            table_show(game, hra_record_state(record, ply), game->rules->manners->view ? mover : -1);
        table_show_move(game, hra_record_state(record, ply), mover, mover < 0 ? "" : names[mover],
                        hra_record_move(record, ply));
        if (boards && mover >= 0)
            table_show_steps(game, hra_record_state(record, ply), hra_record_move(record, ply),
                             game->rules->manners->view ? mover : -1);
    }
    say("\n");
    table_show(game, hra_record_state(record, plies), -1);
    if (hra_record_mover(record, plies) == HRA_OVER) {
        double value[HRA_MAX_SEATS];
        hra_record_returns(record, value);
        int resigned;
        hra_outcome outcome = hra_record_outcome(record, &resigned);
        table_show_result(game, hra_record_state(record, plies), outcome, resigned, value, names);
    } else {
        say("%s\n", _("The play is not finished."));
    }
    return EXIT_DONE;
}

static int run(const args *a) {
    args copy = *a; /* what looks at records is given something it might change */
    return records_each(a, a->word_count ? a->words[0] : NULL, show, &copy);
}

const args_command command_replay = {
    .name = "replay",
    .synopsis = "[FILE]",
    .summary = "show a recorded play again",
    .details = "FILE may hold many records (FILE.pdn: games of checkers as PDN); - reads standard input. Without\n"
               "FILE: the last play that was kept.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};

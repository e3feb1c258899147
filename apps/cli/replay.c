/* hra replay: shows a record again. */
#include "commands.h"
#include "records.h"
#include "report.h"
#include "term/table.h"

static const args_option options[] = {
    {.name = "boards",  .help = "draw the board before every decision"},
    {.name = "method",
     .value = "METHOD",
     .help = "report what this method thinks at every ply instead: value, nodes, position, static value"},
    {.name = "data", .value = "DIR", .help = "folder of kept plays"},
    {0                },
};

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
    for (int seat = 0; seat < game->seats; seat++)
        names[seat] = hra_record_player(record, seat);
    for (int ply = 0; ply < plies && !say_interrupted(); ply++) {
        int mover = hra_record_mover(record, ply);
        if (boards && mover >= 0)
            table_show(game, hra_record_state(record, ply), mover);
        table_show_move(game, hra_record_state(record, ply), mover, mover < 0 ? "" : names[mover],
                        hra_record_move(record, ply));
    }
    say("\n");
    table_show(game, hra_record_state(record, plies), -1);
    if (hra_record_mover(record, plies) == HRA_OVER) {
        double value[HRA_MAX_SEATS];
        hra_record_returns(record, value);
        table_show_result(game, hra_record_state(record, plies), value, names);
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
    .summary = "show a record again",
    .details = "FILE may hold many records (FILE.pdn: games of checkers as PDN); - reads standard input. "
               "Without FILE: the last play that was kept.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};

/* hra replay: shows a recorded play again. */
#include <stdlib.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "commands/record_origin.h"
#include "commands/records.h"
#include "commands/records_json.h"
#include "commands/report.h"
#include "replay_film.h"
#include "replay_list.h"
#include "replay_output.h"
#include "speech/pager.h"
#include "term/arrow_view.h"
#include "term/term_table.h"

static const args_option options[] = {
    {.name = "list", .help = "list the games of FILE"},
    {.name = "json", .help = "print the list as JSON"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "write the games, or a picture of one, to FILE; its ending is the format"},
    {.name = "format",
     .letter = 'f',
     .value = "F",
     .help = "hra, pdn, pgn, mat, sgf, svg, png, pdf, gif or html (default: by the name of FILE)"},
    {.name = "boards", .help = "draw the board before every decision"},
    {.name = "step", .help = "replay in place, by keys"},
    {.name = "adviser",
     .value = "PLAYER",
     .help = "player that values moves, with --step and key t (default: the game's best)"},
    {.name = "values",
     .letter = 'p',
     .value = "PLAYER",
     .help = "print this player's value of every position"},
    {.name = "method", .letter = 'm', .value = "PLAYER", .alias = "values"},
    REPLAY_FILM_OPTIONS,
    STORE_ENCODING_OPTION,
    STORE_FILES_OPTION,
    RECORDS_OPTIONS,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((const hra_text *)self)->err;
}

/* The record once more, as the text that a session watches. */
static hra_err write_record(const hra_record *record, hra_text *out, hra_error *why) {
    const hra_game *game = hra_record_info(record)->game;
    const hra_player *seats[HRA_MAX_SEATS];
    hra_player *nobody = NULL;
    hra_play *play = NULL;
    const hra_play_setup how = {.size = sizeof how,
                                .game = game,
                                .players = seats,
                                .count = game->seats,
                                .seed = hra_record_info(record)->seed,
                                .number = hra_record_info(record)->number,
                                .position = hra_record_info(record)->position,
                                .sink = add_text,
                                .sink_self = out};
    hra_err err = hra_player_placeholder(&nobody, game, "human", why);
    for (int seat = 0; seat < game->seats; seat++)
        seats[seat] = nobody;
    if (!err)
        err = hra_play_open(&play, &how, why);
    for (int ply = 0; ply < hra_record_info(record)->plies && !err; ply++)
        if ((err = hra_play_apply(play, hra_record_at(record, ply).move)) != 0)
            (void)hra_fail_as(why, hra_play_why(play));
    hra_play_close(play);
    hra_player_close(nobody);
    return err;
}

static int watch(const args *a, sitting *at) {
    const table_setup table = {.sitting = at, .saved = ""};
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, "watch plays/record.hra");
    if (args_text(a, "adviser", NULL)) {
        hra_text option;
        hra_text_init(&option);
        hra_text_addf(&option, "adviser=%s", args_text(a, "adviser", ""));
        sitting_add_word(&line, hra_text_string(&option));
        line.err = line.err ? line.err : option.err;
        hra_text_release(&option);
    }
    hra_err err = line.err ? hra_no_memory(&at->why) : sitting_tell(at, hra_text_string(&line));
    hra_text_release(&line);
    return err ? print_failure(&at->why, at->about) : live_play(&table, true);
}

static int show_live(const args *a, const hra_record *record) {
    char data[STORE_PATH];
    hra_text text;
    hra_store *store = NULL;
    sitting at = {0};
    hra_error why;
    hra_text_init(&text);
    store_folder(a, data);
    hra_err err = write_record(record, &text, &why);
    const hra_store_entry entry = {.name = "plays/record.hra", .length = text.length};
    if (!err)
        err = hra_store_open_memory(&store, NULL, &why);
    if (!err)
        err = hra_store_fill(store, &entry, hra_text_string(&text), &why);
    const hra_session_setup how = {.size = sizeof how,
                                   .host = hra_record_info(record)->game->host,
                                   .store = store,
                                   .data = data[0] ? data : NULL};
    if (!err)
        err = sitting_open(&at, &how, &why);
    int status = err ? print_failure(&why, NULL) : watch(a, &at);
    sitting_close(&at);
    hra_store_close(store);
    hra_text_release(&text);
    return status;
}

/* The comments on a move: of a person, or what a program wrote to its standard error. */
static void show_comments(const hra_annotated *a, int node) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        for (const char *line = a->notes[i].text; a->notes[i].kind == HRA_NOTE_COMMENT && *line;) {
            int length = (int)strcspn(line, "\n");
            print("      | %.*s\n", length, line);
            line += length + (line[length] == '\n');
        }
}

/* A game of another program has players and what its file says of it, but no seed. */
static int show_head(const record_found *found) {
    const hra_play_info *info = hra_record_info(found->record);
    char *head;
    if (!record_head(found, &head))
        return print_no_memory();
    if (head)
        print("%s\n%s\n", head, info->game->spec);
    else
        print(_("%s, seed %llu, game %llu\n"), info->game->spec, (unsigned long long)info->seed,
              (unsigned long long)info->number);
    free(head);
    return EXIT_DONE;
}

static int show(void *self, const record_found *found) {
    const hra_record *record = found->record;
    const hra_game *game = hra_record_info(record)->game;
    const char *names[HRA_MAX_SEATS];
    int plies = hra_record_info(record)->plies;
    const args *a = self;
    const char *method = args_text(a, "values", NULL);
    bool boards = args_given(a, "boards");
    const hra_annotated *written = hra_record_annotated(record);
    int node = 0;
    print("%s", found->index ? "\n" : "");
    int head = show_head(found);
    if (head)
        return head;
    if (method)
        return report_play(a, record, method);
    bool live = args_given(a, "step") && live_terminal();
    int status = live ? show_live(a, record) : EXIT_DONE;
    if (status)
        return status;
    for (int seat = 0; seat < game->seats; seat++)
        names[seat] = *hra_record_info(record)->names[seat] ? hra_record_info(record)->names[seat]
                                                            : hra_record_info(record)->specs[seat];
    if (!live)
        table_show_opening(game, hra_record_at(record, 0).state);
    for (int ply = live ? plies : 0; ply < plies && !print_interrupted(); ply++) {
        print_reached(_("ply %d of %d of record %d"), ply, plies, found->index + 1);
        int mover = hra_record_at(record, ply).mover;
        if (boards && mover >= 0)
            table_show(game, hra_record_info(record)->names, hra_record_at(record, ply).state,
                       game->rules->conduct->observation ? mover : -1, 0);
        table_show_move(game, hra_record_at(record, ply).state, mover, mover < 0 ? "" : names[mover],
                        hra_record_at(record, ply).move);
        if (boards && mover >= 0)
            table_show_steps(game, hra_record_at(record, ply).state, hra_record_at(record, ply).move,
                             game->rules->conduct->observation ? mover : -1);
        node = written ? written->nodes[node].first : 0;
        if (node)
            show_comments(written, node);
        table_show_opening(game, hra_record_at(record, ply + 1).state);
    }
    print("\n");
    table_show(game, hra_record_info(record)->names, hra_record_at(record, plies).state, -1, 0);
    if (hra_record_at(record, plies).mover == HRA_OVER) {
        const hra_play_info *info = hra_record_info(record);
        const table_end end = table_end_of(info);
        table_show_result(game, hra_record_at(record, plies).state, &end, info->returns, names);
    } else {
        print("%s\n", _("The game is not finished."));
    }
    return EXIT_DONE;
}

static int run(const args *a) {
    const char *path = a->word_count ? a->words[0] : NULL, *option;
    if (args_given(a, "list") || args_given(a, "json"))
        return replay_list(a, path);
    if (args_given(a, "output") || args_given(a, "format"))
        return replay_output(a, path);
    if (replay_film_asked(a, &option)) {
        print_error(_("replay: --%s is for pictures; name a file that ends with .svg"), option);
        return EXIT_WRONG;
    }
    args copy = *a; /* the function that looks at a record takes arguments that it might change */
    hra_text text;
    if (args_given(a, "step") || args_given(a, "values")) /* which takes its time for each position */
        return records_each(a, path, show, &copy);
    pages_begin(&text);
    return pages_end(&text, records_each(a, path, show, &copy));
}

const args_command command_replay = {
    .name = "replay",
    .synopsis = "[FILE]",
    .summary = "replay a recorded game",
    .group = ARGS_PLAY,
    .details = "FILE contains records, PDN, PGN or match files, packed or not, whatever its name; -\n"
               "is standard input. Without FILE it is the last saved game.\n"
               "\n"
               "  hra replay\n"
               "  hra replay games.pdn --list\n"
               "  hra replay games.pdn --game 3,7-9\n"
               "  hra replay match.mat --output match.sgf\n"
               "  hra replay game.pdn -o game.gif --fps 2 --width 320\n"
               "  hra replay game.pdn --step\n"
               "  hra replay game.pdn --values alphabeta:depth=6\n",
    .notes = "Keys of --step: space runs and pauses, arrows step forward and back, t shows\n"
             "the value of each move, q ends. --values prints, for every position, the move\n"
             "that the player chooses, its value, the nodes searched and the static value.\n"
             "\n"
             "A picture shows the board after each ply: SVG, HTML and GIF are animated, PDF has\n"
             "a page for each. SVG rests where the reader's system asks for less motion.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};

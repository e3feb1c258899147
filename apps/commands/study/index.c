/* hra index: games of many files in one collection, and questions to it. */
#include <stdlib.h>
#include <string.h>

#include "commands/records.h"
#include "index.h"
#include "speech/pager.h"

static const args_option options[] = {
    {.name = "position", .value = "P", .help = "print which games reach this position, and what was played"},
    {.name = "moves", .value = "MOVE", .many = true, .help = "the position after these moves"},
    {.name = "analyse", .value = "PLAYER", .help = "value the moves of the position, and save the values"},
    {.name = "player", .value = "NAME", .help = "print the results of this player by year"},
    {.name = "review",
     .value = "PLAYER",
     .help = "review games, such as those of --player, and save the sums"},
    {.name = "players", .help = "list players by their number of games"},
    {.name = "openings", .help = "list openings with their results"},
    {.name = "opening", .value = "NAME", .help = "only games whose opening begins with NAME"},
    {.name = "games", .help = "list games"},
    {.name = "duplicates", .help = "list games that have the same moves"},
    {.name = "game", .value = "GAME", .help = "only games of these rules"},
    {.name = "limit", .letter = 'n', .value = "N", .help = "print at most N rows; 0: all (default: 20)"},
    {.name = "json", .help = "print JSON"},
    {.name = "alias",
     .value = "FILE",
     .help = "lines \"Name = Player\": games of Name count for Player",
     .section = N_("Adding games:")},
    {.name = "skip-duplicates", .help = "do not add a game whose moves are in the collection"},
    {.name = "time", .value = "T", .help = "limit per question to a player, such as 100ms"},
    {.name = "nodes", .value = "N", .help = "maximum nodes per question to a player"},
    RECORDS_OPTION,
    STORE_ENCODING_OPTION,
    STORE_FILES_OPTION,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

int index_failure(const hra_error *why) {
    if (why->code == HRA_EMISSING || why->code == HRA_EDAMAGED) {
        print_error("%s", why->text);
        return EXIT_FAILED;
    }
    return print_failure(why, NULL);
}

int index_option_failure(const char *option, const char *value, const hra_error *why) {
    hra_error named = *why;
    hra_snprintf(named.text, sizeof named.text, "--%s: %s", option, why->text);
    return why->code == HRA_EMISSING ? index_failure(&named) : print_failure(&named, value);
}

int index_filter_failure(const indexing *x, const hra_error *why) {
    return why->code == HRA_EMISSING && x->filter.player
               ? index_option_failure("player", x->filter.player, why)
               : index_failure(why);
}

hra_err index_open_game(const indexing *x, const char *spec, hra_game **out, hra_error *why) {
    hra_err err = hra_game_open(out, x->host, spec, why);
    if (err)
        return err;
    hra_game_close(*out);
    return hra_game_open(out, &cli_file_host, spec, why);
}

int index_game_failure(const indexing *x, const hra_error *why) {
    return why->code == HRA_EDENIED ? store_record_failure(x->path, why) : index_failure(why);
}

/* ---- which options go together --------------------------------------------------------------*/

static bool given_one(const args *a, const char *const *names) {
    for (; *names; names++)
        if (args_given(a, *names))
            return true;
    return false;
}

/* Options that would do nothing. */
static bool check_needs(const args *a) {
    static const char *const limits[] = {"time", "nodes", NULL}, *const reading[] = {"skip-duplicates", NULL},
                             *const analysts[] = {"analyse", "review", NULL};
    if (given_one(a, limits) && !given_one(a, analysts)) {
        print_error(_("index: --%s needs --analyse or --review"), args_given(a, "time") ? "time" : "nodes");
        return false;
    }
    if (a->word_count < 2 &&
        (given_one(a, reading) || (args_given(a, "encoding") && !args_given(a, "alias")))) {
        print_error(_("index: --%s needs a FILE"), given_one(a, reading) ? reading[0] : "encoding");
        return false;
    }
    if (args_given(a, "opening") && !args_given(a, "games") && !args_given(a, "review")) {
        print_error(_("index: --opening needs --games or --review"));
        return false;
    }
    return true;
}

/* One question a command; --player selects games of some, and of --review. */
static bool check_questions(const args *a) {
    static const char *const questions[][2] = {
        {"position", "position"},     {"moves", "position"},    {"analyse", "position"}, {"games", "games"},
        {"duplicates", "duplicates"}, {"openings", "openings"}, {"players", "players"}};
    const char *first = NULL, *kind = "";
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (!args_given(a, questions[i][0]))
            continue;
        if (first && strcmp(kind, questions[i][1]) != 0) {
            print_error(_("index: --%s and --%s do not go together"), first, questions[i][0]);
            return false;
        }
        first = questions[i][0];
        kind = questions[i][1];
    }
    if (args_given(a, "player") && !args_given(a, "review") && *kind && strcmp(kind, "games") != 0 &&
        strcmp(kind, "openings") != 0) {
        print_error(_("index: --%s and --%s do not go together"), "player", first);
        return false;
    }
    return true;
}

/* ---- opening --------------------------------------------------------------------------------*/

static bool read_options(indexing *x) {
    const args *a = x->args;
    x->json = args_given(a, "json");
    x->skip = args_given(a, "skip-duplicates");
    x->filter.player = args_text(a, "player", NULL);
    x->filter.opening = args_text(a, "opening", NULL);
    x->filter.rules = args_text(a, "game", NULL);
    x->writes =
        a->word_count > 1 || args_given(a, "alias") || args_given(a, "analyse") || args_given(a, "review");
    if (!args_number(a, "limit", 20, 0, INT32_MAX, &x->limit))
        return false;
    x->filter.most = (int)x->limit;
    return true;
}

static int check_rules(indexing *x) {
    hra_error why;
    hra_game *game;
    if (!x->filter.rules)
        return EXIT_DONE;
    if (hra_game_open(&game, NULL, x->filter.rules, &why) != 0)
        return index_option_failure("game", x->filter.rules, &why);
    x->filter.rules = game->rules->name;
    hra_game_close(game);
    return EXIT_DONE;
}

static int open_collection(indexing *x) {
    hra_error why;
    if (collection_file_open(&x->file, x->path, x->writes, print_progress(), &why) != 0)
        return index_failure(&why);
    const hra_collection_storage storage = collection_file_storage(x->file);
    const hra_collection_setup how = {.size = sizeof how, .storage = &storage};
    return hra_collection_open(&x->collection, &how, &why) ? index_failure(&why) : EXIT_DONE;
}

/* ---- adding ---------------------------------------------------------------------------------*/

static int print_added(const indexing *x) {
    hra_text out;
    hra_text_init(&out);
    hra_text_addf(&out, _n("%lld game added", "%lld games added", x->added), (long long)x->added);
    if (x->known)
        hra_text_addf(&out,
                      x->skip ? _n(", %lld duplicate skipped", ", %lld duplicates skipped", x->known)
                              : _n(", %lld of them has moves that were there",
                                   ", %lld of them have moves that were there", x->known),
                      (long long)x->known);
    if (x->skipped)
        hra_text_addf(&out,
                      _n("; %lld file was there already", "; %lld files were there already", x->skipped),
                      (long long)x->skipped);
    print_note("%s", print_string(&out));
    hra_text_release(&out);
    return EXIT_DONE;
}

static int add_files(indexing *x) {
    int status = EXIT_DONE;
    const char *aliases = args_text(x->args, "alias", NULL);
    if (aliases)
        status = index_read_aliases(x, aliases);
    for (int i = 1; i < x->args->word_count && !status; i++)
        status = index_add_file(x, x->args->words[i]);
    if (x->writes &&
        (!status || status == EXIT_INTERRUPTED || status == EXIT_WRONG)) { /* what is whole is saved */
        int saved = index_commit(x);
        status = saved ? saved : status;
    }
    if (x->args->word_count > 1)
        (void)print_added(x);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int answer(indexing *x) {
    const args *a = x->args;
    const char *analyst = args_text(a, "review", NULL);
    int status = analyst ? index_review(x, analyst) : EXIT_DONE;
    if (status)
        return status;
    if (args_given(a, "position") || args_given(a, "moves") || args_given(a, "analyse"))
        return index_position(x);
    if (args_given(a, "duplicates") || args_given(a, "games"))
        return index_games(x, args_given(a, "duplicates"));
    if (args_given(a, "openings"))
        return index_openings(x);
    if (args_given(a, "player"))
        return index_player(x);
    if (args_given(a, "players"))
        return index_players(x);
    return a->word_count > 1 && !x->json ? EXIT_DONE : index_summary(x);
}

/* Lists that are longer than a terminal wait at each screenful. */
static int answer_in_pages(indexing *x) {
    hra_text text;
    if (args_given(x->args, "json") || args_given(x->args, "analyse") || args_given(x->args, "review"))
        return answer(x);
    pages_begin(&text);
    return pages_end(&text, answer(x));
}

static int run(const args *a) {
    indexing *x = calloc(1, sizeof *x);
    if (!x)
        return print_no_memory();
    x->args = a;
    x->path = a->words[0];
    x->host = store_record_host(a, x->path);
    x->began = hra_clock();
    int status = check_needs(a) && check_questions(a) && read_options(x) ? check_rules(x) : EXIT_WRONG;
    if (!status)
        status = open_collection(x);
    if (!status)
        status = add_files(x);
    if (!status)
        status = answer_in_pages(x);
    if (!status && x->damaged)
        status = EXIT_WRONG;
    hra_collection_close(x->collection);
    collection_file_close(x->file);
    free(x);
    return status;
}

const args_command command_index = {
    .name = "index",
    .synopsis = "COLLECTION [FILE...]",
    .summary = "collect games; find positions, players, openings",
    .group = ARGS_STUDY,
    .details = "Adds the games of each FILE (records, .pdn, .pgn, .mat; -: standard\n"
               "input) to COLLECTION, a file that is created if there is none. Then it answers\n"
               "questions.\n"
               "\n"
               "  hra index my.hraindex games.pdn more.pdn\n"
               "  hra index my.hraindex --moves 11-15 23-19\n"
               "  hra index my.hraindex --player \"Marion Tinsley\"\n",
    .notes = "Positions meet however they were reached, and with colours exchanged or turned\n"
             "if the rules allow it. A file whose content is in the collection is skipped.\n"
             "\n"
             "After an interruption the same command continues: games are saved in batches.\n"
             "\n"
             "Values of moves are printed only if --analyse saved them, and losses or PR only\n"
             "for games that --review has reviewed.\n",
    .options = options,
    .min_words = 1,
    .max_words = ARGS_MAX,
    .run = run,
};

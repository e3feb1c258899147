/* Which position 'hra analyse' looks at: of a game, of whatever game reads the text or the ID, or in a file. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyse.h"
#include "commands/records.h"

/* ---- of a game ------------------------------------------------------------------------------*/

static int place_in_game(analysis *of, const char *spec) {
    int status = setup_game_at(&of->setup, of->args, spec);
    if (status)
        return status;
    of->game = of->setup.game;
    of->placed = args_given(of->args, "position");
    of->state = setup_state(of->game, of->args, &status);
    return status;
}

static bool names_a_game(const char *word) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return hra_spec_split(word, name, &options, &length, NULL) == 0 && hra_registry_find_game(NULL, name);
}

/* ---- of the game that reads it --------------------------------------------------------------*/

/* Opens the game and reads the position. HRA_EINPUT: it is none there; HRA_ENOMEM. */
static hra_err reads(const char *name, const char *text, hra_game **game, void **state) {
    hra_err err = hra_game_open_at(game, &cli_host, name, 0, text, NULL);
    if (err)
        return err == HRA_ENOMEM ? err : HRA_EINPUT;
    *state = malloc((*game)->state_size);
    err = *state ? HRA_OK : HRA_ENOMEM;
    if (!err) {
        (*game)->rules->init(*game, *state);
        err = hra_game_read_position(*game, text, *state, NULL);
    }
    if (err) {
        free(*state);
        hra_game_close(*game);
    }
    return err == HRA_ENOMEM ? err : err ? HRA_EINPUT : HRA_OK;
}

/* The first game that reads it is opened; `names` are all that do. Their number; negative: there is no memory. */
static int find_games(analysis *of, const char *text, hra_text *names) {
    int count = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const char *name = hra_registry_game(NULL, i)->name;
        hra_game *game;
        void *state;
        hra_err err = reads(name, text, &game, &state);
        if (err == HRA_ENOMEM)
            return -1;
        if (err)
            continue;
        hra_text_addf(names, "%s%s", count ? ", " : "", name);
        if (count++ == 0) {
            of->setup.game = game;
            of->state = state;
        } else {
            free(state);
            hra_game_close(game);
        }
    }
    return count;
}

/* False: no game reads it, and nothing was printed. An empty text fits no game. */
static bool place_by_text(analysis *of, const char *text, int *status) {
    hra_text names;
    hra_text_init(&names);
    int count = *text ? find_games(of, text, &names) : 0;
    of->game = of->setup.game;
    of->placed = true;
    *status = count < 0 ? print_no_memory() : count == 1 ? EXIT_DONE : EXIT_WRONG;
    if (count > 1)
        print_error(_("%s: '%s' is a position of several games: %s; use GAME --position P"),
                    of->args->command->name, text, print_string(&names));
    hra_text_release(&names);
    return count != 0;
}

/* ---- in a file ------------------------------------------------------------------------------*/

/* The position that is looked at: --ply, or the last one in which somebody is to move. */
static int ply_of(const analysis *of, const hra_record *record, uint64_t *ply) {
    int plies = hra_record_info(record)->plies;
    if (args_given(of->args, "ply"))
        return args_number(of->args, "ply", 0, 0, (uint64_t)plies, ply) ? EXIT_DONE : EXIT_WRONG;
    while (plies > 0 && hra_record_at(record, plies).mover == HRA_OVER)
        plies--;
    *ply = (uint64_t)plies;
    return EXIT_DONE;
}

/* Of several records the last one stays. Its game is opened once more, for players that are typed. */
static int take_record(void *self, const record_found *found) {
    const hra_record *record = found->record;
    analysis *of = self;
    const hra_game *game = hra_record_info(record)->game;
    uint64_t ply = 0;
    int status = ply_of(of, record, &ply);
    if (status)
        return status;
    free(of->state);
    hra_game_close(of->setup.game);
    of->setup.game = NULL;
    of->state = malloc(game->state_size);
    if (!of->state)
        return print_no_memory();
    memcpy(of->state, hra_record_at(record, (int)ply).state, game->state_size);
    status = setup_again(&of->setup, game);
    of->game = of->setup.game;
    of->placed = true;
    return status;
}

static bool holds_records(const char *path, const hra_text *text) {
    static const char first[] = "hra-record ";
    return hra_registry_find_format(NULL, path) || !text->length ||
           strncmp(hra_text_string(text), first, strlen(first)) == 0;
}

/* A file of one line is a position, as it is written. */
static int place_by_line(analysis *of, const char *path, hra_text *text) {
    char *line = text->data;
    int status = EXIT_WRONG;
    line[strcspn(line, "\r\n")] = '\0';
    if (!place_by_text(of, line, &status))
        print_error(_("%s: contains neither records nor a position"), path);
    return status;
}

static int place_in_file(analysis *of, const char *path) {
    hra_text text;
    hra_text_init(&text);
    int status = store_read(path, &text);
    if (!status && holds_records(path, &text))
        status = records_in(of->args, path, &text, take_record, of);
    else if (!status)
        status = place_by_line(of, path, &text);
    hra_text_release(&text);
    return status;
}

static bool is_file(const char *word) {
    struct stat info;
    const char *dot = strrchr(word, '.');
    bool called_so = hra_registry_find_format(NULL, word) || (dot && strcmp(dot, ".hra") == 0);
    return strcmp(word, "-") == 0 || called_so || (stat(word, &info) == 0 && !S_ISDIR(info.st_mode));
}

/* ---- all of them ----------------------------------------------------------------------------*/

int analyse_place(analysis *of) {
    const args *a = of->args;
    const char *position = args_text(a, "position", NULL);
    const char *word = a->word_count ? a->words[0] : position;
    int status = EXIT_WRONG;
    if (!word) {
        args_say_missing(a->command);
        return status;
    }
    bool game = a->word_count && names_a_game(word), file = !game && a->word_count && is_file(word);
    if (args_given(a, "ply") && !file) {
        print_error(_("%s: --ply needs a file of records"), a->command->name);
        return status;
    }
    if (game)
        return place_in_game(of, word);
    if (file && position) {
        print_error(_("%s: the position is in the file %s; omit --position"), a->command->name, word);
        return status;
    }
    if (file)
        return place_in_file(of, word);
    if (a->word_count && position)
        return place_in_game(of, word); /* which says what is wrong with the game */
    if (place_by_text(of, word, &status))
        return status;
    if (a->word_count)
        return place_in_game(of, word);
    print_error(_("%s: no game can read the position '%s'"), a->command->name, word);
    return status;
}

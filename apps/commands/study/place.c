/* The position that a command line names. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/record_origin.h"
#include "place.h"

/* ---- of a game ------------------------------------------------------------------------------*/

static int place_in_game(place *p, const char *spec) {
    int status = setup_game_at(p->setup, p->args, spec);
    if (status)
        return status;
    p->named = args_given(p->args, "position");
    p->state = setup_state(p->setup->game, p->args, &status);
    return status;
}

static bool names_a_game(const char *word) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return *word == '(' || /* a tree */
           (hra_spec_split(word, name, &options, &length, NULL) == 0 && hra_registry_find_game(NULL, name));
}

/* ---- of a record ----------------------------------------------------------------------------*/

static void *copy_state(const hra_game *game, const void *state) {
    void *copy = malloc(game->state_size);
    return copy ? memcpy(copy, state, game->state_size) : NULL;
}

/* The game is opened once more, for players that are typed. */
static int take_position(place *p, const hra_record *record, int ply) {
    const hra_game *game = hra_record_info(record)->game;
    free(p->state);
    free(p->before);
    hra_game_close(p->setup->game);
    p->setup->game = NULL;
    p->state = copy_state(game, hra_record_at(record, ply).state);
    p->before = ply ? copy_state(game, hra_record_at(record, ply - 1).state) : NULL;
    if (!p->state || (ply && !p->before))
        return print_no_memory();
    if (ply)
        p->last = hra_record_at(record, ply - 1).move;
    p->named = true;
    return setup_again(p->setup, game);
}

/* ---- of the game that reads it --------------------------------------------------------------*/

/* False: no game reads it, and nothing was printed. */
static bool place_by_text(place *p, const char *text, int *status) {
    const hra_game_file_setup how = {
        .size = sizeof how, .host = &cli_host, .text = text, .length = strlen(text)};
    hra_game_file *file = NULL;
    const hra_game_found *found = NULL;
    hra_error why;
    hra_err err = hra_game_file_open(&file, &how, &why);
    if (!err)
        err = hra_game_file_next(file, &found, &why);
    bool read = !err && found && found->format && strcmp(found->format->name, "position") == 0;
    *status = err == HRA_ENOMEM ? print_no_memory() : EXIT_WRONG;
    if (read && found->record)
        *status = take_position(p, found->record, 0);
    else if (read && found->fault_count)
        print_error(_("%s: '%s': %s; use GAME --position P"), p->args->command->name, text,
                    found->faults[0].text);
    hra_game_file_close(file);
    return read || err == HRA_ENOMEM;
}

/* ---- in a file ------------------------------------------------------------------------------*/

/* The position that is meant: --ply, or the last one. */
static int ply_of(const place *p, const hra_record *record, uint64_t *ply) {
    int plies = hra_record_info(record)->plies;
    if (args_given(p->args, "ply"))
        return args_number(p->args, "ply", 0, 0, (uint64_t)plies, ply) ? EXIT_DONE : EXIT_WRONG;
    while (p->decides && plies > 0 && hra_record_at(record, plies).mover == HRA_OVER)
        plies--;
    *ply = (uint64_t)plies;
    return EXIT_DONE;
}

/* Of several records the last one stays. */
static int take_record(void *self, const record_found *found) {
    place *p = self;
    uint64_t ply = 0;
    int status = ply_of(p, found->record, &ply);
    free(p->head);
    p->head = NULL;
    p->ply = (int)ply;
    p->plies = hra_record_info(found->record)->plies;
    if (!status && !record_head(found, &p->head))
        status = print_no_memory();
    return status ? status : take_position(p, found->record, (int)ply);
}

static bool is_file(const char *word) {
    struct stat info;
    return strcmp(word, "-") == 0 || args_is_digits(word) || /* the number of a saved game */
           store_names_games(word) || (stat(word, &info) == 0 && !S_ISDIR(info.st_mode));
}

/* What a pipe holds; *nothing: it held nothing. */
static int place_in_pipe(place *p, bool *nothing) {
    hra_text text;
    hra_text_init(&text);
    int status = store_read(p->args, "-", true, &text);
    const char *from = hra_text_string(&text);
    *nothing = !status && !from[strspn(from, " \t\r\n")];
    if (!status && !*nothing)
        status = records_in(p->args, "-", &text, take_record, p);
    hra_text_release(&text);
    return status;
}

/* Nothing was named: what comes by a pipe, or at a terminal the last play. */
static int place_unnamed(place *p) {
    bool nothing = false;
    int status;
    if (isatty(STDIN_FILENO))
        return records_each(p->args, NULL, take_record, p);
    status = place_in_pipe(p, &nothing);
    if (!nothing)
        return status;
    args_say_missing(p->args->command, 0);
    return EXIT_WRONG;
}

static bool is_folder(const char *word) {
    struct stat info;
    return stat(word, &info) == 0 && S_ISDIR(info.st_mode);
}

/* ---- all of them ----------------------------------------------------------------------------*/

int place_find(place *p) {
    const args *a = p->args;
    const char *position = args_text(a, "position", NULL);
    const char *word = a->word_count ? a->words[0] : position;
    int status = EXIT_WRONG;
    if (!word)
        return place_unnamed(p);
    bool game = a->word_count && names_a_game(word), file = !game && a->word_count && is_file(word);
    if (args_given(a, "ply") && !file) {
        print_error(_("%s: --ply needs a file of records"), a->command->name);
        return status;
    }
    if (game)
        return place_in_game(p, word);
    if (file && position) {
        print_error(_("%s: the position is in the file %s; omit --position"), a->command->name, word);
        return status;
    }
    if (file)
        return records_each(a, word, take_record, p);
    if (a->word_count && position)
        return place_in_game(p, word); /* which says what is wrong with the game */
    if (a->word_count && is_folder(word)) {
        print_error(_("'%s': it is a folder"), word);
        return EXIT_FAILED;
    }
    if (place_by_text(p, word, &status))
        return status;
    if (a->word_count && !strpbrk(word, "/ -")) /* as positions have them, and games do not */
        return place_in_game(p, word);
    print_error(a->word_count
                    ? _("%s: '%s' is neither a game, nor a file, nor a position that a game can read")
                    : _("%s: no game can read the position '%s'"),
                a->command->name, word);
    return status;
}

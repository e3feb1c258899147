/* Opening the game, players and position that a command line names. */
#include <stdlib.h>
#include <string.h>

#include "args_words.h"
#include "open_game.h"

/* ---- trees as words ---------------------------------------------------------------------------*/

static const char tree_before[] = "tree:text=\"";

/* "((3 5)(2 9))" is a tree: makes a spec of it. */
static bool spec_of_tree(const setup *s, const char *word, char spec[HRA_SPEC_LENGTH]) {
    const int length = hra_snprintf(spec, HRA_SPEC_LENGTH, "%s%s\"%s%s", tree_before, word,
                                    s->root ? ",root=" : "", s->root ? s->root : "");
    if (strchr(word, '"'))
        print_error("%s", _("a tree in parentheses has no quotes"));
    else if (length < 0 || length >= HRA_SPEC_LENGTH)
        print_error(_("the tree is longer than %d bytes; write it into a file and name tree:file=FILE"),
                    HRA_SPEC_LENGTH - 32);
    else
        return true;
    return false;
}

/* The error, and on a terminal where in the tree it is. */
static int print_wrong_tree(const hra_error *why, const char *word) {
    hra_error told = *why;
    hra_text before;
    told.at = why->at - (int)(sizeof tree_before - 1);
    const bool inside = told.at >= 0 && told.at <= (int)strlen(word);
    if (!inside || !print_progress_shown() || word[strcspn(word, "\r\n\t")])
        return print_failure(&told, inside ? word : NULL);
    const int status = print_failure(why, NULL);
    hra_text_init(&before);
    hra_text_add_bytes(&before, word, (size_t)told.at);
    print_note("  %s\n  %*s^", word, hra_text_columns(hra_text_string(&before)), "");
    hra_text_release(&before);
    return status;
}

static int open_word(setup *s, const char *word, int named, const char *position) {
    const hra_host *host = s->host ? s->host : &cli_host;
    hra_error why;
    char spec[HRA_SPEC_LENGTH];
    if (args_is_tree_file(word)) {
        hra_snprintf(spec, sizeof spec, "tree:file=\"%s\"", word);
        word = spec;
    }
    if (*word != '(')
        return hra_game_open_at(&s->game, host, word, named, position, &why) ? print_failure(&why, word)
                                                                             : EXIT_DONE;
    if (!spec_of_tree(s, word, spec))
        return EXIT_WRONG;
    return hra_game_open_at(&s->game, host, spec, named, position, &why) ? print_wrong_tree(&why, word)
                                                                         : EXIT_DONE;
}

/* ---- games and players ------------------------------------------------------------------------*/

int setup_game(setup *s, const char *word, int named) {
    return open_word(s, word, named, NULL);
}

int setup_game_at(setup *s, const args *a, const char *word) {
    return open_word(s, word, 0, args_text(a, "position", NULL));
}

int setup_again(setup *s, const hra_game *game) {
    hra_error why;
    return hra_game_open(&s->game, &cli_host, game->spec, &why) ? print_failure(&why, game->spec) : EXIT_DONE;
}

/* Whether opening this player solves the game, which may take arbitrarily long. */
static bool is_solution(const char *spec) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    const hra_player_kind *kind =
        hra_spec_split(spec, name, &text, &length, NULL) == 0 ? hra_registry_find_player(NULL, name) : NULL;
    return kind && kind->exact;
}

hra_err setup_try_player(setup *s, const char *spec, const hra_player **out, hra_error *why) {
    hra_progress progress = *print_progress();
    const double begun = hra_clock();
    for (int i = 0; i < s->opened_count; i++)
        if (strcmp(hra_player_info_of(s->opened[i])->spec, spec) == 0) {
            *out = s->opened[i];
            return HRA_OK;
        }
    progress.deadline = is_solution(spec) ? s->deadline : 0;
    hra_player **at = &s->opened[s->opened_count];
    print_reached(_("preparing %s"), spec);
    hra_err err = hra_player_open(at, s->game, spec, s->data[0] ? s->data : NULL, &progress, why);
    print_progress_done();
    if (err == HRA_ESTOPPED && !print_interrupted())
        err = hra_fail(why, HRA_ELIMIT, -1, "%s was not ready within %.3G s; use a longer --time T", spec,
                       s->deadline - begun);
    if (!err)
        *out = s->opened[s->opened_count++];
    return err;
}

int setup_player(setup *s, const char *spec, const hra_player **out) {
    hra_error why;
    return setup_try_player(s, spec, out, &why) ? print_failure(&why, spec) : EXIT_DONE;
}

hra_err setup_try_agent(setup *s, const char *spec, hra_agent **out, hra_error *why) {
    const hra_player *player;
    hra_err err = setup_try_player(s, spec, &player, why);
    if (err)
        return err;
    if (hra_player_info_of(player)->human)
        return hra_fail(why, HRA_EINPUT, 0, "human plays only in 'hra play'; name a program here");
    err = hra_agent_open(out, player);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

int setup_agent(setup *s, const char *spec, hra_agent **out) {
    hra_error why;
    return setup_try_agent(s, spec, out, &why) ? print_failure(&why, spec) : EXIT_DONE;
}

int setup_players(setup *s, const char *const *specs, int named) {
    for (int seat = 0; seat < s->game->seats; seat++) {
        const char *spec = seat < named ? specs[seat] : hra_player_default(s->game, seat, false);
        int status = setup_player(s, spec, &s->players[seat]);
        if (status)
            return status;
    }
    return EXIT_DONE;
}

int setup_limited(const setup *s, const hra_player *const *players, int count, const hra_limits *limits) {
    hra_error why;
    hra_err err = HRA_OK;
    void *state = malloc(s->game->state_size);
    if (!state)
        return print_no_memory();
    s->game->rules->init(s->game, state);
    for (int i = 0; i < count && !err; i++)
        err = hra_player_check_limits(players[i], limits, state, &why);
    free(state);
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}

bool setup_seed(setup *s, const args *a) {
    return args_number(a, "seed", hra_rng_entropy(), 0, UINT64_MAX, &s->seed);
}

void setup_release(setup *s) {
    for (int i = 0; i < s->opened_count; i++)
        hra_player_close(s->opened[i]);
    hra_game_close(s->game);
    store_host_close(&s->stored);
}

static int print_wrong_position(const hra_error *why, const char *position) {
    hra_error named = *why;
    hra_snprintf(named.text, sizeof named.text, "--position: %s", why->text);
    return print_failure(&named, position);
}

void *setup_state(const hra_game *game, const args *a, int *status) {
    const char *position = args_text(a, "position", NULL);
    hra_error why;
    void *s = malloc(game->state_size);
    if (!s) {
        *status = print_no_memory();
        return NULL;
    }
    game->rules->init(game, s);
    if (position && hra_game_read_position(game, position, s, &why) != 0) {
        *status = print_wrong_position(&why, position);
        free(s);
        return NULL;
    }
    return s;
}

bool setup_throw(const hra_game *game, const args *a, uint64_t seed, void *state) {
    enum { FIRST_MOVES = 1000 };
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    double *probability = calloc(hra_game_move_capacity(game), sizeof *probability);
    bool begins = moves && probability && !args_text(a, "position", NULL);
    hra_text thrown;
    hra_text_init(&thrown);
    for (uint64_t ply = 0; begins && ply < FIRST_MOVES && game->rules->to_move(game, state) == HRA_CHANCE;
         ply++) {
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, 0, ply, HRA_STREAM_CHANCE);
        hra_move move = hra_game_sample(game, state, &rng, moves, probability);
        hra_text_add(&thrown, thrown.length ? ", " : "");
        hra_game_say_move(game, state, move, &thrown);
        game->rules->apply(game, state, move);
    }
    bool some = thrown.length > 0;
    if (some)
        print_note(_("chance chose the start: %s (seed %llu)"), print_string(&thrown),
                   (unsigned long long)seed);
    hra_text_release(&thrown);
    free(probability);
    free(moves);
    return some;
}

const hra_rules *setup_rules(const char *word, int *status) {
    const hra_rules *rules = hra_registry_find_game(NULL, word);
    hra_game *game;
    hra_error why;
    *status = EXIT_DONE;
    if (rules)
        return rules;
    if (hra_game_open(&game, NULL, word, &why) != 0) { /* for its did-you-mean */
        *status = print_failure(&why, NULL);
        return NULL;
    }
    rules = hra_registry_find_game(NULL, game->rules->name); /* a spec names its game too */
    hra_game_close(game);
    return rules;
}

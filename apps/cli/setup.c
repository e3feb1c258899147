#include <stdlib.h>
#include <string.h>

#include "setup.h"

/* "yahtzee:rules=plain" and 2 give "yahtzee:rules=plain,seats=2". */
static bool needs_seats(const char *spec, int named, char *out, size_t size) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_option table[HRA_MAX_OPTIONS + 1];
    hra_options options;
    if (named < 1 || hra_spec_split(spec, name, &text, &length, NULL) != 0)
        return false;
    const hra_rules *rules = hra_registry_find_game(NULL, name);
    if (!rules || rules->seats.fewest == rules->seats.most || rules->seats.follow ||
        named < rules->seats.fewest || named > rules->seats.most)
        return false;
    hra_rules_options(rules, table);
    if (hra_options_read(&options, table, NULL, name, text, length, 0, NULL) != 0 ||
        hra_options_given(&options, "seats"))
        return false;
    int n = snprintf(out, size, "%s:%.*s%sseats=%d", name, (int)length, text, length ? "," : "", named);
    return n > 0 && (size_t)n < size && named != rules->seats.usual;
}

int setup_game(setup *s, const char *spec, int named) {
    char with_seats[HRA_SPEC_LENGTH];
    hra_error why;
    if (needs_seats(spec, named, with_seats, sizeof with_seats))
        spec = with_seats;
    if (hra_game_open(&s->game, &cli_host, spec, &why) != 0)
        return say_failure(&why, spec);
    const hra_rules *rules = s->game->rules;
    if (named > rules->seats.most && rules->seats.most > rules->seats.fewest && !rules->seats.follow) {
        say_error(_("at most %d play %s, but %d players are named"), rules->seats.most, rules->name, named);
        return EXIT_WRONG;
    }
    if (named > s->game->seats) {
        say_error(_("%s has %d seat%s, but %d players are named"), s->game->spec, s->game->seats,
                  s->game->seats == 1 ? "" : "s", named);
        return EXIT_WRONG;
    }
    return EXIT_DONE;
}

int setup_again(setup *s, const hra_game *game) {
    hra_error why;
    return hra_game_open(&s->game, game->host, game->spec, &why) ? say_failure(&why, game->spec) : EXIT_DONE;
}

const char *setup_best(const hra_game *game) {
    return game->rules->catalogue->best ? game->rules->catalogue->best : "random";
}

int setup_player(setup *s, const char *spec, const hra_player **out) {
    hra_error why;
    for (int i = 0; i < s->opened_count; i++)
        if (strcmp(hra_player_spec(s->opened[i]), spec) == 0) {
            *out = s->opened[i];
            return EXIT_DONE;
        }
    const char *data = s->data[0] ? s->data : NULL;
    hra_err err = hra_player_open(&s->opened[s->opened_count], s->game, spec, data, say_progress(), &why);
    say_progress_done();
    if (err)
        return say_failure(&why, spec);
    *out = s->opened[s->opened_count++];
    return EXIT_DONE;
}

int setup_players(setup *s, const char *const *specs, int named, const char *rest) {
    for (int seat = 0; seat < s->game->seats; seat++) {
        const char *opponent = seat > 0 ? s->game->rules->catalogue->opponent : NULL;
        const char *spec = seat < named ? specs[seat]
                           : opponent   ? opponent
                           : rest       ? rest
                                        : setup_best(s->game);
        int status = setup_player(s, spec, &s->players[seat]);
        if (status)
            return status;
    }
    return EXIT_DONE;
}

bool setup_seed(setup *s, const args *a) {
    return args_number(a, "seed", hra_rng_entropy(), 0, UINT64_MAX, &s->seed);
}

void setup_release(setup *s) {
    for (int i = 0; i < s->opened_count; i++)
        hra_player_close(s->opened[i]);
    hra_game_close(s->game);
}

const char *setup_method(const hra_game *game, const args *a, const char *spec, char out[HRA_SPEC_LENGTH]) {
    char folder[STORE_PATH];
    if (hra_method_with_data(game, spec, "x", out) == spec)
        return spec; /* no folder is made for nothing */
    store_folder(a, folder);
    return hra_method_with_data(game, spec, folder, out);
}

void *setup_state(const hra_game *game, const args *a, int *status) {
    const char *position = args_text(a, "position", NULL);
    hra_error why;
    void *s = malloc(game->state_size);
    if (!s) {
        say_error("%s", hra_err_text(HRA_ENOMEM));
        *status = EXIT_FAILED;
        return NULL;
    }
    game->rules->init(game, s);
    if (position && hra_game_read_position(game, position, s, &why) != 0) {
        *status = say_failure(&why, position);
        free(s);
        return NULL;
    }
    return s;
}

void *setup_decision(const hra_game *game, const args *a, uint64_t seed, int *status) {
    enum { FIRST_MOVES = 1000 };
    void *s = setup_state(game, a, status);
    hra_move *moves = calloc((size_t)game->max_chances + 1, sizeof *moves);
    double *probability = calloc((size_t)game->max_chances + 1, sizeof *probability);
    bool begins = s && moves && probability && !args_text(a, "position", NULL);
    for (uint64_t ply = 0; begins && ply < FIRST_MOVES && game->rules->to_move(game, s) == HRA_CHANCE;
         ply++) {
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, 0, ply, HRA_STREAM_CHANCE);
        game->rules->apply(game, s, hra_game_sample(game, s, &rng, moves, probability));
    }
    free(probability);
    free(moves);
    return s;
}

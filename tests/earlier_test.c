/* A program with a game of its own, as it was compiled when the number of the interface was 1: it knows the
 * tables and setups in the sizes of then (earlier_hra.h, and nothing of include/hra), and goes on running
 * when those of today have more members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "earlier_hra.h"

/* Seats take one or two coins in turn; who takes the last has won. */
typedef struct heap {
    int32_t left, turn;
} heap;

static hra_err open_heap(hra_game *game, const hra_options *options, hra_error *why) {
    int64_t *coins = malloc(sizeof *coins);
    if (!coins)
        return hra_fail(why, -1, -1, "no memory");
    *coins = hra_options_int(options, "coins");
    game->data = coins;
    game->state_size = sizeof(heap);
    game->max_moves = 2;
    game->zero_sum = game->integral = true;
    game->min_return = -1;
    game->max_return = 1;
    return 0;
}

static void close_heap(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    *(heap *)s = (heap){(int32_t) * (const int64_t *)game->data, 0};
}

static int to_move(const hra_game *game, const void *s) {
    const heap *h = s;
    return h->left ? h->turn : HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    out[0] = 1;
    out[1] = 2;
    return ((const heap *)s)->left > 1 ? 2 : 1;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    heap *h = s;
    h->left -= (int32_t)m;
    h->turn = !h->turn;
}

static void returns(const hra_game *game, const void *s, double *out) {
    int loser = ((const heap *)s)->turn;
    out[loser] = -1;
    out[!loser] = 1;
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", m);
}

static uint64_t key(const hra_game *game, const void *s) {
    const heap *h = s;
    return (uint64_t)h->left << 1 | (uint64_t)h->turn;
}

/* The last members of the parts, which a larger table of today has to find in their places. */
static void fact(const hra_game *game, const void *s, int seat, double *out) {
    *out = seat;
}

static const char *const facts[] = {"seat", NULL};
static const hra_option options[] = {
    {.name = "coins", .fallback = "5", .min = 1, .max = 1000},
    {.name = NULL      },
};
static const hra_rules_text text = {.size = sizeof text, .title = "Heap", .show_move = show_move};
static const hra_rules_manners manners = {.size = sizeof manners, .facts = facts, .fact = fact};
static const hra_rules_hints hints = {.size = sizeof hints, .key = key};
static const hra_rules_catalogue catalogue = {.size = sizeof catalogue, .best = "alphabeta"};
static const hra_rules rules = {
    .size = sizeof rules,
    .name = "heap",
    .seats = {2, 2, 2, false},
    .options = options,
    .open = open_heap,
    .close = close_heap,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text,
    .manners = &manners,
    .hints = &hints,
    .catalogue = &catalogue,
};

static void expect(bool kept, const char *what) {
    if (!kept) {
        fprintf(stderr, "earlier_test: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static hra_err count_bytes(void *self, const char *line, size_t length) {
    *(size_t *)self += length;
    return 0;
}

static void play(const hra_game *game) {
    hra_player *perfect = NULL, *any = NULL;
    hra_play *play = NULL;
    hra_event event;
    hra_error why = {0};
    double value[HRA_MAX_SEATS];
    size_t written = 0;
    expect(hra_player_open(&perfect, game, "alphabeta", NULL, NULL, &why) == 0, why.text);
    expect(hra_player_open(&any, game, "random", NULL, NULL, &why) == 0, why.text);
    const hra_player *players[] = {perfect, any};
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = players,
                                  .count = 2,
                                  .seed = 3,
                                  .sink = count_bytes,
                                  .sink_self = &written};
    expect(hra_play_open(&play, &setup, &why) == 0, why.text);
    do
        expect(hra_play_step(play, &event) == 0, "a step fails");
    while (event.kind != HRA_EVENT_OVER);
    hra_play_returns(play, value);
    expect(value[0] == 1, "seven coins are won by who begins");
    expect(written > 60, "no record was written: the sink of the setup was not found");
    hra_play_close(play);
    hra_player_close(any);
    hra_player_close(perfect);
}

int main(void) {
    hra_registry *registry = NULL;
    hra_game *game = NULL;
    hra_error why = {0};
    expect(hra_abi() == 1, "the number of the interface changed: a new earlier_hra.h is due");
    expect(hra_abi() == SOVERSION, "the shared library has another soversion than hra_abi()");
    expect(strcmp(hra_version(), VERSION) == 0, "HRA_VERSION is not the version of meson.build");
    expect(hra_registry_open(&registry, &why) == 0, why.text);
    expect(hra_registry_add_game(registry, &rules, &why) == 0, why.text);
    const hra_host host = {.size = sizeof host, .registry = registry};
    expect(hra_game_open(&game, &host, "heap:coins=7", &why) == 0, why.text);
    expect(strcmp(game->spec, "heap:coins=7") == 0 && game->seats == 2, "members of the game moved");
    expect(game->rules->size >= sizeof rules && game->rules->catalogue->size >= sizeof catalogue,
           "tables became smaller");
    expect(game->rules->manners->fact == fact && game->rules->hints->key == key &&
               game->rules->catalogue->benchmarks == NULL && game->host->registry == registry,
           "members of tables moved");
    play(game);
    hra_game_close(game);
    hra_registry_close(registry);
    return EXIT_SUCCESS;
}

/* A program with a game and a player of its own, as it was compiled when the interface number became 1: it
 * knows the tables and setups in the sizes they had then (earlier_hra.h, and nothing of include/hra), and
 * goes on running when those of today have more members. */
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

/* The last members of the parts: today's library, whose tables are larger, has to find them in their places.
 */
static void fact(const hra_game *game, const void *s, int seat, double *out) {
    *out = seat;
}

static const char *const facts[] = {"seat", NULL};
static const hra_option options[] = {
    {.name = "coins", .fallback = "5", .min = 1, .max = 1000},
    {.name = NULL},
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

/* Leaves a multiple of three where it can, which is perfect play. */
typedef struct counter {
    const hra_game *game;
    int64_t waste; /* what it takes in a lost position */
} counter;

static int closed, watched; /* counted by the kind's functions, which the library calls */

static hra_err open_counter(const hra_game *game, const hra_options *chosen, const char *data,
                            const void *progress, void **shared, hra_error *why) {
    counter *c = malloc(sizeof *c);
    if (!c)
        return hra_fail(why, -1, -1, "no memory");
    *c = (counter){game, hra_options_int(chosen, "waste")};
    *shared = c;
    return 0;
}

static void close_counter(void *shared) {
    closed++;
    free(shared);
}

static hra_err begin(const void *shared, void **scratch) {
    *scratch = calloc(1, sizeof(hra_move));
    return *scratch ? 0 : -1;
}

static void forget(void *scratch) {
    *(hra_move *)scratch = 0;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const heap *h = question->state;
    const counter *c = shared;
    bool lost = h->left % 3 == 0;
    *out = !lost ? (hra_move)(h->left % 3) : (hra_move)c->waste;
    *(hra_move *)scratch = *out;
    return 0;
}

static hra_err value(const void *shared, void *scratch, const void *s, double *out) {
    const heap *h = s;
    bool lost = h->left % 3 == 0;
    out[h->turn] = lost ? -1 : 1;
    out[!h->turn] = lost ? 1 : -1;
    return 0;
}

static void recall(const void *shared, const void *scratch, hra_thought *out) {
    *out = (hra_thought){.depth = 9, .line = {*(const hra_move *)scratch}, .length = 1};
}

static hra_err observe(void *scratch, const void *observer) {
    watched++;
    return 0;
}

static const hra_option waste[] = {
    {.name = "waste", .fallback = "1", .min = 1, .max = 2},
    {.name = NULL},
};
static const hra_player_kind kind = {
    .size = sizeof kind,
    .name = "counter",
    .summary = "counts to three",
    .options = waste,
    .exact = true,
    .open = open_counter,
    .close = close_counter,
    .begin = begin,
    .end = free,
    .forget = forget,
    .choose = choose,
    .value = value,
    .recall = recall,
    .observe = observe,
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
    expect(value[0] == 1, "seven coins are won by the seat that begins");
    expect(written > 60, "no record was written: the sink of the setup was not found");
    hra_play_close(play);
    hra_player_close(any);
    hra_player_close(perfect);
}

/* Each function of the kind is called in its place. */
static void ask(const hra_game *game, const hra_player *player) {
    hra_agent *agent = NULL;
    hra_thought thought = {0};
    hra_move move = 0;
    double worth[HRA_MAX_SEATS] = {0};
    const heap seven = {7, 0};
    const hra_question question = {.state = &seven, .seed = 3};
    expect(hra_agent_open(&agent, player) == 0, "no agent");
    expect(hra_agent_choose(agent, &question, &move) == 0 && move == 1, "one coin leaves six");
    expect(hra_agent_recall(agent, &thought) == 0 && thought.depth == 9 && thought.length == 1 &&
               thought.line[0] == 1,
           "what it recalls is lost");
    expect(hra_agent_value(agent, &seven, worth) == 0 && worth[0] == 1 && worth[1] == -1,
           "its judgement is lost");
    expect(hra_agent_observe(agent, NULL) == 0 && watched == 1, "it is not observed");
    hra_agent_close(agent);
}

static void match(const hra_game *game) {
    hra_player *own = NULL, *any = NULL;
    hra_error why = {0};
    size_t written = 0;
    expect(hra_player_open(&own, game, "counter:waste=2", NULL, NULL, &why) == 0, why.text);
    expect(hra_player_open_kind(&any, game, &kind, "", NULL, NULL, &why) == 0, why.text);
    ask(game, any);
    const hra_player *players[] = {own, any};
    const hra_match_setup setup = {.size = sizeof setup,
                                   .game = game,
                                   .players = players,
                                   .count = 2,
                                   .games = 20,
                                   .seed = 3,
                                   .threads = 2,
                                   .rotate = true,
                                   .sink = count_bytes,
                                   .sink_self = &written};
    struct {
        hra_match_result result;
        unsigned char behind[64]; /* members that later results have must not be written here */
    } room = {.result.size = sizeof room.result};
    memset(room.behind, 0xa5, sizeof room.behind);
    expect(hra_match_run(&setup, &room.result, &why) == 0, why.text);
    for (size_t i = 0; i < sizeof room.behind; i++)
        expect(room.behind[i] == 0xa5, "more than the size of the result was written");
    expect(room.result.games == 20 && room.result.count == 2 && !room.result.stopped,
           "another match was played");
    for (int i = 0; i < 2; i++)
        expect(room.result.players[i].wins == 10 && room.result.players[i].losses == 10 &&
                   room.result.players[i].seat_games[0] == 10 && room.result.players[i].score.count == 20,
               "the seat that begins wins with seven coins, and both begin equally often");
    expect(room.result.players[0].fact[0].count == 20, "the fact is counted in each game");
    expect(written > 20 * 60, "no records were written: the sink of the match was not found");
    hra_match_release(&room.result);
    hra_player_close(any);
    hra_player_close(own);
    expect(closed == 2, "the players were not closed by their kind");
}

int main(void) {
    hra_registry *registry = NULL;
    hra_game *game = NULL;
    hra_error why = {0};
    expect(hra_abi() == 2, "the number of the interface changed: a new earlier_hra.h is due");
    expect(hra_abi() == SOVERSION, "the shared library has another soversion than hra_abi()");
    expect(strncmp(hra_version(), VERSION, strlen(VERSION)) == 0 &&
               strchr("+", hra_version()[strlen(VERSION)]),
           "HRA_VERSION is not the version of meson.build, with a commit or without");
    expect(hra_registry_open(&registry, &why) == 0, why.text);
    expect(hra_registry_add_game(registry, &rules, &why) == 0, why.text);
    expect(hra_registry_add_player(registry, &kind, &why) == 0, why.text);
    const hra_host host = {.size = sizeof host, .registry = registry};
    expect(hra_game_open(&game, &host, "heap:coins=7", &why) == 0, why.text);
    expect(strcmp(game->spec, "heap:coins=7") == 0 && game->seats == 2, "members of the game moved");
    expect(game->rules->size >= sizeof rules && game->rules->catalogue->size >= sizeof catalogue,
           "tables became smaller");
    expect(game->rules->manners->fact == fact && game->rules->hints->key == key &&
               game->rules->catalogue->benchmarks == NULL && game->host->registry == registry,
           "members of tables moved");
    play(game);
    match(game);
    hra_game_close(game);
    hra_registry_close(registry);
    return EXIT_SUCCESS;
}

/* A program that adds a game of its own to the shared library through the public headers alone: it registers
 * the game, plays it by its spec, and reads the record of the play back. */
#include <hra/author.h>
#include <hra/hra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game: take 1 or 2 coins from a heap; whoever takes the last one wins ------------------*/

typedef struct heap {
    int32_t left, turn;
} heap;

static hra_err open_heap(hra_game *game, const hra_options *options, hra_error *why) {
    int32_t *coins = malloc(sizeof *coins);
    if (!coins)
        return hra_fail(why, HRA_ENOMEM, -1, "no memory for a heap");
    *coins = (int32_t)hra_options_int(options, "coins");
    game->data = coins;
    game->state_size = sizeof(heap);
    game->max_moves = 2;
    game->zero_sum = game->integer_returns = true;
    game->min_return = -1;
    game->max_return = 1;
    return HRA_OK;
}

static void close_heap(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    *(heap *)s = (heap){.left = *(const int32_t *)game->data};
}

static int to_move(const hra_game *game, const void *s) {
    const heap *h = s;
    return h->left ? h->turn : HRA_OVER;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const heap *h = s;
    out[0] = 1;
    out[1] = 2;
    return h->left > 1 ? 2 : 1;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    heap *h = s;
    h->left -= (int32_t)m;
    h->turn = !h->turn;
}

static void returns(const hra_game *game, const void *s, double *out) {
    const heap *h = s;
    out[h->turn] = -1;
    out[!h->turn] = 1;
}

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    hra_text_addf(out, "%d coins\n", (int)((const heap *)s)->left);
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "take %u", (unsigned)m);
}

static void write_position(const hra_game *game, const void *s, hra_text *out) {
    const heap *h = s;
    hra_text_addf(out, "%d,%d", (int)h->left, (int)h->turn);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    int left, turn;
    if (sscanf(text, "%d,%d", &left, &turn) != 2 || left < 0 || turn < 0 || turn > 1)
        return hra_fail(why, HRA_EINPUT, 0, "expected coins and a seat, as in 5,0");
    *(heap *)s = (heap){left, turn};
    return HRA_OK;
}

static const hra_option options[] = {
    {.name = "coins", .type = HRA_OPTION_INT, .fallback = "5", .min = 1, .max = 1000, .help = "in the heap"},
    {0},
};

static const hra_rules_text text = {
    .size = sizeof text,
    .title = "Heap",
    .summary = "take one or two",
    .show = show,
    .show_move = show_move,
    .move_help = "take 1 or take 2",
    .write_position = write_position,
    .read_position = read_position,
};

static const hra_rules rules = {
    .size = sizeof rules,
    .name = "heap",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .options = options,
    .open = open_heap,
    .close = close_heap,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text,
};

/* ---- the program ------------------------------------------------------------------------------*/

static void expect(bool kept, const char *what) {
    if (!kept) {
        fprintf(stderr, "own_game: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static hra_err keep_line(void *self, const char *line, size_t length) {
    hra_text_add_bytes(self, line, length);
    return HRA_OK;
}

static void play(const hra_game *game, hra_text *record) {
    hra_player *perfect = NULL, *any = NULL;
    hra_play *play = NULL;
    hra_event event;
    hra_error why = {0};
    double value[2];
    expect(hra_player_open(&perfect, game, "alphabeta", NULL, NULL, &why) == 0, why.text);
    expect(hra_player_open(&any, game, "random", NULL, NULL, &why) == 0, why.text);
    const hra_player *players[] = {perfect, any};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = game->seats,
                            .seed = 3,
                            .sink = keep_line,
                            .sink_self = record};
    expect(hra_play_open(&play, &setup, &why) == 0, why.text);
    do
        expect(hra_play_step(play, &event) == 0, "a step fails");
    while (event.kind != HRA_EVENT_OVER);
    memcpy(value, hra_play_snapshot(play)->returns, sizeof value);
    expect(value[0] == 1, "seven coins are won by the seat that begins");
    hra_play_close(play);
    hra_player_close(any);
    hra_player_close(perfect);
}

static void read_back(const hra_host *host, const hra_text *text_of) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    const char *lines = hra_text_string(text_of);
    expect(hra_record_parse(&record, NULL, lines, text_of->length, &used, 1, &why) == HRA_EINPUT &&
               strstr(why.text, "line 2, character 6: unknown game 'heap'"),
           "without the registry the game must be unknown");
    expect(hra_record_parse(&record, host, lines, text_of->length, &used, 1, &why) == 0, why.text);
    expect(used == text_of->length && hra_record_info(record)->finished, "the record is not whole");
    expect(strcmp(hra_record_info(record)->game->spec, "heap:coins=7") == 0, "another game");
    expect(hra_record_at(record, 0).move == 1, "one coin leaves six");
    expect(hra_record_info(record)->game->host->registry == host->registry,
           "the record's game lost its host");
    hra_record_close(record);
}

/* A game without a scene of its own is shown all the same, with a button for each move. */
static void look_at(const hra_game *game) {
    hra_scene *scene = NULL;
    hra_text svg;
    heap s = {.left = 7};
    hra_scene_view moment = {.state = &s, .seat = -1};
    hra_text_init(&svg);
    expect(hra_scene_open(&scene, game, NULL) == 0 && hra_scene_set(scene, &moment) == 0, "no scene");
    expect(hra_scene_path(scene, 1) && !hra_scene_path(scene, 2), "two moves are pressed in two ways");
    expect(hra_scene_find(scene, hra_scene_path(scene, 1)->ids[0])->kind == HRA_SHAPE_BUTTON, "by buttons");
    hra_scene_svg(scene, NULL, &svg);
    expect(svg.err == 0 && strstr(hra_text_string(&svg), "</svg>"), "no picture");
    hra_text_release(&svg);
    hra_scene_close(scene);
}

int main(void) {
    hra_registry *registry = NULL;
    hra_game *game = NULL;
    hra_error why = {0};
    hra_text record;
    hra_text_init(&record);
    expect(hra_registry_open(&registry, &why) == 0, why.text);
    expect(hra_registry_add_game(registry, &rules, &why) == 0, why.text);
    const hra_host host = {.size = sizeof host, .registry = registry};
    expect(hra_game_open(&game, &host, "heap:coins=7", &why) == 0, why.text);
    look_at(game);
    play(game, &record);
    read_back(&host, &record);
    hra_game_close(game);
    hra_registry_close(registry);
    hra_text_release(&record);
    return EXIT_SUCCESS;
}

/* Trees of every shape, drawn from a seed. */
#include <stdlib.h>

#include "random_tree.h"

typedef struct place {
    uint32_t layer, index;
} place;

typedef struct shape {
    uint64_t seed;
    uint32_t depth, branch, width, capacity, levels;
    double chance, early;
    bool shuffled, whole, constant, rolled;
} shape;

enum { MOVER, COUNT, END, WORTH, GUESS, LEADS, WEIGHT, ORDER, LOUD };

static uint64_t mix(const shape *t, const place *p, uint32_t what, uint32_t which) {
    uint64_t x = t->seed * 0x9E3779B97F4A7C15U ^ ((uint64_t)p->layer << 40 | p->index);
    x += ((uint64_t)what << 32 | which) * 0xD1B54A32D192ED03U;
    for (int i = 0; i < 2; i++) {
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
        x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    }
    return x ^ x >> 31;
}

static double unit(const shape *t, const place *p, uint32_t what, uint32_t which) {
    return (double)(mix(t, p, what, which) >> 11) * 0x1p-53;
}

static hra_err open_tree(hra_game *game, const hra_options *options, hra_error *why) {
    shape *t = malloc(sizeof *t);
    if (!t)
        return hra_no_memory(why);
    game->data = t;
    t->seed = (uint64_t)hra_options_int(options, "seed");
    t->depth = (uint32_t)hra_options_int(options, "plies");
    t->branch = (uint32_t)hra_options_int(options, "branch");
    t->width = (uint32_t)hra_options_int(options, "width");
    t->levels = (uint32_t)hra_options_int(options, "levels");
    t->chance = hra_options_real(options, "chance");
    t->early = hra_options_real(options, "early");
    t->shuffled = hra_options_flag(options, "shuffled");
    t->whole = hra_options_flag(options, "whole");
    t->constant = hra_options_flag(options, "constant");
    t->rolled = hra_options_flag(options, "rolled");
    game->state_size = sizeof(place);
    t->capacity = (uint32_t)hra_options_int(options, "room");
    game->max_moves = (int)(t->capacity > t->branch ? t->capacity : t->branch);
    game->max_chances = t->chance > 0 || t->rolled ? game->max_moves : 0;
    game->zero_sum = game->seats == 2 && t->constant;
    game->integer_returns = t->whole && !(t->constant && game->seats > 2); /* shares are fractions */
    game->min_return = game->seats == 2 && t->constant ? -10 : 0;
    game->max_return = 10;
    game->sum_bounded = t->constant && game->seats > 1;
    game->max_sum = game->seats == 2 ? 0 : 10;
    return HRA_OK;
}

static void close_tree(hra_game *game) {
    free(game->data);
}

static void init(const hra_game *game, void *s) {
    *(place *)s = (place){0, 0};
}

static int to_move(const hra_game *game, const void *s) {
    const shape *t = game->data;
    const place *p = s;
    if (p->layer >= t->depth || (p->layer > 0 && unit(t, p, END, 0) < t->early))
        return HRA_OVER;
    if (p->layer > 0 ? unit(t, p, MOVER, 0) < t->chance : t->rolled)
        return HRA_CHANCE;
    return (int)((t->shuffled ? mix(t, p, MOVER, 1) : p->layer) % (uint32_t)game->seats);
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const shape *t = game->data;
    int n = 1 + (int)(mix(t, s, COUNT, 0) % t->branch);
    for (int i = 0; i < n; i++)
        out[i] = (hra_move)i;
    return n;
}

static int chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    const shape *t = game->data;
    int n = moves(game, s, out);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += probability[i] = 0.05 + unit(t, s, WEIGHT, (uint32_t)i);
    for (int i = 0; i < n; i++)
        probability[i] /= sum;
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    const shape *t = game->data;
    place *p = s;
    p->index = (uint32_t)(mix(t, p, LEADS, m) % t->width);
    p->layer++;
}

static void worth(const hra_game *game, const void *s, uint32_t what, double *out) {
    const shape *t = game->data;
    double sum = 0;
    for (int k = 0; k < game->seats; k++) {
        out[k] = t->whole ? (double)(mix(t, s, what, (uint32_t)k) % t->levels)
                          : 10 * unit(t, s, what, (uint32_t)k);
        sum += out[k];
    }
    if (game->zero_sum) {
        out[0] -= out[1];
        out[1] = -out[0];
    } else if (t->constant && game->seats > 1) { /* all shares of 10 */
        for (int k = 0; k < game->seats; k++)
            out[k] = sum > 0 ? 10 * out[k] / sum : 10.0 / game->seats;
    }
}

static void returns(const hra_game *game, const void *s, double *out) {
    worth(game, s, WORTH, out);
}

static void guess(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    worth(game, s, GUESS, out);
}

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const place *p = s;
    hra_text_addf(out, "layer %u place %u\n", (unsigned)p->layer, (unsigned)p->index);
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", (unsigned)m);
}

static void write_position(const hra_game *game, const void *s, hra_text *out) {
    const place *p = s;
    hra_text_addf(out, "%u/%u", (unsigned)p->layer, (unsigned)p->index);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    char *end;
    place p;
    p.layer = (uint32_t)strtoul(text, &end, 10);
    if (*end != '/')
        return hra_fail(why, HRA_EINPUT, 0, "expected layer/place");
    p.index = (uint32_t)strtoul(end + 1, &end, 10);
    *(place *)s = p;
    return *end ? hra_fail(why, HRA_EINPUT, 0, "expected layer/place") : HRA_OK;
}

static void order(const hra_game *game, const void *s, const hra_move *list, int n, int *score) {
    for (int i = 0; i < n; i++)
        score[i] = (int)(mix(game->data, s, ORDER, list[i]) % 4);
}

/* A third of the states are loud: some of their moves must be searched further, in a few states all of them.
 */
static int quiet(const hra_game *game, const void *s, hra_move *out, bool *forced) {
    uint64_t how = mix(game->data, s, LOUD, 0) % 9;
    int n = how < 3 ? moves(game, s, out) : 0;
    *forced = how == 0;
    return how == 0 ? n : (n + 1) / 2;
}

static int keep_first(const hra_game *game, const void *s, hra_move *list, int n) {
    return n > 2 ? 2 : n;
}

static const hra_option options[] = {
    {"seed", HRA_OPTION_INT, "1", 0, 1e15, NULL, "of everything"},
    {"plies", HRA_OPTION_INT, "6", 1, 5000, NULL, "layers"},
    {"branch", HRA_OPTION_INT, "3", 1, 30, NULL, "moves at most"},
    {"room", HRA_OPTION_INT, "0", 0, 1e5, NULL, "moves that are announced at most, if more than branch"},
    {"width", HRA_OPTION_INT, "1000", 1, 1e9, NULL, "places a layer"},
    {"chance", HRA_OPTION_REAL, "0", 0, 1, NULL, "share of chance nodes"},
    {"early", HRA_OPTION_REAL, "0.1", 0, 1, NULL, "share of early ends"},
    {"shuffled", HRA_OPTION_FLAG, "no", 0, 0, NULL, "any seat moves, not one after the other"},
    {"whole", HRA_OPTION_FLAG, "yes", 0, 0, NULL, "whole numbers, so that ties are frequent"},
    {"levels", HRA_OPTION_INT, "11", 1, 11, NULL, "how many whole numbers there are, from 0"},
    {"constant", HRA_OPTION_FLAG, "yes", 0, 0, NULL, "a constant sum"},
    {"rolled", HRA_OPTION_FLAG, "no", 0, 0, NULL, "chance begins"},
    {0},
};

static const hra_evaluation evaluations[] = {
    {.name = "guess", .help = "a number that says nothing", .value = guess}, {0}};

static const hra_prune prunes[] = {{.name = "first", .help = "the first two moves", .keep = keep_first}, {0}};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Random tree",
    .summary = "a tree drawn from a seed",
    .show = show,
    .show_move = show_move,
    .move_help = "a number",
    .write_position = write_position,
    .read_position = read_position,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .score_moves = order,
    .quiescence_moves = quiet,
    .prunes = prunes,
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .evaluations = evaluations,
};

const hra_rules hra_rules_random_tree = {
    .size = sizeof(hra_rules),
    .name = "random",
    .seats.min = 1,
    .seats.max = HRA_MAX_SEATS,
    .seats.default_ = 2,
    .options = options,
    .open = open_tree,
    .close = close_tree,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .chance_outcomes = chances,
    .text = &rules_text,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
};

/* tree: a game tree typed in by hand, so that any example of a textbook runs under every method. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "rules/host.h"
#include "tree.h"

static const hra_option options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "FILE with the tree, see 'hra rules tree' (default: a textbook's tree)"},
    {.name = "text",
     .type = HRA_OPTION_TEXT,
     .help = "the tree itself, as in ((3 5)(2 9)), or lines separated by ;"},
    {.name = "root",
     .type = HRA_OPTION_CHOICE,
     .choices = "max|min",
     .help = "first player of a tree in parentheses (default: max)"},
    {0},
};

/* Figure 5.2 of Russell and Norvig, Artificial Intelligence: A Modern Approach (3rd edition). */
static const char textbook[] = "node a max\n"
                               "node b min\nnode c min\nnode d min\n"
                               "edge a b a1\nedge a c a2\nedge a d a3\n"
                               "edge b b1\nedge b b2\nedge b b3\n"
                               "edge c c1\nedge c c2\nedge c c3\n"
                               "edge d d1\nedge d d2\nedge d d3\n"
                               "leaf b1 3\nleaf b2 12\nleaf b3 8\n"
                               "leaf c1 2\nleaf c2 4\nleaf c3 6\n"
                               "leaf d1 14\nleaf d2 5\nleaf d3 2\n";

static hra_err read_file(const hra_game *game, tree *t, const char *file, int first_seat, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_game_read_text(game, file, N_("game tree: file"), TREE_BYTES, &text, why);
    if (!err)
        err = tree_read(t, file, hra_text_string(&text), text.length, first_seat, why);
    hra_text_release(&text);
    return err;
}

/* A spec is one line: so that a tree fits into it, its lines are divided by something else. */
static hra_err read_text(const hra_game *game, tree *t, const char *typed, int first_seat, hra_error *why) {
    char text[HRA_SPEC_LENGTH];
    size_t length = strlen(typed);
    for (size_t i = 0; i < length; i++)
        text[i] = typed[i] == ';' ? '\n' : typed[i]; /* an option is shorter than its spec */
    hra_error told = {.at = -1};
    hra_err err = tree_read(t, "", text, length, first_seat, &told);
    const char *in_spec = strstr(game->spec, typed);
    if (told.at >= 0 && in_spec)
        told.at += (int)(in_spec - game->spec);
    return err ? hra_fail_as(why, &told) : HRA_OK;
}

static hra_err read_tree(const hra_game *game, tree *t, const hra_options *chosen, hra_error *why) {
    const char *file = hra_options_text(chosen, "file"), *text = hra_options_text(chosen, "text");
    if (file && text)
        return hra_fail(why, HRA_EINPUT, -1, "game tree: either file= or text=, not both");
    const int first_seat = hra_options_choice(chosen, "root");
    hra_err err = file   ? read_file(game, t, file, first_seat, why)
                  : text ? read_text(game, t, text, first_seat, why)
                         : tree_read(t, "", textbook, sizeof textbook - 1, 0, why);
    if (!err && hra_options_given(chosen, "root") && !t->made)
        return hra_fail(why, HRA_EINPUT, -1, "game tree: root= is for a tree in parentheses");
    return err;
}

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    tree *t = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    game->data = t;
    hra_err err = read_tree(game, t, chosen, why);
    if (err)
        return err;
    if (hra_options_given(chosen, "seats") && game->seats != t->seats)
        return hra_fail(why, HRA_EINPUT, -1, "game tree: seats=%d, but the tree is for %d", game->seats,
                        t->seats);
    game->seats = t->seats;
    game->state_size = sizeof(tree_place);
    game->max_moves = 1;
    for (int i = 0; i < t->count; i++) {
        int *most = t->node[i].mover == HRA_CHANCE ? &game->max_chances : &game->max_moves;
        *most = t->node[i].children > *most ? t->node[i].children : *most;
    }
    game->zero_sum = t->zero_sum;
    game->integer_returns = t->integral;
    game->min_return = t->low;
    game->max_return = t->high;
    game->sum_bounded = true;
    game->max_sum = t->max_sum;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    if (game->data)
        tree_release(game->data);
    free(game->data);
}

static const tree_node *node_of(const hra_game *game, const void *s) {
    const tree *t = game->data;
    return &t->node[*(const tree_place *)s];
}

static void init(const hra_game *game, void *s) {
    *(tree_place *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    return node_of(game, s)->mover;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const tree *t = game->data;
    int n = 0;
    for (int i = node_of(game, s)->first; i >= 0; i = t->node[i].next)
        out[n++] = (hra_move)i;
    return n;
}

static int chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    const tree *t = game->data;
    int n = moves(game, s, out);
    for (int i = 0; i < n; i++)
        probability[i] = t->node[out[i]].probability;
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    *(tree_place *)s = m;
}

/* Returns of a leaf, and what an inner node is taken for. */
static void values(const hra_game *game, const void *s, double *out) {
    const tree *t = game->data;
    memcpy(out, t->value + (size_t) * (const tree_place *)s * (size_t)t->seats,
           (size_t)t->seats * sizeof *out);
}

static void given(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    values(game, s, out);
}

static const hra_evaluation evaluations[] = {
    {.name = "given", .help = "value from the tree file", .value = given},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Tree",
    .summary = "a game tree typed in by hand",
    .show = tree_show,
    .show_move = tree_show_move,
    .parse_move = tree_parse_move,
    .move_help = "the label of an edge as the drawing shows it",
    .write_position = tree_write_position,
    .read_position = tree_read_position,
};

/* Without chance the solution is at hand at once, and says exactly what Max^n would estimate. */
static const char *best_of(const hra_game *game) {
    return game->max_chances ? "maxn" : "exact";
}

/* MAX and MIN where there are such. */
static const char *drawn_of(const hra_game *game) {
    return !game->zero_sum ? "maxn" : game->max_chances ? "expectiminimax" : "minimax";
}

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .best = "exact",
    .best_of = best_of,
    .drawn_of = drawn_of,
    .evaluations = evaluations,
};

const hra_rules hra_rules_tree = {
    .size = sizeof(hra_rules),
    .name = "tree",
    .seats.min = 1,
    .seats.max = HRA_MAX_SEATS,
    .seats.default_ = 2,
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = values,
    .chance_outcomes = chances,
    .text = &rules_text,
    .catalogue = &rules_catalogue,
    .scene = &tree_scene,
};

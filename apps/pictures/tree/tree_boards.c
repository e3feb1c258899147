/* A small board at every node, drawn from the game's scene. What never changes in a play stands once in the
 * file and is used by all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/scene.h"
#include "pictures/board_size.h"
#include "svg.h"

enum { SIDE = 96 }; /* greatest width and height of a board */

struct tree_boards {
    hra_scene *scene;
    unsigned char *state, *before;
    double cell, width, height;
};

static void measure(tree_boards *b) {
    double width, height;
    board_size(b->scene, &width, &height);
    b->cell = fmin(SIDE / width, SIDE / height);
    b->width = ceil(width * b->cell);
    b->height = ceil(height * b->cell);
}

void tree_boards_close(tree_boards *b) {
    if (!b)
        return;
    hra_scene_close(b->scene);
    free(b->state);
    free(b->before);
    free(b);
}

hra_err tree_boards_open(tree_boards **out, const hra_game *game, const void *root) {
    tree_boards *b = calloc(1, sizeof *b);
    if (!b)
        return HRA_ENOMEM;
    b->state = malloc(game->state_size);
    b->before = malloc(game->state_size);
    hra_err err = b->state && b->before ? hra_scene_open(&b->scene, game, NULL) : HRA_ENOMEM;
    if (!err)
        err = hra_scene_set(b->scene, &(hra_scene_view){.state = root, .seat = -1});
    if (err) {
        tree_boards_close(b);
        return err;
    }
    measure(b);
    *out = b;
    return HRA_OK;
}

void tree_boards_style(const tree_boards *b, hra_text *out) {
    hra_text_add(out, "<style>");
    hra_scene_svg(NULL, &(hra_svg_options){.kind = HRA_SVG_STYLE}, out);
    hra_text_add(out, "</style>\n<defs><g id=\"hra-board\">");
    hra_scene_svg(b->scene,
                  &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_BOARD, .cell = b->cell}, out);
    hra_text_add(out, "</g></defs>\n");
}

bool tree_boards_size(const tree_picture *p, const svg_item *item, double *width, double *height) {
    const hra_trace_node *node = &p->tree->nodes[item->node];
    if (!p->boards || item->rest || item->run > 1 || !*node->position)
        return false;
    *width = p->boards->width;
    *height = p->boards->height;
    return true;
}

void tree_boards_draw(const tree_picture *p, const svg_item *item, double y, hra_text *out) {
    const tree_boards *b = p->boards;
    const hra_trace_node *node = &p->tree->nodes[item->node];
    /* Several moves may lead to a position of a graph, so the board shows no last move. */
    const char *above = node->parent >= 0 && !p->graph ? p->tree->nodes[node->parent].position : "";
    hra_scene_view m = {.state = b->state, .last = node->move, .seat = -1};
    if (hra_game_read_position(p->game, node->position, b->state, NULL) != 0)
        return;
    if (*above && hra_game_read_position(p->game, above, b->before, NULL) == 0)
        m.before = b->before;
    hra_err err = hra_scene_set(b->scene, &m);
    if (err) {
        out->err = out->err ? out->err : err;
        return;
    }
    hra_text_add(out, "<g transform=\"translate(");
    svg_number(-b->width / 2, out);
    hra_text_add(out, " ");
    svg_number(y, out);
    hra_text_add(out, ")\"><use href=\"#hra-board\"/>");
    hra_scene_svg(b->scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = HRA_SCENE_NOW, .cell = b->cell},
                  out);
    hra_text_add(out, "</g>");
}

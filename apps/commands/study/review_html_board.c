/* Boards of the report, drawn from the scenes of the games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pictures/board_size.h"
#include "review_html.h"

enum { WIDEST = 440, ROOM = 4 /* around the board */ };

static void add_part(const review_boards *b, hra_scene_part part, hra_text *out) {
    hra_scene_svg(b->scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = part, .cell = b->cell}, out);
}

hra_err review_boards_game(review_boards *b, const hra_review *review) {
    const hra_game *game = hra_review_snapshot(review)->game;
    hra_err err = hra_scene_open(&b->scene, game, NULL);
    if (err)
        return err;
    b->cell = WIDEST / fmax(1, hra_scene_snapshot(b->scene)->width);
    if (b->spec && strcmp(b->spec, game->spec) == 0)
        return HRA_OK;
    free(b->spec);
    b->spec = strdup(game->spec);
    b->count++;
    hra_text_addf(&b->shared, "<g id=\"b%d\">", b->count);
    add_part(b, HRA_SCENE_BOARD, &b->shared);
    hra_text_add(&b->shared, "</g>\n");
    return b->spec ? b->shared.err : HRA_ENOMEM;
}

void review_boards_game_end(review_boards *b) {
    hra_scene_close(b->scene);
    b->scene = NULL;
}

void review_boards_release(review_boards *b) {
    review_boards_game_end(b);
    free(b->spec);
    hra_text_release(&b->shared);
}

/* ---- arrows ---------------------------------------------------------------------------------*/

typedef struct point {
    double x, y;
} point;

static bool find_middle(const review_boards *b, const char *id, point *out) {
    const hra_shape *s = id ? hra_scene_find(b->scene, id) : NULL;
    if (s)
        *out = (point){(s->x + s->width / 2) * b->cell, (s->y + s->height / 2) * b->cell};
    return s != NULL;
}

/* A line with a head, which ends a little before the middle of the place. */
static void draw_arrow(point from, point to, const char *class, hra_text *out) {
    enum { HEAD = 11, BACK = 6 };
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    if (length < HEAD + BACK)
        return;
    dx /= length;
    dy /= length;
    point tip = {to.x - BACK * dx, to.y - BACK * dy}, neck = {tip.x - HEAD * dx, tip.y - HEAD * dy};
    hra_text_addf(out,
                  "<path class=\"arrow %s\" d=\"M%.1f %.1fL%.1f %.1f\"/>"
                  "<path class=\"head %s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>",
                  class, from.x, from.y, neck.x, neck.y, class, tip.x, tip.y, neck.x - 6 * dy,
                  neck.y + 6 * dx, neck.x + 6 * dy, neck.y - 6 * dx);
}

/* A thing that appears: a ring around its place, the best move's within that of the move made. */
static void draw_ring(const review_boards *b, point at, const char *class, hra_text *out) {
    double radius = b->cell * (strcmp(class, "played") == 0 ? 0.42 : 0.34);
    hra_text_addf(out, "<circle class=\"arrow %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", class, at.x, at.y,
                  radius);
}

/* The steps of a move whose ends are on the board. */
static void draw_move(const review_boards *b, hra_move move, const char *class, hra_text *out) {
    const hra_input_path *path;
    for (int i = 0; (path = hra_scene_path(b->scene, i)) != NULL; i++)
        if (path->move == move)
            break;
    for (int i = 0; path && i < path->steps; i++) {
        point from, to;
        if (!find_middle(b, path->step[2 * i + 1], &to))
            continue;
        if (!path->step[2 * i])
            draw_ring(b, to, class, out);
        else if (find_middle(b, path->step[2 * i], &from))
            draw_arrow(from, to, class, out);
    }
}

/* ---- a board --------------------------------------------------------------------------------*/

void review_boards_draw(review_boards *b, const hra_review *review, int ply, hra_text *out) {
    const hra_review_move *at = hra_review_ply(review, ply);
    const hra_scene_view view = {.state = hra_review_state(review, ply), .seat = -1};
    hra_err err = hra_scene_set(b->scene, &view);
    if (err) {
        out->err = out->err ? out->err : err;
        return;
    }
    double width, height;
    board_size(b->scene, &width, &height);
    hra_text_addf(out, "<svg viewBox=\"%d %d %.1f %.1f\" role=\"img\" aria-label=\"", -ROOM, -ROOM,
                  width * b->cell + 2 * ROOM, height * b->cell + 2 * ROOM);
    hra_text text;
    hra_text_init(&text);
    hra_review_snapshot(review)->game->rules->text->write_position(hra_review_snapshot(review)->game,
                                                                   view.state, &text);
    html_text(out, hra_text_string(&text));
    review_html_release(&text, out);
    hra_text_addf(out, "\"><use href=\"#b%d\"/>", b->count);
    add_part(b, HRA_SCENE_NOW, out);
    draw_move(b, at->move, "played", out);
    if (at->better)
        draw_move(b, at->best, "better", out);
    hra_text_add(out, "</svg>");
}

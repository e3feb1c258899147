/* What every scene promises, in every state of a random play. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "promises.h"

enum { MOST = 4096 }; /* shapes of a scene */

static int by_text(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* The ids of both parts in order, so that one is found quickly. */
typedef struct index_of_ids {
    const char *id[MOST];
    int n;
} index_of_ids;

static bool is_known(const index_of_ids *ids, const char *id) {
    return bsearch(&id, ids->id, (size_t)ids->n, sizeof *ids->id, by_text) != NULL;
}

static void check_shape(const visit *c, const hra_shape *s, double width, double height) {
    double left = fmin(s->x, s->x + s->width), right = fmax(s->x, s->x + s->width);
    double top = fmin(s->y, s->y + s->height), bottom = fmax(s->y, s->y + s->height);
    if (!is_plain_line(s->id) || strchr(s->id, ' '))
        visit_broken(c, "a shape has the id '%s'", s->id);
    if (!is_plain_line(s->name))
        visit_broken(c, "shape %s has the name '%s'", s->id, s->name);
    if (s->kind != HRA_SHAPE_TEXT && *s->text && !is_plain_line(s->text))
        visit_broken(c, "shape %s has the text '%s'", s->id, s->text);
    const hra_symbol *symbol;
    for (int i = 0; (symbol = hra_scene_symbol(c->scene, i)) != NULL && strcmp(symbol->id, s->symbol) != 0;)
        i++;
    if (*s->symbol && !symbol)
        visit_broken(c, "shape %s names the symbol '%s', which its board does not have", s->id, s->symbol);
    if ((unsigned)s->material >= HRA_MATERIALS)
        visit_broken(c, "shape %s is of the material %d", s->id, s->material);
    if ((unsigned)s->kind >= HRA_SHAPE_KINDS || (unsigned)s->form >= HRA_FORMS || s->marks >> HRA_MARKS ||
        s->owner < -1 || s->owner >= c->game->seats || s->tone < 0)
        visit_broken(c, "shape %s: kind %d, form %d, marks %u, owner %d, tone %d", s->id, s->kind, s->form,
                     s->marks, s->owner, s->tone);
    if (!(left >= 0) || !(top >= 0) || !(right <= width + 1e-9) || !(bottom <= height + 1e-9))
        visit_broken(c, "shape %s at %g,%g of %g x %g is not within %g x %g", s->id, s->x, s->y, s->width,
                     s->height, width, height);
}

/* Outlines lie in their boxes; who has the outline of another one stands on one that is a box or has one. */
static void check_outline(const visit *c, const hra_shape *s) {
    if (s->corners && (s->corners < 3 || (s->kind != HRA_SHAPE_CELL && s->kind != HRA_SHAPE_AREA)))
        visit_broken(c, "shape %s has an outline of %d corners", s->id, s->corners);
    for (int i = 0; i < s->corners; i++) {
        double x = s->corner[2 * i], y = s->corner[2 * i + 1];
        if (!(x >= s->x - 1e-9) || !(x <= s->x + s->width + 1e-9) || !(y >= s->y - 1e-9) ||
            !(y <= s->y + s->height + 1e-9))
            visit_broken(c, "the corner %g,%g of shape %s is out of its box", x, y, s->id);
    }
    if (s->form == HRA_FORM_OVER && (s->kind != HRA_SHAPE_PLACE || !*s->on))
        visit_broken(c, "shape %s has the outline of nothing", s->id);
}

/* The parts of a group stand one behind the other. */
static void check_groups(const visit *c, hra_scene_part part) {
    const hra_shape *shape;
    for (int i = 1; (shape = hra_scene_shape(c->scene, part, i)) != NULL; i++) {
        const char *group = shape->group;
        if (*group && strcmp(hra_scene_shape(c->scene, part, i - 1)->group, group) != 0)
            for (int k = 0; k < i; k++)
                if (strcmp(hra_scene_shape(c->scene, part, k)->group, group) == 0)
                    visit_broken(c, "the parts of the group %s do not stand together", group);
    }
}

static void index_shapes(const visit *c, index_of_ids *ids) {
    double width, height;
    ids->n = 0;
    width = hra_scene_snapshot(c->scene)->width;
    height = hra_scene_snapshot(c->scene)->height;
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        for (int i = 0; hra_scene_shape(c->scene, (hra_scene_part)part, i); i++) {
            const hra_shape *s = hra_scene_shape(c->scene, (hra_scene_part)part, i);
            assert_true(ids->n < MOST);
            check_shape(c, s, width, height);
            check_outline(c, s);
            ids->id[ids->n++] = s->id;
        }
    qsort(ids->id, (size_t)ids->n, sizeof *ids->id, by_text);
    for (int i = 1; i < ids->n; i++)
        if (strcmp(ids->id[i - 1], ids->id[i]) == 0)
            visit_broken(c, "two shapes have the id %s", ids->id[i]);
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        for (int i = 0; hra_scene_shape(c->scene, (hra_scene_part)part, i); i++) {
            const hra_shape *s = hra_scene_shape(c->scene, (hra_scene_part)part, i);
            if (*s->on && !is_known(ids, s->on))
                visit_broken(c, "shape %s stands on %s, which is not there", s->id, s->on);
        }
    check_groups(c, HRA_SCENE_BOARD);
    check_groups(c, HRA_SCENE_NOW);
    if (!is_known(ids, "turn") || !is_known(ids, "last"))
        visit_broken(c, "nothing tells whose turn it is, or what was played last");
}

/* ---- presses --------------------------------------------------------------------------------*/

static void check_way(const visit *c, const hra_input_path *way, const index_of_ids *ids) {
    int i = 0;
    while (i < c->n && c->moves[i] != way->move)
        i++;
    if (i == c->n)
        visit_broken(c, "something is pressed for %u, which is no move", way->move);
    if (way->count < 1 || !is_plain_line(way->text))
        visit_broken(c, "nothing is pressed for %s", way->text);
    for (i = 0; i < way->count; i++)
        if (!is_known(ids, way->ids[i]))
            visit_broken(c, "%s is pressed for %s, and is not there", way->ids[i], way->text);
    if (way->set && strcmp(way->ids[way->count - 1], "done") != 0)
        visit_broken(c, "the set of %s is not closed by done", way->text);
    for (i = 0; i < 2 * way->steps; i++)
        if (way->step[i] && !is_known(ids, way->step[i]))
            visit_broken(c, "%s moves something from or to %s, which is not there", way->text, way->step[i]);
}

static int times(const hra_input_path *way, const char *id) {
    int n = 0;
    for (int i = 0; i < way->count; i++)
        n += strcmp(way->ids[i], id) == 0;
    return n;
}

/* Whether the presses of a are those of b or a beginning of them: in the same order, or for sets, which
 * `done` closes, in any order. What is pressed in order must not begin with a member of a set. */
static bool is_hidden_by(const hra_input_path *a, const hra_input_path *b) {
    int n = a->count;
    if (a->set != b->set)
        return b->set && strcmp(a->ids[0], "done") != 0 && times(b, a->ids[0]) > 0;
    if (n > b->count || (a->set && n < b->count))
        return false;
    for (int i = 0; i < n; i++)
        if (a->set ? times(a, a->ids[i]) > times(b, a->ids[i]) : strcmp(a->ids[i], b->ids[i]) != 0)
            return false;
    return true;
}

static void presses_lead_to_one_move(const visit *c) {
    const hra_input_path *a, *b;
    for (int i = 0; (a = hra_scene_path(c->scene, i)) != NULL; i++)
        for (int j = 0; (b = hra_scene_path(c->scene, j)) != NULL; j++)
            if (a->move != b->move && is_hidden_by(a, b))
                visit_broken(c, "%s is pressed as %s is, or as it begins (%s)", a->text, b->text, a->ids[0]);
}

static void draw_scene(const visit *c, bool hand, index_of_ids *ids) {
    hra_scene_view m = {.state = c->s,
                        .before = c->moved ? c->before : NULL,
                        .last = c->last,
                        .seat = -1,
                        .manual_dice = hand};
    if (hra_scene_set(c->scene, &m) != 0)
        visit_broken(c, "the scene is not drawn");
    index_shapes(c, ids);
    for (int i = 0; hra_scene_path(c->scene, i); i++)
        check_way(c, hra_scene_path(c->scene, i), ids);
}

/* Both when the program throws the dice and when a person does. */
void scenes_are_whole(visit *c) {
    static index_of_ids ids;
    draw_scene(c, false, &ids);
    if (c->mover == HRA_CHANCE && hra_scene_path(c->scene, 0))
        visit_broken(c, "moves of chance are pressed, though nobody makes them by hand");
    draw_scene(c, true, &ids);
    presses_lead_to_one_move(c);
    for (int i = 0; i < c->n; i++) {
        int k = 0;
        while (hra_scene_path(c->scene, k) && hra_scene_path(c->scene, k)->move != c->moves[i])
            k++;
        if (!hra_scene_path(c->scene, k))
            visit_broken(c, "move %u cannot be pressed", c->moves[i]);
    }
}

/* ---- seats ----------------------------------------------------------------------------------*/

static void write_scene(visit *c, const void *state, int seat) {
    hra_scene_view m = {.state = state, .seat = seat, .manual_dice = true};
    hra_text_clear(&c->text);
    hra_json json = hra_json_begin(&c->text);
    if (hra_scene_set(c->scene, &m) != 0)
        visit_broken(c, "the scene is not drawn for seat %d", seat);
    hra_json_scene(&json, NULL, c->scene, HRA_SCENE_NOW);
    hra_json_scene_input(&json, NULL, c->scene);
}

/* A seat's scene shows no more than can be drawn from the state that it may see. Late in a play, where one state
 * is much like the next, every fourth is drawn. */
void scenes_hide_what_views_hide(visit *c) {
    if (c->ply > 20 && c->ply % 4 && c->mover != HRA_OVER)
        return;
    for (int seat = 0; seat < c->game->seats; seat++) {
        hra_text real = {0};
        hra_game_view(c->game, c->s, seat, c->scratch);
        write_scene(c, c->s, seat);
        hra_text_add(&real, hra_text_string(&c->text));
        write_scene(c, c->scratch, -1);
        if (strcmp(hra_text_string(&real), hra_text_string(&c->text)) != 0)
            visit_broken(c, "seat %d is shown more than it may see", seat);
        hra_text_release(&real);
    }
}

/* What simulations of MCTS do, in words and as trees that grow. */
#include "simulations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"

/* ---- steps --------------------------------------------------------------------------------------*/

static bool grew(const hra_simulations *all, const hra_simulated *s, const int *path) {
    return s->length > 0 && hra_simulations_node(all, path[s->length])->born == s->number;
}

bool simulations_step(const hra_simulations *all, int index, simulation_step *out) {
    const hra_simulated *s;
    const int *path = NULL;
    for (int i = 0; (s = hra_simulations_get(all, i, &path)) != NULL; i++) {
        const int steps = 3 + grew(all, s, path);
        if (index >= steps) {
            index -= steps;
            continue;
        }
        *out = (simulation_step){i, (simulation_what)(index + (index > 0 && steps == 3))};
        return true;
    }
    return false;
}

/* ---- words --------------------------------------------------------------------------------------*/

static void add_name(const hra_simulations *all, int node, hra_text *out) {
    hra_text_add(out, node ? hra_simulations_node(all, node)->text : _("the root"));
}

/* "0.5 + 0.832 = 1.332": mean, bonus, UCB1. */
static void add_ucb(const hra_simulated_child *child, hra_text *out) {
    hra_text_addf(out, "%.3F + %.3F = %.3F", child->mean, child->ucb - child->mean, child->ucb);
}

/* The result of a seat, of two seats that of the first. */
static void add_result(const tree_picture *p, const double *value, hra_text *out) {
    const int seats = p->game->zero_sum && p->game->seats == 2 ? 1 : p->game->seats;
    for (int k = 0; k < seats; k++)
        hra_text_addf(out, "%s%.4G", k ? ":" : "", value[k]);
    if (seats < p->game->seats)
        hra_text_addf(out, _(" (of %s)"), hra_game_seat_name(p->game, 0));
}

/* "2.5/4 won" where a game is won or lost; else the sum. */
static void add_counts(const tree_picture *p, uint64_t visits, double mean, hra_text *out) {
    const bool won = p->game->min_return == -1 && p->game->max_return == 1;
    const double wins = (mean + 1) / 2 * (double)visits;
    if (won)
        hra_text_addf(out, "%.4G/%llu", fabs(wins) < 1e-9 ? 0 : wins, (unsigned long long)visits);
    else
        hra_text_addf(out, "n = %llu", (unsigned long long)visits);
    hra_text_addf(out, _(", mean %.3F"), fabs(mean) < 1e-9 ? 0 : mean);
}

static void say_select(const hra_simulations *all, const hra_simulated *s, const int *path, hra_text *out) {
    const int last = s->length - grew(all, s, path);
    hra_text_add(out, _("select: "));
    for (int d = 0; d < last; d++) {
        int told = 0;
        add_name(all, path[d], out);
        for (int i = 0; i < s->count; i++) {
            const hra_simulated_child *child = &s->children[i];
            if (child->ply != d)
                continue;
            hra_text_add(out, told++ ? "; " : " [");
            add_name(all, hra_simulations_child(all, path[d], child->move), out);
            hra_text_add_char(out, ' ');
            add_ucb(child, out);
        }
        hra_text_add(out, told ? "] → " : " → ");
    }
    add_name(all, path[last], out);
}

static void say_back_up(const tree_picture *p, const hra_simulations *all, const hra_simulated *s,
                        const int *path, hra_text *out) {
    hra_text_add(out, _("back up: "));
    for (int d = s->length; d >= 0; d--) {
        const int seat = hra_simulations_seat(all, path[d]);
        add_name(all, path[d], out);
        hra_text_add_char(out, ' ');
        add_counts(p, s->visits[d], s->means[(size_t)d * (size_t)p->game->seats + (size_t)seat], out);
        hra_text_add(out, d ? "; " : "");
    }
}

void simulations_say(const tree_picture *p, const hra_simulations *all, simulation_step step, hra_text *out) {
    const int *path = NULL;
    const hra_simulated *s = hra_simulations_get(all, step.simulation, &path);
    switch (step.what) {
    case SIMULATION_SELECT:
        say_select(all, s, path, out);
        return;
    case SIMULATION_EXPAND:
        hra_text_addf(out, _("expand: %s is new"), hra_simulations_node(all, path[s->length])->text);
        return;
    case SIMULATION_PLAY_OUT:
        if (s->known)
            hra_text_add(out, _("simulate: the result is known: "));
        else
            hra_text_addf(
                out, _n("simulate: a playout of %llu ply: ", "simulate: a playout of %llu plies: ", s->plies),
                (unsigned long long)s->plies);
        add_result(p, s->value, out);
        return;
    case SIMULATION_BACK_UP:
        say_back_up(p, all, s, path, out);
        return;
    }
}

void simulations_text(const tree_picture *p, const hra_simulations *all, hra_text *out) {
    simulation_step step;
    hra_text_addf(out, "%s  %s  %s\n", p->game->spec, p->position, p->method);
    const int best = hra_simulations_child(all, 0, p->result->move);
    if (best > 0)
        hra_text_addf(out, _("move %s, "), hra_simulations_node(all, best)->text);
    hra_text_addf(out, _n("%llu playout", "%llu playouts", p->result->playouts),
                  (unsigned long long)p->result->playouts);
    hra_text_add(out, "\n\n");
    for (int i = 0; simulations_step(all, i, &step); i++) {
        if (step.what == SIMULATION_SELECT)
            hra_text_addf(out, "%4d  ", step.simulation + 1);
        else
            hra_text_add(out, "      ");
        simulations_say(p, all, step, out);
        hra_text_add_char(out, '\n');
    }
}

/* ---- trees --------------------------------------------------------------------------------------*/

/* A tree after a step. */
typedef struct frame {
    const tree_picture *p;
    const hra_simulations *all;
    const hra_simulated *now;
    const int *path;
    simulation_step step;
    hra_trace_node *nodes;
    char **notes;
    const char **shown_notes;
    int *place; /* of a node of the simulations, -1: not yet there */
    int count;  /* of nodes that are */
} frame;

static bool is_there(const frame *f, int node) {
    const uint64_t born = hra_simulations_node(f->all, node)->born;
    return born < f->now->number || (born == f->now->number && f->step.what >= SIMULATION_EXPAND);
}

static bool is_on_path(const frame *f, int node) {
    for (int d = 0; d <= f->now->length; d++)
        if (f->path[d] == node)
            return true;
    return false;
}

/* UCB1 of a move that is compared now, or the counts of a node. */
static hra_err take_note(frame *f, int node, const hra_trace_node *at) {
    const hra_grown_node *from = hra_simulations_node(f->all, node);
    const hra_simulated_child *compared = NULL;
    hra_text note;
    hra_text_init(&note);
    for (int i = 0; i < f->now->count && f->step.what == SIMULATION_SELECT && !compared; i++) {
        const hra_simulated_child *child = &f->now->children[i];
        if (child->ply == from->ply - 1 && f->path[child->ply] == from->parent &&
            hra_simulations_child(f->all, from->parent, child->move) == node)
            compared = child;
    }
    if (compared)
        hra_text_addf(&note, "UCB %.3F", compared->ucb);
    else if (at->known && node)
        add_counts(f->p, at->visits, at->value[hra_simulations_seat(f->all, node)], &note);
    const hra_err err = note.err;
    f->notes[f->place[node]] = err || !note.length ? NULL : strdup(hra_text_string(&note));
    hra_text_release(&note);
    return err;
}

/* A node and all below it: children follow in the order in which they were added. */
static hra_err add_node(frame *f, int node, int32_t parent) {
    const int at = f->count++;
    hra_trace_node *to = &f->nodes[at];
    f->place[node] = at;
    hra_simulations_trace_node(f->all, node, f->step.simulation + (f->step.what == SIMULATION_BACK_UP), to);
    to->parent = parent;
    to->rank = (uint32_t)at;
    to->line = to->best = is_on_path(f, node);
    hra_err err = take_note(f, node, to);
    int32_t last = -1;
    for (int child = node + 1; hra_simulations_node(f->all, child) && !err; child++) {
        if (hra_simulations_node(f->all, child)->parent != node || !is_there(f, child))
            continue;
        const int32_t place = f->count;
        err = add_node(f, child, at);
        *(last < 0 ? &f->nodes[at].first : &f->nodes[last].next) = place;
        f->nodes[at].children++;
        last = place;
    }
    return err;
}

static hra_err draw(const frame *f, hra_text *out) {
    const hra_trace_tree tree = {.nodes = f->nodes,
                                 .count = (uint32_t)f->count,
                                 .seats = f->p->game->seats,
                                 .pov = -1,
                                 .depth = -1,
                                 .trees = 1,
                                 .complete = true};
    tree_picture p = *f->p;
    hra_text title;
    hra_text_init(&title);
    hra_text_addf(&title, "%d  ", f->step.simulation + 1);
    if (f->step.what == SIMULATION_SELECT)
        hra_text_add(&title, _("select"));
    else if (f->step.what == SIMULATION_BACK_UP)
        hra_text_add(&title, _("back up"));
    else
        simulations_say(f->p, f->all, f->step, &title);
    p.tree = &tree;
    p.title = hra_text_string(&title);
    p.bare = true;
    p.notes = f->shown_notes;
    hra_err err = title.err ? title.err : picture_svg(&p, out);
    hra_text_release(&title);
    return err;
}

hra_err simulations_frame(const tree_picture *p, const hra_simulations *all, simulation_step step,
                          hra_text *out) {
    frame f = {.p = p, .all = all, .step = step};
    int nodes = 0;
    f.now = hra_simulations_get(all, step.simulation, &f.path);
    while (hra_simulations_node(all, nodes))
        nodes++;
    f.nodes = calloc((size_t)nodes, sizeof *f.nodes);
    f.notes = calloc((size_t)nodes, sizeof *f.notes);
    f.shown_notes = calloc((size_t)nodes, sizeof *f.shown_notes);
    f.place = calloc((size_t)nodes, sizeof *f.place);
    hra_err err = f.nodes && f.notes && f.shown_notes && f.place ? add_node(&f, 0, -1) : HRA_ENOMEM;
    for (int i = 0; i < f.count; i++)
        f.shown_notes[i] = f.notes[i];
    if (!err)
        err = draw(&f, out);
    for (int i = 0; i < f.count; i++)
        free(f.notes[i]);
    free(f.nodes);
    free(f.notes);
    free(f.shown_notes);
    free(f.place);
    return err;
}

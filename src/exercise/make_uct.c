/* Making exercises "UCT by hand": the simulations of mcts are recorded, and worked out again by the rules of the exercise. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/spec.h"
#include "hra/trace.h"
#include "rules/options.h"
#include "uct.h"

static hra_err unfit(const hra_player *player, const char *text, hra_error *why) {
    return hra_fail(why, HRA_EFIT, -1, _("%s: %s"), hra_player_info_of(player)->spec, text);
}

/* C of UCB1: the option c in units of the range of results. */
static hra_err take_constant(uct *u, const hra_player *player, hra_error *why) {
    const hra_player_info *info = hra_player_info_of(player);
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    hra_options given;
    if (hra_spec_split(info->spec, name, &options, &length, NULL) ||
        hra_options_read(&given, info->kind->options, NULL, info->kind->name, options, length, 0, NULL))
        return unfit(player, _("its options cannot be read"), why);
    if (hra_options_flag(&given, "solver"))
        return unfit(player, _("proven values change its means; add solver=no"), why);
    u->constant = hra_options_real(&given, "c") * (info->game->max_return - info->game->min_return);
    return HRA_OK;
}

/* All moves that were tried, in this order. A node is full if its moves were compared. */
static hra_err take_nodes(uct *u, const hra_simulations *all, const hra_player *player, hra_error *why) {
    const hra_grown_node *from;
    for (; (from = hra_simulations_node(all, u->count)) != NULL; u->count++) {
        if (u->count == UCT_NODES || from->mover == HRA_CHANCE || strlen(from->text) >= UCT_MOVE ||
            strpbrk(from->text, " -;="))
            return unfit(player, _("UCT by hand takes games without chance, with short moves"), why);
        uct_node *to = &u->nodes[u->count];
        to->parent = from->parent;
        to->over = from->mover == HRA_OVER;
        to->sign = from->parent < 0 || hra_simulations_node(all, from->parent)->mover == 0 ? 1 : -1;
        (void)hra_snprintf(to->move, UCT_MOVE, "%s", from->text);
    }
    return HRA_OK;
}

static void take_simulations(uct *u, const hra_simulations *all) {
    const hra_simulated *s;
    const int *path = NULL;
    for (; (s = hra_simulations_get(all, u->simulated, &path)) != NULL; u->simulated++) {
        u->simulations[u->simulated].result = s->value[0] + 0.0;
        for (int i = 0; i < s->count; i++)
            u->nodes[path[s->children[i].ply]].full = true;
    }
}

/* Whether the search went where the rules of the exercise lead, but for rounding. */
static bool is_the_same(const uct *u, const hra_simulations *all) {
    for (int i = 0; i < u->simulated; i++) {
        const int *path = NULL;
        const hra_simulated *s = hra_simulations_get(all, i, &path);
        if (path[s->length] != u->simulations[i].node)
            return false;
    }
    return true;
}

hra_err hra_uct_make(hra_exercise *x, hra_agent *agent, const hra_question *question, hra_error *why) {
    const hra_player *player = hra_agent_player(agent);
    const hra_game *game = hra_player_info_of(player)->game;
    uct *u = x->self;
    hra_simulations *all = NULL;
    hra_analysis result;
    if (game->seats > 2 || (game->seats == 2 && !game->zero_sum))
        return unfit(player, _("UCT by hand takes games of one or two players whose results cancel"), why);
    hra_analysis_init(&result);
    hra_err err = take_constant(u, player, why);
    if (!err)
        err = hra_simulations_walk(&all, agent, question, UCT_SIMULATIONS, &result, why);
    if (!err && result.playouts > UCT_SIMULATIONS)
        err = hra_fail(why, HRA_ELIMIT, -1, "UCT by hand has at most %d simulations; add playouts=8",
                       UCT_SIMULATIONS);
    if (!err)
        err = take_nodes(u, all, player, why);
    if (!err) {
        take_simulations(u, all);
        if (!hra_uct_solve(u) || !is_the_same(u, all))
            err =
                unfit(player,
                      _("its simulations do not follow by the plain rules; omit options beside playouts and "
                        "c, or take another seed"),
                      why);
    }
    hra_simulations_close(all);
    hra_analysis_release(&result);
    return err;
}

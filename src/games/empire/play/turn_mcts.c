/* Monte Carlo tree search by turns; turn_mcts.h says how. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "planner_turn.h"
#include "turn_mcts.h"

/* ---- moves in few bytes ---------------------------------------------------------------------------*/

static uint16_t pack(hra_move m) {
    return (uint16_t)((unsigned)em_move_kind(m) << 10 | (unsigned)em_move_a(m) << 5 | (unsigned)em_move_b(m));
}

static hra_move unpack(uint16_t m) {
    return em_move((em_kind)(m >> 10), m >> 5 & 31, m & 31);
}

static int place_of(const em_state *s, const em_group *group) {
    for (int i = 0; i < EM_ROW; i++)
        if (s->row[i] == group->kind && em_prices[i] == group->price)
            return i;
    return 0;
}

void em_branch_turn(const em_state *s, const em_group *group, const em_branch *branch, em_turn *out) {
    *out = (em_turn){.length = 0};
    if (group->kind && s->phase == EM_AT_CARD)
        em_turn_add(out, em_move(EM_MOVE_CARD, place_of(s, group), 0));
    for (int i = 0; i < EM_BRANCH_MOVES && branch->move[i]; i++)
        em_turn_add(out, unpack(branch->move[i]));
}

/* ---- memory -----------------------------------------------------------------------------------------*/

hra_err em_tree_open(em_tree *tree, const hra_game *game, const em_eval *judge,
                     const em_tree_options *options) {
    size_t each = sizeof(em_node) + 5 * sizeof(em_group) + 5 * (size_t)options->keep * sizeof(em_branch) +
                  6 * sizeof(uint32_t);
    size_t n = options->memory / each + 64;
    if (n > UINT32_MAX / (5 * (size_t)options->keep + 1))
        n = UINT32_MAX / (5 * (size_t)options->keep + 1);
    *tree = (em_tree){.game = game, .judge = judge, .options = options};
    tree->most_nodes = (uint32_t)n;
    tree->most_groups = (uint32_t)(5 * n);
    tree->most_branches = (uint32_t)(5 * n * (size_t)options->keep + 2 * EM_ROW * EM_MOST_KEPT);
    tree->node = malloc(n * sizeof *tree->node);
    tree->group = malloc((size_t)tree->most_groups * sizeof *tree->group);
    tree->branch = malloc((size_t)tree->most_branches * sizeof *tree->branch);
    tree->moved = malloc((size_t)tree->most_groups * sizeof *tree->moved);
    return tree->node && tree->group && tree->branch && tree->moved ? HRA_OK : HRA_ENOMEM;
}

void em_tree_release(em_tree *tree) {
    free(tree->node);
    free(tree->group);
    free(tree->branch);
    free(tree->moved);
}

/* The row and what is unseen are left out: a node has any. */
static uint64_t key_of(const em_state *s) {
    em_state board = *s;
    board.unseen = 0;
    memset(board.row, 0, sizeof board.row);
    return hra_hash(&board, sizeof board);
}

static uint32_t add_node(em_tree *tree, const em_state *s, uint32_t parent) {
    if (tree->nodes == tree->most_nodes)
        return 0;
    tree->node[tree->nodes] = (em_node){.key = key_of(s), .parent = parent, .turns = s->turns};
    return tree->nodes++;
}

void em_tree_forget(em_tree *tree) {
    tree->grown = false;
}

/* ---- groups -----------------------------------------------------------------------------------------*/

static void add_branch(em_tree *tree, const em_turn *turn, float logit, float guess) {
    em_branch *b = &tree->branch[tree->branches++];
    *b = (em_branch){.logit = logit, .guess = guess};
    b->prior = expf(fmaxf(-40, fminf(40, logit / (float)tree->options->heat)));
    int n = 0;
    for (int i = 0; i < turn->length; i++)
        if (em_move_kind(turn->move[i]) != EM_MOVE_CARD)
            b->move[n++] = pack(turn->move[i]);
}

/* What the visits of an older group of the same card have taught. */
static void inherit(em_tree *tree, const em_group *old, const em_group *group) {
    for (uint32_t i = old->first; i < old->first + old->count; i++)
        for (uint32_t k = group->first; k < group->first + group->count; k++)
            if (memcmp(tree->branch[i].move, tree->branch[k].move, sizeof tree->branch[i].move) == 0)
                tree->branch[k].child = tree->branch[i].child;
}

/* Moves outside of a turn: all are judged alike before they are tried. */
static void list_moves(em_tree *tree, const em_state *s, em_group *group) {
    hra_move list[EM_MAX_MOVES];
    int n = tree->game->rules->moves(tree->game, s, list);
    for (int i = 0; i < n && i < EM_MOST_KEPT; i++) {
        em_turn turn = {.length = 0};
        em_turn_add(&turn, list[i]);
        add_branch(tree, &turn, 0, 1 / (float)tree->game->seats);
    }
    for (int seat = 0; seat < tree->game->seats; seat++)
        group->best[seat] = 1 / (float)tree->game->seats;
}

static void list_turns(em_tree *tree, const em_state *s, em_group *group) {
    const em_tree_options *o = tree->options;
    em_state after = *s;
    em_turn turn = {.length = 0};
    if (s->phase == EM_AT_CARD) {
        em_turn_add(&turn, em_move(EM_MOVE_CARD, place_of(s, group), 0));
        tree->game->rules->apply(tree->game, &after, turn.move[0]);
    }
    em_candidates_find(tree->game, tree->judge, &after, &turn, group->wide ? o->root_beam : o->beam,
                       group->wide ? o->root_keep : o->keep, &tree->found);
    for (int i = 0; i < tree->found.count; i++) {
        const em_candidate *c = &tree->found.list[i];
        add_branch(tree, &c->turn, c->logit, c->share[s->turn]);
    }
    memcpy(group->best, tree->found.list[0].share, sizeof group->best);
}

static bool is_planned(const em_tree *tree, const em_state *s) {
    return (tree->planners >> s->turn & 1) && em_in_turn(s);
}

/* The planner's turn with this card. */
static void list_planned(em_tree *tree, const em_state *s, em_group *group) {
    em_state after = *s;
    em_turn turn = {.length = 0};
    em_planned best;
    em_evaluated base;
    float strength[EM_SEATS];
    if (s->phase == EM_AT_CARD) {
        em_turn_add(&turn, em_move(EM_MOVE_CARD, place_of(s, group), 0));
        tree->game->rules->apply(tree->game, &after, turn.move[0]);
    }
    em_planner_turn(tree->game, &em_planner_default, &after, &turn, NULL, &best);
    em_eval_base(tree->judge, &best.end, &base);
    if (base.last) {
        em_final_shares(tree->judge->game, &best.end, group->best);
    } else {
        em_eval_after(tree->judge, &base, &best.end, 0, strength);
        em_shares(strength, tree->game->seats, group->best);
    }
    group->score = best.score;
    add_branch(tree, &best.turn, 0, group->best[s->turn]);
}

static uint32_t add_group(em_tree *tree, uint32_t node, const em_state *s, int kind, int price,
                          uint32_t old) {
    uint32_t groups = tree->spare ? 0 : EM_ROW, branches = EM_MOST_KEPT * (groups + 1);
    if (tree->groups + groups >= tree->most_groups || tree->branches + branches > tree->most_branches)
        return old;
    uint32_t at = tree->groups++;
    em_group *group = &tree->group[at];
    *group = (em_group){.next = tree->node[node].group, .first = tree->branches, .wide = node == 0};
    group->kind = (uint8_t)kind;
    group->price = (uint8_t)price;
    if (is_planned(tree, s))
        list_planned(tree, s, group);
    else if (em_in_turn(s))
        list_turns(tree, s, group);
    else
        list_moves(tree, s, group);
    group->count = (uint16_t)(tree->branches - group->first);
    tree->node[node].group = at;
    if (old)
        inherit(tree, &tree->group[old], group);
    return at;
}

static uint32_t find_group(em_tree *tree, uint32_t node, const em_state *s, int kind, int price) {
    uint32_t at = tree->node[node].group;
    while (at && (tree->group[at].kind != kind || tree->group[at].price != price))
        at = tree->group[at].next;
    return at && (node || tree->group[at].wide) ? at : add_group(tree, node, s, kind, price, at);
}

int em_tree_groups(em_tree *tree, uint32_t node, const em_state *s, uint32_t out[EM_MOST_GROUPS]) {
    int n = 0;
    if (s->phase != EM_AT_CARD) {
        out[0] = find_group(tree, node, s, s->card, 0);
        return out[0] != 0;
    }
    for (int i = 0; i < EM_ROW && s->row[i] && em_prices[i] <= s->coins[s->turn]; i++) {
        if (i && s->row[i] == s->row[i - 1] && em_prices[i] == em_prices[i - 1])
            continue;
        out[n] = find_group(tree, node, s, s->row[i], em_prices[i]);
        n += out[n] != 0;
    }
    return n;
}

/* ---- one simulation ----------------------------------------------------------------------------------*/

/* The play is decided, but for jokers, which are worth what is best. */
static bool is_over(const em_state *s) {
    return s->phase == EM_AT_OVER || s->phase == EM_AT_JOKER;
}

static void draw(const em_tree *tree, em_state *s, hra_rng *rng) {
    const hra_rules *rules = tree->game->rules;
    while (rules->to_move(tree->game, s) == HRA_CHANCE)
        rules->apply(tree->game, s, rules->sample_chance(tree->game, s, rng));
}

static int width_of(const em_tree_options *o, uint32_t visits, int count) {
    if (o->widen <= 0)
        return count;
    double most = 1 + o->widen * pow(visits, o->widen_by);
    return most < count ? (int)most : count;
}

/* PUCT. Before a branch is visited, the judge's estimate is its mean; later the estimate counts as one
 * visit. */
static em_branch *pick(em_tree *tree, const em_node *node, const em_state *s, const uint32_t *groups, int n,
                       const em_group **of) {
    const em_tree_options *o = tree->options;
    float all = 1e-30F, most = -1e30F;
    int width[EM_MOST_GROUPS];
    em_branch *best = NULL;
    for (int i = 0; i < n; i++) {
        const em_group *g = &tree->group[groups[i]];
        width[i] = width_of(o, node->visits, g->count);
        for (int k = 0; k < width[i]; k++)
            all += tree->branch[g->first + (uint32_t)k].prior;
    }
    float scale = (float)o->c * sqrtf((float)node->visits + 1) / all;
    for (int i = 0; i < n; i++) {
        const em_group *g = &tree->group[groups[i]];
        for (int k = 0; k < width[i]; k++) {
            em_branch *b = &tree->branch[g->first + (uint32_t)k];
            const em_node *child = b->child ? &tree->node[b->child] : NULL;
            float visits = child ? (float)child->visits : 0;
            float mean = child ? child->mean[s->turn] : 0;
            float score = (mean * visits + b->guess) / (visits + 1) + scale * b->prior / (visits + 1);
            if (score > most) {
                most = score;
                best = b;
                *of = g;
            }
        }
    }
    return best;
}

/* The card that the planner buys. */
static em_branch *pick_planned(em_tree *tree, const uint32_t *groups, int n, const em_group **of) {
    const em_group *best = &tree->group[groups[0]];
    for (int i = 1; i < n; i++)
        if (tree->group[groups[i]].score > best->score)
            best = &tree->group[groups[i]];
    *of = best;
    return &tree->branch[best->first];
}

/* A turn of a playout: the best of some random ones, by the judge. */
static void play_turn(const em_tree *tree, em_state *s, hra_rng *rng) {
    const hra_rules *rules = tree->game->rules;
    hra_move list[EM_MAX_MOVES];
    em_state best = *s;
    float most = -1e30F;
    for (int i = 0; i < tree->options->tries; i++) {
        em_state t = *s;
        for (;;) {
            int n = rules->moves(tree->game, &t, list);
            hra_move m = list[n > 1 ? hra_rng_below(rng, (uint32_t)n) : 0];
            if (em_move_kind(m) == EM_MOVE_END)
                break;
            rules->apply(tree->game, &t, m);
        }
        em_evaluated base;
        float strength[EM_SEATS], share[EM_SEATS];
        em_eval_base(tree->judge, &t, &base);
        if (base.last) {
            em_final_shares(tree->judge->game, &t, share);
        } else {
            em_eval_after(tree->judge, &base, &t, 0, strength);
            em_shares(strength, tree->game->seats, share);
        }
        if (share[s->turn] > most) {
            most = share[s->turn];
            best = t;
        }
    }
    *s = best;
    rules->apply(tree->game, s, em_move(EM_MOVE_END, 0, 0));
}

static void play_planned(const em_tree *tree, em_state *s) {
    em_planned best;
    em_planner_turn(tree->game, &em_planner_default, s, NULL, NULL, &best);
    *s = best.end;
    tree->game->rules->apply(tree->game, s, em_move(EM_MOVE_END, 0, 0));
}

static void play_out(const em_tree *tree, em_state *s, hra_rng *rng, float *share) {
    while (!is_over(s)) {
        draw(tree, s, rng);
        if (is_over(s))
            break;
        if (is_planned(tree, s))
            play_planned(tree, s);
        else
            play_turn(tree, s, rng);
    }
    em_final_shares(tree->judge->game, s, share);
}

/* Where armies are placed and bids are made there is nothing to judge yet: on to the first turn. */
static void settle(em_tree *tree, em_state *s) {
    hra_move list[EM_MAX_MOVES];
    const hra_rules *rules = tree->game->rules;
    for (draw(tree, s, &tree->rng); !is_over(s) && !em_in_turn(s); draw(tree, s, &tree->rng)) {
        int n = rules->moves(tree->game, s, list);
        rules->apply(tree->game, s, list[hra_rng_below(&tree->rng, (uint32_t)n)]);
    }
}

/* What s is worth before its turn: the best one, as it is judged. Its turns stay with the node, unless they
 * are of a later board. */
static void judge_turns(em_tree *tree, uint32_t node, const em_state *s, float *share) {
    uint32_t groups[EM_MOST_GROUPS];
    int n = em_tree_groups(tree, node, s, groups), seat = s->turn;
    const em_group *best = n ? &tree->group[groups[0]] : NULL;
    if (n && is_planned(tree, s))
        pick_planned(tree, groups, n, &best);
    for (int i = 1; i < n && !is_planned(tree, s); i++) {
        const em_group *g = &tree->group[groups[i]];
        if (g->best[seat] > best->best[seat])
            best = g;
    }
    for (int i = 0; i < tree->game->seats; i++)
        share[i] = best ? best->best[i] : 1 / (float)tree->game->seats;
}

static void judge_later(em_tree *tree, const em_state *s, float *share) {
    uint32_t branches = tree->branches, groups = tree->groups, first = tree->node[0].group;
    tree->node[0].group = 0;
    tree->spare = true;
    judge_turns(tree, 0, s, share);
    tree->spare = false;
    tree->node[0].group = first;
    tree->branches = branches;
    tree->groups = groups;
}

/* What a state is worth that was never met before; `node` is that of its board, NULL: there is none. */
static void value_leaf(em_tree *tree, const uint32_t *node, em_state *s, float *share) {
    float part = (float)tree->options->playout, played[EM_SEATS];
    if (node && em_in_turn(s)) {
        judge_turns(tree, *node, s, share);
    } else {
        settle(tree, s);
        if (is_over(s)) {
            em_final_shares(tree->judge->game, s, share);
            return;
        }
        judge_later(tree, s, share);
    }
    if (part <= 0)
        return;
    play_out(tree, s, &tree->rng, played);
    for (int seat = 0; seat < tree->game->seats; seat++)
        share[seat] += part * (played[seat] - share[seat]);
}

static void back_up(em_tree *tree, const uint32_t *path, int length, const float *share) {
    for (int i = 0; i < length; i++) {
        em_node *node = &tree->node[path[i]];
        node->visits++;
        for (int seat = 0; seat < tree->game->seats; seat++)
            node->mean[seat] += (share[seat] - node->mean[seat]) / (float)node->visits;
    }
}

void em_tree_simulate(em_tree *tree) {
    em_state s = tree->root;
    uint32_t path[EM_TREE_PATH], groups[EM_MOST_GROUPS];
    int length = 1;
    float share[EM_SEATS] = {0};
    path[0] = 0;
    tree->playouts++;
    draw(tree, &s, &tree->rng); /* the root may be chance's */
    for (;;) {
        uint32_t at = path[length - 1];
        if (is_over(&s)) {
            em_final_shares(tree->judge->game, &s, share);
            break;
        }
        int n = at && tree->node[at].visits == 0 ? 0 : em_tree_groups(tree, at, &s, groups);
        const em_group *group = NULL;
        em_branch *branch = !n                     ? NULL
                            : is_planned(tree, &s) ? pick_planned(tree, groups, n, &group)
                                                   : pick(tree, &tree->node[at], &s, groups, n, &group);
        if (!branch || length == EM_TREE_PATH) {
            value_leaf(tree, &at, &s, share);
            break;
        }
        em_turn turn;
        em_branch_turn(&s, group, branch, &turn);
        for (int i = 0; i < turn.length; i++)
            tree->game->rules->apply(tree->game, &s, turn.move[i]);
        draw(tree, &s, &tree->rng);
        if (!branch->child)
            branch->child = add_node(tree, &s, at);
        if (!branch->child) { /* memory is full */
            value_leaf(tree, NULL, &s, share);
            break;
        }
        path[length++] = branch->child;
    }
    back_up(tree, path, length, share);
}

/* ---- from turn to turn ---------------------------------------------------------------------------------*/

static uint32_t find_node(const em_tree *tree, const em_state *s) {
    uint64_t key = key_of(s);
    for (uint32_t i = 1; tree->grown && i < tree->nodes; i++)
        if (tree->node[i].turns == s->turns && tree->node[i].key == key && tree->node[i].visits > 1)
            return i;
    return 0;
}

/* Packs what lies below node `top` to the front. Children lie behind their parents; groups and branches
 * of kept nodes keep their order. `moved` first holds the new numbers of nodes, then those of groups. */
static void pack_below(em_tree *tree, uint32_t top) {
    uint32_t *to = tree->moved, kept = 0, branches = 0, groups = 1;
    for (uint32_t i = 0; i < tree->nodes; i++) {
        bool keep = i == top || (i > top && to[tree->node[i].parent] != UINT32_MAX);
        to[i] = keep ? kept++ : UINT32_MAX;
    }
    for (uint32_t i = 0; i < tree->nodes; i++)
        if (to[i] != UINT32_MAX) {
            em_node node = tree->node[i];
            node.parent = i == top ? 0 : to[node.parent];
            tree->node[to[i]] = node;
        }
    for (uint32_t g = 1; g < tree->groups; g++)
        for (uint32_t b = tree->group[g].first; b < tree->group[g].first + tree->group[g].count; b++)
            tree->branch[b].child = tree->branch[b].child && to[tree->branch[b].child] != UINT32_MAX
                                        ? to[tree->branch[b].child]
                                        : 0;
    for (uint32_t g = 1; g < tree->groups; g++)
        to[g] = 0;
    for (uint32_t i = 0; i < kept; i++)
        for (uint32_t g = tree->node[i].group; g; g = tree->group[g].next)
            to[g] = 1;
    for (uint32_t g = 1; g < tree->groups; g++) {
        if (!to[g])
            continue;
        em_group group = tree->group[g];
        memmove(&tree->branch[branches], &tree->branch[group.first], group.count * sizeof *tree->branch);
        group.first = branches;
        branches += group.count;
        group.next = group.next ? to[group.next] : 0; /* it was made before this one */
        to[g] = groups;
        tree->group[groups++] = group;
    }
    for (uint32_t i = 0; i < kept; i++)
        tree->node[i].group = tree->node[i].group ? to[tree->node[i].group] : 0;
    tree->nodes = kept;
    tree->groups = groups;
    tree->branches = branches;
}

void em_tree_move(em_tree *tree, const em_state *s, uint32_t planners) {
    if (tree->planners != planners)
        em_tree_forget(tree);
    tree->planners = planners;
    uint32_t top = find_node(tree, s);
    tree->playouts = 0;
    if (top) {
        pack_below(tree, top);
    } else {
        tree->nodes = tree->branches = 0;
        tree->groups = 1;
        add_node(tree, s, 0);
    }
    tree->root = *s;
    tree->grown = true;
}

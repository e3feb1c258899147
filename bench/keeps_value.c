/* How often players keep the exact value of a position.
 *
 *     build/bench/bench-keeps-value GAME POSITIONS FIRST PLAYER...
 *     build/bench/bench-keeps-value connect4 5000 12 zero:file=c4.hra,playouts=100 zero:file=c4.hra,playouts=800
 *
 * The first player plays games against itself: four random moves, then its own, every tenth one random. The positions are
 * those of decisions from ply FIRST on that the exact solution values within its limit. Each player moves in each of
 * them. The line `random` is the mean share of moves that keep the value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/host.h"
#include "hra/hra.h"
#include "hra/solve.h"

enum { PLAYERS = 16, OPENING = 4, STRAY = 10 };

typedef struct measure {
    hra_game *game;
    hra_solution *solution;
    hra_agent *agent[PLAYERS];
    int players;
    unsigned char *state, *child;
    hra_move *moves;
    bool *keeps; /* of each move */
    long first, wanted, positions, unsolved;
    long kept[PLAYERS];
    double by_chance;
    hra_rng rng;
} measure;

static void stop_at(hra_err err, const hra_error *why) {
    if (!err)
        return;
    fprintf(stderr, "%s\n", why && why->text[0] ? why->text : hra_err_text(err));
    exit(1);
}

/* Which moves keep the value of the state; false: it is not known. */
static bool find_keeping(measure *m, int n) {
    const hra_rules *rules = m->game->rules;
    const int mover = rules->to_move(m->game, m->state);
    double value[HRA_MAX_SEATS], of[HRA_MAX_SEATS];
    if (hra_solution_value(m->solution, m->state, value))
        return false;
    for (int i = 0; i < n; i++) {
        memcpy(m->child, m->state, m->game->state_size);
        rules->apply(m->game, m->child, m->moves[i]);
        if (hra_solution_value(m->solution, m->child, of))
            return false;
        m->keeps[i] = of[mover] >= value[mover];
    }
    return true;
}

static hra_move choose(measure *m, int player, uint64_t seed) {
    const hra_question question = {.state = m->state, .want = HRA_WANT_MOVE, .seed = seed};
    hra_analysis out;
    hra_analysis_init(&out);
    hra_agent_forget(m->agent[player]);
    stop_at(hra_agent_ask(m->agent[player], &question, &out), &out.why);
    const hra_move move = out.move;
    hra_analysis_release(&out);
    return move;
}

static void ask_all(measure *m, int n, const hra_move *chosen) {
    int keeping = 0;
    for (int i = 0; i < n; i++)
        keeping += m->keeps[i];
    m->by_chance += (double)keeping / n;
    for (int player = 0; player < m->players; player++)
        for (int i = 0; i < n; i++)
            m->kept[player] += m->keeps[i] && m->moves[i] == chosen[player];
    m->positions++;
}

static void play(measure *m, uint64_t game) {
    const hra_rules *rules = m->game->rules;
    rules->init(m->game, m->state);
    for (long ply = 0; rules->to_move(m->game, m->state) >= 0 && m->positions < m->wanted; ply++) {
        hra_move chosen[PLAYERS];
        const int n = rules->moves(m->game, m->state, m->moves);
        const uint64_t seed = game << 16 | (uint64_t)ply;
        const bool counts = ply >= m->first && find_keeping(m, n);
        m->unsolved += ply >= m->first && !counts;
        for (int player = 0; player < (counts ? m->players : 1); player++)
            chosen[player] = choose(m, player, seed);
        if (counts)
            ask_all(m, n, chosen);
        if (ply < OPENING || hra_rng_below(&m->rng, STRAY) == 0)
            chosen[0] = m->moves[hra_rng_below(&m->rng, (uint32_t)n)];
        rules->apply(m->game, m->state, chosen[0]);
    }
}

static void open_all(measure *m, char **words, int players) {
    static const hra_host files = {.size = sizeof files, .read = hra_host_read_file};
    const hra_solve_setup setup = {.size = sizeof setup, .on_demand = true};
    hra_error why = {0};
    stop_at(hra_game_open(&m->game, &files, words[1], &why), &why);
    stop_at(hra_solution_open(&m->solution, m->game, &setup, &why), &why);
    m->wanted = strtol(words[2], NULL, 10);
    m->first = strtol(words[3], NULL, 10);
    m->players = players;
    for (int i = 0; i < players; i++)
        stop_at(hra_agent_open_spec(&m->agent[i], m->game, words[4 + i], &why), &why);
    const size_t most = hra_game_move_capacity(m->game);
    m->state = malloc(m->game->state_size);
    m->child = malloc(m->game->state_size);
    m->moves = calloc(most, sizeof *m->moves);
    m->keeps = calloc(most, sizeof *m->keeps);
    if (!m->state || !m->child || !m->moves || !m->keeps)
        stop_at(HRA_ENOMEM, NULL);
    hra_rng_init(&m->rng, 1);
}

int main(int argc, char **argv) {
    measure m = {0};
    if (argc < 5 || argc > 4 + PLAYERS) {
        fprintf(stderr, "usage: %s GAME POSITIONS FIRST PLAYER...\n", argv[0]);
        return 2;
    }
    open_all(&m, argv, argc - 4);
    if (m.game->max_chances) {
        fprintf(stderr, "%s has moves of chance\n", m.game->spec);
        return 2;
    }
    for (uint64_t game = 1; m.positions < m.wanted; game++)
        play(&m, game);
    printf("%s: %ld positions, %ld more not solved\n", m.game->spec, m.positions, m.unsolved);
    printf("  %5.1f %%  random\n", 100 * m.by_chance / (double)m.positions);
    for (int i = 0; i < m.players; i++) {
        printf("  %5.1f %%  %s\n", 100 * (double)m.kept[i] / (double)m.positions, argv[4 + i]);
        hra_agent_close(m.agent[i]);
    }
    free(m.state);
    free(m.child);
    free(m.moves);
    free(m.keeps);
    hra_solution_close(m.solution);
    hra_game_close(m.game);
    return 0;
}

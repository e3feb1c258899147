/* Counting the tree of chess: moves of the last ply are counted by sets, and not listed. */
#include "moves.inl"

typedef int counter(const ch_game *g, const ch_state *s);
typedef ch_count walker(const ch_game *g, const ch_state *s, int depth);

CH_INLINE int count_body(const ch_game *g, const ch_state *s) {
    ch_sink sink = {NULL, 0};
    ch_put_moves(g, s, &sink);
    return sink.n;
}

CH_INLINE ch_count walk_body(const ch_game *g, const ch_state *s, int depth, counter *last, walker *self) {
    hra_move moves[CH_MAX_MOVES];
    ch_sink sink = {moves, 0};
    ch_put_moves(g, s, &sink);
    ch_count sum = {0, (uint64_t)sink.n};
    for (int i = 0; i < sink.n; i++) {
        ch_state child = *s;
        ch_make_move(g, &child, moves[i]);
        const uint64_t n = depth == 2 ? (uint64_t)last(g, &child) : 0;
        const ch_count below = depth == 2 ? (ch_count){n, n} : self(g, &child, depth - 1);
        sum.leaves += below.leaves;
        sum.nodes += below.nodes;
    }
    return sum;
}

/* Functions of one kind of processor. */
#define KERNEL(name, ...)                                                                                    \
    __VA_ARGS__ static int name##_count(const ch_game *g, const ch_state *s) {                               \
        return count_body(g, s);                                                                             \
    }                                                                                                        \
    __VA_ARGS__ static ch_count name##_walk(const ch_game *g, const ch_state *s, int depth) {                \
        return walk_body(g, s, depth, name##_count, name##_walk);                                            \
    }                                                                                                        \
    static ch_count name##_perft(const ch_game *g, const ch_state *s, int depth) {                           \
        const uint64_t n = depth == 1 ? (uint64_t)name##_count(g, s) : 0;                                    \
        return depth == 1 ? (ch_count){n, n} : name##_walk(g, s, depth);                                     \
    }

KERNEL(plain, __attribute__((noinline)))
#if defined(__x86_64__)
KERNEL(counting, __attribute__((noinline, target("popcnt,bmi"))))
#endif

ch_count ch_perft(const ch_game *g, const ch_state *s, int depth) {
    if (depth == 0)
        return (ch_count){1, 0};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
        return counting_perft(g, s, depth);
#endif
    return plain_perft(g, s, depth);
}

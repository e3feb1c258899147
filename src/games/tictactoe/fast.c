/* The hot loops of searches with the rules of tic-tac-toe compiled in. */
#include "search/fast.inl"
#include "rules.inl"

static const hra_rules_hints hints = {0};
static const hra_rules rules = {
    .to_move = to_move, .moves = moves, .apply = apply, .returns = returns, .hints = &hints};
static const hra_fast_rules hra_compiled = {
    .rules = &rules, .size = sizeof(ttt_board), .seats = 2, .zero_sum = true};

const struct hra_fast ttt_fast = {HRA_FAST_LOOPS};

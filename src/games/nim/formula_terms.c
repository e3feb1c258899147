/* Terms of nim for formulas; a state is whose turn it is, and what is left in each row (nim.h). */
#include "core/messages.h"
#include "nim.h"

static double matches(const hra_game *game, const void *s, int seat) {
    int n = 0;
    for (int i = 1; i <= ((const nim_level *)game->data)->rows; i++)
        n += ((const uint8_t *)s)[i];
    return n;
}

static double rows(const hra_game *game, const void *s, int seat) {
    int n = 0;
    for (int i = 1; i <= ((const nim_level *)game->data)->rows; i++)
        n += ((const uint8_t *)s)[i] > 0;
    return n;
}

static double ones(const hra_game *game, const void *s, int seat) {
    int n = 0;
    for (int i = 1; i <= ((const nim_level *)game->data)->rows; i++)
        n += ((const uint8_t *)s)[i] == 1;
    return n;
}

static double nim_sum(const hra_game *game, const void *s, int seat) {
    int sum = 0;
    for (int i = 1; i <= ((const nim_level *)game->data)->rows; i++)
        sum ^= ((const uint8_t *)s)[i];
    return sum;
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const uint8_t *)s)[0] == seat;
}

const hra_term nim_terms[] = {
    {"matches", N_("matches left"), 0, NIM_ROWS *NIM_ROW, true, matches},
    {"rows", N_("rows with matches"), 0, NIM_ROWS, true, rows},
    {"ones", N_("rows with one match"), 0, NIM_ROWS, true, ones},
    {"nim_sum", N_("nim sum of the rows"), 0, 127, true, nim_sum},
    {"turn", N_("1 if the seat is to move"), 0, 1, false, turn},
    {0},
};

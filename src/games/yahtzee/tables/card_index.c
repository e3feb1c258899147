/* Numbering cards so that those with the same future share a place. */
#include <string.h>

#include "card_index.h"

static void lay_set(struct yz_card_index *lanes, const struct yz_rules *rules, unsigned set) {
    int n = 0, shared = -1;
    for (int t = 0; t < YZ_TOTALS; t++) {
        struct yz_card card = {(uint16_t)set, (uint8_t)t, 0};
        if (!(rules->totals[set] >> t & 1u))
            continue;
        bool decided = yz_card_index_decided(lanes, card);
        if (decided && shared >= 0) {
            lanes->lane[set][t] = (uint8_t)shared;
            continue;
        }
        shared = decided ? n : shared;
        lanes->total[set][n] = (uint8_t)t;
        lanes->lane[set][t] = (uint8_t)n++;
    }
    lanes->count[set] = n;
    lanes->first[set] = lanes->row;
    lanes->row += (size_t)n;
}

void yz_card_index_init(struct yz_card_index *lanes, const struct yz_rules *rules) {
    memset(lanes, 0, sizeof *lanes);
    for (unsigned set = 0; set < YZ_UPPER_SETS; set++)
        for (int b = 0; b < YZ_UPPER_BOXES; b++)
            lanes->most[set] += set >> b & 1u ? YZ_DICE * (b + 1) : 0;
    for (unsigned set = 0; set < YZ_UPPER_SETS; set++)
        lay_set(lanes, rules, set);
    lanes->size = lanes->row * 2 * ((size_t)(rules->all >> YZ_UPPER_BOXES) + 1);
}

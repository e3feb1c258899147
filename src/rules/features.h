/* A list of features that a game fills, in rising order. */
#ifndef HRA_RULES_FEATURES_H
#define HRA_RULES_FEATURES_H

#include "hra/game.h"

typedef struct hra_feature_list {
    hra_feature *out;
    int count;
} hra_feature_list;

/* Left out where it is 0. */
static inline void hra_feature_put(hra_feature_list *list, int index, double value) {
    if (value != 0)
        list->out[list->count++] = (hra_feature){(uint32_t)index, (float)value};
}

/* 1 for each bit that is set, its feature `first` and the number of the bit. */
static inline void hra_feature_put_set(hra_feature_list *list, int first, uint64_t set) {
    for (; set; set &= set - 1)
        list->out[list->count++] = (hra_feature){(uint32_t)(first + __builtin_ctzll(set)), 1};
}

#endif

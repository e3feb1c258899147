#include "dice.h"

#include <string.h>

/* The next multiset of n dice in ascending order; false after 6-6-..-6. */
static bool next_dice(uint8_t *dice, int n) {
    int i = n - 1;
    while (i >= 0 && dice[i] == YZ_FACES) {
        i--;
    }
    if (i < 0) {
        return false;
    }
    uint8_t face = (uint8_t)(dice[i] + 1);
    for (; i < n; i++) {
        dice[i] = face;
    }
    return true;
}

static int factorial(int n) {
    int f = 1;
    while (n > 1) {
        f *= n--;
    }
    return f;
}

static void describe_keep(struct yz_dice *d, int keep, const uint8_t *dice, int size) {
    int ways = factorial(size);
    d->size[keep] = (uint8_t)size;
    for (int i = 0; i < size; i++) {
        d->dice[keep][i] = dice[i];
        d->sum[keep] = (uint8_t)(d->sum[keep] + dice[i]);
        d->count[keep][dice[i] - 1]++;
    }
    for (int f = 0; f < YZ_FACES; f++) {
        d->packed[keep] |= (uint64_t)d->count[keep][f] << (8 * f);
        ways /= factorial(d->count[keep][f]);
    }
    d->ways[keep] = (uint8_t)ways;
}

static void number_keeps(struct yz_dice *d) {
    int keep = 0;
    for (int size = 0; size <= YZ_DICE; size++) {
        uint8_t dice[YZ_DICE] = {1, 1, 1, 1, 1};
        do {
            describe_keep(d, keep++, dice, size);
        } while (next_dice(dice, size));
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        d->chance[r] = (double)d->ways[YZ_ROLL0 + r] / YZ_ORDERED;
    }
}

/*
 * Links keeps that differ by one die.  Adding the same face to keeps of one
 * size preserves their order, so one walk over the larger ones finds them all.
 */
static void link_keeps(struct yz_dice *d) {
    memset(d->remove, 0xff, sizeof d->remove);
    for (int f = 0; f < YZ_FACES; f++) {
        int small = 0;
        for (int large = 1; large < YZ_KEEPS; large++) {
            if (d->count[large][f] > 0) {
                d->add[small][f] = (uint16_t)large;
                d->remove[large][f] = (uint16_t)small++;
            }
        }
    }
}

static int keep_of_mask(const struct yz_dice *d, int roll, unsigned mask) {
    int keep = 0;
    for (int i = 0; i < YZ_DICE; i++) {
        if (mask >> i & 1u) {
            keep = d->add[keep][d->dice[YZ_ROLL0 + roll][i] - 1];
        }
    }
    return keep;
}

static void list_subkeeps(struct yz_dice *d) {
    int n = 0;
    for (int r = 0; r < YZ_ROLLS; r++) {
        int first = n;
        d->sub_first[r] = (uint16_t)first;
        for (unsigned mask = 0; mask < 32; mask++) {
            uint16_t keep = (uint16_t)keep_of_mask(d, r, mask);
            d->keep_of_mask[r][mask] = keep;
            int at = n;
            while (at > first && d->sub_keep[at - 1] > keep) {
                at--;
            }
            if (at > first && d->sub_keep[at - 1] == keep) {
                continue; /* a lower mask names it already */
            }
            memmove(&d->sub_keep[at + 1], &d->sub_keep[at], (size_t)(n - at) * sizeof d->sub_keep[0]);
            memmove(&d->sub_mask[at + 1], &d->sub_mask[at], (size_t)(n - at) * sizeof d->sub_mask[0]);
            d->sub_keep[at] = keep;
            d->sub_mask[at] = (uint8_t)mask;
            n++;
        }
    }
    d->sub_first[YZ_ROLLS] = (uint16_t)n;
}

/*
 * A keep k becomes the roll k + m in as many ways as the multiset m falls, so
 * walking the multisets m of the right size in order lists the rolls in order.
 */
static void list_completions(struct yz_dice *d) {
    int n = 0;
    for (int keep = 0; keep < YZ_KEEPS; keep++) {
        int rest = YZ_DICE - d->size[keep], first = n;
        d->completion[keep] = (uint16_t)first;
        for (int m = 0; m < YZ_KEEPS; m++) {
            if (d->size[m] != rest) {
                continue;
            }
            int roll = keep;
            for (int i = 0; i < rest; i++) {
                roll = d->add[roll][d->dice[m][i] - 1];
            }
            memset(&d->completed[n], roll - YZ_ROLL0, d->ways[m]);
            n += d->ways[m];
        }
        d->outcomes[keep] = (uint16_t)(n - first);
    }
}

void yz_dice_init(struct yz_dice *d) {
    memset(d, 0, sizeof *d);
    number_keeps(d);
    link_keeps(d);
    list_subkeeps(d);
    list_completions(d);
}

int yz_dice_keep(const struct yz_dice *d, const uint8_t *faces, int n) {
    int keep = 0;
    if (n < 0 || n > YZ_DICE) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        if (faces[i] < 1 || faces[i] > YZ_FACES) {
            return -1;
        }
        keep = d->add[keep][faces[i] - 1];
    }
    return keep;
}

int yz_dice_roll(const struct yz_dice *d, const uint8_t faces[YZ_DICE]) {
    int keep = yz_dice_keep(d, faces, YZ_DICE);
    return keep < 0 ? keep : keep - YZ_ROLL0;
}

int yz_dice_find_sub(const struct yz_dice *d, int roll, int keep) {
    int low = d->sub_first[roll], high = d->sub_first[roll + 1] - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (d->sub_keep[mid] < keep) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return d->sub_keep[low] == keep ? low : -1;
}

int yz_dice_outcomes(const struct yz_dice *d, int keep, uint8_t roll[YZ_ROLLS],
                     double probability[YZ_ROLLS]) {
    const uint8_t *run = &d->completed[d->completion[keep]];
    int total = d->outcomes[keep], n = 0;
    for (int i = 0, j; i < total; i = j) {
        for (j = i + 1; j < total && run[j] == run[i]; j++) {
        }
        roll[n] = run[i];
        probability[n++] = (double)(j - i) / total;
    }
    return n;
}

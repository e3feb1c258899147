/* Filling the tables of keeps and rolls. */
#include <stddef.h>
#include <string.h>

#include "dice.h"

/* The first keep of each size; the last entry ends the dice of five. */
static const uint16_t size_first[YZ_DICE + 2] = {0, 1, 7, 28, 84, YZ_ROLL0, YZ_KEEPS};

/* The next multiset of n dice in ascending order; false after 6-6-..-6. */
static bool next_dice(uint8_t *dice, int n) {
    int i = n - 1;
    while (i >= 0 && dice[i] == YZ_FACES)
        i--;
    if (i < 0)
        return false;
    uint8_t face = (uint8_t)(dice[i] + 1);
    for (; i < n && i < YZ_DICE; i++)
        dice[i] = face;
    return true;
}

static int factorial(int n) {
    int f = 1;
    while (n > 1)
        f *= n--;
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
    for (int r = 0; r < YZ_ROLLS; r++)
        d->chance[r] = (double)d->ways[YZ_ROLL0 + r] / YZ_ORDERED;
}

/* Links keeps that differ by one die.  Adding the same face to keeps of one
 * size preserves their order, so one walk over the larger ones finds them all. */
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

static int distinct_faces(const struct yz_dice *d, int keep) {
    int n = 0;
    for (int f = 0; f < YZ_FACES; f++)
        n += d->count[keep][f] > 0;
    return n;
}

static struct yz_parts parts_of(const struct yz_dice *d, int keep) {
    struct yz_parts p = {(uint16_t)keep, {0}};
    int n = 0;
    for (int f = 0; f < YZ_FACES; f++)
        if (d->count[keep][f] > 0)
            p.part[n++] = d->remove[keep][f];
    return p;
}

static void list_parts(struct yz_dice *d) {
    static const uint8_t ways[] = {1, 2, 3, 4, 5, 6, 10, 12, 20, 24, 30, 60, 120};
    uint8_t distinct[YZ_KEEPS];
    int n = 0;
    for (int keep = 0; keep < YZ_KEEPS; keep++)
        distinct[keep] = (uint8_t)distinct_faces(d, keep);
    for (int size = 1; size <= YZ_DICE; size++) {
        for (int faces = 0; faces <= YZ_DICE; faces++) {
            d->parts_first[size][faces] = (uint16_t)n;
            for (size_t w = 0; w < sizeof ways; w++) {
                for (int keep = size_first[size]; keep < size_first[size + 1]; keep++)
                    if (d->ways[keep] == ways[w] && distinct[keep] == faces)
                        d->parts[n++] = parts_of(d, keep);
            }
        }
        d->parts_first[size][YZ_DICE + 1] = (uint16_t)n;
    }
}

static void number_halves(struct yz_dice *d) {
    uint8_t number[YZ_DICE + 1][YZ_DICE + 1][YZ_DICE + 1];
    int pairs = 0, triples = 0;
    for (int a = 0; a <= YZ_DICE; a++) {
        for (int b = 0; a + b <= YZ_DICE; b++, pairs++) {
            d->pair_count[pairs][0] = (uint8_t)a;
            d->pair_count[pairs][1] = (uint8_t)b;
            for (int c = 0; a + b + c <= YZ_DICE; c++, triples++) {
                d->triple_pair[triples] = (uint8_t)pairs;
                d->triple_count[triples] = (uint8_t)c;
                number[a][b][c] = (uint8_t)triples;
            }
        }
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        const uint8_t *count = d->count[YZ_ROLL0 + r];
        d->half[0][r] = number[count[0]][count[1]][count[2]];
        d->half[1][r] = number[count[3]][count[4]][count[5]];
    }
}

static int keep_of_mask(const struct yz_dice *d, int roll, unsigned mask) {
    int keep = 0;
    for (int i = 0; i < YZ_DICE; i++)
        if (mask >> i & 1u)
            keep = d->add[keep][d->dice[YZ_ROLL0 + roll][i] - 1];
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
            while (at > first && d->sub_keep[at - 1] > keep)
                at--;
            if (at > first && d->sub_keep[at - 1] == keep)
                continue; /* a lower mask names it already */
            memmove(&d->sub_keep[at + 1], &d->sub_keep[at], (size_t)(n - at) * sizeof d->sub_keep[0]);
            memmove(&d->sub_mask[at + 1], &d->sub_mask[at], (size_t)(n - at) * sizeof d->sub_mask[0]);
            d->sub_keep[at] = keep;
            d->sub_mask[at] = (uint8_t)mask;
            n++;
        }
    }
    d->sub_first[YZ_ROLLS] = (uint16_t)n;
}

/* A keep k becomes the roll k + m in as many ways as the multiset m falls, so
 * walking the multisets m of the right size in order lists the rolls in order. */
static void list_completions(struct yz_dice *d) {
    int n = 0;
    for (int keep = 0; keep < YZ_KEEPS; keep++) {
        int rest = YZ_DICE - d->size[keep], first = n;
        d->completion[keep] = (uint16_t)first;
        for (int m = size_first[rest]; m < size_first[rest + 1]; m++) {
            int roll = keep;
            for (int i = 0; i < rest; i++)
                roll = d->add[roll][d->dice[m][i] - 1];
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
    list_parts(d);
    number_halves(d);
    list_subkeeps(d);
    list_completions(d);
}

int yz_dice_keep(const struct yz_dice *d, const uint8_t *faces, int n) {
    int keep = 0;
    if (n < 0 || n > YZ_DICE)
        return -1;
    for (int i = 0; i < n; i++) {
        if (faces[i] < 1 || faces[i] > YZ_FACES)
            return -1;
        keep = d->add[keep][faces[i] - 1];
    }
    return keep;
}

int yz_dice_roll(const struct yz_dice *d, const uint8_t faces[YZ_DICE]) {
    int keep = yz_dice_keep(d, faces, YZ_DICE);
    return keep < 0 ? keep : keep - YZ_ROLL0;
}

double yz_dice_mean(const struct yz_dice *d, const double worth[YZ_ROLLS]) {
    const struct yz_parts *p = &d->parts[d->parts_first[YZ_DICE][0]];
    double sum[YZ_WAYS_CLASSES];
    for (int i = 0; i < YZ_WAYS_CLASSES; i++) {
        double s = 0;
        for (int n = yz_ways_rolls[i]; n > 0; n--, p++)
            s += worth[p->keep - YZ_ROLL0];
        sum[i] = s;
    }
    /* in units of 60, of 30, of 10, of 5, of 1 way */
    double t = sum[6] + sum[6] + sum[5];
    t = t + t + sum[4];
    double u = sum[3] + sum[3] + sum[2];
    u = t + t + t + u;
    u = u + u + sum[1];
    double v = u + u;
    v = v + v + u + sum[0];
    return v * (1.0 / YZ_ORDERED);
}

int yz_dice_find_sub(const struct yz_dice *d, int roll, int keep) {
    int low = d->sub_first[roll], high = d->sub_first[roll + 1] - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (d->sub_keep[mid] < keep)
            low = mid + 1;
        else
            high = mid;
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

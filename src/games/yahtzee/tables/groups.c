/* Where the numbers of keeps lie. */
#include "groups.h"

#include <string.h>

void yz_groups_init(struct yz_groups *groups, const struct yz_dice *dice) {
    memset(groups, 0, sizeof *groups);
    for (int k = 0; k < YZ_PARTIAL; k++)
        for (int f = 0; f < YZ_FACES; f++)
            groups->add[k].word[f / 4] |= yz_group_field(dice->add[k][f], f);
    for (int i = 0; i < YZ_KEEPS - 1; i++) {
        groups->parts[i].word[0] = yz_group_field(dice->parts[i].keep, 0);
        for (int j = 0; j < YZ_DICE; j++)
            groups->parts[i].word[(j + 1) / 4] |= yz_group_field(dice->parts[i].part[j], j + 1);
    }
    memcpy(groups->parts_first, dice->parts_first, sizeof groups->parts_first);
}

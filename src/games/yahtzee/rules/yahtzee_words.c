/* Dice and boxes as words. */
#include <stdio.h>
#include <string.h>

#include "yahtzee_words.h"

enum { WORD = 24 }; /* room for the longest name without its hyphens, and then some */

static const struct {
    const char *word;
    int8_t box, yatzy_box; /* -1: not on that card */
} abbreviations[] = {
    {"1s",         0,                 0                  },
    {"2s",         1,                 1                  },
    {"3s",         2,                 2                  },
    {"4s",         3,                 3                  },
    {"5s",         4,                 4                  },
    {"6s",         5,                 5                  },
    {"ace",        0,                 0                  },
    {"aces",       0,                 0                  },
    {"1p",         -1,                YZ_Y_PAIR          },
    {"1pair",      -1,                YZ_Y_PAIR          },
    {"pair",       -1,                YZ_Y_PAIR          },
    {"2p",         -1,                YZ_Y_TWO_PAIRS     },
    {"2pair",      -1,                YZ_Y_TWO_PAIRS     },
    {"2pairs",     -1,                YZ_Y_TWO_PAIRS     },
    {"3k",         YZ_THREE,          YZ_Y_THREE         },
    {"3kind",      YZ_THREE,          YZ_Y_THREE         },
    {"3oak",       YZ_THREE,          YZ_Y_THREE         },
    {"3ofakind",   YZ_THREE,          YZ_Y_THREE         },
    {"threekind",  YZ_THREE,          YZ_Y_THREE         },
    {"4k",         YZ_FOUR,           YZ_Y_FOUR          },
    {"4kind",      YZ_FOUR,           YZ_Y_FOUR          },
    {"4oak",       YZ_FOUR,           YZ_Y_FOUR          },
    {"4ofakind",   YZ_FOUR,           YZ_Y_FOUR          },
    {"fourkind",   YZ_FOUR,           YZ_Y_FOUR          },
    {"fh",         YZ_FULL_HOUSE,     YZ_Y_FULL_HOUSE    },
    {"house",      YZ_FULL_HOUSE,     YZ_Y_FULL_HOUSE    },
    {"ss",         YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
    {"smstraight", YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
    {"ls",         YZ_LARGE_STRAIGHT, YZ_Y_LARGE_STRAIGHT},
    {"lgstraight", YZ_LARGE_STRAIGHT, YZ_Y_LARGE_STRAIGHT},
    {"yz",         YZ_YAHTZEE,        YZ_Y_YATZY         },
    {"yahtzee",    YZ_YAHTZEE,        YZ_Y_YATZY         },
    {"yatzy",      YZ_YAHTZEE,        YZ_Y_YATZY         },
};

const char *yz_dice_text(const struct yz_dice *dice, int keep, char out[YZ_DICE_TEXT]) {
    const uint8_t *face = dice->dice[keep]; /* 0 behind the last */
    memcpy(out, "none", 5);
    for (int i = 0; i < YZ_DICE && face[i]; i++) {
        out[2 * i] = (char)('0' + face[i]);
        out[2 * i + 1] = i + 1 < YZ_DICE && face[i + 1] ? '-' : '\0';
    }
    return out;
}

void yz_add_dice(const struct yz_dice *dice, int keep, hra_text *out) {
    char text[YZ_DICE_TEXT];
    hra_text_add(out, yz_dice_text(dice, keep, text));
}

const char *yz_boxes_text(const struct yz_rules *rules, unsigned set, char out[YZ_BOXES_TEXT]) {
    size_t n = 0;
    out[0] = '\0';
    for (int box = 0; box < rules->boxes && n < YZ_BOXES_TEXT; box++) {
        if (set >> box & 1u) {
            int more =
                hra_snprintf(out + n, YZ_BOXES_TEXT - n, "%s%s", n > 0 ? ", " : "", yz_box_name(rules, box));
            n += (size_t)more;
        }
    }
    return out;
}

int yz_read_faces(const char *text, size_t length, int offset, uint8_t faces[YZ_DICE], hra_error *why) {
    int n = 0;
    for (size_t i = 0; i < length; i++) {
        int at = offset + (int)i;
        char c = text[i];
        if (c == ' ' || c == '\t' || c == ',' || c == '-')
            continue;
        if (c < '1' || c > '6') {
            return hra_fail(why, HRA_EINPUT, at, "a die shows 1 to 6, found '%c'",
                            c >= ' ' && c <= '~' ? c : '?');
        }
        if (n == YZ_DICE)
            return hra_fail(why, HRA_EINPUT, at, "there are five dice, found a sixth: '%c'", c);
        faces[n++] = (uint8_t)(c - '0');
    }
    return n;
}

/* Lower case letters and digits only; false where the word is too long for any name. */
static bool plain_word(const char *text, size_t length, char out[WORD]) {
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '\t' || c == '-' || c == '_')
            continue;
        if (n == WORD - 1)
            return false;
        out[n++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    out[n] = '\0';
    return true;
}

/* 1 and 13 are boxes too; -1: no number, 0: none of a box. */
static int box_number(const struct yz_rules *rules, const char *word) {
    size_t digits = strspn(word, "0123456789");
    if (digits == 0 || word[digits] != '\0')
        return -1;
    int number = digits == 1 ? word[0] - '0' : digits == 2 ? 10 * (word[0] - '0') + word[1] - '0' : 0;
    return number <= rules->boxes ? number : 0;
}

/* The boxes whose names begin with the word; a whole name counts alone. */
static unsigned boxes_like(const struct yz_rules *rules, const char *word) {
    unsigned set = 0;
    char name[WORD];
    for (size_t i = 0; i < sizeof abbreviations / sizeof abbreviations[0]; i++) {
        int box = rules->id == YZ_YATZY ? abbreviations[i].yatzy_box : abbreviations[i].box;
        if (box >= 0 && strcmp(abbreviations[i].word, word) == 0)
            return 1u << box;
    }
    for (int box = 0; box < rules->boxes && *word; box++) {
        const char *full = yz_box_name(rules, box);
        plain_word(full, strlen(full), name);
        if (strcmp(name, word) == 0)
            return 1u << box;
        if (strncmp(name, word, strlen(word)) == 0)
            set |= 1u << box;
    }
    return set;
}

static hra_err no_such_box(const struct yz_rules *rules, const char *word, const char *text, int length,
                           int offset, hra_error *why) {
    const char *names[YZ_MAX_BOXES + 1];
    for (int box = 0; box < rules->boxes; box++)
        names[box] = yz_box_name(rules, box);
    names[rules->boxes] = NULL;
    return hra_fail_unknown(why, offset, word, names,
                            "there is no box '%.*s'; there are 1 to %d:", length < 24 ? length : 24, text,
                            rules->boxes);
}

hra_err yz_read_box(const struct yz_rules *rules, const char *text, size_t length, int offset, int *box,
                    hra_error *why) {
    char word[WORD];
    if (!plain_word(text, length, word))
        return no_such_box(rules, "", text, 24, offset, why);
    int number = box_number(rules, word);
    unsigned set = number > 0 ? 1u << (number - 1) : number == 0 ? 0 : boxes_like(rules, word);
    if (set == 0)
        return no_such_box(rules, word, text, (int)length, offset, why);
    if ((set & (set - 1)) != 0) {
        char list[YZ_BOXES_TEXT];
        return hra_fail(why, HRA_EINPUT, offset, "'%.*s' may be one of %s: type more of it", (int)length,
                        text, yz_boxes_text(rules, set, list));
    }
    *box = 0;
    while (!(set >> *box & 1u))
        (*box)++;
    return HRA_OK;
}

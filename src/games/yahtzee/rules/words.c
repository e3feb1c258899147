/* Dice and boxes as words. */
#include <stdio.h>
#include <string.h>

#include "core/messages.h"
#include "words.h"

enum { WORD = 24 }; /* room for the longest name without its hyphens, and then some */

/* Each list is a sentence of its own, since another language has as many words as it needs. */
static const struct {
    const char *words;
    int8_t box, yatzy_box; /* -1: not on that card */
} abbreviations[] = {
    {N_("1s ace aces"), 0, 0},
    {N_("2s"), 1, 1},
    {N_("3s"), 2, 2},
    {N_("4s"), 3, 3},
    {N_("5s"), 4, 4},
    {N_("6s"), 5, 5},
    {N_("1p 1pair pair"), -1, YZ_Y_PAIR},
    {N_("2p 2pair 2pairs"), -1, YZ_Y_TWO_PAIRS},
    {N_("3k 3kind 3oak 3ofakind threekind"), YZ_THREE, YZ_Y_THREE},
    {N_("4k 4kind 4oak 4ofakind fourkind"), YZ_FOUR, YZ_Y_FOUR},
    {N_("fh house"), YZ_FULL_HOUSE, YZ_Y_FULL_HOUSE},
    {N_("ss smstraight"), YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
    {N_("ls lgstraight"), YZ_LARGE_STRAIGHT, YZ_Y_LARGE_STRAIGHT},
    {N_("yz yahtzee yatzy"), YZ_YAHTZEE, YZ_Y_YATZY},
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

const char *yz_box_word(const struct yz_rules *rules, int box, bool spoken) {
    const char *move = yz_box_move(rules, box), *said = spoken ? _(move) : move;
    return said == move ? yz_box_name(rules, box) : said;
}

const char *yz_boxes_text(const struct yz_rules *rules, unsigned set, bool spoken, char out[YZ_BOXES_TEXT]) {
    size_t n = 0;
    out[0] = '\0';
    for (int box = 0; box < rules->boxes && n < YZ_BOXES_TEXT; box++) {
        if (set >> box & 1u) {
            int more = hra_snprintf(out + n, YZ_BOXES_TEXT - n, "%s%s", n > 0 ? ", " : "",
                                    yz_box_word(rules, box, spoken));
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

bool yz_is_listed(const char *word, const char *list, bool foreign) {
    size_t length = strlen(word);
    while (*list && *list != ';') {
        size_t size = strcspn(list, " ;");
        char one[WORD];
        if (!foreign && size == length && memcmp(list, word, size) == 0 && size > 0)
            return true;
        if (foreign && size > 0 && size < WORD) {
            memcpy(one, list, size);
            one[size] = '\0';
            if (hra_is_word(word, length, one))
                return true;
        }
        list += size + (list[size] == ' ');
    }
    return false;
}

/* Whether a name begins with the word; *whole: it is the word. */
static bool begins(const char *name, const char *word, bool foreign, bool *whole) {
    char plain[WORD];
    size_t end = 0;
    if (!plain_word(name, strlen(name), plain))
        return false;
    for (const char *c = word; *c && plain[end];
         c++) /* as many letters, since those with accents are longer */
        if ((*c & 0xC0) != 0x80)
            for (end++; (plain[end] & 0xC0) == 0x80;)
                end++;
    *whole = plain[end] == '\0';
    plain[end] = '\0';
    return foreign ? hra_is_word(word, strlen(word), plain) : strcmp(word, plain) == 0;
}

/* The boxes whose names begin with the word; an abbreviation or a whole name counts alone: *whole. `foreign`:
 * in the person's language, where that is not English. */
static unsigned boxes_like(const struct yz_rules *rules, const char *word, bool foreign, bool *whole) {
    unsigned set = 0;
    *whole = true;
    for (size_t i = 0; i < sizeof abbreviations / sizeof abbreviations[0]; i++) {
        int box = rules->id == YZ_YATZY ? abbreviations[i].yatzy_box : abbreviations[i].box;
        const char *words = foreign ? _(abbreviations[i].words) : abbreviations[i].words;
        if (box >= 0 && yz_is_listed(word, words, foreign))
            return 1u << box;
    }
    for (int box = 0; box < rules->boxes && *word; box++) {
        if (!begins(yz_box_word(rules, box, foreign), word, foreign, whole))
            continue;
        if (*whole)
            return 1u << box;
        set |= 1u << box;
    }
    *whole = false;
    return set;
}

/* `spoken`: in English or in the person's language. What is begun in both may be ambiguous. */
static unsigned boxes_meant(const struct yz_rules *rules, const char *word, bool spoken) {
    bool whole;
    unsigned set = boxes_like(rules, word, false, &whole), other = 0;
    if (!whole && spoken)
        other = boxes_like(rules, word, true, &whole);
    return whole && other ? other : set | other;
}

static hra_err no_such_box(const struct yz_rules *rules, const char *word, const char *text, int length,
                           int offset, bool spoken, hra_error *why) {
    const char *names[YZ_MAX_BOXES + 1];
    for (int box = 0; box < rules->boxes; box++)
        names[box] = yz_box_word(rules, box, spoken);
    names[rules->boxes] = NULL;
    return hra_fail_unknown(why, offset, word, names,
                            "there is no box '%.*s'; there are 1 to %d:", length < 24 ? length : 24, text,
                            rules->boxes);
}

hra_err yz_read_box(const struct yz_rules *rules, const char *text, size_t length, int offset, bool spoken,
                    int *box, hra_error *why) {
    char word[WORD];
    if (!plain_word(text, length, word))
        return no_such_box(rules, "", text, 24, offset, spoken, why);
    int number = box_number(rules, word);
    unsigned set = number > 0 ? 1u << (number - 1) : number == 0 ? 0 : boxes_meant(rules, word, spoken);
    if (set == 0)
        return no_such_box(rules, word, text, (int)length, offset, spoken, why);
    if ((set & (set - 1)) != 0) {
        char list[YZ_BOXES_TEXT];
        return hra_fail(why, HRA_EINPUT, offset, "'%.*s' may be one of %s: type more of it", (int)length,
                        text, yz_boxes_text(rules, set, spoken, list));
    }
    *box = 0;
    while (!(set >> *box & 1u))
        (*box)++;
    return HRA_OK;
}

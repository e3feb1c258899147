/* Moves as a person types them. */
#include <string.h>

#include "core/error.h"
#include "core/messages.h"
#include "words.h"

enum { MOVE_LENGTH = 200, WORD = 24, VOCABULARY = 256 };

const char yz_move_help[] =
    N_("hold dice by position: at 0 2 4   keep at 0 2 4\n"
       "hold all, or none:     keep all (all, Enter)   roll all (none)\n"
       "throw some again:      reroll 1 3\n"
       "hold dice by face:     keep 1-1   k 11   f 1 1\n"
       "choose a box:          fours  4  3k  fh  ss  ls  y  ch, or its first letters;\n"
       "                       while rolls are left too: full house, chance, box 4\n"
       "numbers alone:         positions, if they cannot be faces or a box too\n"
       "dice that you rolled:  11246, or without those that were held");

void yz_show_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    if (yz_move_is_box(m)) {
        hra_text_add(out, yz_box_move(&g->rules, yz_box_of(m)));
    } else if (s->phase == YZ_TO_ROLL) {
        yz_add_dice(&g->dice, YZ_ROLL0 + (int)m, out);
    } else if (yz_move_is_stand(m)) {
        hra_text_add(out, "keep all");
    } else {
        hra_text_add(out, "keep ");
        yz_add_dice(&g->dice, (int)m, out);
    }
}

void yz_say_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    char dice[YZ_DICE_TEXT];
    if (yz_move_is_box(m))
        hra_text_add(out, _(yz_box_move(&g->rules, yz_box_of(m))));
    else if (s->phase == YZ_TO_ROLL)
        yz_show_move(game, state, m, out);
    else if (yz_move_is_stand(m))
        hra_text_add(out, _("keep all"));
    else if (m == 0)
        hra_text_add(out, _("keep none"));
    else
        hra_text_addf(out, _("keep %s"), yz_dice_text(&g->dice, (int)m, dice));
}

/* What was typed, without the white space around it. */
struct line {
    const struct yz_game *game;
    const struct yz_state *state;
    const char *text; /* from here on */
    int at, length;   /* of the rest */
    hra_error *why;
};

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip(struct line *line, int n) {
    do {
        line->text += n;
        line->at += n;
        line->length -= n;
        n = 1;
    } while (line->length > 0 && is_space(*line->text));
}

/* Takes a word of letters off the front, those of other languages too; empty where there is none. It is cut
 * to the buffer. */
static void take_word(struct line *line, char word[WORD]) {
    int n = 0;
    for (; n < line->length; n++) {
        unsigned char c = (unsigned char)line->text[n], small = c | 0x20;
        if (c < 0x80 && (small < 'a' || small > 'z'))
            break;
        if (n < WORD - 1) {
            word[n] = (char)(c < 0x80 ? small : c);
            word[n + 1] = '\0';
        }
    }
    if (n == 0)
        word[0] = '\0';
    else
        skip(line, n);
}

/* For translators: words that are typed. In each part, up to a ';', as many as your language has: to hold
 * dice by their faces; by their positions; to throw some again; to choose a box; all dice; no dice. */
static const char vocabulary[] =
    N_("keep k hold h face faces f; at position positions; reroll throw rethrow roll r; box b; all; none");

enum meaning { KEEPS, POSITIONS, THROWS, BOX, ALL, NONE, UNKNOWN };

static enum meaning find_word(const char *word, const char *words, bool foreign) {
    for (enum meaning part = KEEPS; part < UNKNOWN && words; part++) {
        if (yz_is_listed(word, words, foreign))
            return part;
        words = strchr(words, ';');
        words = words ? words + 1 : NULL;
    }
    return UNKNOWN;
}

/* Records are full of English words: only others are looked for in the person's language. */
static enum meaning meaning_of(const char *word) {
    enum meaning found = *word ? find_word(word, vocabulary, false) : UNKNOWN;
    return *word && found == UNKNOWN ? find_word(word, _(vocabulary), true) : found;
}

/* ---- dice that fell -------------------------------------------------------------------------*/

/* Faces that a has more often than b: the lowest, 1..6, or 0. */
static int missing_face(const struct yz_dice *dice, int a, int b) {
    for (int f = 0; f < YZ_FACES; f++)
        if (dice->count[a][f] > dice->count[b][f])
            return f + 1;
    return 0;
}

static hra_err parse_roll(struct line *line, hra_move *out) {
    const struct yz_dice *dice = &line->game->dice;
    int held = line->state->keep, size = dice->size[held];
    uint8_t faces[YZ_DICE];
    int n = yz_read_faces(line->text, (size_t)line->length, line->at, faces, line->why);
    if (n < 0)
        return n;
    if (n != YZ_DICE && n != YZ_DICE - size) {
        if (size == 0) {
            return hra_fail(line->why, HRA_EINPUT, line->at,
                            "five dice were rolled, found %d; type all of them, as in 1-1-2-4-6", n);
        }
        return hra_fail(line->why, HRA_EINPUT, line->at,
                        "%d of the dice were rolled, found %d; type those, or all five with the held ones",
                        YZ_DICE - size, n);
    }
    int keep = n == YZ_DICE ? 0 : held;
    for (int i = 0; i < n; i++)
        keep = dice->add[keep][faces[i] - 1];
    if (!yz_dice_inside(dice, held, keep)) {
        int face = missing_face(dice, held, keep);
        return hra_fail(line->why, HRA_EINPUT, line->at,
                        _n("%d of the held dice shows %d, but only %d of these five: held dice stay",
                           "%d of the held dice show %d, but only %d of these five: held dice stay",
                           dice->count[held][face - 1]),
                        dice->count[held][face - 1], face, dice->count[keep][face - 1]);
    }
    *out = yz_move_roll(keep - YZ_ROLL0);
    return HRA_OK;
}

/* ---- dice to hold ---------------------------------------------------------------------------*/

static hra_err end_keep(struct line *line, int keep, hra_move *out) {
    if (line->length > 0) {
        return hra_fail(line->why, HRA_EINPUT, line->at, "expected the end, found '%.*s'",
                        line->length < 40 ? line->length : 40, line->text);
    }
    *out = yz_move_keep(keep);
    return HRA_OK;
}

/* `thrown`: those that are named are thrown again, and the others held. */
static hra_err parse_positions(struct line *line, bool thrown, hra_move *out) {
    unsigned mask = 0;
    if (line->length == 0)
        return hra_fail(line->why, HRA_EINPUT, line->at,
                        "which dice? their positions, such as 0 2 4, or 'all', or 'none'");
    for (; line->length > 0; skip(line, 1)) {
        char c = *line->text;
        if (c == ',')
            continue;
        if (c == '-') {
            return hra_fail(line->why, HRA_EINPUT, line->at,
                            "positions have spaces or commas between them, as in 0 2 4; "
                            "faces are held by 'keep 1-1'");
        }
        if (c < '0' || c > '4') {
            return hra_fail(line->why, HRA_EINPUT, line->at,
                            "the dice are at positions 0 to 4, found '%c'; faces are held by 'keep 5-5'",
                            c >= ' ' && c <= '~' ? c : '?');
        }
        if (mask >> (c - '0') & 1u) {
            return hra_fail(line->why, HRA_EINPUT, line->at,
                            "position %c is named twice; faces are held by 'keep %c-%c'", c,
                            c == '0' ? '1' : c, c == '0' ? '1' : c);
        }
        mask |= 1u << (c - '0');
    }
    mask = thrown ? ~mask & 31 : mask;
    *out = yz_move_keep(line->game->dice.keep_of_mask[line->state->roll][mask]);
    return HRA_OK;
}

/* "1-4" of "1, 4". */
static void join_digits(const struct line *line, char out[2 * YZ_DICE]) {
    int n = 0;
    for (int i = 0; i < line->length && n < 2 * YZ_DICE - 2; i++) {
        if (line->text[i] < '0' || line->text[i] > '9')
            continue;
        if (n > 0)
            out[n++] = '-';
        out[n++] = line->text[i];
    }
    out[n] = '\0';
}

/* Numbers alone are positions, unless they may be faces too, or one box. What may be each is refused, and both ways are
 * named. */
static hra_err parse_numbers(struct line *line, hra_move *out) {
    const struct yz_dice *dice = &line->game->dice;
    const int roll = YZ_ROLL0 + line->state->roll, length = line->length < 20 ? line->length : 20;
    struct line rest = *line;
    uint8_t faces[YZ_DICE];
    hra_error none;
    hra_move at;
    int box;
    rest.why = &none;
    const bool positions = parse_positions(&rest, false, &at) == 0;
    const int n = yz_read_faces(line->text, (size_t)line->length, 0, faces, &none);
    const int keep = n > 0 ? yz_dice_keep(dice, faces, n) : 0;
    const bool shown = n > 0 && yz_dice_inside(dice, keep, roll);
    const bool one = *line->text != '0' && strspn(line->text, "0123456789") >= (size_t)line->length;
    const bool boxed =
        one && yz_read_box(&line->game->rules, line->text, (size_t)line->length, 0, true, &box, NULL) == 0;
    char face[2 * YZ_DICE];
    join_digits(line, face);
    if (positions && boxed)
        return hra_fail(
            line->why, HRA_EINPUT, line->at,
            "'%.*s' may be a position, a face or a box: 'at %.*s' keeps by position, 'keep %s' by face, "
            "'box %.*s' fills the box",
            length, line->text, length, line->text, face, length, line->text);
    if (positions && shown && yz_move_keep(keep) != at)
        return hra_fail(line->why, HRA_EINPUT, line->at,
                        "'%.*s' may be positions or faces: 'at %.*s' keeps by position, 'keep %s' by face",
                        length, line->text, length, line->text, face);
    if (!positions && boxed)
        return hra_fail(
            line->why, HRA_EINPUT, line->at,
            "positions are 0 to 4, found '%.*s': 'keep %s' keeps by face, 'box %.*s' fills the box", length,
            line->text, face, length, line->text);
    return parse_positions(line, false, out);
}

static hra_err parse_faces(struct line *line, hra_move *out) {
    const struct yz_dice *dice = &line->game->dice;
    int roll = YZ_ROLL0 + line->state->roll;
    uint8_t faces[YZ_DICE];
    if (line->length == 0) {
        return hra_fail(line->why, HRA_EINPUT, line->at,
                        "which dice? faces as in 'keep 1-1', or 'all', or 'none'");
    }
    int n = yz_read_faces(line->text, (size_t)line->length, line->at, faces, line->why);
    if (n < 0)
        return n;
    int keep = yz_dice_keep(dice, faces, n);
    if (!yz_dice_inside(dice, keep, roll)) {
        int face = missing_face(dice, keep, roll);
        char shown[YZ_DICE_TEXT];
        return hra_fail(
            line->why, HRA_EINPUT, line->at, "%d of the dice would have to show %d, but of %s only %d",
            dice->count[keep][face - 1], face, yz_dice_text(dice, roll, shown), dice->count[roll][face - 1]);
    }
    *out = yz_move_keep(keep);
    return HRA_OK;
}

/* The words that may have been meant, in `capacity`; *names ends with NULL. */
static void list_words(char capacity[VOCABULARY], const char *names[VOCABULARY / 2]) {
    int n = 0;
    (void)hra_snprintf(capacity, VOCABULARY, "%s", _(vocabulary));
    for (char *at = capacity; *at;) {
        size_t length = strcspn(at, " ;");
        if (length > 0)
            names[n++] = at;
        at += length;
        if (*at)
            *at++ = '\0';
    }
    names[n] = NULL;
}

/* Says why an existing box cannot be chosen. */
static hra_err closed_box(const struct line *line, int at, int box, unsigned legal) {
    const struct yz_rules *rules = &line->game->rules;
    const struct yz_seat *seat = yz_state_mover(line->state);
    char list[YZ_BOXES_TEXT];
    const char *open = yz_boxes_text(rules, legal, true, list);
    const char *name = yz_box_word(rules, box, true);
    if (yz_card_has(seat->card, box)) {
        return hra_fail(line->why, HRA_EINPUT, at, "%s is filled already, with %d; open: %.190s", name,
                        seat->points[box], open);
    }
    return hra_fail(line->why, HRA_EINPUT, at,
                    (legal & (legal - 1)) == 0 ? N_("this yahtzee must go to %.190s, not to %s")
                                               : N_("this yahtzee must go to one of %.190s, not to %s"),
                    open, name);
}

/* A box while rolls are left, which yz_mean_moves has not taken: it is closed, would score 0, or was only hinted at. */
static hra_err early_box(const struct line *line, int at, int box) {
    const struct yz_rules *rules = &line->game->rules;
    const struct yz_card card = yz_state_mover(line->state)->card;
    const unsigned legal = yz_card_legal(rules, card, line->state->roll);
    const char *name = yz_box_word(rules, box, true);
    if (!(legal >> box & 1u))
        return closed_box(line, at, box, legal);
    if (yz_mark_total(yz_card_mark(rules, card, line->state->roll, box)) == 0)
        return hra_fail(line->why, HRA_EINPUT, at,
                        "%s would score 0, and rolls are left; 'all, %s' fills it all the same", name, name);
    return hra_fail(line->why, HRA_EINPUT, at, "rolls are left; 'box %s' fills that box with these dice",
                    name);
}

static hra_err unknown_keep(const struct line *line, const struct line *whole, const char *word) {
    char capacity[VOCABULARY];
    const char *known[VOCABULARY / 2];
    int box;
    if (yz_read_box(&line->game->rules, whole->text, (size_t)whole->length, 0, true, &box, NULL) == 0)
        return early_box(line, whole->at, box);
    list_words(capacity, known);
    return hra_fail_guess(line->why, whole->at, word, known,
                          "'%.*s' holds no dice; type positions as in 0 2 4, 'all', 'none', 'reroll 1 3', or "
                          "'keep 1-1'",
                          whole->length < 30 ? whole->length : 30, whole->text);
}

static hra_err parse_keep(struct line *line, hra_move *out) {
    struct line whole = *line;
    char word[WORD];
    if (line->length == 0)
        return end_keep(line, YZ_ROLL0 + line->state->roll, out);
    take_word(line, word);
    enum meaning meaning = meaning_of(word);
    bool keeps = meaning == KEEPS, throws = meaning == THROWS;
    if (word[0] == '\0' && strchr("0123456789,-", *line->text))
        return parse_numbers(line, out);
    if (keeps || throws) {
        take_word(line, word);
        meaning = meaning_of(word);
    }
    if (meaning == POSITIONS || (throws && word[0] == '\0'))
        return parse_positions(line, throws, out);
    if (keeps && word[0] == '\0')
        return parse_faces(line, out);
    if (meaning == (throws ? NONE : ALL))
        return end_keep(line, YZ_ROLL0 + line->state->roll, out);
    if (meaning == (throws ? ALL : NONE))
        return end_keep(line, 0, out);
    if (meaning == BOX && line->length == 0)
        return hra_fail(line->why, HRA_EINPUT, whole.at, "which box? its name or number, as in 'box fours'");
    int box;
    if (meaning == BOX && yz_read_box(&line->game->rules, line->text, (size_t)line->length, line->at, true,
                                      &box, line->why) != 0)
        return HRA_EINPUT;
    if (meaning == BOX)
        return early_box(line, whole.at, box);
    return unknown_keep(line, &whole, word);
}

/* ---- boxes ----------------------------------------------------------------------------------*/

/* `keeps`: dice were to be held. */
static hra_err no_box(const struct line *line, unsigned legal, bool keeps) {
    char list[YZ_BOXES_TEXT];
    return hra_fail(line->why, HRA_EINPUT, line->at,
                    keeps ? N_("no rolls left: choose a box; open: %.190s")
                          : N_("a box must be chosen, by name or number; open: %.190s"),
                    yz_boxes_text(&line->game->rules, legal, true, list));
}

static hra_err parse_box(struct line *line, hra_move *out) {
    const struct yz_rules *rules = &line->game->rules;
    unsigned legal = yz_card_legal(rules, yz_state_mover(line->state)->card, line->state->roll);
    struct line whole = *line;
    char word[WORD];
    int box = 0;
    take_word(line, word);
    int rest = line->length;
    enum meaning meaning = meaning_of(word);
    if (meaning != BOX)
        *line = whole;
    if (line->length == 0)
        return no_box(line, legal, false);
    if (meaning == ALL || meaning == NONE || meaning == THROWS || (meaning == KEEPS && rest > 0))
        return no_box(line, legal, true);
    hra_err err = yz_read_box(rules, line->text, (size_t)line->length, line->at, true, &box, line->why);
    if (err)
        return err;
    if (!(legal >> box & 1u))
        return closed_box(line, line->at, box, legal);
    *out = yz_move_box(box);
    return HRA_OK;
}

hra_err yz_parse_move(const hra_game *game, const void *state, const char *text, hra_move *out,
                      hra_error *why) {
    size_t length = strlen(text);
    if (length > MOVE_LENGTH)
        return hra_fail(why, HRA_EINPUT, MOVE_LENGTH, "a move has at most %d characters", MOVE_LENGTH);
    struct line line = {yz_game_of(game), state, text, 0, (int)length, why};
    while (line.length > 0 && is_space(text[line.length - 1]))
        line.length--;
    skip(&line, 0);
    switch (line.state->phase) {
    case YZ_TO_ROLL:
        return parse_roll(&line, out);
    case YZ_TO_KEEP:
        return parse_keep(&line, out);
    case YZ_TO_BOX:
        return parse_box(&line, out);
    default:
        return hra_fail(why, HRA_EINPUT, 0, "the game is over");
    }
}

/* "chance" while rolls are left means: write that box with the current dice. A letter or a number alone is
 * not enough, since a written box cannot be undone, and neither is a box that would score 0. */
static bool find_meant_box(const hra_game *game, const void *state, const char *text, int *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    struct line line = {g, s, text, 0, (int)strnlen(text, MOVE_LENGTH + 1), NULL};
    struct line whole;
    char word[WORD];
    int box, letters = 0, others = 0;
    if (s->phase != YZ_TO_KEEP || line.length > MOVE_LENGTH)
        return false;
    while (line.length > 0 && is_space(text[line.length - 1]))
        line.length--;
    skip(&line, 0);
    whole = line;
    take_word(&line, word);
    if (meaning_of(word) != BOX || line.length == 0) {
        for (int i = 0; i < whole.length; i++) {
            unsigned char c = (unsigned char)whole.text[i], small = c | 0x20;
            letters += (c & 0xC0) == 0xC0 || (small >= 'a' && small <= 'z');
            others += c < 0x80 && (small < 'a' || small > 'z');
        }
        if (letters == 0 || letters + others < 2)
            return false;
        line = whole;
    }
    if (yz_read_box(&g->rules, line.text, (size_t)line.length, 0, true, &box, NULL) != 0)
        return false;
    struct yz_card card = yz_state_mover(s)->card;
    if ((yz_card_legal(&g->rules, card, s->roll) >> box & 1u) &&
        yz_mark_total(yz_card_mark(&g->rules, card, s->roll, box)) == 0)
        return false;
    *out = box;
    return true;
}

bool yz_mean_moves(const hra_game *game, const void *state, const char *text, hra_text *out) {
    int box;
    if (!find_meant_box(game, state, text, &box))
        return false;
    hra_text_addf(out, "keep all, %s", yz_box_move(&yz_game_of(game)->rules, box));
    return true;
}

/* `all` may have been meant for the dice to throw, an empty line for nothing at all, and a box for a plan. */
bool yz_doubt(const hra_game *game, const void *state, const char *text, hra_text *out) {
    const struct yz_state *s = state;
    struct line line = {yz_game_of(game), s, text, 0, (int)strnlen(text, MOVE_LENGTH + 1), NULL};
    char word[WORD];
    int box;
    if (s->phase != YZ_TO_KEEP || line.length > MOVE_LENGTH)
        return false;
    const bool fills = find_meant_box(game, state, text, &box);
    skip(&line, 0);
    take_word(&line, word);
    if (!fills && (line.length > 0 || (word[0] && meaning_of(word) != ALL)))
        return false;
    if (fills)
        hra_text_addf(out,
                      _n("This fills %s with these five dice and gives up %d roll.",
                         "This fills %s with these five dice and gives up %d rolls.", s->rolls),
                      yz_box_word(&line.game->rules, box, true), s->rolls);
    else
        hra_text_addf(out,
                      _n("This keeps all five dice and gives up %d roll; 'roll all' rolls them again.",
                         "This keeps all five dice and gives up %d rolls; 'roll all' rolls them again.",
                         s->rolls),
                      s->rolls);
    return true;
}

void yz_add_question(const hra_game *game, const void *state, hra_text *out) {
    const struct yz_state *s = state;
    hra_text_add(out, s->phase == YZ_TO_BOX ? _("a box, by name or number") : _("positions of dice to keep"));
}

/* Moves in words. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "empire.h"

const char *const em_seat_names[EM_OWNERS + 1] = {N_("red"),    N_("blue"),    N_("green"), N_("yellow"),
                                                  N_("violet"), N_("neutral"), NULL};
const char *const em_good_names[EM_GOODS + 2] = {N_("gem"),  N_("coal"),  N_("wood"), N_("iron"),
                                                 N_("food"), N_("joker"), NULL};

const char *em_seat(int owner) {
    return _(em_seat_names[owner]);
}

const char *em_good(int good) {
    return _(em_good_names[good]);
}

char em_sign(int owner) {
    /* For translators: a letter of ASCII for each: red, blue, green, yellow, violet, and a small one:
     * neutral. */
    return hra_signs("RBGYVn")[owner];
}

const char em_move_help[] = N_(
    "card 3 buys the third card of the row; then one step at a time: place 12, move 12>16, city 12, "
    "destroy 9 blue; ability 1 or 2 of a card with 'or'; end ends the turn. Bare numbers will do: 12, 12>16. "
    "Several fit on a line: card 3, place 5 5 12, end\n"
    "On the map 12R R2*B1 is region 12: red has most there (=: no majority), two armies and a city of red, "
    "one army of blue; n is neutral. (12) is the start; [A] is a continent, whose land hangs together. Dots "
    "are "
    "ways by land, waves by sea. Points are those of regions + continents + goods; 2+1 gems: two, and one "
    "more "
    "brings the next point.");

void em_name_continent(int continent, char name[8]) {
    if (continent < 26)
        (void)hra_snprintf(name, 8, "%c", 'A' + continent);
    else
        (void)hra_snprintf(name, 8, "%c%d", 'A' + continent % 26, continent / 26 + 1);
}

/* Text for programs stays English; text for people (`said`) is translated. */
static const char *words(bool said, const char *english) HRA_FORMAT_OF(2);

static const char *words(bool said, const char *english) {
    return said ? hra_translate(english) : english;
}

void em_add_action(int action, int amount, bool said, hra_text *out) {
    switch (action) {
    case EM_PLACE:
        hra_text_addf(out, words(said, N_("place %d")), amount);
        return;
    case EM_LAND:
        hra_text_addf(out, words(said, N_("move %d")), amount);
        return;
    case EM_SEA:
        hra_text_addf(out, words(said, N_("move by land or sea %d")), amount);
        return;
    case EM_CITY:
        hra_text_addf(out, words(said, N_("city %d")), amount);
        return;
    default:
        hra_text_addf(out, words(said, N_("destroy %d")), amount);
    }
}

void em_add_actions(int number, bool said, hra_text *out) {
    const em_card *card = &em_cards[number];
    em_add_action(card->action[0], card->amount[0], said, out);
    if (card->joined) {
        hra_text_addf(out, " %s ", card->joined == EM_OR ? words(said, N_("or")) : words(said, N_("and")));
        em_add_action(card->action[1], card->amount[1], said, out);
    }
}

void em_add_card(int number, bool said, hra_text *out) {
    const em_card *card = &em_cards[number];
    if (card->goods > 1)
        hra_text_addf(out, "%d ", card->goods);
    hra_text_addf(out, "%s: ", words(said, em_good_names[card->good]));
    em_add_actions(number, said, out);
}

static void add_move(const em_state *s, hra_move m, bool said, hra_text *out) {
    int a = em_move_a(m), b = em_move_b(m);
    switch (em_move_kind(m)) {
    case EM_MOVE_END:
        hra_text_add(out, words(said, N_("end")));
        return;
    case EM_MOVE_CARD:
        hra_text_addf(out, words(said, N_("card %d")), a + 1);
        hra_text_add(out, " (");
        em_add_card(s->row[a], said, out);
        hra_text_add_char(out, ')');
        return;
    case EM_MOVE_ABILITY:
        hra_text_addf(out, words(said, N_("ability %d")), a + 1);
        hra_text_add(out, " (");
        em_add_action(em_cards[s->card].action[a], em_cards[s->card].amount[a], said, out);
        hra_text_add_char(out, ')');
        return;
    case EM_MOVE_PLACE:
    case EM_MOVE_NEUTRAL:
        hra_text_addf(out, words(said, N_("place %d")), a + 1);
        return;
    case EM_MOVE_MARCH:
        hra_text_addf(out, words(said, N_("move %d>%d")), a + 1, b + 1);
        return;
    case EM_MOVE_CITY:
        hra_text_addf(out, words(said, N_("city %d")), a + 1);
        return;
    case EM_MOVE_DESTROY:
        hra_text_addf(out, words(said, N_("destroy %d %s")), a + 1, words(said, em_seat_names[b]));
        return;
    case EM_MOVE_BID:
    case EM_MOVE_REVEAL:
        hra_text_addf(out, words(said, N_("bid %d")), a);
        return;
    case EM_MOVE_FIRST:
        hra_text_addf(out, words(said, N_("first %s")), words(said, em_seat_names[a]));
        return;
    case EM_MOVE_JOKER:
        hra_text_addf(out, words(said, N_("joker %s")), words(said, em_good_names[a]));
        return;
    default:
        hra_text_addf(out, words(said, N_("draw %d")), a);
        hra_text_add(out, " (");
        em_add_card(a, said, out);
        hra_text_add_char(out, ')');
    }
}

void em_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    add_move(s, m, false, out);
}

void em_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    add_move(s, m, true, out);
}

/* ---- reading ----------------------------------------------------------------------------------*/

enum { LONGEST_MOVE = 160 }; /* bytes */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The next byte that counts: words are compared in small letters, without blanks but those between
 * two numbers, and where a person writes 12-16 for 12>16. */
static char next_byte(const char **at, char before) {
    const char *from = *at;
    while (**at == ' ' || **at == '\t' || **at == '\r' || **at == '\n')
        (*at)++;
    char c = **at;
    if (*at > from && is_digit(before) && is_digit(c))
        return ' ';
    if (c)
        (*at)++;
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c == '-' ? '>' : c);
}

/* Whether the move's text is what was typed, its remark in brackets or not. */
static bool is_typed(const char *typed, const char *text) {
    for (char a = 0, b = 0;;) {
        a = next_byte(&typed, a);
        b = next_byte(&text, b);
        if (!a)
            return !b || b == '(';
        if (a != b)
            return false;
    }
}

/* What counts of a text, its remark in brackets or not. */
static void squeeze(const char *text, bool remark, char out[LONGEST_MOVE]) {
    int n = 0;
    for (char c = 0; (c = next_byte(&text, c)) && (remark || c != '(') && n < LONGEST_MOVE - 1;)
        out[n++] = c;
    out[n] = '\0';
}

/* The same of a text in the language of a person, whose accents need not be typed. */
static bool is_said(const char *typed, const char *text) {
    char a[LONGEST_MOVE], b[LONGEST_MOVE];
    squeeze(typed, true, a);
    squeeze(text, strchr(a, '(') != NULL, b);
    return hra_is_word(a, strlen(a), b);
}

/* What has a number or a name is understood without the first word too. */
static bool means(const char *typed, const char *text, bool said) {
    bool (*same)(const char *, const char *) = said ? is_said : is_typed;
    const char *behind = strchr(text, ' ');
    return same(typed, text) || (behind && same(typed, behind));
}

/* A number of a region at *at, which then stands behind it and the blanks around it; 0: none. */
static int take_region(const char **at) {
    int n = 0;
    *at += strspn(*at, " \t");
    for (; is_digit(**at) && n < 100; (*at)++)
        n = 10 * n + **at - '0';
    *at += strspn(*at, " \t");
    return n;
}

/* "16>17" of an army that came from 12 by this very action: *start is 12. */
static bool goes_on(const em_state *s, const char *text, int *start, int *from, int *to) {
    const char *at = text;
    at += strcspn(at, "0123456789"); /* behind the word, in whatever language */
    *from = take_region(&at);
    bool march = *from && (*at == '>' || *at == '-');
    at += march;
    *to = march ? take_region(&at) : 0;
    for (int i = 0; *to && !*at && i < s->marches; i++)
        if (s->to[i] + 1 == *from) {
            *start = s->from[i] + 1;
            return *start != *to;
        }
    return false;
}

static hra_err no_move(const em_state *s, const char *text, const hra_move *list, int n, hra_text *scratch,
                       hra_error *why) {
    int start, from, to;
    if (goes_on(s, text, &start, &from, &to))
        return hra_fail(why, HRA_EINPUT, 0,
                        "an army moves once per turn: take back move %d>%d and type %d>%d", start, from,
                        start, to);
    hra_text_clear(scratch);
    for (int i = 0; i < n && scratch->length < 160; i++) {
        hra_text_add(scratch, i ? ", " : "");
        add_move(s, list[i], true, scratch);
    }
    if (scratch->err)
        return hra_no_memory(why);
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.30s'; legal moves: %s%s", text,
                    hra_text_string(scratch), scratch->length < 160 ? "" : ", ...");
}

/* The move of a list that was typed; n: none. */
static int find_move(const em_state *s, const char *text, const hra_move *list, int n, bool said,
                     hra_text *word) {
    int i = 0;
    for (; i < n && !word->err; i++) {
        hra_text_clear(word);
        add_move(s, list[i], said, word);
        if (!word->err && means(text, hra_text_string(word), said))
            break;
    }
    return i;
}

hra_err em_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why) {
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    hra_text word;
    bool chance = game->rules->to_move(game, s) == HRA_CHANCE;
    int n =
        chance ? game->rules->chance_outcomes(game, s, list, probability) : game->rules->moves(game, s, list);
    hra_text_init(&word);
    int i = find_move(s, text, list, n, false, &word);
    if (i == n && text[strspn(text, "0123456789 \t\r\n->")]) /* not only numbers */
        i = find_move(s, text, list, n, true, &word);
    hra_err err = word.err ? hra_no_memory(why) : i < n ? HRA_OK : no_move(s, text, list, n, &word, why);
    if (!err)
        *out = list[i];
    hra_text_release(&word);
    return err;
}

/* The first legal move but `end` stands for all of its kind. */
void em_add_question(const hra_game *game, const void *s, hra_text *out) {
    hra_move list[EM_MAX_MOVES];
    const int n = game->rules->moves(game, s, list);
    int at = 0;
    while (at < n - 1 && em_move_kind(list[at]) == EM_MOVE_END)
        at++;
    hra_text_add(out, _("your move, such as "));
    if (n == 0)
        return;
    hra_text move;
    hra_text_init(&move);
    em_say_move(game, s, list[at], &move);
    hra_text_add_bytes(out, hra_text_string(&move),
                       strcspn(hra_text_string(&move), "(")); /* without what a card brings */
    while (!out->err && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
    hra_text_release(&move);
}

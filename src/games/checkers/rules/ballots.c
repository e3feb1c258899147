/* Ballots: the three moves that a game is made to begin with. */
#include <stdlib.h>
#include <string.h>

#include "ballots.h"

enum { NAME = 24 }; /* bytes of the longest name and more */

/* Makes the move "9-13" or "13x22"; false where there is no such move. */
static bool make(ck_state *s, const char *text, char **end) {
    hra_move moves[CK_MAX_MOVES];
    int path[CK_MAX_JUMPS + 1], n = ck_moves(&s->board, s->side, moves);
    long from = strtol(text, end, 10), to = **end ? strtol(*end + 1, end, 10) : 0;
    for (int i = 0; i < n; i++) {
        int last = ck_move_path(moves[i], path) - 1;
        if (path[0] + 1 != from || path[last] + 1 != to)
            continue;
        s->quiet = ck_apply(&s->board, s->side, moves[i]) ? 0 : (uint16_t)(s->quiet + 1);
        s->side ^= 1;
        return true;
    }
    return false;
}

bool ck_ballot_start(int number, ck_state *s) {
    char *at;
    for (const char *text = ck_ballots[number - 1].moves; *text; text = at) {
        text += *text == ' ';
        if (!make(s, text, &at))
            return false;
    }
    return true;
}

static int plain(char c) {
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c == '-' || c == '_' ? ' ' : c;
}

static bool alike(const char *a, const char *b) {
    while (*a && plain(*a) == plain(*b))
        a++, b++;
    return !*a && !*b;
}

/* 0: none. */
static int find_ballot(const char *text) {
    char *end = NULL;
    long n = *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : 0;
    if (n >= 1 && n <= CK_BALLOTS && !*end)
        return (int)n;
    for (int i = 0; *text && i < CK_BALLOTS; i++)
        if (alike(text, ck_ballots[i].moves) || alike(text, ck_ballots[i].name))
            return i + 1;
    return 0;
}

static void write_plain(const char *text, char out[NAME]) {
    hra_snprintf(out, NAME, "%s", text);
    for (; *out; out++)
        *out = (char)(plain(*out) == ' ' ? '-' : plain(*out));
}

/* The names as they are typed, and of those that begin with the text, hold it or are nearly it, the first
 * or NULL. */
static const char *list_names(const char *text, char names[CK_BALLOTS][NAME], const char **list) {
    const char *meant = NULL;
    char typed[NAME];
    int n = 0;
    write_plain(text, typed);
    for (int i = 0; i < CK_BALLOTS; i++) {
        const char *name = ck_ballots[i].name;
        if (!*name || find_ballot(name) != i + 1) /* two ballots may have one name */
            continue;
        write_plain(name, names[n]);
        list[n] = names[n];
        const char *found = *typed ? strstr(names[n], typed) : NULL;
        if (found && (!meant || (found == names[n] && strncmp(meant, typed, strlen(typed)) != 0)))
            meant = names[n];
        n++;
    }
    list[n] = NULL;
    return meant ? meant : hra_did_you_mean(typed, list);
}

void ck_add_ballots(const char *option, hra_text *out) {
    char names[CK_BALLOTS][NAME];
    const char *list[CK_BALLOTS + 1];
    if (strcmp(option, "ballot") != 0)
        return;
    (void)list_names("", names, list);
    hra_text_add(out, "all\neach\n");
    for (int i = 0; list[i]; i++)
        hra_text_addf(out, "%s\n", list[i]);
}

hra_err ck_read_ballot(const char *text, int *out, hra_error *why) {
    char names[CK_BALLOTS][NAME];
    const char *list[CK_BALLOTS + 1];
    *out = !text ? 0 : strcmp(text, "all") == 0 ? CK_ALL_BALLOTS : CK_EACH_BALLOT;
    if (!text || *out == CK_ALL_BALLOTS || strcmp(text, "each") == 0)
        return HRA_OK;
    *out = find_ballot(text);
    if (*out)
        return HRA_OK;
    const char *meant = list_names(text, names, list);
    if (meant)
        return hra_fail(why, HRA_EINPUT, -1,
                        "ballot: expected a number from 1 to 174, three moves, a name, all or each, found "
                        "'%.40s'; did you mean '%s'?",
                        text, meant);
    return hra_fail_unknown(
        why, -1, text, list,
        "ballot: expected a number from 1 to 174, three moves, a name, all or each, found "
        "'%.40s'; names:",
        text);
}

int ck_ballot_of(int option, uint64_t number) {
    if (option >= 0)
        return option;
    return (int)((option == CK_ALL_BALLOTS ? number / 2 : number) % CK_BALLOTS) + 1;
}

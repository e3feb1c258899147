/* Who sits down with a person at a terminal. */
#include <string.h>

#include "commands/data_dir.h"
#include "opponent.h"
#include "term/session_client.h"

enum { LEVEL = 3 }; /* of games with levels: neither a beginner nor out of reach */

/* Whether two specs are of the same kind of player. */
static bool is_same_kind(const char *a, const char *b) {
    const size_t n = strcspn(a, ":");
    return n == strcspn(b, ":") && strncmp(a, b, n) == 0;
}

/* The spec of the program that plays against a person: the game's usual opponent; in a small game that is solved at
 * once the exact player; else the third level, or the last one, if the best player of these options is of its kind:
 * an expert does not play every variant. */
static const char *usual_opponent(const hra_game *game) {
    const hra_rules_catalogue *offers = game->rules->catalogue;
    const hra_suggested_players players = hra_player_suggest(game);
    const hra_level *level = offers->levels ? offers->levels->of : NULL;
    if (players.opponent)
        return players.opponent;
    if (!level || (offers->best && strcmp(offers->best, "exact") == 0))
        return players.best;
    for (int number = 1; number < LEVEL && level[1].player; number++)
        level++;
    return !offers->best_of || is_same_kind(players.best, level->player) ? level->player : players.best;
}

static bool names_person(const args *a) {
    for (int i = 1; i < a->word_count; i++)
        if (strcmp(a->words[i], "human") == 0)
            return true;
    return false;
}

hra_err opponent_add_players(const args *a, const char *position, hra_text *line, seating_plan *out) {
    hra_game *game;
    hra_error why;
    const int named = a->word_count - 1;
    *out = (seating_plan){0};
    if (hra_game_open_at(&game, &cli_host, a->words[0], named, *position ? position : NULL, &why) != 0)
        return why.code == HRA_ENOMEM ? HRA_ENOMEM : HRA_OK;
    const char *opponent = usual_opponent(game);
    bool person = names_person(a) || (named > 0 && game->rules->catalogue->opponent);
    for (int seat = named; seat < game->seats; seat++) {
        sitting_add_word(line, person ? opponent : "human");
        out->opponents += person;
        person = true;
    }
    out->opponent = out->opponents ? opponent : NULL;
    out->alone = named == 0 && game->seats == 1 && game->rules->seats.max > 1;
    hra_game_close(game);
    return line->err;
}

/* "hra play checkers human PLAYER", as the persons and programs that were named stand there. */
static void add_command(const args *a, const seating_plan *plan, hra_text *out) {
    hra_text_add(out, "hra play ");
    store_add_shell_path(out, "", a->words[0]);
    for (int i = 1; i < a->word_count; i++) {
        hra_text_add_char(out, ' ');
        store_add_shell_path(out, "", a->words[i]);
    }
    if (!names_person(a))
        hra_text_add(out, " human");
    hra_text_addf(out, " %s%s", _("PLAYER"), plan->opponents > 1 ? "..." : "");
}

void opponent_say(const args *a, const hra_game *game, const seating_plan *plan, hra_text *out) {
    hra_text command;
    if (!plan->opponent && !plan->alone)
        return;
    hra_text_init(&command);
    add_command(a, plan, &command);
    if (plan->alone)
        hra_text_addf(
            out, _("You play alone; to choose an opponent: %s; 'hra games %s' lists them (human: a person)"),
            print_string(&command), game->rules->name);
    else
        hra_text_addf(out,
                      _n("Opponent: %s; choose another: %s; 'hra games %s' lists them (human: a person)",
                         "Opponents: %s; choose others: %s; 'hra games %s' lists them (human: a person)",
                         plan->opponents),
                      plan->opponent, print_string(&command), game->rules->name);
    hra_text_release(&command);
}

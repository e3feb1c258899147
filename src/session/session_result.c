/* How a game can end, and how it did. */
#include "rules/game_properties.h"
#include "session/session_people.h"

/* How people end a game before the rules do. A game of dice can be a draw by agreement too, but no player asks for one. */
void hra_session_add_endings(hra_json *json, const hra_game *game) {
    hra_json_list(json, "endings");
    if (hra_is_contest(game))
        hra_json_text(json, NULL, "resign");
    if (hra_is_contest(game) && game->max_chances == 0)
        hra_json_text(json, NULL, "draw");
    hra_json_end(json);
}

void hra_session_add_result(hra_session *s) {
    int share;
    const hra_game *game = s->table.game;
    const hra_play_info *info = hra_play_snapshot(s->table.play);
    unsigned winners = hra_game_winners(game, hra_session_now(s), info->returns, &share);
    hra_json_numbers(&s->json, "returns", info->returns, game->seats);
    hra_json_list(&s->json, "winners");
    for (int seat = 0; seat < game->seats; seat++)
        if (winners >> seat & 1)
            hra_json_integer(&s->json, NULL, seat);
    hra_json_end(&s->json);
    static const char *const reasons[] = {"none", "rules", "repetition", "resigned", "agreed", "adjudicated"};
    bool late = info->resigned >= 0 && info->resigned == s->table.clock.out;
    hra_json_text(&s->json, "reason", late ? "time" : reasons[info->outcome]);
    if (info->resigned >= 0)
        hra_json_integer(&s->json, "resigned", info->resigned);
    hra_text_clear(&s->words);
    if (game->rules->scene->ending && info->outcome == HRA_OUTCOME_RULES)
        game->rules->scene->ending(game, hra_session_now(s), &s->words);
    if (*hra_text_string(&s->words))
        hra_json_text(&s->json, "ending", hra_text_string(&s->words));
    s->text.err = s->text.err ? s->text.err : s->words.err;
}

/* Whose decisions a review is about. */
#include "review_of.h"

#include <strings.h>

#include "commands/records_choice.h"
#include "quiz.h"

static bool is_seat(const char *whose, const hra_play_info *info, int seat) {
    const char *const *english = info->game->rules->text->seat_names;
    const char *name = hra_game_seat_name(info->game, seat);
    return strcasecmp(whose, name) == 0 || (english && strcasecmp(whose, english[seat]) == 0);
}

static bool is_name(const char *whose, const hra_play_info *info, int seat) {
    return strcasecmp(whose, info->names[seat]) == 0 ||
           hra_spec_equal(whose, info->specs[seat], HRA_NAME_PLAYER, info->game->rules, NULL);
}

static bool is_part(const char *whose, const hra_play_info *info, int seat) {
    return records_contains(info->names[seat], whose) || records_contains(info->specs[seat], whose);
}

int review_of(const char *whose, const hra_play_info *info) {
    static bool (*const fits[])(const char *, const hra_play_info *, int) = {is_seat, is_name, is_part};
    for (size_t k = 0; k < sizeof fits / sizeof *fits && *whose; k++) {
        int found = 0, count = 0;
        for (int seat = 0; seat < info->game->seats; seat++)
            if (fits[k](whose, info, seat)) {
                found = seat + 1;
                count++;
            }
        if (count)
            return count == 1 ? found : 0;
    }
    return 0;
}

int review_mine(const hra_play_info *info) {
    int mine = 0, count = 0;
    for (int seat = 0; seat < info->game->seats; seat++)
        if (quiz_is_person(info, seat)) {
            mine = seat + 1;
            count++;
        }
    return count == 1 ? mine : 0;
}

void review_add_players(const hra_play_info *info, hra_text *out) {
    for (int seat = 0; seat < info->game->seats; seat++) {
        const char *name = *info->names[seat] ? info->names[seat] : info->specs[seat];
        hra_text_addf(out, "%s%s", seat ? ", " : "", hra_game_seat_name(info->game, seat));
        if (*name)
            hra_text_addf(out, " (%s)", name);
    }
}

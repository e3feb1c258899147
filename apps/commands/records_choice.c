/* Choosing games of a file. */
#include "records_choice.h"

#include <ctype.h>
#include <string.h>

#include "speech/print.h"

/* A number of at most 18 digits at *at, which moves behind it; 0: there is none. */
static uint64_t read_number(const char **at) {
    uint64_t n = 0;
    for (int digits = 0; isdigit((unsigned char)**at) && digits < 18; ++*at, digits++)
        n = 10 * n + (uint64_t)(**at - '0');
    return n;
}

/* "7", "7-9", "7-" at *at, which moves behind it. */
static bool read_range(const char **at, records_range *out) {
    out->from = out->to = read_number(at);
    if (**at != '-')
        return out->from > 0;
    ++*at;
    out->to = isdigit((unsigned char)**at) ? read_number(at) : UINT64_MAX;
    return out->from > 0 && out->to >= out->from;
}

static bool read_ranges(records_choice *out, const char *text) {
    const char *at = text;
    while (out->ranges < RECORDS_RANGES && read_range(&at, &out->range[out->ranges])) {
        out->ranges++;
        if (!*at)
            return true;
        if (*at++ != ',')
            break;
    }
    print_error(_("--game takes numbers of games, such as 3 or 3,7-9; found '%s'"), text);
    return false;
}

bool records_choice_read(records_choice *out, const args *a) {
    *out = (records_choice){0};
    if (!args_takes(a->command, "name"))
        return true;
    const char *games = args_text(a, "game", NULL);
    out->name = args_text(a, "name", NULL);
    out->opening = args_text(a, "opening", NULL);
    return !games || read_ranges(out, games);
}

bool records_contains(const char *text, const char *part) {
    size_t n = strlen(part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < n && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == n)
            return true;
    }
    return n == 0;
}

static bool has_player(const hra_game_found *game, const char *name) {
    const hra_play_info *info = game->record ? hra_record_info(game->record) : NULL;
    for (int seat = 0; info && seat < info->game->seats; seat++)
        if (records_contains(info->names[seat], name) || records_contains(info->specs[seat], name))
            return true;
    for (int seat = 0; !info && game->annotated && seat < HRA_MAX_SEATS; seat++)
        if (*game->annotated->players[seat] && records_contains(game->annotated->players[seat], name))
            return true;
    return false;
}

static bool has_opening(const hra_game_found *game, const char *opening) {
    hra_text name;
    hra_text_init(&name);
    bool has = game->record &&
               hra_record_opening(game->record, hra_record_info(game->record)->plies, &name) >= 0 &&
               records_contains(hra_text_string(&name), opening);
    hra_text_release(&name);
    return has;
}

bool records_choice_has(const records_choice *choice, const hra_game_found *game) {
    const uint64_t number = (uint64_t)game->index + 1;
    bool in = choice->ranges == 0;
    for (int i = 0; i < choice->ranges; i++)
        in = in || (number >= choice->range[i].from && number <= choice->range[i].to);
    return in && (!choice->name || has_player(game, choice->name)) &&
           (!choice->opening || has_opening(game, choice->opening));
}

bool records_choice_ends(const records_choice *choice, const hra_game_found *game) {
    uint64_t last = choice->ranges ? 0 : UINT64_MAX;
    for (int i = 0; i < choice->ranges; i++)
        last = choice->range[i].to > last ? choice->range[i].to : last;
    return (uint64_t)game->index + 1 >= last;
}

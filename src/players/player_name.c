/* What players are called. */
#include "players/player_name.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "players/player.h"

#include <string.h>

static const hra_option name_option = {
    .name = "name", .type = HRA_OPTION_TEXT, .help = "name in results and records; does not change play"};

/* Characters that end a line, steer, or have a direction without being seen. */
static bool is_control(uint32_t code) {
    return hra_is_steering(code) || code == '\n' || code == '\t' || code == 0x2028 || code == 0x2029 ||
           code == 0x200e || code == 0x200f || code == 0x061c;
}

hra_err hra_name_check(const char *text, hra_error *why) {
    size_t length = strlen(text);
    if (length > HRA_NAME_BYTES)
        return hra_fail(why, HRA_EINPUT, HRA_NAME_BYTES, "a name has at most %d bytes, and this has %zu",
                        HRA_NAME_BYTES, length);
    if (length && (text[0] == ' ' || text[length - 1] == ' '))
        return hra_fail(why, HRA_EINPUT, text[0] == ' ' ? 0 : (int)length - 1,
                        "a name neither begins nor ends with a blank");
    for (size_t at = 0, n; at < length; at += n) {
        uint32_t code;
        n = hra_utf8_decode(text + at, length - at, &code);
        if (n == 0)
            return hra_fail(why, HRA_EINPUT, (int)at, "a name is UTF-8, and byte %zu of this is not", at + 1);
        if (is_control(code))
            return hra_fail(why, HRA_EINPUT, (int)at,
                            "a name is one line of text, and byte %zu of this begins a control character",
                            at + 1);
    }
    return HRA_OK;
}

void hra_name_clean(char out[HRA_NAME_BYTES + 1], const char *text) {
    size_t length = strlen(text), used = 0;
    for (size_t at = 0, n; at < length; at += n) {
        uint32_t code;
        n = hra_utf8_decode(text + at, length - at, &code);
        const bool good = n > 0 && !is_control(code);
        n = n ? n : 1;
        if (used + (good ? n : 1) > HRA_NAME_BYTES)
            break;
        if (!good)
            out[used++] = '?';
        else if (used || text[at] != ' ') {
            memcpy(out + used, text + at, n);
            used += n;
        }
    }
    while (used && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
}

int hra_kind_options(const hra_option *own, hra_option *out) {
    int n = 0;
    bool has = false;
    for (const hra_option *o = own; o && o->name && n < HRA_MAX_OPTIONS - 1; o++) {
        has = has || strcmp(o->name, name_option.name) == 0;
        out[n++] = *o;
    }
    if (!has)
        out[n] = name_option;
    out[n + !has] = (hra_option){0};
    return n;
}

hra_err hra_player_take_name(hra_player *player, const hra_options *options, const char *what,
                             hra_error *why) {
    const char *text = hra_options_given(options, "name") ? hra_options_text(options, "name") : NULL;
    hra_error told;
    if (!text)
        return HRA_OK;
    if (!*text)
        return hra_fail(why, HRA_EINPUT, -1, "%s: name= is empty; it takes a text such as name=Deep", what);
    if (hra_name_check(text, &told) != 0)
        return hra_fail(why, HRA_EINPUT, -1, "%s: name: %s", what, told.text);
    hra_snprintf(player->name, sizeof player->name, "%s", text);
    player->info.name = player->name;
    return HRA_OK;
}

/* How many of the first `index` players have this name. */
static int count_same(const hra_player *const *players, int index, const char *name) {
    int same = 0;
    for (int i = 0; i < index; i++)
        same += players[i]->info.name && strcmp(players[i]->info.name, name) == 0;
    return same;
}

hra_called hra_player_called(const hra_player *const *players, int count, int index) {
    const hra_player_info *info = &players[index]->info;
    const int same = info->name ? count_same(players, index, info->name) : 0;
    hra_called out;
    char number[16] = "";
    if (same)
        hra_snprintf(number, sizeof number, " (%d)", same + 1);
    const size_t room = HRA_NAME_BYTES - strlen(number);
    hra_snprintf(out.text, sizeof out.text, "%s", info->name ? info->name : info->spec);
    if (same)
        hra_snprintf(out.text + hra_text_cut(out.text, room, HRA_NAME_BYTES), sizeof number, "%s", number);
    for (int i = 0; same && i < count; i++) /* somebody else may be called "Deep (2)" */
        if (players[i]->info.name && strcmp(players[i]->info.name, out.text) == 0)
            hra_snprintf(out.text, sizeof out.text, "%s", info->spec);
    return out;
}

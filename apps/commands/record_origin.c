/* What a file of another program says of a game. */
#include "record_origin.h"

#include <stdlib.h>
#include <string.h>

#include "commands/records_json.h"

static void add_tag(const char *name, const char *value, hra_text *out) {
    if (!value || !*value || strcmp(value, "?") == 0 || strncmp(value, "????", 4) == 0)
        return;
    hra_text_addf(out, "%s%s%s%s", out->length ? "; " : "", name, *name ? " " : "", value);
}

const char *record_origin_result(const hra_annotated *a) {
    const char *result = !a                                  ? NULL
                         : a->result.text && *a->result.text ? a->result.text
                                                             : hra_annotated_tag(a, "Result");
    return result && *result && strcmp(result, "*") != 0 && strcmp(result, "?") != 0 ? result : NULL;
}

const hra_annotated *record_written(const record_found *found) {
    return found->game->annotated ? found->game->annotated : hra_record_annotated(found->record);
}

bool record_origin(const record_found *found, char **out) {
    const hra_annotated *a = record_written(found);
    const char *date = hra_record_info(found->record)->date;
    hra_text text;
    *out = NULL;
    if (!a)
        return true;
    hra_text_init(&text);
    add_tag("", hra_annotated_tag(a, "Event"), &text);
    add_tag("", hra_annotated_tag(a, "Site"), &text);
    add_tag(_("round"), hra_annotated_tag(a, "Round"), &text);
    add_tag("", *date ? date : hra_annotated_tag(a, "Date"), &text);
    add_tag("", record_origin_result(a), &text);
    const bool good = !text.err && (!text.length || (*out = strdup(hra_text_string(&text))) != NULL);
    hra_text_release(&text);
    return good;
}

bool record_head(const record_found *found, char **out) {
    const hra_annotated *a = record_written(found);
    hra_text text;
    char *about;
    *out = NULL;
    if (!a || !a->format)
        return true;
    if (!record_origin(found, &about))
        return false;
    hra_text_init(&text);
    for (int seat = 0; seat < a->game->seats; seat++)
        hra_text_addf(&text, "%s%s", seat ? " - " : "", records_player(found->game, seat));
    hra_text_addf(&text, "%s%s", about ? "; " : "", about ? about : "");
    *out = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    free(about);
    return *out;
}

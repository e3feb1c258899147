/* Copies of tables with all of their parts. */
#include <string.h>

#include "core/messages.h"
#include "rules_complete.h"

hra_err hra_take_struct(void *out, size_t known, const void *given, const char *what, hra_error *why) {
    size_t size = known;
    memset(out, 0, known);
    if (given)
        memcpy(&size, given, sizeof size);
    if (size < sizeof size)
        return hra_fail(why, HRA_EINPUT, -1, "%s does not begin with its size", what);
    if (size > known)
        return hra_fail(why, HRA_EVERSION, -1,
                        "%s has %zu bytes, and this library knows %zu: it was compiled for a newer one", what,
                        size, known);
    if (given)
        memcpy(out, given, size);
    memcpy(out, &known, sizeof known);
    return HRA_OK;
}

hra_err hra_host_whole(hra_host *out, const hra_host *host, hra_error *why) {
    return hra_take_struct(out, sizeof *out, host, _("the host that opens a game"), why);
}

static hra_err check(const hra_rules *rules, const char *name, hra_error *why) {
    const struct {
        const char *member;
        bool there;
    } needed[] = {
        {"name", rules->name},       {"open", rules->open},   {"init", rules->init},
        {"to_move", rules->to_move}, {"moves", rules->moves}, {"apply", rules->apply},
        {"returns", rules->returns}, {"text", rules->text},
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].there)
            return hra_fail(why, HRA_EINPUT, -1, "game %s: its table of rules lacks '%s'", name,
                            needed[i].member);
    const hra_seats *seats = &rules->seats;
    if (seats->min < 1 || seats->max > HRA_MAX_SEATS || seats->default_ < seats->min ||
        seats->default_ > seats->max)
        return hra_fail(why, HRA_EINPUT, -1, "game %s: %d..%d seats, usually %d, are not within 1..%d", name,
                        seats->min, seats->max, seats->default_, HRA_MAX_SEATS);
    return HRA_OK;
}

/* One of the tables of a game, as hra/rules.h names them. */
static hra_err take_part(void *out, size_t known, const void *given, const char *name, const char *part,
                         hra_error *why) {
    char what[HRA_NAME_LENGTH + 64];
    if (hra_take_struct(out, known, given, "", NULL) == 0)
        return HRA_OK;
    (void)hra_snprintf(what, sizeof what, _("game %.*s: its table of %s"), HRA_NAME_LENGTH, name, part);
    return hra_take_struct(out, known, given, what, why);
}

hra_err hra_rules_whole(hra_whole_rules *out, const hra_rules *rules, const char *name, hra_error *why) {
    hra_rules *own = &out->rules;
    hra_err err = take_part(own, sizeof *own, rules, name, "rules", why);
    if (!err)
        err = check(own, name, why);
    if (!err)
        err = take_part(&out->text, sizeof out->text, own->text, name, "text", why);
    if (!err)
        err = take_part(&out->conduct, sizeof out->conduct, own->conduct, name, "conduct", why);
    if (!err)
        err = take_part(&out->hints, sizeof out->hints, own->hints, name, "hints", why);
    if (!err)
        err = take_part(&out->catalogue, sizeof out->catalogue, own->catalogue, name, "catalogue", why);
    if (!err)
        err = take_part(&out->scene, sizeof out->scene, own->scene, name, "scene", why);
    if (!err)
        err = take_part(&out->encoding, sizeof out->encoding, own->encoding, name, "encoding", why);
    own->text = &out->text;
    own->conduct = &out->conduct;
    own->hints = &out->hints;
    own->catalogue = &out->catalogue;
    own->scene = &out->scene;
    own->encoding = &out->encoding;
    return err;
}

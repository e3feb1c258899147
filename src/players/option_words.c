/* What options and the words among their values are called in another language, for forms. In English they are called
 * as in a spec, so that what is read can be typed. */
#include <string.h>

#include "core/messages.h"
#include "players/json.h"

/* For translators: the label of a field, without (option); a word in a list, without (value). */
static const char *const words[] = {
    N_("rules (option)"),
    N_("seats (option)"),
    N_("draw-moves (option)"),
    N_("repetition (option)"),
    N_("ballot (option)"),
    N_("tablebase-pieces (option)"),
    N_("layout (option)"),
    N_("ghosts (option)"),
    N_("max-rounds (option)"),
    N_("rows (option)"),
    N_("last (option)"),
    N_("count (option)"),
    N_("take (option)"),
    N_("board (option)"),
    N_("pieces (option)"),
    N_("track (option)"),
    N_("lane (option)"),
    N_("faces (option)"),
    N_("dice (option)"),
    N_("doubles (option)"),
    N_("enter-on (option)"),
    N_("extra-turn-on (option)"),
    N_("entry-rolls (option)"),
    N_("exact-finish (option)"),
    N_("capture (option)"),
    N_("win-value (option)"),
    N_("map (option)"),
    N_("neutral-armies (option)"),
    N_("first-player (option)"),
    N_("wild-scoring (option)"),
    N_("continents (option)"),
    N_("ties (option)"),
    N_("wild-goods (option)"),
    N_("sea-path (option)"),
    N_("checkers (option)"),
    N_("variation (option)"),
    N_("gammons (option)"),
    N_("cube (option)"),
    N_("max-cube (option)"),
    N_("jacoby (option)"),
    N_("beavers (option)"),
    N_("automatic-doubles (option)"),
    N_("match-length (option)"),
    N_("score (option)"),
    N_("crawford (option)"),
    N_("file (option)"),
    N_("text (option)"),
    N_("root (option)"),
    N_("width (option)"),
    N_("height (option)"),
    N_("length (option)"),
    N_("variant (option)"),
    N_("start (option)"),
    N_("depth (option)"),
    N_("nodes (option)"),
    N_("time (option)"),
    N_("clock (option)"),
    N_("eval (option)"),
    N_("playouts (option)"),
    N_("level (option)"),
    N_("threads (option)"),
    N_("memory (option)"),
    N_("free (value)"),
    N_("plain (value)"),
    N_("bonus (value)"),
    N_("five (value)"),
    N_("tour (value)"),
    N_("dither (value)"),
    N_("trap (value)"),
    N_("corridor (value)"),
    N_("ring (value)"),
    N_("gallery (value)"),
    N_("field (value)"),
    N_("comb (value)"),
    N_("crossroads (value)"),
    N_("larder (value)"),
    N_("orchard (value)"),
    N_("city (value)"),
    N_("metropolis (value)"),
    N_("losalamos (value)"),
    N_("wins (value)"),
    N_("loses (value)"),
    N_("classic (value)"),
    N_("lecture (value)"),
    N_("again (value)"),
    N_("twice (value)"),
    N_("may (value)"),
    N_("must (value)"),
    N_("thesis (value)"),
    N_("printed (value)"),
    N_("classroom (value)"),
    N_("random (value)"),
    N_("bid (value)"),
    N_("best (value)"),
    N_("declared (value)"),
    N_("regions (value)"),
    N_("armies (value)"),
    N_("owned (value)"),
    N_("any (value)"),
    N_("straight (value)"),
    N_("corner (value)"),
    N_("standard (value)"),
    N_("post (value)"),
    N_("automatic (value)"),
    N_("claim (value)"),
    N_("draws (option)"),
    N_("ending (option)"),
    N_("cut (option)"),
    N_("fail (option)"),
    N_("root-window (option)"),
    N_("full (option)"),
    N_("deepen (option)"),
    N_("tt (option)"),
    N_("move-order (option)"),
    N_("killers (option)"),
    N_("history (option)"),
    N_("pvs (option)"),
    N_("aspiration (option)"),
    N_("quiescence (option)"),
    N_("loud (option)"),
    N_("lmr (option)"),
    N_("selective (option)"),
    N_("beam (option)"),
    N_("prune (option)"),
    N_("model (option)"),
    N_("star (option)"),
    N_("shallow (option)"),
    N_("set-size (option)"),
    N_("pn (option)"),
    N_("graph (option)"),
    N_("parallel (option)"),
    N_("reuse (option)"),
    N_("solver (option)"),
    N_("win (option)"),
    N_("draw (option)"),
    N_("loss (option)"),
    N_("goal (option)"),
    N_("c (option)"),
    N_("widening (option)"),
    N_("playout-plies (option)"),
    N_("playout-greedy (option)"),
    N_("prior-visits (option)"),
    N_("equal (value)"),
    N_("strict (value)"),
    N_("soft (value)"),
    N_("hard (value)"),
    N_("open (value)"),
    N_("bounds (value)"),
    N_("rules (value)"),
    N_("game (value)"),
    N_("static (value)"),
    N_("root (value)"),
    N_("tree (value)"),
};

/* NULL where it has no other name. `what` is " (option)" or " (value)". */
static const char *say(const char *word, size_t length, const char *what) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(words[i], word, length) == 0 && strcmp(words[i] + length, what) == 0) {
            const char *said = _(words[i]);
            return said == words[i] ? NULL : said;
        }
    return NULL;
}

void hra_json_option_words(hra_json *json, const hra_option *option) {
    const char *label = say(option->name, strlen(option->name), " (option)");
    const char *at = option->choices; /* or a form, such as FILE.lay, or NULL */
    char word[32];
    if (!label)
        return;
    hra_json_text(json, "label", label);
    hra_json_object(json, "labels");
    while (at && *at) {
        const size_t length = strcspn(at, "|");
        const char *said = say(at, length, " (value)");
        if (said) {
            hra_snprintf(word, sizeof word, "%.*s", (int)length, at);
            hra_json_text(json, word, said);
        }
        at += length + (at[length] == '|');
    }
    hra_json_end(json);
}

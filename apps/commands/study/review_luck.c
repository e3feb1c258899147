/* Lists of lucky and unlucky rolls. */
#include "review_luck.h"

#include <stdlib.h>
#include <string.h>

#include "speech/print.h"

static void release_roll(review_roll *roll) {
    free(roll->player);
    free(roll->seat);
    free(roll->move);
    free(roll->text);
    free(roll->file);
}

void review_luck_release(review_luck *luck) {
    for (size_t i = 0; i < luck->count; i++) {
        review_luck_list *list = &luck->lists[i];
        for (int end = 0; end < REVIEW_LUCK_ENDS; end++) {
            for (int k = 0; k < list->count[end]; k++)
                release_roll(&list->rolls[end][k]);
            free(list->rolls[end]);
        }
        free(list->game);
        free(list->title);
    }
    free(luck->lists);
    *luck = (review_luck){.most = luck->most};
}

/* ---- collecting -----------------------------------------------------------------------------*/

static review_luck_list *list_of(review_luck *luck, const review_game *game) {
    const hra_game *rules = hra_review_snapshot(game->review)->game;
    for (size_t i = 0; i < luck->count; i++)
        if (hra_spec_equal(luck->lists[i].game, rules->spec, HRA_NAME_GAME, NULL, NULL))
            return &luck->lists[i];
    review_luck_list *more = realloc(luck->lists, (luck->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    luck->lists = more;
    more += luck->count;
    *more = (review_luck_list){.scale = review_scale_of(game->review),
                               .game = strdup(rules->spec),
                               .title = strdup(_(rules->rules->text->title))};
    for (int end = 0; end < REVIEW_LUCK_ENDS; end++)
        more->rolls[end] = calloc((size_t)luck->most + 1, sizeof *more->rolls[end]);
    luck->count++;
    return more->game && more->title && more->rolls[0] && more->rolls[1] ? more : NULL;
}

/* The text of a move; NULL: no memory. */
static char *copy_move(const hra_review *review, int ply, bool people) {
    const hra_game *game = hra_review_snapshot(review)->game;
    const void *state = hra_review_state(review, ply);
    hra_text text;
    hra_text_init(&text);
    if (people)
        hra_game_say_move(game, state, hra_review_ply(review, ply)->move, &text);
    else
        game->rules->text->show_move(game, state, hra_review_ply(review, ply)->move, &text);
    char *copy = text.err ? NULL : strdup(hra_text_string(&text));
    hra_text_release(&text);
    return copy;
}

static bool fill_roll(review_roll *roll, const review_game *game, int ply, double gain) {
    const hra_review_move *at = hra_review_ply(game->review, ply);
    const hra_game *rules = hra_review_snapshot(game->review)->game;
    *roll = (review_roll){.luck = gain,
                          .player = strdup(game->players[at->owner]),
                          .seat = strdup(rules->seats > 1 ? hra_game_seat_name(rules, at->owner) : ""),
                          .move = copy_move(game->review, ply, false),
                          .text = copy_move(game->review, ply, true),
                          .file = strdup(game->file),
                          .number = game->number,
                          .index = game->index,
                          .ply = ply,
                          .turn = at->turn};
    return roll->player && roll->seat && roll->move && roll->text && roll->file;
}

/* Inserts the roll if it belongs to the list; of equal ones the first stays first. */
static hra_err add_roll(review_luck_list *list, review_luck_end end, int most, const review_game *game,
                        int ply, double gain) {
    review_roll *rolls = list->rolls[end];
    int *count = &list->count[end], at = *count;
    const double sign = end == REVIEW_LUCKIEST ? 1 : -1;
    while (at > 0 && sign * gain > sign * rolls[at - 1].luck)
        at--;
    if (!(sign * gain > 0) || at >= most)
        return HRA_OK;
    memmove(rolls + at + 1, rolls + at, (size_t)(*count - at) * sizeof *rolls);
    ++*count;
    bool filled = fill_roll(&rolls[at], game, ply, gain);
    if (*count > most)
        release_roll(&rolls[--*count]);
    return filled ? HRA_OK : HRA_ENOMEM;
}

hra_err review_luck_add(review_luck *luck, const review_game *game) {
    const hra_review_info *info = hra_review_snapshot(game->review);
    if (!info->game->max_chances)
        return HRA_OK;
    review_luck_list *list = list_of(luck, game);
    if (!list)
        return HRA_ENOMEM;
    for (int ply = 0; ply < info->done; ply++) {
        const hra_review_move *at = hra_review_ply(game->review, ply);
        if (game->only && at->mover < 0 && game->only != at->owner + 1)
            continue;
        for (int end = 0; at->mover < 0 && end < REVIEW_LUCK_ENDS; end++)
            if (add_roll(list, (review_luck_end)end, luck->most, game, ply, at->gain[at->owner]) != 0)
                return HRA_ENOMEM;
    }
    return HRA_OK;
}

/* ---- writing --------------------------------------------------------------------------------*/

enum { RANK = 4, LUCK = 10, SEAT = 9, PLAYER = 18, ROLL = 14, TURN = 5 };

const char *review_luck_title(review_luck_end end) {
    return end == REVIEW_LUCKIEST ? _("luckiest rolls") : _("unluckiest rolls");
}

/* A cell of a text that may be too long. */
static void add_cut(hra_text *out, const char *text, int columns) {
    size_t from = out->length;
    hra_text_add_char(out, ' ');
    hra_text_add_bytes(out, text, hra_text_cut(text, SIZE_MAX, columns));
    hra_text_pad(out, from, columns + 1);
}

static void add_roll_line(const review_luck_list *list, int rank, const review_roll *roll, hra_text *out) {
    hra_text number;
    hra_text_init(&number);
    review_add_value(&list->scale, "+", roll->luck, &number);
    hra_text_addf(out, "%*d %*s", RANK, rank, LUCK, hra_text_string(&number));
    hra_text_release(&number);
    if (*roll->seat)
        add_cut(out, roll->seat, SEAT - 1);
    add_cut(out, roll->player, PLAYER);
    add_cut(out, roll->text, ROLL);
    hra_text_addf(out, " %*d ", TURN, roll->turn);
    hra_text_addf(out, *roll->file ? "%s:%d\n" : "%s%d\n", roll->file, roll->number);
}

static void add_head(const review_luck_list *list, hra_text *out) {
    bool seats = list->count[0] + list->count[1] && *list->rolls[list->count[0] ? 0 : 1][0].seat;
    print_add_cell(out, RANK, "");
    hra_text_add_char(out, ' ');
    print_add_cell(out, LUCK, _("luck"));
    hra_text_add_char(out, ' ');
    print_add_cell(out, -(PLAYER + (seats ? SEAT : 0)), _("player"));
    hra_text_add_char(out, ' ');
    print_add_cell(out, -ROLL, _("rolled"));
    hra_text_add_char(out, ' ');
    print_add_cell(out, TURN, _("turn"));
    hra_text_addf(out, " %s\n", _("record"));
}

void review_luck_text(const review_luck *luck, hra_text *out) {
    for (size_t i = 0; i < luck->count; i++) {
        const review_luck_list *list = &luck->lists[i];
        hra_text_addf(out, "%s%s\n", i ? "\n" : "", list->game);
        for (int end = 0; end < REVIEW_LUCK_ENDS; end++) {
            hra_text_addf(out, "%s%s\n", end ? "\n" : "", review_luck_title((review_luck_end)end));
            if (list->count[end])
                add_head(list, out);
            for (int k = 0; k < list->count[end]; k++)
                add_roll_line(list, k + 1, &list->rolls[end][k], out);
            if (!list->count[end])
                hra_text_addf(out, "  %s\n", _("none"));
        }
    }
    if (!luck->count)
        hra_text_addf(out, "%s\n", _("No roll was reviewed: these games have no chance."));
}

static void add_roll_json(hra_json *json, const review_roll *roll) {
    hra_json_object(json, NULL);
    hra_json_number(json, "luck", roll->luck);
    hra_json_text(json, "player", roll->player);
    hra_json_text(json, "move", roll->move);
    hra_json_text(json, "file", *roll->file ? roll->file : NULL);
    hra_json_integer(json, "number", roll->number);
    hra_json_integer(json, "ply", roll->ply);
    hra_json_integer(json, "turn", roll->turn);
    hra_json_end(json);
}

void review_luck_json(const review_luck *luck, hra_text *out) {
    static const char *const keys[REVIEW_LUCK_ENDS] = {"luckiest", "unluckiest"};
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "luck_lists");
    for (size_t i = 0; i < luck->count; i++) {
        const review_luck_list *list = &luck->lists[i];
        hra_json_object(&json, NULL);
        hra_json_text(&json, "game", list->game);
        hra_json_text(&json, "unit", list->scale.unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
        for (int end = 0; end < REVIEW_LUCK_ENDS; end++) {
            hra_json_list(&json, keys[end]);
            for (int k = 0; k < list->count[end]; k++)
                add_roll_json(&json, &list->rolls[end][k]);
            hra_json_end(&json);
        }
        hra_json_end(&json);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(out, '\n');
}

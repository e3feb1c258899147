/* Records: any bytes as a file of records. What is read must lie within the file, and a play that resumes the
 * record must come to the same states. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

static void check_moves(const hra_record *record) {
    const hra_game *game = hra_record_info(record)->game;
    int plies = hra_record_info(record)->plies;
    fuzz_expect(plies >= 0, "a record has a number of moves", NULL);
    unsigned char *state = malloc(game->state_size);
    if (state == NULL)
        return;
    memcpy(state, hra_record_at(record, 0).state, game->state_size);
    for (int ply = 0; ply < plies; ply++) {
        hra_move move = hra_record_at(record, ply).move;
        fuzz_expect(hra_record_at(record, ply).mover == game->rules->to_move(game, state),
                    "the mover of a record is who is to move", game->spec);
        fuzz_expect(hra_game_legal(game, state, move), "moves of a record are legal", game->spec);
        game->rules->apply(game, state, move);
        fuzz_expect(memcmp(state, hra_record_at(record, ply + 1).state, game->state_size) == 0,
                    "states of a record follow from its moves", game->spec);
    }
    bool over = hra_record_at(record, plies).mover == HRA_OVER;
    fuzz_expect(over || !hra_record_info(record)->finished, "a finished record is over", game->spec);
    for (int seat = 0; seat < game->seats; seat++) {
        fuzz_expect(hra_record_info(record)->specs[seat] != NULL, "a seat has a player or none", game->spec);
        fuzz_expect(strlen(hra_record_info(record)->names[seat]) <= HRA_NAME_BYTES, "a name is short",
                    game->spec);
    }
    for (int ply = 0; ply < plies; ply++)
        fuzz_expect(hra_record_at(record, ply).seconds < 0 || hra_record_at(record, ply).mover >= 0,
                    "decisions of seats take time", game->spec);
    fuzz_expect(over == (hra_record_info(record)->outcome != HRA_OUTCOME_NONE), "an end has a reason",
                game->spec);
    free(state);
}

static void check_resuming(const hra_record *record) {
    const hra_game *game = hra_record_info(record)->game;
    hra_player *player = NULL;
    hra_play *play = NULL;
    if (hra_player_open(&player, game, "random", NULL, NULL, NULL) != 0)
        return;
    const hra_player *players[HRA_MAX_SEATS];
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        players[seat] = player;
    hra_play_setup setup = {
        .size = sizeof setup,
        .game = game,
        .players = players,
        .count = game->seats,
        .seed = hra_record_info(record)->seed,
        .number = hra_record_info(record)->number,
        .position = hra_record_info(record)->position,
        .manual_chance = hra_record_info(record)->manual_chance,
    };
    hra_error why;
    hra_err err = hra_play_open(&play, &setup, &why);
    fuzz_expect(err == 0, "a play begins where a record begins", err == 0 ? NULL : why.text);
    fuzz_expect(hra_play_resume(play, record) == 0, "a play resumes a record", game->spec);
    int plies = hra_record_info(record)->plies;
    fuzz_expect(hra_play_plies(play) == plies, "a resumed play has made the moves", game->spec);
    fuzz_expect(
        memcmp(hra_play_at(play, plies).state, hra_record_at(record, plies).state, game->state_size) == 0,
        "a resumed play stands where the record ends", game->spec);
    fuzz_expect(hra_play_snapshot(play)->outcome == hra_record_info(record)->outcome,
                "and for the same reason", game->spec);
    for (int seat = 0; seat < game->seats; seat++)
        fuzz_expect(strcmp(hra_play_snapshot(play)->names[seat], hra_record_info(record)->names[seat]) == 0,
                    "with people of the same names", game->spec);
    hra_event event;
    for (int i = 0; i < 3; i++) {
        err = hra_play_step(play, &event);
        fuzz_expect(err == 0, "a resumed play goes on", hra_err_text(err));
    }
    hra_play_close(play);
    hra_player_close(player);
}

/* Only whole lines count: reading these alone gives the same record. */
static void check_whole(const hra_record *record, const char *text) {
    hra_record *again = NULL;
    size_t used = 0;
    hra_err err = hra_record_parse(&again, NULL, text, hra_record_info(record)->whole, &used, 1, NULL);
    fuzz_expect(err == 0, "the whole lines of a record are a record", hra_err_text(err));
    fuzz_expect(hra_record_info(again)->plies == hra_record_info(record)->plies, "of the same moves", NULL);
    fuzz_expect(hra_record_info(again)->finished == hra_record_info(record)->finished,
                "as finished as it was", NULL);
    fuzz_expect(hra_record_info(again)->outcome == hra_record_info(record)->outcome, "and ended alike", NULL);
    hra_record_close(again);
}

static hra_record *parse(const hra_text *text) {
    hra_record *record = NULL;
    size_t used = 0;
    hra_error why;
    hra_err err = hra_record_parse(&record, NULL, hra_text_string(text), text->length, &used, 1, &why);
    fuzz_expect(err == 0, "a record that was written is read", err == 0 ? NULL : why.text);
    fuzz_expect(used == text->length, "as one record", NULL);
    return record;
}

/* Lines that were wrong, or are about moves that were taken back, may leave nothing to write. */
static bool is_bare(const hra_annotated *a, int plies) {
    bool bare = a->tag_count == 0 && a->node_count == plies + 1;
    for (int node = 0; node < a->node_count; node++)
        bare = bare && a->nodes[node].note < 0;
    return bare;
}

static void check_annotated(const hra_record *record, const hra_record *other) {
    const hra_annotated *a = hra_record_annotated(record), *b = hra_record_annotated(other);
    fuzz_expect(a || !b, "no notes come from nowhere", NULL);
    if (a && !b)
        fuzz_expect(is_bare(a, hra_record_info(record)->plies), "notes are written", NULL);
    if (!a || !b)
        return;
    fuzz_expect(a->node_count == b->node_count, "with all moves of variations", NULL);
    fuzz_expect(a->tag_count == b->tag_count, "with all tags", NULL);
    fuzz_expect(a->note_count >= b->note_count, "with no other notes",
                NULL); /* those of moves taken back go */
}

/* What is written reads as the same record, notes included, and is written the same again. */
static void check_writing(const hra_record *record) {
    hra_text text, again;
    hra_text_init(&text);
    hra_text_init(&again);
    fuzz_expect(hra_record_text(record, &text) == 0, "a record is written", NULL);
    hra_record *other = parse(&text);
    const hra_play_info *a = hra_record_info(record), *b = hra_record_info(other);
    fuzz_expect(a->plies == b->plies && a->outcome == b->outcome && a->finished == b->finished,
                "a record that was written is the same", a->game->spec);
    check_annotated(record, other);
    fuzz_expect(hra_record_text(other, &again) == 0, "and is written again", NULL);
    fuzz_expect(strcmp(hra_text_string(&text), hra_text_string(&again)) == 0, "to the same text",
                a->game->spec);
    hra_record_close(other);
    hra_text_release(&text);
    hra_text_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_string(data, size);
    /* A spec may name files for a game to read, but none that never end. */
    bool endless = strstr(text, "/dev") != NULL || strstr(text, "/proc") != NULL;
    size_t at = 0;
    for (int count = 0; !endless && count < 20; count++) {
        hra_record *record = NULL;
        size_t used = 0;
        hra_error why;
        hra_err err = hra_record_parse(&record, NULL, text + at, size - at, &used, 1, &why);
        if (err != 0) {
            fuzz_expect_words(err, &why, size);
            break;
        }
        fuzz_expect(used <= size - at, "a record ends in its file", NULL);
        fuzz_expect(hra_record_info(record)->whole <= used, "whole lines end in the record", NULL);
        check_moves(record);
        check_resuming(record);
        check_whole(record, text + at);
        check_writing(record);
        hra_record_close(record);
        fuzz_expect(used > 0 || size == at, "reading gets on", NULL);
        at += used;
        if (at == size)
            break;
    }
    free(text);
    return 0;
}

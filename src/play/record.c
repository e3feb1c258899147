/* What a record holds. */
#include <stdlib.h>

#include "play/record_object.h"

void hra_record_clear(hra_record *record) {
    hra_track_release(&record->track);
    hra_manners_release(&record->manners);
    hra_game_close(record->game);
    free(record->position);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        free(record->seats[seat]);
    *record = (hra_record){0};
}

void hra_record_close(hra_record *record) {
    if (!record)
        return;
    hra_record_clear(record);
    free(record);
}

const hra_game *hra_record_game(const hra_record *record) {
    return record->game;
}

uint64_t hra_record_seed(const hra_record *record) {
    return record->seed;
}

uint64_t hra_record_number(const hra_record *record) {
    return record->number;
}

bool hra_record_manual(const hra_record *record) {
    return record->manual;
}

const char *hra_record_date(const hra_record *record) {
    return record->date;
}

int hra_record_version(const hra_record *record) {
    return record->version;
}

const hra_manners *hra_record_manners(const hra_record *record) {
    return &record->manners;
}

const char *hra_record_name(const hra_record *record, int seat) {
    return record->manners.names[seat];
}

hra_outcome hra_record_outcome(const hra_record *record, int *seat) {
    return hra_manners_outcome(&record->manners, &record->track, seat);
}

hra_adjudication hra_record_adjudication(const hra_record *record) {
    return record->manners.terms.why;
}

double hra_record_seconds(const hra_record *record, int ply) {
    return hra_manners_seconds(&record->manners, ply);
}

bool hra_record_finished(const hra_record *record) {
    return record->finished;
}

const char *hra_record_position(const hra_record *record) {
    return record->position;
}

const char *hra_record_player(const hra_record *record, int seat) {
    return record->seats[seat] ? record->seats[seat] : "";
}

int hra_record_plies(const hra_record *record) {
    return record->track.plies;
}

hra_move hra_record_move(const hra_record *record, int ply) {
    return record->track.moves[ply];
}

int hra_record_mover(const hra_record *record, int ply) {
    return hra_manners_mover_at(&record->manners, &record->track, ply);
}

void hra_record_returns(const hra_record *record, double *out) {
    hra_manners_returns(&record->manners, &record->track, out);
}

const void *hra_record_state(const hra_record *record, int ply) {
    return hra_track_state(&record->track, ply);
}

size_t hra_record_whole(const hra_record *record) {
    return record->whole;
}

hra_err hra_record_write(const hra_record *record, const hra_format *format, hra_text *out) {
    const hra_format *own = record->game->rules->catalogue->formats;
    while (own && own->name && own != format)
        own++;
    if (!own || !own->name)
        return HRA_EFIT; /* it would read the states as those of its own game */
    hra_transcript play = {.game = record->game,
                           .start = hra_record_state(record, 0),
                           .moves = record->track.moves,
                           .plies = record->track.plies,
                           .number = record->number,
                           .date = record->date,
                           .over = hra_record_mover(record, record->track.plies) == HRA_OVER};
    for (int seat = 0; seat < record->game->seats; seat++)
        play.players[seat] =
            *hra_record_name(record, seat) ? hra_record_name(record, seat) : hra_record_player(record, seat);
    if (play.over)
        hra_record_returns(record, play.result);
    format->write(&play, out);
    return out->err;
}

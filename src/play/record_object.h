/* What hra_record is made of, for what reads it. */
#ifndef HRA_PLAY_RECORD_OBJECT_H
#define HRA_PLAY_RECORD_OBJECT_H

#include "play/play_metadata.h"

struct hra_record {
    hra_game *game;
    hra_track track;
    hra_manners manners;
    int version;
    uint64_t seed, number;
    bool manual, finished, started; /* started: a move was read, so the header is over */
    char *position;
    char *seats[HRA_MAX_SEATS];
    char date[sizeof "2026.11.22"]; /* "": not known */
    size_t whole;
    hra_play_info info; /* filled when all was read */
};

void hra_record_fill_info(hra_record *record);

/* Gives back all that it holds, and leaves it empty. */
void hra_record_clear(hra_record *record);

#endif

/* What hra_record is made of, for what reads it. */
#ifndef HRA_PLAY_RECORD_OBJECT_H
#define HRA_PLAY_RECORD_OBJECT_H

#include "core/lines.h"
#include "hra/annotated.h"
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
    hra_annotated *annotated; /* its own; NULL: nothing is written about it */
    bool shares_game;         /* the game is that of the annotated game */
    hra_play_info info;       /* filled when all was read */
};

void hra_record_fill_info(hra_record *record);
/* States players, date and result in what is written about the game, which other formats are written from. HRA_ENOMEM. */
hra_err hra_record_state_facts(hra_record *record);

/* Closes a record, and returns what is written about it, which the caller closes: its moves and names, if nothing is. HRA_ENOMEM,
 * or an error of hra_game_open. */
hra_err hra_record_into_annotated(hra_record *record, hra_annotated **out, hra_error *why);
/* Appends an annotated game as a record. Errors as hra_record_of. */
hra_err hra_annotated_text(hra_annotated *annotated, hra_text *out, hra_error *why);

/* Whether bytes are a day as records have it: "2026.11.22", with ? for a digit that is not known. */
bool hra_record_is_date(const char *text, size_t length);

/* A text that begins with a record; `line` is the number of its first line. */
typedef struct hra_record_source {
    const char *text;
    size_t length;
    int line;
} hra_record_source;

/* As hra_record_parse. With a place, which is where an error is, *out is what could be read up to it; NULL: nothing. */
hra_err hra_record_read(hra_record **out, const hra_host *host, const hra_record_source *from, size_t *used,
                        hra_place *place, hra_error *why);
/* Whether the text is a header that was cut off. */
bool hra_record_is_stub(const hra_host *host, const char *text, size_t length);

/* Gives back all that it holds, and leaves it empty. */
void hra_record_clear(hra_record *record);

#endif

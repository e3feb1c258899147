/* Reading what is written about a game in a record: the comment lines that begin with "#:". A line that is wrong is a comment
 * like any other. */
#ifndef HRA_PLAY_RECORD_NOTES_H
#define HRA_PLAY_RECORD_NOTES_H

#include "play/record_object.h"

/* Where the notes stand. */
typedef struct hra_record_notes {
    int node;    /* the last move of the line at hand */
    int depth;   /* of the variation at hand */
    int skipped; /* variations that are open in one that is passed over; 0: nothing is passed over */
    int before[HRA_MAX_VARIATIONS + 1]; /* the last move of the lines around it */
} hra_record_notes;

/* Reads a line behind its "#:". HRA_ENOMEM. */
hra_err hra_record_notes_read(hra_record_notes *notes, hra_record *record, hra_lines *line);
/* A move of the game was read (HRA_ELIMIT: more than an annotated game can have), or moves were taken back so that `plies`
 * are left. HRA_ENOMEM. */
hra_err hra_record_notes_move(hra_record_notes *notes, hra_record *record, hra_move move);
hra_err hra_record_notes_cut(hra_record_notes *notes, hra_record *record, int plies);

#endif

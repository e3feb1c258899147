/* Pages of A4 with exercises: for a class the sheets, for the teacher their key. */
#ifndef HRA_COMMANDS_STUDY_WORKSHEET_PAGE_H
#define HRA_COMMANDS_STUDY_WORKSHEET_PAGE_H

#include <hra/exercise.h>

typedef struct worksheet_page {
    int sheet;    /* its number, from 1 */
    int part;     /* which page of the sheet, from 1 */
    hra_text svg; /* a picture of its own, A4 */
} worksheet_page;

/* Pages in their order; zero at first. */
typedef struct worksheet_pages {
    worksheet_page *pages;
    int count;
} worksheet_pages;

void worksheet_pages_release(worksheet_pages *pages);
/* Adds the pages of one sheet with these exercises; `key`: with the answers. HRA_ENOMEM. */
hra_err worksheet_add(worksheet_pages *pages, int sheet, const char *title, hra_exercise *const *exercises,
                      int count, bool key);

#endif

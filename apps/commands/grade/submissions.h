/* What students handed in, and the folders in which it runs. */
#ifndef HRA_COMMANDS_GRADE_SUBMISSIONS_H
#define HRA_COMMANDS_GRADE_SUBMISSIONS_H

#include <hra/grade.h>
#include <hra/hra.h>

enum { SUBMISSION_PATH = 4096, SUBMISSION_BYTES = 4 << 20, SUBMISSION_TASKS = 8 };

typedef enum submission_kind {
    SUBMISSION_MISSING,
    SUBMISSION_PYTHON,
    SUBMISSION_C,
    SUBMISSION_PROGRAM,  /* it speaks the lines itself, or UGI */
    SUBMISSION_REFERENCE /* of the course */
} submission_kind;

typedef struct submission {
    char student[256];
    char path[SUBMISSION_PATH];
    submission_kind kind;
    bool late;
    uint64_t hash;                   /* of its bytes */
    double points[SUBMISSION_TASKS]; /* of each task of the course */
    bool joins;                      /* the ladder: no test of its task broke off */
} submission;

typedef struct submissions {
    submission *of; /* in the order of students */
    int count;
} submissions;

/* Reads a file, or a folder with a file or folder for each student; `course` names the file in a student's folder.
 * `roster` (NULL: none): names, one a line, each of which gets an entry. `due`: seconds since 1970, 0: none. Exit
 * status; what went wrong was said. */
int submissions_read(submissions *all, const char *path, const char *course, const char *roster, double due);
/* The course's own solution. */
int submissions_reference(submissions *all);
void submissions_release(submissions *all);

/* ---- folders --------------------------------------------------------------------------------*/

typedef struct workplace {
    char top[SUBMISSION_PATH]; /* has the next two */
    char agent[SUBMISSION_PATH + 8], own[SUBMISSION_PATH + 8];
} workplace;

/* Makes folders for one submission: a copy of it, and our wrappers. HRA_EIO; HRA_ELIMIT: it is too long. */
hra_err workplace_make(workplace *w, submission *s, hra_error *why);
void workplace_remove(workplace *w);
/* Appends the command of the shell that runs it. */
void workplace_command(const submission *s, const hra_grade_task *task, hra_text *out);

/* Writes the empty templates of a course into a folder, which is made. Exit status. */
int templates_write(const char *course, const char *folder);

#endif

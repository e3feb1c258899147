/* Numbers of reviews as text, apart from any one review. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_FIGURES_H
#define HRA_COMMANDS_STUDY_REVIEW_FIGURES_H

#include <hra/hra.h>

/* How numbers of a review are written (hra_review_info). */
typedef struct review_scale {
    hra_unit unit;
    int decimals;
    bool thousandths; /* PR has a meaning */
    hra_measure measure;
    bool graded;
} review_scale;

review_scale review_scale_of(const hra_review *review);
/* Appends a value, or "-" if it is not a number; `sign`: "+" to show the sign of positive numbers. */
void review_add_value(const review_scale *scale, const char *sign, double value, hra_text *out);
/* Appends a mean: with two more decimals where values are whole numbers, else one more in points. */
void review_add_mean(const review_scale *scale, double value, hra_text *out);
/* Appends the error rate of decisions, "-" if there were none: PR, else the mean loss. */
void review_add_rate(const review_scale *scale, int decisions, double loss, double scaled, hra_text *out);
/* The same as a number; NAN if there were none. */
double review_rate(const review_scale *scale, int decisions, double loss, double scaled);
/* The heading of the rate: "PR", or "mean loss". */
const char *review_rate_name(const review_scale *scale);
/* Appends the accuracy of some decisions if it is by win probabilities, else their error rate; and its heading. */
void review_add_skill(const review_scale *scale, const hra_review_summary *sums, hra_text *out);
const char *review_skill_name(const review_scale *scale);
/* What a grade is called in files and JSON: "blunder"; NULL: it is fine. Static. */
const char *review_grade_word(hra_grade grade);
/* The heading of a third of the plies: "opening", "middle" or "end". */
const char *review_third_name(int third);
/* Returns the value of the state before a ply for a seat: 0..done. */
double review_value_before(const hra_review *review, int seat, int ply);
/* Returns the roll that a decision plays: the ply before it if chance made it, else -1. */
int review_roll_of(const hra_review *review, int ply);

#endif

/* Numbers of reviews as text. */
#include "review_figures.h"

#include <math.h>

#include "speech/print.h"

review_scale review_scale_of(const hra_review *review) {
    const hra_review_info *info = hra_review_snapshot(review);
    return (review_scale){.unit = info->unit,
                          .decimals = info->decimals,
                          .thousandths = info->thousandths,
                          .measure = info->measure,
                          .graded = info->grade_from[HRA_GRADE_BLUNDER] > 0};
}

static void add_with(const review_scale *scale, int decimals, const char *sign, double value, hra_text *out) {
    bool chance = scale->unit == HRA_UNIT_PROBABILITY;
    if (isnan(value)) {
        hra_text_add(out, "-");
        return;
    }
    hra_text_addf(out, *sign ? "%+.*F%s" : "%.*F%s", decimals,
                  print_rounded(chance ? 100 * value : value, decimals), chance ? print_percent() : "");
}

void review_add_value(const review_scale *scale, const char *sign, double value, hra_text *out) {
    add_with(scale, scale->decimals, sign, value, out);
}

void review_add_mean(const review_scale *scale, double value, hra_text *out) {
    int more = scale->unit == HRA_UNIT_PROBABILITY ? 1 : scale->decimals < 1 ? 2 : 1;
    add_with(scale, scale->decimals + more, "", value, out);
}

double review_rate(const review_scale *scale, int decisions, double loss, double scaled) {
    return !decisions ? (double)NAN : scale->thousandths ? 500 * scaled / decisions : loss / decisions;
}

void review_add_rate(const review_scale *scale, int decisions, double loss, double scaled, hra_text *out) {
    double rate = review_rate(scale, decisions, loss, scaled);
    if (scale->thousandths && !isnan(rate))
        hra_text_addf(out, "%.1F", print_rounded(rate, 1));
    else
        review_add_mean(scale, rate, out);
}

const char *review_rate_name(const review_scale *scale) {
    return scale->thousandths ? "PR" : _("mean loss");
}

void review_add_skill(const review_scale *scale, const hra_review_summary *sums, hra_text *out) {
    if (scale->measure != HRA_MEASURE_CHANCES)
        review_add_rate(scale, sums->decisions, sums->loss, sums->scaled, out);
    else
        hra_text_addf(out, isnan(sums->accuracy) ? "-" : "%.1F%s", sums->accuracy, print_percent());
}

const char *review_skill_name(const review_scale *scale) {
    return scale->measure == HRA_MEASURE_CHANCES ? _("accuracy") : review_rate_name(scale);
}

const char *review_grade_word(hra_grade grade) {
    static const char *const words[HRA_GRADES] = {NULL, "inaccuracy", "error", "blunder"};
    return words[grade];
}

const char *review_third_name(int third) {
    static const char *const names[HRA_REVIEW_THIRDS] = {N_("opening"), N_("middle"), N_("end")};
    return _(names[third]);
}

double review_value_before(const hra_review *review, int seat, int ply) {
    hra_review_summary sums;
    if (ply > 0)
        return hra_review_ply(review, ply - 1)->values[seat];
    hra_review_seat(review, seat, &sums);
    return sums.expected;
}

int review_roll_of(const hra_review *review, int ply) {
    return ply > 0 && hra_review_ply(review, ply - 1)->mover < 0 ? ply - 1 : -1;
}

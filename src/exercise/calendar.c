/* Days and moments. The arithmetic is that of the proleptic Gregorian calendar (Hinnant, "chrono-Compatible Low-Level
 * Date Algorithms", 2014): years begin in March, so that the leap day is the last one. */
#include "deck_object.h"

#include "core/messages.h"

enum {
    MINUTE = 60,
    HOUR = 60 * MINUTE,
    DAY = 24 * HOUR,
    ERA_YEARS = 400,
    ERA_DAYS = 146097, /* of 400 years */
    EPOCH = 719468,    /* days from 0000-03-01 to 1970-01-01 */
    LAST_YEAR = 9999,
};

typedef struct date {
    int64_t year;
    int month, day;
} date;

static int64_t floor_divide(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* Local seconds of a moment as a day and the seconds in it; split first, so that no moment overflows. */
static int64_t split(hra_local_time moment, int64_t offset, int64_t *seconds) {
    const int64_t days = floor_divide(moment.seconds, DAY);
    const int64_t in_day = (moment.seconds % DAY + DAY) % DAY;
    const int64_t left = in_day + (int64_t)moment.zone * MINUTE + offset;
    *seconds = left - floor_divide(left, DAY) * DAY;
    return days + floor_divide(left, DAY);
}

int64_t hra_day_of(hra_local_time moment) {
    int64_t seconds;
    return split(moment, -(int64_t)HRA_DAY_BEGINS * HOUR, &seconds);
}

/* ---- dates ----------------------------------------------------------------------------------*/

static int64_t day_of_date(date d) {
    const int64_t year = d.year - (d.month <= 2);
    const int64_t era = floor_divide(year, ERA_YEARS), in_era = year - era * ERA_YEARS;
    const int64_t month = (d.month + 9) % 12; /* March: 0 */
    const int64_t in_year = (153 * month + 2) / 5 + d.day - 1;
    return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + in_year - EPOCH;
}

static date date_of_day(int64_t day) {
    const int64_t from_era = day + EPOCH, era = floor_divide(from_era, ERA_DAYS),
                  left = from_era - era * ERA_DAYS;
    const int64_t year = (left - left / 1460 + left / 36524 - left / (ERA_DAYS - 1)) / 365;
    const int64_t in_year = left - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
    const int real_month = (int)(month < 10 ? month + 3 : month - 9);
    return (date){.year = year + era * ERA_YEARS + (real_month <= 2),
                  .month = real_month,
                  .day = (int)(in_year - (153 * month + 2) / 5 + 1)};
}

static int month_days(int64_t year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* ---- moments as text ------------------------------------------------------------------------*/

bool hra_moment_is_valid(hra_local_time moment) {
    int64_t seconds;
    if (moment.zone <= -DAY / MINUTE || moment.zone >= DAY / MINUTE)
        return false;
    const int64_t day = split(moment, 0, &seconds);
    return day >= day_of_date((date){1, 1, 1}) && day <= day_of_date((date){LAST_YEAR, 12, 31});
}

/* Takes a number of exactly `digits` digits, from low to high; -1: something else is there. */
static int take_number(hra_lines *l, int digits, int low, int high) {
    int n = 0;
    for (int i = 0; i < digits; i++) {
        const int c = hra_lines_peek(l);
        if (c < '0' || c > '9')
            return -1;
        n = 10 * n + (c - '0');
        l->at++;
    }
    return n >= low && n <= high ? n : -1;
}

/* "Z" or "+01:00", in minutes. */
static bool take_zone(hra_lines *l, int *zone) {
    *zone = 0;
    if (hra_lines_take(l, "Z"))
        return true;
    const bool west = hra_lines_take(l, "-");
    if (!west && !hra_lines_take(l, "+"))
        return false;
    const int hours = take_number(l, 2, 0, 23),
              minutes = hra_lines_take(l, ":") ? take_number(l, 2, 0, 59) : -1;
    *zone = (west ? -1 : 1) * (60 * hours + minutes);
    return hours >= 0 && minutes >= 0;
}

static bool take_moment(hra_lines *l, hra_local_time *out) {
    date d = {.year = take_number(l, 4, 1, LAST_YEAR)};
    d.month = hra_lines_take(l, "-") ? take_number(l, 2, 1, 12) : -1;
    d.day = hra_lines_take(l, "-") ? take_number(l, 2, 1, 31) : -1;
    if (d.year < 0 || d.month < 0 || d.day < 0 || d.day > month_days(d.year, d.month) ||
        !hra_lines_take(l, "T"))
        return false;
    const int hours = take_number(l, 2, 0, 23),
              minutes = hra_lines_take(l, ":") ? take_number(l, 2, 0, 59) : -1;
    const int seconds = hra_lines_take(l, ":") ? take_number(l, 2, 0, 59) : 0;
    if (hours < 0 || minutes < 0 || seconds < 0 || !take_zone(l, &out->zone))
        return false;
    out->seconds =
        day_of_date(d) * DAY + (int64_t)hours * HOUR + (int64_t)(minutes - out->zone) * MINUTE + seconds;
    const int next = hra_lines_peek(l);
    return next < 0 || next == ' ' || next == '\t' || next == '\r';
}

hra_local_time hra_moment_read(hra_lines *l) {
    hra_local_time moment = {0};
    hra_lines_blanks(l);
    const char *from = l->at;
    if (!l->err && take_moment(l, &moment))
        return moment;
    l->at = from;
    (void)hra_lines_expected(l, _("a date and time such as 2026-11-27T21:05+01:00"));
    return (hra_local_time){0};
}

void hra_moment_write(hra_local_time moment, hra_text *out) {
    int64_t left;
    const date d = date_of_day(split(moment, 0, &left));
    const int seconds = (int)left, zone = moment.zone < 0 ? -moment.zone : moment.zone;
    hra_text_addf(out, "%04d-%02d-%02dT%02d:%02d", (int)d.year, d.month, d.day, seconds / HOUR,
                  seconds % HOUR / MINUTE);
    if (seconds % MINUTE)
        hra_text_addf(out, ":%02d", seconds % MINUTE);
    hra_text_addf(out, "%c%02d:%02d", moment.zone < 0 ? '-' : '+', zone / 60, zone % 60);
}

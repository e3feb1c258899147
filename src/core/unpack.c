/* Unpacking by zlib and libzstd. A build may lack either (HRA_GZIP, HRA_ZSTD of packers.h): a page has none. */
#if __has_include(<core/packers.h>) /* made by meson */
#include <core/packers.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HRA_GZIP
#include <zlib.h>
#endif
#ifdef HRA_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "file.h"
#include "messages.h"
#include "unpack.h"

enum {
    LONGEST_NAME = 200,
    WINDOW = 27 /* bits: 128 MiB, the most that the command zstd takes without an option */
};

typedef enum packing { UNKNOWN, PLAIN, GZIP, ZSTD } packing;

struct hra_unpack {
    char name[LONGEST_NAME];
    int descriptor; /* -1: bytes of the caller */
    bool own;       /* it closes the descriptor */
    bool regular;   /* a file with places, */
    bool by_place;  /* which is read by them, so that other readers of the descriptor are not disturbed */
    off_t from;     /* the place where it began */
    const unsigned char *bytes; /* of the caller */
    size_t length;

    const unsigned char *at; /* what has come and is not used, */
    size_t left;
    uint64_t taken; /* and how many bytes have come */
    bool over;      /* no more come */

    packing packing;
    bool inside;    /* of a member or a frame that is not over */
    uint64_t frame; /* where the frame began */
    bool full;      /* the last step filled `unpacked`, so more may be waiting */
    hra_err err;    /* found behind the bytes that were given */
    hra_error why;
#ifdef HRA_GZIP
    z_stream gzip;
#endif
#ifdef HRA_ZSTD
    ZSTD_DCtx *zstd;
#endif
    unsigned char come[HRA_UNPACK_PART], unpacked[HRA_UNPACK_PART];
};

/* ---- opening --------------------------------------------------------------------------------*/

/* calloc would clear the buffers too. */
static hra_unpack *make(void) {
    hra_unpack *unpack = malloc(sizeof *unpack);
    if (unpack)
        memset(unpack, 0, offsetof(hra_unpack, come));
    return unpack;
}

static void set_name(hra_unpack *unpack, const char *path) {
    if (!path)
        unpack->name[0] = '\0';
    else if (strcmp(path, "-") == 0)
        hra_snprintf(unpack->name, LONGEST_NAME, "%s: ", _("standard input"));
    else
        hra_snprintf(unpack->name, LONGEST_NAME, "'%.*s': ", LONGEST_NAME - 5, path);
}

hra_err hra_unpack_open(hra_unpack **out, const char *path, hra_error *why) {
    static const char unreadable[] = N_("it cannot be read");
    struct stat info;
    bool standard = strcmp(path, "-") == 0;
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return errno == EINTR ? hra_fail_code(why, HRA_ESTOPPED)
                              : hra_file_failed(path, errno, unreadable, why);
    hra_unpack *unpack = make();
    if (!unpack || fstat(descriptor, &info) != 0) {
        hra_err err = unpack ? hra_file_failed(path, errno, unreadable, why) : hra_no_memory(why);
        if (!standard)
            close(descriptor);
        free(unpack);
        return err;
    }
    set_name(unpack, path);
    unpack->descriptor = descriptor;
    unpack->own = !standard;
    unpack->from = S_ISREG(info.st_mode) ? lseek(descriptor, 0, SEEK_CUR) : -1;
    unpack->regular = unpack->from >= 0;
    *out = unpack;
    return HRA_OK;
}

hra_err hra_unpack_open_bytes(hra_unpack **out, const void *bytes, size_t length, hra_error *why) {
    hra_unpack *unpack = make();
    if (!unpack)
        return hra_no_memory(why);
    set_name(unpack, NULL);
    unpack->descriptor = -1;
    unpack->bytes = bytes;
    unpack->length = length;
    *out = unpack;
    return HRA_OK;
}

hra_err hra_unpack_again(hra_unpack **out, const hra_unpack *unpack, hra_error *why) {
    if (unpack->descriptor < 0)
        return hra_unpack_open_bytes(out, unpack->bytes, unpack->length, why);
    if (!unpack->regular)
        return hra_fail_code(why, HRA_EFIT);
    hra_unpack *again = make();
    if (!again)
        return hra_no_memory(why);
    memcpy(again->name, unpack->name, sizeof again->name);
    again->descriptor = unpack->descriptor;
    again->regular = again->by_place = true;
    again->from = unpack->from;
    *out = again;
    return HRA_OK;
}

const char *hra_unpack_name(const hra_unpack *unpack) {
    return unpack->name;
}

void hra_unpack_close(hra_unpack *unpack) {
    if (!unpack)
        return;
#ifdef HRA_GZIP
    if (unpack->packing == GZIP)
        inflateEnd(&unpack->gzip);
#endif
#ifdef HRA_ZSTD
    ZSTD_freeDCtx(unpack->zstd);
#endif
    if (unpack->own)
        close(unpack->descriptor);
    free(unpack);
}

/* ---- bytes as they are ----------------------------------------------------------------------*/

static hra_err fail_at(hra_unpack *unpack, uint64_t place, hra_err code, const char *what) {
    return unpack->err = hra_fail(&unpack->why, code, -1, "%sbyte %llu: %s", unpack->name,
                                  (unsigned long long)place, what);
}

static hra_err fail(hra_unpack *unpack, hra_err code, const char *what) {
    return fail_at(unpack, unpack->taken - unpack->left, code, what);
}

static hra_err fail_reading(hra_unpack *unpack, int number) {
    if (number == EINTR)
        return hra_fail_code(&unpack->why, HRA_ESTOPPED); /* not kept: the next call goes on */
    if (number == EISDIR)
        return unpack->err = hra_fail(&unpack->why, HRA_EIO, -1, "%sit is a folder", unpack->name);
    return unpack->err = hra_fail(&unpack->why, HRA_EIO, -1, "%sit cannot be read (%s)", unpack->name,
                                  hra_system_text(number));
}

/* Adds to what has come; there is room, as less than a magic number is left. */
static hra_err fetch(hra_unpack *unpack) {
    if (unpack->over)
        return HRA_OK;
    if (unpack->descriptor < 0) {
        unpack->at = unpack->bytes;
        unpack->left = unpack->length;
        unpack->taken = unpack->length;
        unpack->over = true;
        return HRA_OK;
    }
    if (unpack->left)
        memmove(unpack->come, unpack->at, unpack->left);
    unpack->at = unpack->come;
    unsigned char *to = unpack->come + unpack->left;
    size_t room = sizeof unpack->come - unpack->left;
    ssize_t n = unpack->by_place ? pread(unpack->descriptor, to, room, unpack->from + (off_t)unpack->taken)
                                 : read(unpack->descriptor, to, room);
    if (n < 0)
        return fail_reading(unpack, errno);
    unpack->left += (size_t)n;
    unpack->taken += (uint64_t)n;
    unpack->over = n == 0;
    return HRA_OK;
}

/* How the bytes are packed; UNKNOWN: more of them have to come. RFC 1952, RFC 8878: a frame, or one that is skipped. */
static packing find_packing(const unsigned char *at, size_t left, bool over) {
    static const unsigned char gzip[] = {0x1F, 0x8B}, zstd[] = {0x28, 0xB5, 0x2F, 0xFD},
                               skipped[] = {0x2A, 0x4D, 0x18};
    size_t front = left < 4 ? left : 4;
    bool whole = over || left >= 4;
    if (front > 0 && memcmp(at, gzip, front < 2 ? front : 2) == 0)
        return front >= 2 ? GZIP : whole ? PLAIN : UNKNOWN;
    if (front > 0 && memcmp(at, zstd, front) == 0)
        return front == 4 ? ZSTD : whole ? PLAIN : UNKNOWN;
    if (front > 0 && (at[0] & 0xF0) == 0x50 && memcmp(at + 1, skipped, front - 1) == 0)
        return front == 4 ? ZSTD : whole ? PLAIN : UNKNOWN;
    return front > 0 || over ? PLAIN : UNKNOWN;
}

/* ---- gzip -----------------------------------------------------------------------------------*/

#ifdef HRA_GZIP
static hra_err begin_gzip(hra_unpack *unpack) {
    return inflateInit2(&unpack->gzip, 15 + 16) == Z_OK ? HRA_OK
                                                        : (unpack->err = hra_no_memory(&unpack->why));
}

/* Between members: zeros, as tape drives write them, are passed over. */
static hra_err next_member(hra_unpack *unpack) {
    while (unpack->left && !*unpack->at) {
        unpack->at++;
        unpack->left--;
    }
    if (!unpack->left)
        return HRA_OK;
    if (*unpack->at != 0x1F)
        return fail(unpack, HRA_EDAMAGED, _("expected the end of the file, or more gzip data"));
    inflateReset(&unpack->gzip);
    unpack->inside = true;
    return HRA_OK;
}

/* Unpacks what has come; how many bytes that are. */
static size_t step_gzip(hra_unpack *unpack) {
    if (!unpack->inside && next_member(unpack) != HRA_OK)
        return 0;
    if (!unpack->inside)
        return 0;
    z_stream *z = &unpack->gzip;
    uInt most = unpack->left < (1u << 30) ? (uInt)unpack->left : 1u << 30;
    z->next_in = (unsigned char *)(uintptr_t)unpack->at;
    z->avail_in = most;
    z->next_out = unpack->unpacked;
    z->avail_out = sizeof unpack->unpacked;
    int status = inflate(z, Z_NO_FLUSH);
    unpack->at += most - z->avail_in;
    unpack->left -= most - z->avail_in;
    unpack->inside = status != Z_STREAM_END;
    unpack->full = unpack->inside && z->avail_out == 0;
    if (status == Z_MEM_ERROR)
        unpack->err = hra_no_memory(&unpack->why);
    else if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
        fail(unpack, HRA_EDAMAGED, _("damaged gzip data"));
    return sizeof unpack->unpacked - z->avail_out;
}
#else
static hra_err begin_gzip(hra_unpack *unpack) {
    return fail(unpack, HRA_EFIT,
                _("gzip data, and this build cannot unpack them; unpack the file with gunzip"));
}

static size_t step_gzip(hra_unpack *unpack) {
    return 0;
}
#endif

/* ---- zstd -----------------------------------------------------------------------------------*/

#ifdef HRA_ZSTD
static hra_err begin_zstd(hra_unpack *unpack) {
    unpack->zstd = ZSTD_createDCtx();
    if (!unpack->zstd)
        return unpack->err = hra_no_memory(&unpack->why);
    ZSTD_DCtx_setParameter(unpack->zstd, ZSTD_d_windowLogMax, WINDOW);
    return HRA_OK;
}

static void fail_zstd(hra_unpack *unpack, size_t status) {
    switch (ZSTD_getErrorCode(status)) {
    case ZSTD_error_memory_allocation:
        unpack->err = hra_no_memory(&unpack->why);
        return;
    case ZSTD_error_frameParameter_windowTooLarge:
        fail_at(
            unpack, unpack->frame, HRA_ELIMIT,
            _("zstd data that need a window larger than 128 MiB; unpack the file with zstd --long=31 -d"));
        return;
    case ZSTD_error_prefix_unknown:
        fail_at(unpack, unpack->frame, HRA_EDAMAGED, _("expected the end of the file, or more zstd data"));
        return;
    default:
        fail(unpack, HRA_EDAMAGED, _("damaged zstd data"));
    }
}

static size_t step_zstd(hra_unpack *unpack) {
    if (!unpack->inside)
        unpack->frame = unpack->taken - unpack->left;
    ZSTD_inBuffer in = {unpack->at, unpack->left, 0};
    ZSTD_outBuffer out = {unpack->unpacked, sizeof unpack->unpacked, 0};
    size_t status = ZSTD_decompressStream(unpack->zstd, &out, &in);
    unpack->at += in.pos;
    unpack->left -= in.pos;
    unpack->inside = status != 0;
    unpack->full = unpack->inside && out.pos == out.size;
    if (ZSTD_isError(status))
        fail_zstd(unpack, status);
    return out.pos;
}
#else
static hra_err begin_zstd(hra_unpack *unpack) {
    return fail(unpack, HRA_EFIT,
                _("zstd data, and this build cannot unpack them; unpack the file with zstd -d"));
}

static size_t step_zstd(hra_unpack *unpack) {
    return 0;
}
#endif

/* ---- going on -------------------------------------------------------------------------------*/

static hra_err begin(hra_unpack *unpack) {
    while (unpack->packing == UNKNOWN) {
        hra_err err = fetch(unpack);
        if (err)
            return err;
        unpack->packing = find_packing(unpack->at, unpack->left, unpack->over);
        if (unpack->packing == GZIP)
            begin_gzip(unpack);
        if (unpack->packing == ZSTD)
            begin_zstd(unpack);
    }
    return unpack->err;
}

static hra_err next_plain(hra_unpack *unpack, const char **bytes, size_t *length) {
    hra_err err = unpack->left ? HRA_OK : fetch(unpack);
    if (err)
        return err;
    *bytes = (const char *)unpack->at;
    *length = unpack->left;
    unpack->left = 0;
    return HRA_OK;
}

static hra_err next_unpacked(hra_unpack *unpack, const char **bytes, size_t *length) {
    size_t count = 0;
    while (count == 0) {
        hra_err err = unpack->left || unpack->full ? HRA_OK : fetch(unpack);
        if (!err && !unpack->left && !unpack->full && unpack->over)
            err = unpack->inside ? fail(unpack, HRA_EDAMAGED, _("the packed data end too early")) : HRA_OK;
        if (!err && !unpack->left && !unpack->full && unpack->over)
            break;
        if (!err)
            count = unpack->packing == GZIP ? step_gzip(unpack) : step_zstd(unpack);
        if (err || (unpack->err && count == 0))
            return err ? err : unpack->err;
    }
    *bytes = (const char *)unpack->unpacked;
    *length = count;
    return HRA_OK;
}

hra_err hra_unpack_next(hra_unpack *unpack, const char **bytes, size_t *length, hra_error *why) {
    hra_err err = unpack->err ? unpack->err : begin(unpack);
    *length = 0;
    if (!err)
        err = unpack->packing == PLAIN ? next_plain(unpack, bytes, length)
                                       : next_unpacked(unpack, bytes, length);
    return err ? hra_fail_as(why, &unpack->why) : HRA_OK;
}

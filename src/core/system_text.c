/* Errors of the system in the language of the process. The English texts are those of the GNU C library; its own
 * translations need locales that may not be installed. */
#include <errno.h>
#include <string.h>

#include "core/messages.h"

typedef struct system_text {
    int number;
    const char *text;
} system_text;

static const system_text texts[] = {
    {ENOENT, N_("No such file or directory")},
    {EACCES, N_("Permission denied")},
    {EPERM, N_("Operation not permitted")},
    {EEXIST, N_("File exists")},
    {EISDIR, N_("Is a directory")},
    {ENOTDIR, N_("Not a directory")},
    {ENOTEMPTY, N_("Directory not empty")},
    {ELOOP, N_("Too many levels of symbolic links")},
    {ENAMETOOLONG, N_("File name too long")},
    {ENOSPC, N_("No space left on device")},
    {EFBIG, N_("File too large")},
    {EROFS, N_("Read-only file system")},
    {EMFILE, N_("Too many open files")},
    {EIO, N_("Input/output error")},
    {EBUSY, N_("Device or resource busy")},
    {EINVAL, N_("Invalid argument")},
    {ENOMEM, N_("Cannot allocate memory")},
    {EPIPE, N_("Broken pipe")},
    {EADDRINUSE, N_("Address already in use")},
    {EADDRNOTAVAIL, N_("Cannot assign requested address")},
    {ECONNREFUSED, N_("Connection refused")},
};

const char *hra_system_text(int number) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].number == number)
            return _(texts[i].text);
    return _("unknown error");
}

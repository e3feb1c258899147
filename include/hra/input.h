/* hra/input.h: text of files, pipes and memory, in any encoding, packed or not.
 *
 *     hra_input *input;
 *     hra_err err = hra_input_open(&input, "games.pdn.gz", NULL, &why);
 *     size_t before;
 *     do {
 *         before = text.length;
 *         err = hra_input_read(input, 1 << 16, &text, &why);
 *     } while (!err && text.length > before);
 *
 * Files packed by gzip or zstd are recognized by their first bytes; the name does not matter. The text comes out as
 * UTF-8 without a byte order mark; ends of lines stay as they are. A byte order mark (UTF-8, UTF-16) names the encoding
 * of a file. Without one the caller names it, or it is decided once for the whole file: UTF-8 if all bytes are UTF-8,
 * else Windows-1252, in which Latin-1 has the same letters. Of a regular file and of memory up to 64 MiB are looked
 * through for that, of a pipe 64 KiB from the first byte that is not ASCII. What is not in the encoding becomes U+FFFD.
 *
 * Memory stays bounded, however much a file unpacks to: about 400 KiB, and for zstd the window of the file, at most 128
 * MiB.
 *
 * Thread-safety: one thread at a time uses an input. */
#ifndef HRA_INPUT_H
#define HRA_INPUT_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_input hra_input;

/* Opens a file; "-" is standard input. `encoding` is a name in any case, such as "utf-8", "utf-16", "windows-1252",
 * "windows-1250", "iso-8859-1", "iso-8859-2", "cp437" or "cp852"; NULL: as above. The caller closes it. Returns
 *   HRA_EINPUT            if there is no such encoding; the error lists all
 *   HRA_EMISSING, HRA_EIO if the file cannot be opened
 *   HRA_ESTOPPED          if a signal interrupted the wait for the writer of a named pipe
 *   HRA_ENOMEM. */
HRA_API hra_err hra_input_open(hra_input **out, const char *path, const char *encoding, hra_error *why);
/* Opens bytes, which the caller keeps until the input is closed. Errors: HRA_EINPUT, HRA_ENOMEM. */
HRA_API hra_err hra_input_open_bytes(hra_input **out, const void *bytes, size_t length, const char *encoding,
                                     hra_error *why);

/* Appends whole characters: at least one, and about `most` bytes at most. Nothing appended: the end. All that can be
 * read is appended before an error is returned; each further call returns it again. Returns
 *   HRA_EDAMAGED          if packed data are damaged or truncated; the error names the byte
 *   HRA_EFIT              if this build cannot unpack them (it was made without zlib or libzstd)
 *   HRA_EIO               if the file cannot be read
 *   HRA_ELIMIT            if zstd needs a window larger than 128 MiB
 *   HRA_ESTOPPED          if a signal interrupted the wait; the next call continues
 *   HRA_ENOMEM. */
HRA_API hra_err hra_input_read(hra_input *input, size_t most, hra_text *out, hra_error *why);
/* Appends all of it, up to `most` bytes. Errors as above, and
 *   HRA_ELIMIT            if the text is longer; its beginning is appended. */
HRA_API hra_err hra_input_read_all(hra_input *input, size_t most, hra_text *out, hra_error *why);

/* Returns the encoding: "UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "windows-1250", "ISO-8859-1", "ISO-8859-2",
 * "IBM437" or "IBM852". NULL: only ASCII was read so far. At the end of a text in ASCII it is "UTF-8". Static. */
HRA_API const char *hra_input_encoding(const hra_input *input);
/* Returns whether this encoding was neither named by the caller nor marked in the file, and is not UTF-8. A
 * program should report this, as the text may be in another encoding. */
HRA_API bool hra_input_guessed(const hra_input *input);
/* Returns the number of U+FFFD written so far for bytes that are not in the encoding. */
HRA_API uint64_t hra_input_replaced(const hra_input *input);
/* Closes an input, which may be NULL. */
HRA_API void hra_input_close(hra_input *input);

#ifdef __cplusplus
}
#endif
#endif

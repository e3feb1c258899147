/* Keys of JSON that were renamed; docs/json.md lists them. */
#ifndef HRA_CORE_JSON_KEYS_H
#define HRA_CORE_JSON_KEYS_H

#include "hra/base.h"

/* Call it behind the member `key`, which was written from json->out->length == `from` on: writes its value a second
 * time under the old name; of a writer of old keys puts that in its place; of a writer of new keys does nothing. Both
 * are plain words. */
void hra_json_renamed(hra_json *json, size_t from, const char *key, const char *old);

#endif

// Random IDs.

/** 16 hexadecimal digits. Where a page comes from an address that is not secure there is no randomUUID. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes, without a byte order mark; undefined where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

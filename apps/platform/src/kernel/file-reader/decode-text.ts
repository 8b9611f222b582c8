/** The text of bytes that do not say how they are written: by byte order mark, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const label = markOf(bytes) ?? known(declared);
  if (label) return new TextDecoder(label).decode(bytes);
  try {
    // The last character may have been cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function known(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

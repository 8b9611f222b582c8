/** Spots likely secrets while typing, to say that they will be taken out. The server's own redaction is what counts. */
export function foundSecrets(text: string): string[] {
  const found = new Set<string>();
  if (/\bbearer\s+[\w.~+/-]{12,}/i.test(text)) found.add('a bearer token');
  if (/\b(x-)?api[-_ ]?key["']?\s*[:=]\s*["']?[\w-]{12,}/i.test(text)) found.add('an API key');
  if (/\b(sk|pk|ghp|gho|xox[abp])[-_][\w-]{16,}/.test(text)) found.add('an API key');
  if (/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/.test(text)) found.add('a JSON Web Token');
  if (/\b(password|passwd|client_secret)["']?\s*[:=]\s*["']?\S{6,}/i.test(text)) found.add('a password');
  return [...found];
}

/** The address a probe would go to, when the text names one. */
export function firstUrl(text: string): string | null {
  const match = /\b(?:https?|wss?):\/\/[^\s'"`<>\\)\]}]+/i.exec(text);
  return match ? match[0].replace(/[.,;]+$/, '') : null;
}

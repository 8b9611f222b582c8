const PLACEHOLDER =
  /^(?:[$%{<[\uE000*.•…-].*|.*(?:\.\.\.|…|x{4,}|X{4,}|\*{3,}|•{2,}).*|(?:your|my|dein|ihr|mein|tu|su|votre|seu|sua|the|some|insert|enter|replace|put|add)[-_ ].*|.*(?:_here|-here|placeholder|changeme|change-me|redacted|example|dummy|todo).*|(?:process\.)?env\.\w+!?|process\.env.*|os\.(?:environ|getenv).*|env\(.*|ENV\[.*|getenv.*|import\.meta.*|System\.getenv.*|config\..*|settings\..*|self\..*|this\..*|Deno\.env.*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?:api_?key|apikey|token|secret|password|key|string|access_?token|auth_?token|bearer)|(?:sk-)?(?:no|not|none|any|un)[-_ ]?(?:api)?[-_ ]?(?:key|token|auth|needed|required|used|thing|value)(?:[-_]\w+)*|0+|1234567?8?9?0?|abc(?:def|123)?)$/i;

/** `$KEY`, `${KEY}`, `<token>`, `YOUR_API_KEY`, `sk-...`: a place for a credential, not one. */
export function isPlaceholder(value: string): boolean {
  const trimmed = value.trim().replace(/^["'`]+|["'`,;]+$/g, '');
  if (trimmed === '' || PLACEHOLDER.test(trimmed)) {
    // The list is case-insensitive, but only a name all in capitals stands for a variable.
    return !/^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/.test(trimmed) || !looksRandom(trimmed);
  }
  return /[\uE000]/.test(trimmed);
}

/** Letters and digits mixed as no word or number has them. */
export const looksRandom = (value: string): boolean =>
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  /(?:\d[a-z]|[a-z]\d)/i.test(value) &&
  entropyOf(value) > 3.2 &&
  !/^[A-Z_]+\d?$/.test(value);

/** Bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}

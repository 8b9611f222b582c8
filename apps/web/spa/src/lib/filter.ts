/** Building `$filter` texts. Values are always quoted here, so that typed text can never become syntax. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const equals = (field: string, value: string): string => `${field} eq ${quoteText(value)}`;

export const differs = (field: string, value: string): string => `${field} ne ${quoteText(value)}`;

/** Matches without regard to case, as people search. */
export const contains = (field: string, text: string): string =>
  `contains(tolower(${field}),${quoteText(text.toLowerCase())})`;

export function anyOf(conditions: readonly string[]): string {
  return conditions.length > 1 ? `(${conditions.join(' or ')})` : (conditions[0] ?? '');
}

export function allOf(conditions: readonly (string | null | undefined | false)[]): string | undefined {
  const kept = conditions.filter((text): text is string => typeof text === 'string' && text !== '');
  return kept.length === 0 ? undefined : kept.join(' and ');
}

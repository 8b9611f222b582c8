/** Whether one of the names stands in an expression (or, where asked, a statement) of a template, found in one pass. */
export function mentionsName(
  template: string,
  names: readonly string[],
  openings: RegExp = /\{[{%]/,
): boolean {
  if (!names.some((name) => template.includes(name))) return false;
  const name = new RegExp(`\\b(?:${names.join('|')})\\b`);
  return template.split('}').some((piece) => {
    const opening = openings.exec(piece);
    return opening !== null && name.test(piece.slice(opening.index + 2));
  });
}

export const EXPRESSION_ONLY = /\{\{/;

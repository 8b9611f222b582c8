/** An act and the plain text that shows it. */
export type Rule<Name extends string> = readonly [act: Name, pattern: RegExp];

export function rule<Name extends string>(act: Name, alternatives: readonly string[]): Rule<Name> {
  return [act, new RegExp(alternatives.join('|'))];
}

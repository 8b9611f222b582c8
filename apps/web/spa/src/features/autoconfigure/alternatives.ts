const firstFew = 3;

export interface ShownMapping {
  readonly value: Readonly<Record<string, unknown>>;
  /** Alternatives that are tried as well and not shown. */
  readonly more: number;
}

/** Where nothing shows the answer, some fifty usual places are tried in turn; three of them say what that means. */
export function firstPlaces(mapping: Readonly<Record<string, unknown>>): ShownMapping {
  let more = 0;
  const value = Object.fromEntries(
    Object.entries(mapping).map(([name, expression]) => {
      if (typeof expression !== 'string' || !expression.startsWith('{{')) return [name, expression];
      const places = expression.split(' or ');
      // Some are tried twice, in another filter; a place is counted once, here as in words.
      const count = pathsOf(expression)?.length ?? places.length;
      if (count <= firstFew + 1) return [name, expression];
      more += count - firstFew;
      return [name, `${places.slice(0, firstFew).join(' or ')} or … }}`];
    }),
  );
  return { value, more };
}

const aPlace = /jsonpath\((['"])(.*?)\1\)/g;
/** One place or several that are tried in turn, the last of them perhaps worked out; a filter may follow. */
const onlyPlaces = /^\{\{ P(?: or P)*(?: or \(.*\))?(?: \| join\(''\))? \}\}$/;

const pathsOf = (expression: string): string[] | undefined =>
  onlyPlaces.test(expression.replaceAll(aPlace, 'P'))
    ? [...new Set([...expression.matchAll(aPlace)].map(([, , path = '']) => path))]
    : undefined;

/** Where an answer is read from, in plain paths; a template that does more than look at places stays as it is. */
export function placesInWords(expression: string): string {
  const places = pathsOf(expression);
  if (places === undefined) return expression;
  if (places.length <= firstFew + 1) return places.join(' or ');
  return `${places.slice(0, firstFew).join(' or ')}, or one of ${places.length - firstFew} other places`;
}

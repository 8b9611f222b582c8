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
      const places = typeof expression === 'string' ? expression.split(' or ') : [];
      if (typeof expression !== 'string' || !expression.startsWith('{{') || places.length <= firstFew + 1)
        return [name, expression];
      more += places.length - firstFew;
      return [name, `${places.slice(0, firstFew).join(' or ')} or … }}`];
    }),
  );
  return { value, more };
}

const aPlace = /jsonpath\((['"])(.*?)\1\)/g;
/** One place or several that are tried in turn, the last of them perhaps worked out; a filter may follow. */
const onlyPlaces = /^\{\{ P(?: or P)*(?: or \(.*\))?(?: \| join\(''\))? \}\}$/;

/** Where an answer is read from, in plain paths; a template that does more than look at places stays as it is. */
export function placesInWords(expression: string): string {
  if (!onlyPlaces.test(expression.replaceAll(aPlace, 'P'))) return expression;
  const places = [...new Set([...expression.matchAll(aPlace)].map(([, , path = '']) => path))];
  if (places.length <= firstFew + 1) return places.join(' or ');
  return `${places.slice(0, firstFew).join(' or ')}, or one of ${places.length - firstFew} other places`;
}

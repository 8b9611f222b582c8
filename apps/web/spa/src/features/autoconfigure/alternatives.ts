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

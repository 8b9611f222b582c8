type HeadersOf = Readonly<Record<string, string>>;

/** A header in the form of a list, such as the CDN-Loop of RFC 8586; its name in small letters. */
export type Mark = { readonly name: string; readonly value: string };

/** Adds the mark to the headers of a call: whoever configures the call can neither leave it out nor replace it. */
export function markedBy(mark: Mark | undefined): (headers: HeadersOf) => Record<string, string> {
  if (mark === undefined) return (headers) => ({ ...headers });
  const isIts = ([name]: [string, string]): boolean => name.toLowerCase() === mark.name;
  return (headers) => {
    const given = Object.entries(headers);
    const values = [...given.filter(isIts).map(([, value]) => value), mark.value];
    return {
      ...Object.fromEntries(given.filter((header) => !isIts(header))),
      [mark.name]: values.join(', '),
    };
  };
}

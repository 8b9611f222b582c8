/** “Loan periods: books 28 days, magazines 14 days, DVDs and games 7 days.” */
const listed = /^(?<heading>\p{Lu}[\p{L}-]*(?: [\p{L}-]+){0,3}): (?<items>[^:.;]*\d[^:;]*?)\.?(?:\. .*)?$/u;
/** A thing in the plural needs no article, so that it is named in a sentence as it is listed. */
const item =
  /^(?<thing>(?:\p{L}[\p{L}-]*[^s\W]s)(?: and \p{L}[\p{L}-]*[^s\W]s)?) (?<value>(?:(?:up to|max\.?|at most|at least|min\.?) )?[€$£]? ?\d[\d.,]*(?: ?(?:€|%|euros?|cents?|dollars?|pounds?|percent|minutes?|hours?|(?:working |business )?days?|weeks?|months?|years?))?)$/iu;
const measured =
  /(?:period|time|duration|term|notice|price|cost|fee|charge|fine|deposit|limit|warranty|validity|rate)$/i;
const itemsMost = 6;

/**
 * What a heading and a list of values say, as one sentence each: “The loan period for books is 28 days.” None where an item is
 * written otherwise, for then it is not sure what belongs to what.
 */
export function listedValues(name: string): readonly string[] {
  const found = listed.exec(name.trim())?.groups;
  const heading = (found?.['heading'] ?? '').replace(/s$/, '');
  const { items = '' } = found ?? {};
  if (!measured.test(heading)) return [];
  const [first = ''] = items.split(/\. (?=\p{Lu})/u);
  const read = first.split(/,\s+(?!\d)/).map((one) => item.exec(one.trim())?.groups);
  if (read.length < 2 || read.length > itemsMost || read.includes(undefined)) return [];
  const matter = `${heading.charAt(0).toLowerCase()}${heading.slice(1)}`;
  return read.map((one) => `The ${matter} for ${one?.['thing'] ?? ''} is ${one?.['value'] ?? ''}.`);
}

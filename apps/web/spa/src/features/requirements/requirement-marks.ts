/** What people write before or behind a requirement, of which the data has no field of its own: it becomes its tags. */
export interface Marked {
  readonly rest: string;
  readonly tags: readonly string[];
}

const id = String.raw`(?:#\d{1,6}|(?:[A-Z]{1,8}(?:[-_][A-Z]{1,8}){0,3}|Req|Requirement|Rule)[-_. ]?#?\d{1,6}(?:[.-]\d{1,4}){0,3}[a-z]?)`;
const onlyId = new RegExp(`^${id}$`);
const firstId = new RegExp(String.raw`^(${id})(\s*[:|]\s*|[.)]\s+|\s+[-–—]\s+|\s+)(?=\S)`);
const prefixOf = (text: string): string => text.replace(/[-_. ]?#?\d.*$/, '') || '#';
/** What nobody takes for the name of a thing; “GPT-4” and “COVID-19” are such names. */
const usualPrefix = /^(?:req|requirement|rule|rq|fr|nfr|br|ur|sr|us|uc|r|f)(?:[-_]|$)/i;

/** Others are identifiers where several lines begin with them. */
export function repeatedPrefixes(texts: readonly string[]): ReadonlySet<string> {
  const found = new Map<string, Set<string>>();
  const sure = new Set<string>();
  for (const line of texts) {
    const [text = '', isSure] = withoutPriority(line);
    const [, written, end = ''] = firstId.exec(text.replace(/^[[(]/, '').replace(/[\])]/, ':')) ?? [];
    if (written === undefined || (end.trim() === '' && !/^\S+\s+\p{Lu}/u.test(text))) continue;
    const prefix = prefixOf(written);
    if (isSure) sure.add(prefix);
    found.set(prefix, (found.get(prefix) ?? new Set()).add(written));
  }
  return new Set(
    [...found].flatMap(([prefix, written]) => (written.size > 1 || sure.has(prefix) ? [prefix] : [])),
  );
}

/** “VA-1 (must): …”, “[must] VA-1: …”: with a priority beside it, a line begins with an identifier. */
function withoutPriority(text: string): readonly [string, boolean] {
  const [whole = '', before = '', inner = ''] =
    new RegExp(String.raw`^((?:${id})?\s*)[[(]([^[\]()]{1,20})[\])]\s*[:.|]?\s*`).exec(text) ?? [];
  if (inner === '' || priorityIn(inner) === undefined) return [text, false];
  const rest = text.slice(whole.length);
  return before.trim() === '' ? [rest, false] : [`${before.trim()}: ${rest}`, true];
}

const step = /^P[0-4]$/;
const wish = /^(must|should|could|won['’]?t)(?:[ -]have)?$/i;
/** Of what such a list says it is not for now. */
export const notWanted = "won't";
const level = /^(?:critical|highest|high|medium|normal|low|lowest|\d)$/i;
const leveled = /^(?:priority|prio)\s*[:=]?\s*(\S+)$|^(\S+)[ -](?:priority|prio)$/i;

/** A priority by itself, as a tag; undefined where it is none. */
export function priorityIn(text: string): string | undefined {
  const plain = text.trim();
  if (step.test(plain)) return plain;
  const [, wished] = wish.exec(plain) ?? [];
  if (wished !== undefined) return wished.toLowerCase().replace(/^won['’]?t$/, notWanted);
  const [, after, before] = leveled.exec(plain) ?? [];
  const said = after ?? before;
  if (said === undefined) return undefined;
  return level.test(said) ? `Priority ${said.toLowerCase()}` : priorityIn(said);
}

/** In a column or behind a word that says so, “high” and “2” are priorities as well. */
export const priorityNamed = (text: string): string | undefined =>
  priorityIn(text) ?? priorityIn(`Priority ${text.trim()}`);

/** Takes the marks off both ends of a requirement. */
export function readMarks(text: string, prefixes: ReadonlySet<string>): Marked {
  const tags: string[] = [];
  let rest = text;
  const isKnown = (written: string): boolean =>
    usualPrefix.test(prefixOf(written)) || prefixes.has(prefixOf(written));
  const bracketed = (open: string, inner: string): string[] | undefined => {
    const found = inner.split(/[,;|/]/).map((part) => {
      const one = part.trim();
      const priority = open === '[' ? priorityNamed(one) : priorityIn(one);
      if (priority !== undefined || !onlyId.test(one)) return priority;
      return open === '[' || isKnown(one) ? one : undefined;
    });
    return found.every((one) => one !== undefined) ? found : undefined;
  };
  const take = (pattern: RegExp, tagsOf: (...groups: string[]) => string[] | undefined): boolean => {
    const match = pattern.exec(rest);
    const found = match ? tagsOf(...match.slice(1).map((group) => group ?? '')) : undefined;
    const left = match
      ? `${rest.slice(0, match.index)}${rest.slice(match.index + match[0].length)}`.trim()
      : '';
    // A mark alone is what the line says.
    if (!match || found === undefined || !/\p{L}/u.test(left)) return false;
    rest = left;
    tags.push(...found);
    return true;
  };
  const one = (tag: string | undefined) => (tag === undefined ? undefined : [tag]);
  const takers = [
    () => take(/^([[(])([^[\]()]{1,40})[\])]\s*[:.|]?\s*(?:[-–—]\s+)?/, bracketed),
    () =>
      take(firstId, (written = '', end = '') => {
        const isPlain = end.trim() === '';
        if (
          !isKnown(written) ||
          (isPlain && prefixOf(written).length < 2 && !prefixes.has(prefixOf(written)))
        )
          return undefined;
        return [written];
      }),
    () =>
      take(/^([\p{L}\d'’ :=-]{2,20}?)(?:\s*[:|]\s+|\s+[-–—|]\s+)/u, (said = '') =>
        // “Won't: give legal advice” would say the opposite without its first word.
        /^won/i.test(said)
          ? undefined
          : one(/^(?:critical|high|medium|low)$/i.test(said) ? priorityNamed(said) : priorityIn(said)),
      ),
    () => take(/^(P[0-4])\s+(?=\p{Lu})/u, (said) => one(said)),
    () => take(/\s*([[(])([^[\]()]{1,40})[\])]\.?$/, bracketed),
    () => take(/\s+[-–—|]\s+([\p{L}\d'’ -]{2,20})$/u, (said = '') => one(priorityIn(said))),
    () => take(/[\s,;–—-]{1,3}((?:priority|prio)\s*[:=]\s*\S+)$/i, (said = '') => one(priorityIn(said))),
    () =>
      take(new RegExp(String.raw`\s+[-–—|]\s+(${id})$`), (written = '') =>
        isKnown(written) ? [written] : undefined,
      ),
  ];
  while (takers.some((taker) => taker())) if (tags.length > 10) break;
  return { rest, tags };
}

/** “Priority: high”, “ID: REQ-12”, on a line of its own below a requirement. */
export function markLine(text: string): string | undefined {
  const [, name, value = ''] =
    /^(priority|prio|moscow|id|ref|key|(?:req|requirement) id)\s*[:=]\s*(\S.{0,60})$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:priority|prio|moscow)$/i.test(name)) return priorityNamed(value);
  return onlyId.test(value) || /^\d{1,6}$/.test(value) ? idTag(value) : undefined;
}

/** A number by itself says nothing as a tag. */
export const idTag = (value: string): string => (/^\d+$/.test(value) ? `ID ${value}` : value);

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** How often the target may still be called, as it says with an answer. Times are milliseconds since the epoch. */
export interface ToldQuota {
  readonly allowed: number | null;
  readonly remaining: number;
  readonly resetsAt: number | null;
}

/**
 * Reads the headers in which APIs say it: the common `X-RateLimit-…`, the same with the name of a window or of what is
 * counted behind or before it, and the `RateLimit` fields of the IETF draft. Of several windows the fullest one counts,
 * also where each has a line of the same name: the target's own, and that of a gateway in front of it.
 */
export function readQuota(headers: Headers, now: number): ToldQuota | undefined {
  const telling = Object.keys(headers).filter((name) => mayTell.test(name));
  if (telling.length === 0) return undefined;
  const windows = new Map<string, { limit?: string[]; remaining?: string[]; reset?: string[] }>();
  for (const name of telling) {
    const told = spelling.exec(name.toLowerCase());
    if (!told || isOfTokens.test(name)) continue;
    const { before = '', part = '', after = '' } = told.groups ?? {};
    const key = `${before}${after}`;
    const window = windows.get(key) ?? {};
    window[part as keyof typeof window] = partsOf(headers[name], separately);
    windows.set(key, window);
  }
  const told = [...windows.values()].flatMap(({ limit = [], remaining = [], reset = [] }) =>
    remaining.flatMap((text, place): ToldQuota[] => {
      const left = countIn(text);
      const allowed = orNull(countIn(limit[place] ?? limit[0] ?? ''));
      return Number.isNaN(left)
        ? []
        : [{ allowed, remaining: left, resetsAt: resetIn(reset[place] ?? reset[0], now) }];
    }),
  );
  return [...told, ...structured(headers, now)].toSorted(
    (one, other) => one.remaining - other.remaining || (other.resetsAt ?? 0) - (one.resetsAt ?? 0),
  )[0];
}

/** Windows that are read of one name; no target has so many, and a hostile one fills its headers with them. */
const mostWindows = 20;
const partsOf = (value: Headers[string], apart: (line: string) => string[]): string[] =>
  [value ?? []]
    .flat()
    .slice(0, mostWindows)
    .flatMap((line: string) => apart(line.slice(0, 500)))
    .slice(0, mostWindows);
/** A proxy may put lines of one name together; the commas of a date separate nothing. */
const separately = (line: string): string[] => (/^\s*\d/.test(line) ? line.split(',') : [line]);

/** Every answer has several headers, and most have none that says anything of it. */
const mayTell = /rate-?limit/i;
const spelling =
  /^(?<before>(?:[a-z]+-){0,2})rate-?limit-(?:(?<kind>requests)-)?(?<part>limit|remaining|reset)(?<after>(?:-[a-z]+)?)$/;
/** Tokens of a language model are no calls. */
const isOfTokens = /token/i;

/** The count at the beginning: `100, 100;w=60` says 100. */
const countIn = (text: string): number => {
  const [digits] = /^\s*\d{1,12}/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
};
const orNull = (count: number | undefined): number | null =>
  count === undefined || Number.isNaN(count) ? null : count;

/** `RateLimit: "default";r=50;t=30` beside `RateLimit-Policy: "default";q=100;w=60`, or `limit=100, remaining=50, reset=30`. */
function structured(headers: Headers, now: number): ToldQuota[] {
  const policies = partsOf(headers['ratelimit-policy'], members);
  // Of two with one name the first counts.
  const byName = new Map(policies.toReversed().map((policy) => [nameOf(policy), policy]));
  const numberOf = (of: string, names: string): number =>
    countIn(new RegExp(`(?:^|[;,\\s])(?:${names})=(\\d{1,12})`).exec(of)?.[1] ?? '');
  return partsOf(headers['ratelimit'], members).flatMap((text) => {
    const remaining = numberOf(text, 'r|remaining');
    if (Number.isNaN(remaining)) return [];
    const seconds = numberOf(text, 't|reset');
    const policy = byName.get(nameOf(text)) ?? policies[0] ?? '';
    const allowed = orNull(numberOf(text, 'limit')) ?? orNull(numberOf(policy, 'q'));
    const resetsAt = Number.isNaN(seconds) ? null : within(now + seconds * 1000, now);
    return [{ allowed, remaining, resetsAt }];
  });
}

/** Of the later draft each window is a member with a name; of the earlier one the whole line is one window. */
const members = (line: string): string[] =>
  line.trimStart().startsWith('"') ? line.split(/,\s*(?=")/) : [line];
const nameOf = (member: string): string => /^\s*"([^"]*)"/.exec(member)?.[1] ?? '';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment or a length of time: Unix seconds or milliseconds, seconds from now, an ISO date, or `1h2m3s`. */
function resetIn(text: string | undefined, now: number): number | null {
  const told = text?.trim().slice(0, 60) ?? '';
  if (/^\d{1,14}(?:\.\d{1,6})?$/.test(told)) {
    const number = Number(told);
    if (number > 1e12) return within(number, now);
    return within(number > 1e9 ? number * 1000 : now + number * 1000, now);
  }
  if (/^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|[smhd]))+$/.test(told)) {
    const parts = told.matchAll(/(?<count>[\d.]+)(?<unit>ms|[smhd])/g);
    const sum = [...parts].reduce(
      (ms, { groups }) => ms + Number(groups?.['count']) * (unitMs[groups?.['unit'] ?? ''] ?? 0),
      0,
    );
    return within(now + sum, now);
  }
  const at = Date.parse(told);
  return Number.isNaN(at) ? null : within(at, now);
}

const longestMs = 370 * 86_400_000;
/** No window of calls is longer than a year; anything else means something else. */
const within = (at: number, now: number): number | null =>
  at >= now - 60_000 && at <= now + longestMs ? at : null;

/** In characters; an agent pays for about a token for each four. */
export const replyLimits = { least: 1_000, usual: 16_000, most: 100_000 } as const;

interface Given {
  readonly body: unknown;
  readonly limitCharacters: number;
  /** Of the page after this one. */
  readonly nextCursor: string | null;
  /** The tool that reads one of them as a whole. */
  readonly readsRest: string | undefined;
}

interface Cut {
  readonly text: number;
  readonly items: number;
}

/** From gentle to rough. */
const cuts: readonly Cut[] = [
  { text: Infinity, items: Infinity },
  { text: 2_000, items: 100 },
  { text: 500, items: 50 },
  { text: 200, items: 10 },
  { text: 100, items: 3 },
];

/** What the agent reads: as much of an answer as fits, and how to come by the rest. */
export const replyText = (given: Given): string =>
  Array.isArray(given.body) ? listReply(given.body, given) : singleReply(given.body, given);

function listReply(rows: readonly unknown[], given: Given): string {
  const { nextCursor, limitCharacters } = given;
  const reply = (results: readonly unknown[], isCut: boolean): string => {
    const missing = rows.length - results.length;
    const hints = [
      ...(missing > 0
        ? [
            `Only the first ${results.length} of ${rows.length} fitted. Ask again with limit=${Math.max(1, results.length)}, and go on from the next_cursor of that.`,
          ]
        : nextCursor === null
          ? []
          : ['There are more: pass next_cursor as cursor.']),
      ...(isCut ? [cutHint(given)] : []),
    ];
    return JSON.stringify({
      results,
      has_more: missing > 0 || nextCursor !== null,
      // Behind it are the rows after the page, and those that did not fit would be lost.
      next_cursor: missing > 0 ? null : nextCursor,
      hint: hints.length > 0 ? hints.join(' ') : null,
    });
  };
  for (const cut of cuts) {
    // The list itself is paged, so only what is inside its rows is cut.
    const text = reply(
      rows.map((row) => shortened(row, cut)),
      cut.text !== Infinity,
    );
    if (text.length <= limitCharacters) return text;
  }
  const short = rows.map((row) => shortened(row, roughest));
  let count = short.length;
  let text = reply(short, true);
  while (count > 0 && text.length > limitCharacters) {
    count = Math.min(count - 1, Math.floor((count * limitCharacters) / text.length));
    text = reply(short.slice(0, count), true);
  }
  return text;
}

function singleReply(body: unknown, given: Given): string {
  const { limitCharacters } = given;
  for (const cut of cuts) {
    const isCut = cut.text !== Infinity;
    const shown = shortened(body, cut);
    const text = JSON.stringify(isCut && isObject(shown) ? { ...shown, hint: cutHint(given) } : shown);
    if (text.length <= limitCharacters) return text;
  }
  const kept: Record<string, unknown> = {};
  const left: string[] = [];
  let room = limitCharacters - 500;
  for (const [key, value] of Object.entries(isObject(body) ? body : {})) {
    const part = shortened(value, roughest);
    const size = key.length + JSON.stringify(part ?? null).length + 6;
    if (size <= room) {
      kept[key] = part;
      room -= size;
    } else left.push(key);
  }
  const names = left.join(', ').slice(0, 200);
  return JSON.stringify({ ...kept, hint: `Left out, being too long: ${names}. ${cutHint(given)}` });
}

const roughest: Cut = { text: 100, items: 3 };

function cutHint({ readsRest, limitCharacters }: Given): string {
  const ways = [
    ...(readsRest ? [`call ${readsRest} for one of them`] : []),
    ...(limitCharacters < replyLimits.most ? [`give max_characters up to ${replyLimits.most}`] : []),
  ];
  return `Long texts and lists were cut.${ways.length > 0 ? ` To read the rest, ${ways.join(', or ')}.` : ''}`;
}

function shortened(value: unknown, cut: Cut): unknown {
  if (typeof value === 'string')
    return value.length <= cut.text
      ? value
      : `${value.slice(0, cut.text).toWellFormed()}… [${value.length - cut.text} more characters]`;
  if (Array.isArray(value)) {
    const items = value.slice(0, cut.items).map((item) => shortened(item, cut));
    return value.length > cut.items ? [...items, `… [${value.length - cut.items} more]`] : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, cut)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

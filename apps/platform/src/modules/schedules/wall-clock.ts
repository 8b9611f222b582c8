import { CronExpressionParser } from 'cron-parser';

export interface Times {
  readonly cron: string;
  /** As IANA names it. */
  readonly timezone: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** No zone moves its clocks further than this at once. */
const movedMostMs = 3 * hourMs;
const monthsLooked = 14;

/** False of zones such as Lord Howe Island, where summer is half an hour away from winter. */
export function movesByWholeHours(timezone: string, after: Date): boolean {
  const at = after.getTime();
  const first = offsetMs(timezone, at);
  return Array.from({ length: monthsLooked }, (_, month) => at + month * 30 * dayMs).every(
    (moment) => (offsetMs(timezone, moment) - first) % hourMs === 0,
  );
}

/** The times of an expression as of a clock that is never moved, each turned into the moment when the wall shows it. */
export function nextByTheWall({ cron, timezone }: Times, after: Date, count: number): Date[] {
  const from = after.getTime() + offsetMs(timezone, after.getTime()) - movedMostMs;
  const walls = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(from) });
  const found = new Set<number>();
  for (;;) {
    const moment = momentOf(timezone, walls.next().getTime());
    if (moment > after.getTime()) found.add(moment);
    // What a change of the clocks has left out is made up for after later times of the wall.
    const inOrder = [...found].toSorted((a, b) => a - b);
    const last = inOrder[count - 1];
    if (last !== undefined && moment > last + movedMostMs)
      return inOrder.slice(0, count).map((time) => new Date(time));
  }
}

/** When the wall shows this time: the first moment of two, and right after the change where there is none. */
function momentOf(timezone: string, wallMs: number): number {
  const [before, behind] = [-dayMs, dayMs].map((away) => offsetMs(timezone, wallMs + away));
  const moments = [before, behind].map((offset) => wallMs - (offset ?? 0));
  const shown = moments.filter((moment) => moment + offsetMs(timezone, moment) === wallMs);
  return shown.length > 0 ? Math.min(...shown) : (moments[0] ?? wallMs);
}

/** How far the wall is ahead of UTC at a moment, in milliseconds. */
function offsetMs(timezone: string, moment: number): number {
  const parts = Object.fromEntries(
    clockOf(timezone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksMost = 1000;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size >= clocksMost) clocks.clear();
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    ...numbers,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

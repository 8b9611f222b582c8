import { setImmediate } from 'node:timers/promises';
import { CronExpressionParser } from 'cron-parser';
import { timesUnreadable } from './problems.ts';
import { movesByWholeHours, nextByTheWall, type Times } from './wall-clock.ts';

export type { Times };

/**
 * The next times after a moment, as clocks on the wall of the time zone show them: an hour that a change of the clocks
 * leaves out is made up for right after it, one that comes twice counts once.
 */
export function nextTimes(times: Times, after: Date, count: number): Date[] {
  // Where the clocks are moved by half an hour the library goes round until it gives up, seconds later.
  if (!movesByWholeHours(times.timezone, after)) return nextByTheWall(times, after, count);
  const found = CronExpressionParser.parse(times.cron, { tz: times.timezone, currentDate: after });
  return Array.from({ length: count }, () => found.next().toDate());
}

export type Timetable = ReturnType<typeof createTimetable>;

/**
 * The next times of many expressions. The five next leap days are found in a tenth of a second, so what was worked out is
 * kept until the first of them is over, and others are served before the next is worked out.
 */
export function createTimetable(count: number, keptMax = 1000) {
  const kept = new Map<string, { readonly from: number; readonly times: readonly Date[] }>();
  return async (times: Times, after: Date): Promise<readonly Date[]> => {
    const key = `${times.timezone} ${times.cron}`;
    const known = kept.get(key);
    const at = after.getTime();
    if (known && known.from <= at && at < (known.times[0]?.getTime() ?? 0)) return known.times;
    await setImmediate();
    const found = nextTimes(times, after, count);
    if (kept.size >= keptMax) kept.clear();
    kept.set(key, { from: at, times: found });
    return found;
  };
}

/** The very next one. */
export function nextTime(times: Times, after: Date): Date {
  const [next] = nextTimes(times, after, 1);
  if (!next) throw new Error('A cron expression has no next time.');
  return next;
}

/** Refuses what means no time, with the field at fault. */
export function requireTimes({ cron, timezone }: Times, at: Date): void {
  if (!isTimeZone(timezone))
    throw timesUnreadable(
      'timezone',
      'There is no such time zone. Name one by its region and city, such as Europe/Berlin.',
    );
  // The library draws a place for H by lot, so it would be another one each time.
  if (/(?:^|[\s,])H/i.test(cron)) throw timesUnreadable('cron', 'H is not understood: name the time.');
  try {
    nextTimes({ cron, timezone }, at, 1);
  } catch (error) {
    throw timesUnreadable('cron', `These five fields mean no time: ${whyNot(error as Error)}.`);
  }
}

/** The library tells its constraint, and not whose fields they are. */
const whyNot = ({ message }: Error): string =>
  message.replace(
    /^Constraint error, got value (\S+) expected range (\d+)-(\d+).*$/,
    '$1 is out of range, that field takes $2 to $3',
  );

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are no zones: they know no change of the clocks.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

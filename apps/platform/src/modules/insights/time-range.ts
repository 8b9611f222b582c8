import { notValid } from './problems.ts';

/** Days from the first to the last, both counted. */
export interface Range {
  readonly start: string;
  readonly end: string;
  /** How many months it was asked as, if it was: months differ in length. */
  readonly months: number | null;
}

interface Asked {
  readonly months?: number | undefined;
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

const firstDay = '0001-01-01';

export function rangeOf({ months, start_date, end_date }: Asked, now: number): Range | null {
  const today = dayOf(new Date(now));
  if (months !== undefined) {
    if (start_date !== undefined || end_date !== undefined)
      throw notValid('months', 'Either months or dates, not both.');
    return { start: addDays(addMonths(today, -months), 1), end: today, months };
  }
  if (start_date === undefined && end_date === undefined) return null;
  const start = start_date === undefined ? firstDay : dayOf(new Date(start_date));
  const end = end_date === undefined ? later(today, start) : dayOf(new Date(end_date));
  if (end < start) throw notValid('end_date', 'The period ends before it begins.');
  return { start, end, months: null };
}

/** The period of the same length that ends where this one begins. */
export function before({ start, end, months }: Range): Range {
  if (start === firstDay) throw notValid('start_date', 'A period without a beginning has none before it.');
  const last = addDays(start, -1);
  return {
    start: months === null ? addDays(start, -lengthOf({ start, end })) : addMonths(start, -months),
    end: last,
    months,
  };
}

const msOfDay = 86_400_000;

export const lengthOf = ({ start, end }: Pick<Range, 'start' | 'end'>): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / msOfDay) + 1;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const later = (one: string, other: string): string => (one > other ? one : other);
const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * msOfDay));

/** The 31st of a month that has fewer days is its last. */
function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return dayOf(first);
}

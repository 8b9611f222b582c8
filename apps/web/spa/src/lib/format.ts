import { percentWords } from '@sonde/contract/decided';

/** A number as the reader writes it, with so many digits behind the point, or with none that need not be. */
export const formatNumber = (value: number, digits?: number): string =>
  new Intl.NumberFormat(
    undefined,
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  ).format(value);

/** US dollars; of less than a cent the first two figures that are not nought. */
export const formatDollars = (amount: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...(amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : {}),
  }).format(amount);

/** Durations as an instrument shows them: three significant figures, unit last. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${formatNumber(milliseconds / 1000, 2)} s`;
  if (milliseconds < 60_000) return `${formatNumber(milliseconds / 1000, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return hoursOf(minutes);
}

const hoursOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;

export function formatWait(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 5400) return plural(Math.ceil(seconds / 60), 'minute');
  return hoursOf(Math.ceil(seconds / 60));
}

/** Fewer say nothing of those that follow. */
const stepsThatTell = 3;

/** What is left of some work if it goes on as it began, as the end of its label. It may go slower, so nothing is promised. */
export function restInWords(work: {
  startedAt: string | null;
  now: number;
  step: number;
  total: number | null;
}): string {
  const { startedAt, now, step, total } = work;
  if (startedAt === null || total === null || step < stepsThatTell || step >= total) return '';
  const seconds = (Math.max(0, now - Date.parse(startedAt)) / step / 1000) * (total - step);
  return ` · about ${formatWait(seconds)} left`;
}

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : many}`;
}

/** A sentence as the end of another one. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${formatNumber(bytes / 1024, 1)} kB`;
  if (bytes < 1024 ** 3) return `${formatNumber(bytes / 1024 / 1024, 1)} MB`;
  return `${formatNumber(bytes / 1024 ** 3, 1)} GB`;
}

/**
 * A moment in full, in the reader's habits: Nov 23, 2026, 7:00 AM. Of another zone than theirs, where that is named, and then
 * with its weekday, which is what somebody plans by.
 */
export const formatMoment = (iso: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, {
    ...(timeZone === undefined ? {} : { timeZone, weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));

/** A day of the calendar, such as 2026-11-28. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** How long ago or ahead, as long as that is easier to grasp than the moment itself. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 45) return seconds >= 0 ? 'just now' : 'in a moment';
  if (size < 2700) return words.format(-Math.round(seconds / 60), 'minute');
  if (size < 79_200) return words.format(-Math.round(seconds / 3600), 'hour');
  if (size < 2_160_000) return words.format(-Math.round(seconds / 86_400), 'day');
  return formatMoment(iso);
}

/** Names that are written in one way only, whatever code they stand in. */
const spelled: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'AI',
    'API',
    'CSV',
    'HTTP',
    'ID',
    'IDs',
    'IP',
    'JSON',
    'LLM',
    'MCP',
    'OAuth',
    'OIDC',
    'OWASP',
    'PDF',
    'PII',
    'SDK',
    'SSO',
    'TLS',
    'URL',
    'WebSocket',
  ].map((name) => [name.toLowerCase(), name]),
);

/** What a code calls by another word than people do. */
const said: Readonly<Record<string, string>> = { explorer: 'weak spots' };

/** A code such as `api_token.created` within a sentence: "API token created". */
export const inWords = (code: string): string =>
  code
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .replaceAll(/[A-Za-z]+/g, (word) => spelled[word.toLowerCase()] ?? said[word.toLowerCase()] ?? word);

/** `endpoint.created` → `Endpoint created`; `soft_refusal` → `Soft refusal`. */
export function humanize(code: string): string {
  const words = inWords(code);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The beginning of a text that stands in passing; that it goes on is seen. */
export const beginningOf = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;

/** Of the first and the last word of a name; of an address, the first two letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return last === '' ? first.slice(0, 2) : `${first.slice(0, 1)}${last.slice(0, 1)}`;
}

export const formatPercent = (percent: number): string => percentWords(percent, formatNumber);

/** A score beside what it is held against. Most that pass score just that much, since it is also the most there is. */
export const scoreWords = (score: number, threshold: number, isPassed: boolean): string => {
  const scored = `Scored ${formatNumber(score)}`;
  if (score === threshold && isPassed) return `${scored}, as is asked for`;
  const place = score === threshold ? 'with' : score > threshold ? 'above' : 'below';
  return `${scored}, ${place} a threshold of ${formatNumber(threshold)}`;
};

/** How far two rates are apart, without a sign. */
export const formatPoints = (points: number): string =>
  Math.abs(points) < 0.5 ? 'under 1' : formatNumber(Math.round(Math.abs(points)));

/** An interval in whole per cents, never narrower than it is. */
export const formatRange = (low: number, high: number, between = '–'): string =>
  `${formatNumber(Math.floor(low))}${between}${formatNumber(Math.ceil(high))} %`;

/**
 * A stretch of time as the API names it (2026-11-23, 2026-W48, 2026-11), in words: a week by its Monday, since nobody counts
 * weeks by number.
 */
export function periodWords(name: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(name)) return formatDay(name);
  if (/^\d{4}-\d{2}$/.test(name)) return formatMonth(name);
  const week = /^(\d{4})-W(\d{2})$/.exec(name);
  if (!week) return name;
  // The first week of a year is the one with January 4 in it.
  const fourth = new Date(Date.UTC(Number(week[1]), 0, 4));
  const sinceMonday = (fourth.getUTCDay() + 6) % 7;
  const monday = new Date(fourth.getTime() + ((Number(week[2]) - 1) * 7 - sinceMonday) * 86_400_000);
  return `week of ${formatDay(monday.toISOString().slice(0, 10))}`;
}

const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

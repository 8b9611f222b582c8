/** A moment as clocks of a time zone show it: Monday, 23 November 2026 at 07:00. */
export const inZone = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

/** The same in few words, for a list: Mon, 23 Nov 2026, 07:00. The hour is what it is looked at for. */
export const inZoneShortly = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

/** The zone of the reader, which is what they mean unless they say otherwise. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const knownZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

export const rhythms = [
  ['0 * * * *', 'Every hour'],
  ['0 3 * * *', 'Every day at 3:00'],
  ['0 7 * * 1-5', 'Monday to Friday at 7:00'],
  ['0 6 * * 1', 'Every Monday at 6:00'],
  ['0 6 1 * *', 'On the first of each month at 6:00'],
] as const;

export const rhythmWords = (cron: string): string => rhythms.find(([fields]) => fields === cron)?.[1] ?? cron;

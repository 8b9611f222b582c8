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

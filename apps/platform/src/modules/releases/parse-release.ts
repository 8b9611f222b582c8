import type { Release } from '@sonde/contract';

/** A file of docs/releases: a heading with the version, the date, a table of components, and what there is to say. */
export function parseRelease(text: string): Release {
  const [, version] = /^# \S+ (\d+\.\d+\.\d+)$/m.exec(text) ?? [];
  const [dateLine, date] = /^(\d{4}-\d{2}-\d{2})$/m.exec(text) ?? [];
  const rows = [...text.matchAll(/^\| ([a-z][a-z-]*) +\| (\d+\.\d+\.\d+) +\|$/gm)];
  if (version === undefined || dateLine === undefined || date === undefined || rows.length === 0)
    throw new Error('A release names its version, its date and the versions of its components.');
  const last = rows.at(-1);
  const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
  return {
    version,
    date,
    components: Object.fromEntries(rows.map(([, name = '', its = '']) => [name, its])),
    notes: text.slice(end).trim(),
  };
}

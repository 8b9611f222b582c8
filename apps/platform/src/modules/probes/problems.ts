import { Problem } from '@sonde/server-kit';

export const probeNotFound = (name: string): Problem =>
  new Problem('not_found', 'probe.not_found', `There is no probe “${name.slice(0, 100)}” in the catalogue.`);
export const tooManyProbes = (count: number, most: number): Problem =>
  new Problem(
    'invalid',
    'probe.too_many_tests',
    `These would be ${count} tests; one import makes at most ${most}. Choose fewer probes or encodings.`,
  );
export const noProbes = (): Problem =>
  new Problem('invalid', 'owasp.no_probes', 'The catalogue has no probe for these risks. Choose others.');
export const metricDiffers = (reason: string): Problem =>
  new Problem('conflict', 'probe.metric_differs', `The metric that judges a probe cannot be used. ${reason}`);
export const reportTooLong = (most: {
  readonly tests: number;
  readonly sets: number;
  readonly characters: number;
}): Problem =>
  new Problem(
    'invalid',
    'probe.too_many_tests',
    `One report makes at most ${most.sets} sets with ${most.tests} distinct attacks of ${most.characters} characters in all, and this one has more. Nothing was imported. Import it in parts, or its hit log alone.`,
  );
export const reportEmpty = (): Problem =>
  new Problem(
    'invalid',
    'import.unreadable',
    'There is no attempt of a garak probe in this file. A report or a hit log of garak, in JSONL, is expected.',
  );

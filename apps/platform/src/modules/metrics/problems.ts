import { Problem, type FieldFault } from '@sonde/server-kit';

/** The same words for a missing metric, another tenant's, and one outside of the caller's project. */
export const metricNotFound = (name?: string): Problem =>
  new Problem(
    'not_found',
    'metric.not_found',
    name === undefined ? 'Metric not found.' : `There is no metric "${name.slice(0, 200)}".`,
  );

export const metricInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'metric.invalid', 'This metric cannot be used as it is.', { errors });

export const versionNotFound = (): Problem =>
  new Problem('not_found', 'metric.version_not_found', 'This metric has no such version.');

export const notUnderstood = (): Problem =>
  new Problem(
    'invalid',
    'metric.not_understood',
    'No built-in kind of metric is found by these words, and no AI model is configured that could write one. Name what to look for, such as: contains "30 days"; valid JSON; no personal data; answers in German; at most 100 words.',
  );

export const notImprovable = (missing: string): Problem =>
  new Problem('invalid', 'metric.not_improvable', `Nothing was changed: ${missing}`);

const tooMany = (message: string): Problem => metricInvalid([{ path: 'metrics', code: 'too_many', message }]);

export const tooManyReferences = (most: number): Problem =>
  tooMany(`At most ${most.toLocaleString('en')} metrics, each with arguments of its own, are taken at once.`);

export const tooManyHeavy = (most: number): Problem =>
  tooMany(
    `At most ${most.toLocaleString('en')} metrics with a schema or a large pattern of their own are taken at once: give them to the set, or to fewer tests.`,
  );

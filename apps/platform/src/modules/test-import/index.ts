export { createMetricResolver, metricRight } from './metric-resolver.ts';
export { testImportModule } from './module.ts';
export { convertFile, readLines, type StoredFiles } from './conversion.ts';
export type { Line } from './row-drafts.ts';
export { targets as importFields, type DraftMetric, type Target as ImportField } from './fields.ts';

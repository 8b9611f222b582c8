export { labelsModule } from './module.ts';
export { labels as labelsTable } from './tables.ts';
export { createLabels, type LabelHolder, type Labels } from './service.ts';
export type { LabelKind, LabelRow } from './tables.ts';

export { permittedActions, requireTheirs, visibleTo } from './access.ts';
export type { ListField, ListFields } from './fields.ts';
export { planList, type ListPlan } from './list-plan.ts';
export { foldName } from './names.ts';
export { readList, readRows } from './read-list.ts';
export { defineResource, type Resource, type ResourceTable, type RowOf } from './resource.ts';
export { createRows, type GetOptions, type Rows } from './rows.ts';
export { findTombstone, tombstones, type Tombstone } from './tombstones.ts';
export { expectedVersions, type ExpectedVersions } from './versions.ts';

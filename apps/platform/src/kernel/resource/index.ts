export {
  isWithinReach,
  livingOrRestorable,
  permittedActions,
  projectBeside,
  requirePermission,
  requireTheirs,
  requireWithinReach,
  visibleTo,
} from './access.ts';
export { createCrud, namedColumns, type Crud, type CrudOptions } from './crud.ts';
export { createThings, discussedResource, type Discussed, type Thing, type Things } from './discussed.ts';
export { spelledAs, type ListField, type ListFields } from './fields.ts';
export { planList, type ListPlan } from './list-plan.ts';
export { foldName } from '@sonde/contract/fold-name';
export { purgeDeleted, registerPurge, type Purged } from './purge.ts';
export { readList, readRows } from './read-list.ts';
export { readNamesSeen } from './read-names.ts';
export { defineResource, type Resource, type ResourceTable, type RowOf } from './resource.ts';
export { createRows, type GetOptions, type Rows } from './rows.ts';
export { distinctTags, withTag, withoutTag } from './tags.ts';
export { findTombstone, tombstones, type Tombstone } from './tombstones.ts';
export { expectedVersions, requireVersion, type ExpectedVersions } from './versions.ts';

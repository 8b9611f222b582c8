export { requirementsModule } from './module.ts';
export {
  createRequirements,
  requirementResource,
  type LinkedTo,
  type RequirementLinks,
  type Requirements,
} from './service.ts';
export { requirements as requirementsTable, type RequirementRow } from './tables.ts';

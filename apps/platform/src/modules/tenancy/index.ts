export { tenancyModule } from './module.ts';
export type { Tenancy } from './service.ts';
export { projectNotFound } from './problems.ts';
export { invitations, memberships, users } from './tables.ts';

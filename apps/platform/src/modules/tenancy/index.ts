export { createTenancy, type Tenancy, type TenancyOptions } from './service.ts';
export type { InitialData } from './organizations.ts';
export { projectNotFound } from './problems.ts';
export { memberships, users } from './tables.ts';

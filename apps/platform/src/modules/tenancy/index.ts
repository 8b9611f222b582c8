export type { Actors } from './actors.ts';
export { tenancyModule } from './module.ts';
export type { Tenancy } from './service.ts';
export { clearDefaultModel, readDefaultModel } from './defaults.ts';
export { projectNotEmpty, projectNotFound } from './problems.ts';
export { invitations, organizations, projects } from './views.ts';

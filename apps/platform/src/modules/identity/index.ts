export { identityModule } from './module.ts';
export { createOperatorLinks } from './service.ts';

export { systemModule } from './module.ts';
export { createSystem, type HealthCheck } from './service.ts';

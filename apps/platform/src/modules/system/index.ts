export { createSystem, type HealthCheck } from './service.ts';
export { systemRoutes } from './routes.ts';

export { alertsModule } from './module.ts';
export type { Alerts } from './service.ts';

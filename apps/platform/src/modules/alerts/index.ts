export { alertsModule } from './module.ts';
export type { Alerts } from './service.ts';
export { sealedDeliveries, sealedWebhooks } from './sealed.ts';

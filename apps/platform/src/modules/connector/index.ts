export { connectorModule } from './module.ts';
export type { Connector } from './service.ts';

export { createConnector, type Connector, type ConnectorOptions } from './service.ts';
export { connectorRoutes } from './routes.ts';

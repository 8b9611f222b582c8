export { createUsage, type FlowResource, type Usage } from './service.ts';

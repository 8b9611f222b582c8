export { usageModule } from './module.ts';
export { createUsage, type FlowResource, type Usage } from './service.ts';

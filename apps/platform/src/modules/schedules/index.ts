export { schedulesModule, type SchedulesApi } from './module.ts';

export { tasksModule } from './module.ts';
export { taskResource } from './resource.ts';

export { jobNotFound } from './problems.ts';
export { jobsModule } from './module.ts';
export {
  createJobBoard,
  type EndedJob,
  type JobBoard,
  type JobOutcome,
  type NewJob,
  type PublicJob,
  TaskPayload,
  type TaskRun,
} from './service.ts';

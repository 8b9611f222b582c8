export { jobNotFound } from './problems.ts';
export { jobRoutes } from './routes.ts';
export { jobStreams } from './stream.ts';
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

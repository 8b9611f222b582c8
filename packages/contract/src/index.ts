import { z } from 'zod';
import * as alertRules from './alert-rules.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as autoconfigure from './autoconfigure.ts';
import * as comments from './comments.ts';
import * as baselines from './baselines.ts';
import * as connector from './connector.ts';
import * as endpoints from './endpoints.ts';
import * as experiments from './experiments.ts';
import * as explorer from './explorer.ts';
import * as exploration from './exploration.ts';
import * as files from './files.ts';
import * as invocation from './invocation.ts';
import * as jobs from './jobs.ts';
import * as labels from './labels.ts';
import * as mcp from './mcp.ts';
import * as members from './members.ts';
import * as metricLinks from './metric-links.ts';
import * as metricTrials from './metric-trials.ts';
import * as metrics from './metrics.ts';
import * as generation from './generation.ts';
import * as models from './models.ts';
import * as notifications from './notifications.ts';
import * as organizations from './organizations.ts';
import * as parameters from './parameters.ts';
import * as projects from './projects.ts';
import type { Operation } from './operation.ts';
import * as realtime from './realtime.ts';
import * as releases from './releases.ts';
import * as requirements from './requirements.ts';
import * as schedules from './schedules.ts';
import * as secondFactor from './second-factor.ts';
import * as sources from './sources.ts';
import * as annotations from './annotations.ts';
import * as insights from './insights.ts';
import * as reviews from './reviews.ts';
import * as system from './system.ts';
import * as tags from './tags.ts';
import * as tasks from './tasks.ts';
import * as probes from './probes.ts';
import * as testGeneration from './test-generation.ts';
import * as testImport from './test-import.ts';
import * as testExecutions from './test-executions.ts';
import * as testRuns from './test-runs.ts';
import * as testSets from './test-sets.ts';
import * as tests from './tests.ts';
import * as tokens from './tokens.ts';
import * as traces from './traces.ts';
import * as usage from './usage.ts';

export * from './alert-rules.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './autoconfigure.ts';
export * from './comments.ts';
export * from './baselines.ts';
export * from './connector.ts';
export * from './endpoints.ts';
export * from './experiments.ts';
export * from './explorer.ts';
export * from './exploration.ts';
export * from './files.ts';
export * from './invocation.ts';
export * from './jobs.ts';
export * from './mask.ts';
export * from './labels.ts';
export * from './mcp.ts';
export * from './members.ts';
export * from './metric-links.ts';
export * from './metric-trials.ts';
export * from './metrics.ts';
export * from './generation.ts';
export * from './models.ts';
export * from './notifications.ts';
export * from './operation.ts';
export * from './organizations.ts';
export * from './parameters.ts';
export * from './permissions.ts';
export * from './primitives.ts';
export * from './problems.ts';
export * from './projects.ts';
export * from './realtime.ts';
export * from './releases.ts';
export * from './resource.ts';
export * from './requirements.ts';
export * from './annotations.ts';
export * from './insights.ts';
export * from './reviews.ts';
export * from './schedules.ts';
export * from './second-factor.ts';
export * from './sockets.ts';
export * from './sources.ts';
export * from './system.ts';
export type { TableEntry } from './table-entry.ts';
export * from './tags.ts';
export * from './tasks.ts';
export * from './time-limits.ts';
export * from './probes.ts';
export * from './test-generation.ts';
export * from './test-import.ts';
export * from './test-executions.ts';
export * from './test-runs.ts';
export * from './test-sets.ts';
export * from './tests.ts';
export * from './tokens.ts';
export * from './traces.ts';
export * from './usage.ts';
export * from './words.ts';
export {
  bodyOf,
  introduction,
  openApiDocument,
  queryOf,
  refusals,
  schemaOf,
  socketRefusals,
} from './openapi.ts';

export const basePath = '/api/v1';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'answers' in value;

const areas = [
  auth,
  secondFactor,
  tokens,
  organizations,
  members,
  projects,
  parameters,
  experiments,
  usage,
  audit,
  endpoints,
  invocation,
  autoconfigure,
  connector,
  exploration,
  files,
  sources,
  jobs,
  notifications,
  realtime,
  requirements,
  labels,
  tags,
  metrics,
  metricTrials,
  metricLinks,
  models,
  generation,
  tests,
  testSets,
  testGeneration,
  probes,
  testImport,
  testExecutions,
  testRuns,
  baselines,
  schedules,
  alertRules,
  reviews,
  comments,
  tasks,
  annotations,
  insights,
  explorer,
  traces,
  mcp,
  releases,
  system,
];

/** Every operation of the platform, in the order the reference page shows them. */
export const operations: readonly Operation[] = areas
  .flatMap((area) => Object.values(area) as unknown[])
  .filter(isOperation);

/** The types that have a name, for documents that would otherwise spell each of them out wherever it is used. */
export const namedTypes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  areas.flatMap((area) =>
    Object.entries(area as Record<string, unknown>).filter(
      (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodObject,
    ),
  ),
);

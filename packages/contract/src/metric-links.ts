import { z } from 'zod';
import { Metric } from './metrics.ts';
import { defineOperation } from './operation.ts';
import { Id, Message, idParams } from './primitives.ts';

const common = { tag: 'Metrics', scope: 'project', takes: 'moment' } as const;
const reading = { who: 'member', permission: 'metric:read' } as const;
const updating = { who: 'member', permission: 'metric:update' } as const;
const idProblems = ['metric.not_found', 'metric.deleted'] as const;

const linkParams = z.strictObject({ id: Id, metric_id: Id });
const linkProblems = [
  'metric.not_found',
  'metric.deleted',
  'requirement.not_found',
  'requirement.deleted',
] as const;

export const linkRequirementMetric = defineOperation({
  ...common,
  id: 'requirements.link_metric',
  method: 'POST',
  path: '/requirements/{id}/metrics/{metric_id}',
  summary: 'Judge a requirement by a metric',
  access: updating,
  audit: 'requirement.metric_linked',
  params: linkParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const unlinkRequirementMetric = defineOperation({
  ...common,
  id: 'requirements.unlink_metric',
  method: 'DELETE',
  path: '/requirements/{id}/metrics/{metric_id}',
  summary: 'Judge a requirement no longer by a metric',
  access: updating,
  audit: 'requirement.metric_unlinked',
  params: linkParams,
  answers: { 200: Message },
  problems: linkProblems,
});

const requirementParams = z.strictObject({ id: Id, requirement_id: Id });

export const linkMetricRequirement = defineOperation({
  ...common,
  id: 'metrics.link_requirement',
  method: 'POST',
  path: '/metrics/{id}/requirements/{requirement_id}',
  summary: 'Judge a requirement by this metric',
  access: updating,
  audit: 'requirement.metric_linked',
  params: requirementParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const unlinkMetricRequirement = defineOperation({
  ...common,
  id: 'metrics.unlink_requirement',
  method: 'DELETE',
  path: '/metrics/{id}/requirements/{requirement_id}',
  summary: 'Judge a requirement no longer by this metric',
  access: updating,
  audit: 'requirement.metric_unlinked',
  params: requirementParams,
  answers: { 200: Message },
  problems: linkProblems,
});

export const listRequirementMetrics = defineOperation({
  ...common,
  id: 'requirements.metrics',
  method: 'GET',
  path: '/requirements/{id}/metrics',
  summary: 'The metrics that judge a requirement',
  access: reading,
  params: idParams,
  answers: { 200: z.array(Metric) },
  problems: ['requirement.not_found', 'requirement.deleted'],
});

export const listMetricRequirements = defineOperation({
  ...common,
  id: 'metrics.requirements',
  method: 'GET',
  path: '/metrics/{id}/requirements',
  summary: 'The requirements that a metric judges',
  access: reading,
  params: idParams,
  answers: { 200: z.array(z.object({ id: Id, name: z.string() })) },
  problems: idProblems,
});

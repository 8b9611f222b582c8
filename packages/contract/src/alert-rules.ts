import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, Version, idParams, listQuery } from './primitives.ts';
import { crudOperations } from './resource.ts';

export const alertTriggers = [
  'pass_rate_below',
  'regressed',
  'errors_above',
  'flagged_above',
  'not_evaluated_above',
] as const;

const Webhook = z.strictObject({
  webhook: z
    .string()
    .trim()
    .max(2000)
    .pipe(z.url({ protocol: /^https?$/ })),
  secret: z.string().min(8).max(200).optional().meta({
    description:
      'Signs each message as Standard Webhooks says: `whsec_` and base64, or any text, whose bytes are the key. Left out on a change, that of the same address stays.',
  }),
});
export const AlertChannel = z.union([z.enum(['notification', 'email']), Webhook]);
export type AlertChannel = z.output<typeof AlertChannel>;

const editable = {
  name: Name.min(1),
  test_set_id: Id.nullable().optional().meta({ description: 'Without one: runs of every set' }),
  endpoint_id: Id.nullable().optional().meta({ description: 'Without one: runs against every endpoint' }),
  on: z.enum(alertTriggers),
  threshold: z.number().min(0).max(1_000_000).optional().meta({
    description:
      'Percent of the decided for `pass_rate_below`; for `regressed` how many tests that passed before fail or end in an error now, at the least, where 0 is another rule: more of them than chance explains, or any that ends in an error; for the others the most errors, results with a flag, or results without a verdict that raise no alert. Default 0 for all but the first.',
  }),
  channels: z.array(AlertChannel).min(1).max(10),
  is_paused: z.boolean().optional(),
};

export const AlertRuleCreate = z.strictObject({ ...editable, project_id: Id.nullable().optional() });
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>;
export const AlertRuleUpdate = z.strictObject({ ...editable, version: Version }).partial();
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>;

const Watched = z.object({ id: Id, name: z.string() }).nullable();

export const AlertRule = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  test_set_id: Id.nullable(),
  test_set: Watched.meta({ description: 'The set whose runs it looks at; null for every set' }),
  endpoint_id: Id.nullable(),
  endpoint: Watched.meta({ description: 'The endpoint whose runs it looks at; null for every endpoint' }),
  on: z.enum(alertTriggers),
  threshold: z.number(),
  channels: z.array(
    z.union([z.enum(['notification', 'email']), z.object({ webhook: z.string(), has_secret: z.boolean() })]),
  ),
  is_paused: z.boolean(),
  last_raised_at: Timestamp.nullable(),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AlertRule = z.output<typeof AlertRule>;

export const { listAlertRules, getAlertRule, createAlertRule, updateAlertRule, deleteAlertRule } =
  crudOperations({
    one: 'alert_rule',
    many: 'alert_rules',
    tag: 'Alerts',
    scope: 'project',
    words: ['an alert rule', 'alert rules'],
    shown: AlertRule,
    create: AlertRuleCreate,
    update: AlertRuleUpdate,
    problems: [
      'test_set.not_found',
      'test_set.deleted',
      'endpoint.not_found',
      'endpoint.deleted',
      'project.not_found',
      'alert_rule.secret_required',
      'alert_rule.too_many',
    ],
    updateProblems: ['version.stale'],
    // It sends the outcomes of runs, and which tests got worse, to wherever its maker says.
    alsoToWrite: ['test_run:read', 'test_result:read'],
    tool: true,
  });

export const alertDeliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const AlertDelivery = z.object({
  id: Id,
  alert_rule_id: Id,
  test_run_id: Id,
  channel: z.enum(['notification', 'email', 'webhook']),
  host: z.string().nullable().meta({ description: 'Of a webhook: where it goes' }),
  reason: z.string().meta({ description: 'What the rule found' }),
  status: z.enum(alertDeliveryStatuses),
  attempts: z.number().int(),
  last_status_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  delivered_at: Timestamp.nullable(),
});
export type AlertDelivery = z.output<typeof AlertDelivery>;

export const listAlertDeliveries = defineOperation({
  id: 'alert_rules.deliveries',
  method: 'GET',
  path: '/alert_rules/{id}/deliveries',
  tag: 'Alerts',
  summary: 'What a rule has sent where, and what became of it; newest first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'alert_rule:read', also: ['test_run:read', 'test_result:read'] },
  params: idParams,
  query: listQuery,
  answers: { 200: z.array(AlertDelivery) },
  problems: ['alert_rule.not_found'],
});

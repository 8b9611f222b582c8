import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id } from './primitives.ts';
import { Verdict } from './test-runs.ts';
import { TestConversation, TestInput } from './tests.ts';

const content = TestInput.pick({
  test_type: true,
  prompt: true,
  test_configuration: true,
  requirement: true,
  requirement_id: true,
  behavior: true,
  behavior_id: true,
  category: true,
  topic: true,
  combine: true,
  metadata: true,
  files: true,
}).shape;

export const ExecuteTest = z
  .strictObject({
    endpoint_id: Id,
    test_id: Id.optional(),
    ...content,
    metrics: TestInput.shape.metrics.meta({
      description:
        "Instead of the test's own metrics. Those of its requirement, and of the set that is named, are added, as in a run",
    }),
    test_set_id: Id.optional().meta({ description: 'Judge as this set would' }),
    evaluate_metrics: z.boolean().default(true),
    evaluation_model_id: Id.optional(),
  })
  .refine(({ test_id, prompt, test_configuration }) => !test_id || (!prompt && !test_configuration), {
    path: ['test_id'],
    error: 'Name a stored test, or say what is to be tested, not both.',
  })
  .refine(({ test_id, prompt, test_configuration }) => test_id || prompt || test_configuration, {
    path: ['prompt'],
    error: 'Name a stored test, or give a prompt or the goal of a conversation.',
  });
export type ExecuteTest = z.output<typeof ExecuteTest>;

const TrialVerdict = Verdict.omit({ automated_verdict: true, matches_review: true });

/** What one test came to. It is told once; neither a result nor a run is kept of it. */
export const TestExecution = z.object({
  test_id: Id.nullable(),
  status: z.enum(['Pass', 'Fail', 'Error', 'NotEvaluated', 'Pending']).meta({
    description: 'Pending when it was asked not to be judged',
  }),
  reason_code: z.string().nullable(),
  reason: z.string().nullable(),
  execution_time: z.number().nullable().meta({ description: 'Milliseconds that the application took' }),
  test_output: z.unknown(),
  test_metrics: z.array(TrialVerdict).nullable(),
  test_configuration: TestConversation.nullable(),
  conversation: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).nullable(),
  status_code: z.number().int().nullable(),
  trace_id: z.string().nullable(),
});
export type TestExecution = z.output<typeof TestExecution>;

export const executeTest = defineOperation({
  id: 'tests.execute',
  method: 'POST',
  path: '/tests/execute',
  tag: 'Tests',
  summary: 'Try one test against an endpoint; neither a test nor a result is stored',
  description:
    'The application is called and the answer judged as in a run. A single turn is answered at once; a conversation is held by a job, whose result has the same shape.',
  scope: 'project',
  takes: 'target',
  audit: { none: 'Nothing is stored; each call is a trace.' },
  access: { who: 'member', permission: 'test_run:execute', also: ['endpoint:invoke', 'test:read'] },
  body: ExecuteTest,
  answers: {
    200: TestExecution,
    202: z.object({
      task_id: Id,
      test_id: Id.nullable(),
      status: z.literal('Pending'),
      message: z.string(),
    }),
  },
  problems: [
    'test.not_found',
    'test.deleted',
    'test.invalid',
    'test_set.not_found',
    'test_set.deleted',
    'endpoint.not_found',
    'endpoint.deleted',
    'requirement.not_found',
    'metric.not_found',
    'test.target_not_ready',
  ],
  limit: { bucket: 'test-executions', max: 600, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: 4 * 1024 * 1024,
  tool: true,
});

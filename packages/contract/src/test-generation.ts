import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name } from './primitives.ts';
import { TestSetType } from './test-sets.ts';
import { KeptTest, KeptTests } from './tests.ts';

export const GenerateTests = z.strictObject({
  name: Name.min(1),
  description: z.string().max(10_000).nullable().optional(),
  project_id: Id.optional(),
  test_type: TestSetType.default('Single-Turn'),
  num_tests: z.number().int().min(1).max(200).default(30),
  requirements: z
    .array(z.string().trim().min(1).max(200))
    .max(50)
    .default([])
    .meta({ description: 'By id or by name; a new name is made a requirement' }),
  explorations: z
    .array(Id)
    .max(10)
    .default([])
    .meta({ description: 'Jobs of explorations: what was observed is asked again' }),
  sources: z
    .array(z.looseObject({ id: Id }))
    .max(10)
    .default([])
    .meta({ description: 'Documents whose passages are asked about' }),
  tests: z
    .array(Id)
    .max(50)
    .default([])
    .meta({ description: 'Tests that are said otherwise, with the relation of the answers' }),
  model_id: Id.optional().meta({
    description: 'Instead of the model in force; without either, rules make the tests alone',
  }),
});
export type GenerateTests = z.output<typeof GenerateTests>;

export const generateTestSet = defineOperation({
  id: 'test_sets.generate',
  method: 'POST',
  path: '/test_sets/generate',
  tag: 'Test sets',
  summary:
    'Make tests from findings, requirements, documents and tests that exist: by rules, and with a model where there is one',
  description:
    'The set is there at once and is filled by a job. When fewer distinct tests exist than were asked for, fewer are made; the result of the job says so, with the coverage of requirements and categories.',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.generated',
  access: {
    who: 'member',
    permission: 'test_set:create',
    also: ['test:create'],
    // What they say is what the tests are made of.
    naming: {
      requirements: 'requirement:read',
      explorations: 'job:read',
      sources: 'source:read',
      tests: 'test:read',
    },
  },
  body: GenerateTests.refine(
    ({ requirements, sources, tests, explorations }) =>
      requirements.length + sources.length + tests.length + explorations.length > 0,
    {
      path: ['requirements'],
      error: 'Give explorations, requirements, sources or tests to make tests from.',
    },
  ),
  answers: {
    202: z.object({
      task_id: Id,
      test_set_id: Id,
      message: z.string(),
      estimated_tests: z.number().int(),
      generator: z.string().meta({ description: '`builtin`, or the model that helps' }),
    }),
  },
  problems: [
    'requirement.not_found',
    'source.not_found',
    'source.deleted',
    'test.not_found',
    'test.deleted',
    'job.not_found',
    'model.not_found',
    'test_set.no_findings',
    'test_set.nothing_to_test',
  ],
  limit: { bucket: 'generate', max: 120, windowSeconds: 3600, per: 'organization' },
  tool: true,
});

export const keepExploration = defineOperation({
  id: 'explorations.keep',
  method: 'POST',
  path: '/explorations/{task_id}/tests',
  tag: 'Tests',
  summary: 'Keep an exploration as tests: each turn, only what the findings rest on, or each conversation',
  description:
    'All at once or nothing, in the order of the turns. Keeping again makes nothing new: a living test of the project that asks and expects the same is answered instead, and joins the set.',
  scope: 'project',
  takes: 'moment',
  audit: 'test.created',
  access: {
    who: 'member',
    permission: 'test:create',
    also: ['job:read'],
    naming: { test_set_id: 'test_set:update' },
  },
  params: z.strictObject({ task_id: Id }),
  body: z.strictObject({
    what: z.enum(['turns', 'findings', 'conversations']).default('turns').meta({
      description:
        'Turns that were answered or refused; those that a finding rests on; or each conversation, its user turns word for word. A turn that goes on from another becomes a conversation of those that set what it is about; one that was asked in a conversation, and whose answer may rest on that, is kept in it, up to the last of the turns that are kept',
    }),
    turns: z
      .array(z.number().int().min(1))
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Only these turns' }),
    expect_answers: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether what was answered becomes the expected answer of a single turn' }),
    include_robustness: z.boolean().optional().meta({
      description:
        'Whether junk that was sent to see how it is coped with is kept as well; left out, only where `turns` names it and `what` is `turns`',
    }),
    project_id: Id.optional(),
    test_set_id: Id.optional().meta({ description: 'A set that they join; they take its project' }),
  }),
  answers: {
    200: KeptTests.extend({
      tests: z.array(KeptTest.extend({ turns: z.array(z.number().int()) })),
      left_out: z
        .array(z.object({ turn: z.number().int(), reason: z.string() }))
        .meta({ description: 'Turns of which no test can be made' }),
    }),
  },
  problems: [
    'job.not_found',
    'test_set.no_findings',
    'exploration.nothing_to_keep',
    'exploration.turn_unknown',
    'test_set.not_found',
    'test_set.deleted',
    'test_set.type_differs',
  ],
  tool: true,
});

import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp } from './primitives.ts';

const params = z.strictObject({ id: Id, endpoint_id: Id });
const tag = 'Test runs';

export const Baseline = z.object({
  test_set_id: Id,
  endpoint_id: Id,
  test_run: z.object({ id: Id, name: z.string() }),
  set_by: Id.nullable(),
  set_at: Timestamp,
});
export type Baseline = z.output<typeof Baseline>;

export const getBaseline = defineOperation({
  id: 'test_sets.get_baseline',
  method: 'GET',
  path: '/test_sets/{id}/baseline/{endpoint_id}',
  tag,
  summary: 'The run that those of this set against this endpoint are compared with',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_run:read' },
  params,
  answers: { 200: Baseline },
  problems: ['test_set.not_found', 'test_set.deleted', 'baseline.not_found'],
});

export const putBaseline = defineOperation({
  id: 'test_sets.put_baseline',
  method: 'PUT',
  path: '/test_sets/{id}/baseline/{endpoint_id}',
  tag,
  summary: 'Choose the run that later ones of this set against this endpoint are compared with',
  scope: 'project',
  takes: 'moment',
  audit: 'baseline.set',
  access: { who: 'member', permission: 'test_run:update' },
  params,
  body: z.strictObject({ test_run_id: Id }),
  answers: { 200: Baseline },
  problems: [
    'test_set.not_found',
    'test_set.deleted',
    'test_run.not_found',
    'test_run.deleted',
    'test_run.not_finished',
    'baseline.other_pair',
  ],
});

export const deleteBaseline = defineOperation({
  id: 'test_sets.delete_baseline',
  method: 'DELETE',
  path: '/test_sets/{id}/baseline/{endpoint_id}',
  tag,
  summary: 'Compare with no chosen run any more',
  scope: 'project',
  takes: 'moment',
  audit: 'baseline.removed',
  access: { who: 'member', permission: 'test_run:update' },
  params,
  answers: { 200: Baseline },
  problems: ['test_set.not_found', 'test_set.deleted', 'baseline.not_found'],
});

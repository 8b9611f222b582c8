import { invalidInput } from '#kernel/http';
import type { AgentTool } from './tools.ts';

/** The main journeys: what is there, make tests, run them, understand the results, say what is wrong with them. */
export const everydayOperations: readonly string[] = [
  'projects.list',
  'endpoints.list',
  'endpoints.get',
  'endpoints.create',
  'endpoints.invoke',
  'endpoints.explore',
  'jobs.get',
  'requirements.list',
  'files.list',
  'metrics.list',
  'tests.list',
  'tests.get',
  'test_sets.list',
  'test_sets.bulk_create',
  'test_sets.generate',
  'test_sets.execute',
  'test_runs.list',
  'test_runs.get',
  'test_runs.cancel',
  'test_runs.rescore',
  'test_runs.compare',
  'test_results.list',
  'test_results.get',
  'insights.get',
  'reviews.create',
];

export function chosenTools(tools: readonly AgentTool[], wish: string | undefined): AgentTool[] {
  if (wish === undefined) return tools.filter(({ operation }) => everydayOperations.includes(operation.id));
  const names = wish.split(',').map((name) => name.trim());
  const known = new Set(['all', ...tools.map(({ toolset }) => toolset)]);
  if (!names.every((name) => known.has(name)))
    throw invalidInput([
      { path: 'query.toolsets', code: 'unknown_toolset', message: `There are: ${[...known].join(', ')}.` },
    ]);
  return tools.filter(({ toolset }) => names.includes('all') || names.includes(toolset));
}

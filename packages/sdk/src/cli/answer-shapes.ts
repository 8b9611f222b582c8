import type { Client } from '../client.ts';

/** What must stand in an answer: a kind of value, a list of what each item must hold, or an object of these. */
type Shape = 'text' | 'number' | 'object' | readonly [Shape] | { readonly [field: string]: Shape };

const named: Shape = [{ id: 'text', name: 'text', updated_at: 'text' }];

/** Of each answer what the command cannot do without. */
const shapes: Readonly<Record<string, Shape>> = {
  'test_sets.list': named,
  'endpoints.list': named,
  'test_sets.get': { id: 'text' },
  'test_sets.execute': { test_run_id: 'text' },
  'test_runs.get': {
    id: 'text',
    name: 'text',
    status: 'text',
    counts: {
      total: 'number',
      passed: 'number',
      failed: 'number',
      errors: 'number',
      not_evaluated: 'number',
      cancelled: 'number',
    },
    only_flagged: { results: 'number', raised: 'number' },
    decided_by_people: { results: 'number', against_metrics: 'number' },
  },
  'test_runs.results': ['object'],
  'test_runs.compare': {
    base: { name: 'text' },
    comparisons: [
      {
        sentence: 'text',
        conclusion: 'text',
        changes: ['object'],
        counts: { regressed: 'number', passed_then_error: 'number' },
      },
    ],
  },
  'system.addresses': { web_url: 'text', api_url: 'text' },
};

/** A client whose answers hold what the command reads of them, or are told to be of another shape. */
export function checkingShapes(client: Client): Client {
  return {
    ...client,
    async request(id, ...args) {
      const answer = await client.request(id, ...args);
      requireShape(id, answer, shapes[id]);
      return answer;
    },
    async *all(id, ...args) {
      const shape = shapes[id];
      for await (const row of client.all(id, ...args)) {
        requireShape(id, row, Array.isArray(shape) ? (shape[0] as Shape) : undefined);
        yield row;
      }
    },
  };
}

function requireShape(id: string, answer: unknown, shape: Shape | undefined): void {
  const fault = shape === undefined ? undefined : faultIn(answer, shape, '');
  if (fault === undefined) return;
  const at = fault.at === '' ? '' : ` at ${fault.at}`;
  throw new Error(
    `The answer to ${id} has another shape than this command knows: ${fault.expected} is expected${at}, and ${fault.came} came. Is SONDE_URL the address of Sonde, and is Sonde as new as this command?`,
  );
}

interface Fault {
  readonly at: string;
  readonly expected: string;
  readonly came: string;
}

/** The first of them, depth first. */
function faultIn(value: unknown, shape: Shape, at: string): Fault | undefined {
  const fault = (expected: string): Fault => ({ at, expected, came: kindOf(value) });
  if (typeof shape === 'string') return kindOf(value) === kinds[shape] ? undefined : fault(kinds[shape]);
  if (isList(shape)) {
    if (!Array.isArray(value)) return fault(aList);
    return firstFault(value.map((item, place) => () => faultIn(item, shape[0], `${at}[${place}]`)));
  }
  if (kindOf(value) !== kinds.object) return fault(kinds.object);
  return firstFault(
    Object.entries(shape).map(
      ([field, inner]) =>
        () =>
          faultIn((value as Record<string, unknown>)[field], inner, at === '' ? field : `${at}.${field}`),
    ),
  );
}

function firstFault(looks: readonly (() => Fault | undefined)[]): Fault | undefined {
  for (const look of looks) {
    const fault = look();
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const isList = (shape: Exclude<Shape, string>): shape is readonly [Shape] => Array.isArray(shape);

const aList = 'a list';
const kinds = { text: 'a text', number: 'a number', object: 'an object' } as const;

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return aList;
  if (typeof value === 'string') return kinds.text;
  if (typeof value === 'number') return kinds.number;
  return typeof value === 'boolean' ? 'true or false' : kinds.object;
}

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createDistinct } from '../src/modules/test-generation/distinct.ts';
import { startPlatform, type Json, type TestPlatform } from '../test/support/platform.ts';
import { answerOf, documentText, faults, requirements, type FaultName } from './library-desk.ts';

/**
 * What can be measured of generated tests without people: how many cells of requirements and categories they fill, how
 * many of them say nearly the same, from what evidence they come; and, on a target with seeded faults, which faults the
 * set tells from its clean twin. Whether a test is sensible only readers can say.
 */
export async function run(): Promise<Record<string, unknown>> {
  const target = await startTarget();
  const platform = await startPlatform({ env: { LOG_LEVEL: 'warn' } });
  try {
    const owner = await platform.signUp();
    const client = clientOf(platform, owner.token);
    const source = await readSource(client, 'House rules', documentText);
    const made = await client('POST', '/test_sets/generate', {
      name: 'Library desk',
      requirements,
      sources: [{ id: source }],
      num_tests: 200,
    });
    const { result } = await ended(client, made.task_id);
    const tests = await testsOf(client, made.test_set_id);
    const clean = await verdictsOn(client, target.url, 'none', made.test_set_id);
    const found: Record<string, number> = {};
    for (const name of faults) {
      const faulty = await verdictsOn(client, target.url, name, made.test_set_id);
      found[name] = [...faulty].filter(
        ([id, status]) =>
          (status === 'Fail' && clean.get(id) === 'Pass') ||
          (status === 'Flag' && clean.get(id) === 'NoFlag'),
      ).length;
    }
    const caught = Object.values(found).filter((count) => count > 0).length;
    return {
      requirements: requirements.length,
      tests: result.tests,
      cells_filled: cellsIn(result.coverage),
      near_duplicates_left: nearDuplicatesIn(tests),
      near_duplicates_dropped: result.near_duplicates_dropped,
      evidence: countBy(tests, evidenceOf),
      clean_target: countBy([...clean.values()], String),
      faults: {
        seeded: faults.length,
        caught,
        share: caught / faults.length,
        aim: 0.8,
        tests_that_fail: found,
      },
    };
  } finally {
    await platform.close();
    target.server.closeAllConnections();
    target.server.close();
  }
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Json>;

export const clientOf =
  (platform: TestPlatform, token: string): Client =>
  async (method, path, body, headers) => {
    const answer = await platform.call(method, path, {
      token,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
    assert.ok(answer.status < 400, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };

/** Each fault stands at an address of its own. */
async function startTarget(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message: string };
        const fault = (request.url ?? '/').slice(1) as FaultName | 'none';
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ answer: answerOf(message, fault) }));
      });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

export async function readSource(client: Client, title: string, content: string): Promise<string> {
  const { id } = await client('POST', '/sources', { title, content });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { status } = await client('GET', `/sources/${id}`);
    if (status === 'done') return id;
    assert.notEqual(status, 'failed');
    await pause(100);
  }
  throw new Error('The document was never read.');
}

export async function ended(client: Client, taskId: string): Promise<Json> {
  for (;;) {
    const job = await client('GET', `/jobs/${taskId}`);
    if (job.finished_at) return job;
    await pause(100);
  }
}

export async function testsOf(client: Client, setId: string): Promise<Json[]> {
  const all: Json[] = [];
  for (;;) {
    const page = await client('GET', `/test_sets/${setId}/tests?limit=100&skip=${all.length}`);
    all.push(...page);
    if (page.length < 100) return all;
  }
}

/** The status of each test on the target with this fault, or none. */
async function verdictsOn(client: Client, url: string, fault: string, setId: string) {
  const endpoint = await client('POST', '/endpoints', {
    name: `Library desk, fault ${fault}`,
    url: `${url}/${fault}`,
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
  });
  const { test_run_id: id } = await client('POST', `/test_sets/${setId}/execute/${endpoint.id}`, {});
  for (;;) {
    const { status } = await client('GET', `/test_runs/${id}`);
    if (status !== 'Queued' && status !== 'Progress') break;
    await pause(100);
  }
  const verdicts = new Map<string, string>();
  for (let skip = 0; ; skip += 100) {
    const page: Json[] = await client('GET', `/test_runs/${id}/results?limit=100&skip=${skip}`);
    // What only flags decides nothing by itself; whoever looks at the flag finds the fault.
    for (const { test_id, status, reason_code: code } of page)
      verdicts.set(test_id, code === 'flag' ? 'Flag' : code === 'no_flag' ? 'NoFlag' : status);
    if (page.length < 100) return verdicts;
  }
}

export const cellsIn = (coverage: Json): number =>
  Object.values<Json>(coverage).reduce((sum, row) => sum + Object.keys(row).length, 0);

export function nearDuplicatesIn(tests: readonly Json[]): number {
  const distinct = createDistinct();
  return tests.filter(({ prompt, test_configuration: talk }) => !distinct.take(prompt?.content ?? talk.goal))
    .length;
}

const evidenceOf = ({ source }: Json): string =>
  source.ref?.requirement_id ? 'requirement' : source.ref?.passage_id ? 'passage' : String(source.kind);

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(items, nameOf)].map(([name, group]) => [name, group.length]));
}

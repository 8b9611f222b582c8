import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { multipart } from '../test/modules/files/support/uploads.ts';
import { startPlatform, type Json, type TestPlatform } from '../test/support/platform.ts';

/**
 * A file of many rows from upload to the whole set, with the seconds of each step and the most memory this process and
 * its readers had; and a set of ten thousand tests as its page uses it: lists at the beginning and at the end, filters,
 * and a change of a thousand at once.
 */
export async function run(): Promise<Record<string, unknown>> {
  const rows = Number(process.env['BENCH_ROWS'] ?? 100_000);
  const platform = await startPlatform({ env: { LOG_LEVEL: 'warn' } });
  try {
    const owner = await platform.signUp();
    const client = clientOf(platform, owner.token);
    return {
      database: process.env['TEST_DATABASE_URL'] ? 'PostgreSQL' : 'embedded',
      import: await importOf(client, rows),
      set: await setOf(client, 10_000),
    };
  } finally {
    await platform.close();
  }
}

type Call = { body?: unknown; headers?: Record<string, string> };
type Client = (method: string, path: string, call?: Call) => Promise<Json>;

const clientOf =
  (platform: TestPlatform, token: string): Client =>
  async (method, path, call = {}) => {
    const answer = await platform.call(method, path, { token, ...call });
    assert.ok(answer.status < 400, answer.text);
    return answer.body;
  };

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const since = performance.now();
  const value = await work();
  return { ms: Math.round(performance.now() - since), value };
}

async function importOf(client: Client, rows: number) {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `q-${row},"What is the fee of case ${row}, and who pays it?",The fee is ${row} euros.,Fees/${row % 40}`,
  );
  const bytes = `id,prompt,expected_response,category\n${lines.join('\n')}\n`;
  const { body, type } = await multipart([{ bytes, name: 'many.csv', field: 'file' }]);
  lines.length = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50);
  const turns = watchEventLoop();
  try {
    const uploaded = await timed(() =>
      client('POST', '/import/analyze', { body, headers: { 'content-type': type } }),
    );
    const id: string = uploaded.value.import_id;
    const parsed = await timed(() => client('POST', `/import/${id}/parse`, { body: {} }));
    const taken = await timed(async () => {
      const { task_id } = await client('POST', `/import/${id}/confirm`, { body: { name: 'Many' } });
      for (;;) {
        const job = await client('GET', `/jobs/${task_id}`);
        if (job.finished_at) return job;
        await pause(100);
      }
    });
    assert.equal(taken.value.status, 'SUCCESS', JSON.stringify(taken.value));
    return {
      rows,
      file_mb: megabytes(Buffer.byteLength(bytes)),
      seconds: {
        analyze: uploaded.ms / 1000,
        parse: parsed.ms / 1000,
        import: taken.ms / 1000,
        all: (uploaded.ms + parsed.ms + taken.ms) / 1000,
      },
      aim: { seconds: 60, mb: 400 },
      rss_mb: { before: megabytes(before), highest: megabytes(highest) },
      longest_event_loop_stall_ms: turns.longest(),
      tests: taken.value.result.tests,
    };
  } finally {
    clearInterval(watch);
    turns.stop();
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** How long the process did not turn to anybody else. */
function watchEventLoop() {
  let last = performance.now();
  let most = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    most = Math.max(most, now - last - 10);
    last = now;
  }, 10);
  return { longest: () => Math.round(most), stop: () => clearInterval(timer) };
}

async function setOf(client: Client, size: number) {
  const set = await client('POST', '/test_sets', {
    body: { name: 'Ten thousand', test_set_type: 'Single-Turn' },
  });
  const ids: string[] = [];
  for (let from = 0; from < size; from += 1000) {
    const made = await client('POST', '/tests/bulk', {
      body: {
        test_set_id: set.id,
        tests: Array.from({ length: 1000 }, (_, place) => ({
          prompt: { content: `Does the policy cover case ${from + place}?` },
          category: `Cover/${place % 25}`,
        })),
      },
    });
    ids.push(...made.ids);
  }
  const list = async (query: string): Promise<number> =>
    median(() => client('GET', `/test_sets/${set.id}/tests?limit=100&${query}`));
  return {
    tests: size,
    ms: {
      first_page: await list('skip=0'),
      page_in_the_middle: await list(`skip=${size / 2}`),
      last_page: await list(`skip=${size - 100}`),
      search: await list('search=case%2099'),
      filter: await list(`$filter=${encodeURIComponent("status eq 'New'")}`),
      bulk_edit_of_1000: await median(() =>
        client('PATCH', '/tests/bulk', { body: { test_ids: ids.slice(0, 1000), status: 'Approved' } }),
      ),
    },
  };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) times.push((await timed(work)).ms);
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

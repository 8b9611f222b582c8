import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { multipart } from '../test/modules/files/support/uploads.ts';
import { startPlatform, type Json } from '../test/support/platform.ts';
import { clientOf, ended, readSource, testsOf, type Client } from './generation.ts';

/**
 * `node apps/platform/bench/verdicts-blind.ts <folder> [how many] [seed]`: for each folder in it that holds a `bot.mjs`
 * (`node bot.mjs PORT [--flawed]`, POST /chat with `message` and `session_id`, answers `message` or `reply`), takes in the tests
 * that people wrote (`suite.jsonl`) or makes tests without a model (of `requirements.json` and `document.md`), runs them on
 * the sound and on the flawed bot, and draws results, half of them of flawed bots. What was asked and answered goes to `drawn.jsonl`, for a person who sees no verdict; the verdicts
 * go to `verdicts.jsonl`. Once `judged.jsonl` ({ "id", "verdict": "pass" | "fail" | "unclear" }) stands beside them, the
 * command compares the two instead.
 */
const Requirements = z.object({
  name: z.string(),
  requirements: z.array(z.object({ name: z.string(), description: z.string().nullish() })).min(1),
});
const Judged = z.object({ id: z.string(), verdict: z.enum(['pass', 'fail', 'unclear']) });
const TestRow = z.looseObject({ test_type: z.string().default('Single-Turn') });
const Told = z.object({ id: z.string(), status: z.string(), reason: z.string().nullable() });

const [folder, wanted = '100', seed = '1'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder: node apps/platform/bench/verdicts-blind.ts <folder>\n');
  process.exit(2);
}
const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
const judgedPath = join(folder, 'judged.jsonl');
const report = existsSync(judgedPath) ? compare(folder) : await draw(folder);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);

function compare(place: string): Json {
  const told = new Map(
    lines(join(place, 'verdicts.jsonl'))
      .map((line) => Told.parse(line))
      .map((one) => [one.id, one]),
  );
  const judged = lines(judgedPath).map((line) => Judged.parse(line));
  const decided = judged.filter(({ id }) => ['Pass', 'Fail'].includes(told.get(id)?.status ?? ''));
  const wrong = decided.filter(({ id, verdict }) => told.get(id)?.status.toLowerCase() !== verdict);
  return {
    read: judged.length,
    decided: decided.length / judged.length,
    right_of_decided: 1 - wrong.length / decided.length,
    aims: { decided: 0.85, right_of_decided: 0.95 },
    a_person_could_not_decide: judged.filter(({ verdict }) => verdict === 'unclear').length,
    wrong: wrong.map(({ id, verdict }) => ({ ...told.get(id), person: verdict })),
  };
}

async function draw(place: string): Promise<Json> {
  const names = readdirSync(place).filter((name) => existsSync(join(place, name, 'bot.mjs')));
  assert.ok(names.length > 0, 'No folder in it holds a bot.mjs.');
  const platform = await startPlatform({ env: { LOG_LEVEL: 'warn' } });
  const sound: Json[] = [];
  const flawed: Json[] = [];
  try {
    for (const name of names) {
      const client = clientOf(platform, (await platform.signUp()).token);
      const setIds = await makeSets(client, join(place, name));
      sound.push(...(await resultsOn(client, { place: join(place, name), setIds, isFlawed: false })));
      flawed.push(...(await resultsOn(client, { place: join(place, name), setIds, isFlawed: true })));
    }
  } finally {
    await platform.close();
  }
  const half = Math.floor(Number(wanted) / 2);
  const drawn = shuffled([...shuffled(sound).slice(0, half), ...shuffled(flawed).slice(0, half)]);
  const write = (file: string, rows: readonly Json[]): void =>
    writeFileSync(join(place, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write(
    'drawn.jsonl',
    drawn.map(({ verdict: _, ...shown }) => shown),
  );
  write(
    'verdicts.jsonl',
    drawn.map(({ id, verdict }) => ({ id, ...verdict })),
  );
  const countOf = (all: readonly Json[]): Json =>
    Object.fromEntries([...Map.groupBy(all, ({ verdict }) => verdict.status)].map(([k, v]) => [k, v.length]));
  return { drawn: drawn.length, sound: countOf(sound), flawed: countOf(flawed) };
}

async function makeSets(client: Client, place: string): Promise<string[]> {
  const suite = join(place, 'suite.jsonl');
  return existsSync(suite) ? importSuite(client, suite) : generateSets(client, place);
}

/** A set holds messages or conversations. */
async function importSuite(client: Client, suite: string): Promise<string[]> {
  const sets: string[] = [];
  for (const rows of Map.groupBy(lines(suite), (row) => TestRow.parse(row).test_type).values()) {
    const bytes = rows.map((row) => JSON.stringify(row)).join('\n');
    const { body, type } = await multipart([{ bytes, name: 'suite.jsonl', field: 'file' }]);
    const { import_id: id } = await client('POST', '/import/analyze', body, { 'content-type': type });
    await client('POST', `/import/${id}/parse`, {});
    sets.push((await client('POST', `/import/${id}/confirm`, {})).id);
  }
  return sets;
}

async function generateSets(client: Client, place: string): Promise<string[]> {
  const { requirements } = Requirements.parse(
    JSON.parse(readFileSync(join(place, 'requirements.json'), 'utf8')),
  );
  const ids: string[] = [];
  for (const { name, description } of requirements)
    ids.push((await client('POST', '/requirements', { name, description: description ?? null })).id);
  const source = await readSource(client, 'Document', readFileSync(join(place, 'document.md'), 'utf8'));
  const sets: string[] = [];
  for (const [type, evidence] of [
    ['Single-Turn', { requirements: ids, sources: [{ id: source }] }],
    ['Multi-Turn', { requirements: ids }],
  ] as const) {
    const made = await client('POST', '/test_sets/generate', {
      name: type,
      test_type: type,
      num_tests: 200,
      ...evidence,
    });
    const { status, error } = await ended(client, made.task_id);
    assert.equal(status, 'SUCCESS', error ?? status);
    sets.push(made.test_set_id);
  }
  return sets;
}

async function resultsOn(
  client: Client,
  { place, setIds, isFlawed }: { place: string; setIds: readonly string[]; isFlawed: boolean },
): Promise<Json[]> {
  const port = await freePort();
  const bot: ChildProcess = spawn(
    process.execPath,
    [join(place, 'bot.mjs'), String(port), ...(isFlawed ? ['--flawed'] : [])],
    {
      stdio: 'ignore',
    },
  );
  try {
    const url = `http://127.0.0.1:${port}/chat`;
    await answering(url);
    const endpoint = await client('POST', '/endpoints', {
      name: `${place}, ${isFlawed ? 'flawed' : 'sound'}`,
      url,
      request_mapping: { message: '{{ input }}', session_id: '{{ conversation_id }}' },
      response_mapping: { output: ['$.message', '$.reply'], conversation_id: '$.session_id' },
    });
    const all: Json[] = [];
    for (const setId of setIds) {
      const tests = new Map((await testsOf(client, setId)).map((test) => [test.id, test]));
      // A set that nothing could judge is refused; it draws no verdict, right or wrong.
      if ([...tests.values()].every(({ metrics }) => metrics.length === 0)) continue;
      const { test_run_id: run } = await client('POST', `/test_sets/${setId}/execute/${endpoint.id}`, {});
      for (;;) {
        const { status } = await client('GET', `/test_runs/${run}`);
        if (status !== 'Queued' && status !== 'Progress') break;
        await pause(100);
      }
      for (let skip = 0; ; skip += 100) {
        const page: Json[] = await client('GET', `/test_runs/${run}/results?limit=100&skip=${skip}`);
        for (const { id } of page) all.push(shownOf(await client('GET', `/test_results/${id}`), tests));
        if (page.length < 100) break;
      }
    }
    return all;
  } finally {
    bot.kill();
  }
}

/** What a person needs to judge for themselves, and apart from it what Sonde says. */
function shownOf(result: Json, tests: ReadonlyMap<string, Json>): Json {
  const test = tests.get(result.test_id) ?? {};
  return {
    id: result.id,
    requirement: test.requirement ?? null,
    demand: test.metadata?.demand ?? null,
    goal_or_message: result.content,
    expected: result.expected,
    conversation_plan: test.test_configuration ?? null,
    why_it_should_pass_or_fail: test.metadata?.why ?? null,
    turns: result.turns.map(({ sent, received }: Json) => ({ sent, received })),
    output: result.output,
    verdict: {
      status: result.status,
      reason: result.reason,
      metrics: result.verdicts.map(({ name, verdict, reason, flag }: Json) => ({
        name,
        verdict,
        reason,
        flag,
      })),
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ message: 'hello', session_id: 'up' }),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await pause(50);
  }
  throw new Error('The bot never answered.');
}

function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The same draw for the same seed (a multiplicative congruential generator, Lehmer 1951). */
function shuffled<T>(all: readonly T[]): T[] {
  let state = Number(seed) + 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return all
    .map((one) => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

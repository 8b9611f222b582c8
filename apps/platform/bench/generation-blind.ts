import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { startPlatform, type Json } from '../test/support/platform.ts';
import {
  cellsIn,
  clientOf,
  ended,
  nearDuplicatesIn,
  readSource,
  testsOf,
  type Client,
} from './generation.ts';

/**
 * `node apps/platform/bench/generation-blind.ts <folder> [<base URL of a model>]`: makes tests of each
 * `requirements-*.json` and each `document-*.md` in the folder, for people to judge who know neither the generator nor each other. Beside each
 * it writes `tests-<name>.jsonl`, a test a line with its reason, and prints what can be counted. Once `judged-<name>.jsonl`
 * ({ "n", "verdict": "yes" | "partly" | "no" }, a line for each test) stands beside all of them, the command prints the share
 * of yes instead, for each form: its type, its category and the words it begins with. A form below 0.9 is mended or removed
 * (decision 61).
 */
const Requirements = z
  .array(z.object({ title: z.string().min(1), description: z.string().nullish() }))
  .min(1);
const mostTests = 200;
/** What somebody would ask for; rules make what they can, a model makes as many as it is asked for. */
const mostOfModel = 30;

const [folder, modelUrl] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write(
    'Name the folder: node apps/platform/bench/generation-blind.ts <folder> [<base URL of a model>]\n',
  );
  process.exit(2);
}
const files = readdirSync(folder)
  .filter((name) => /^requirements-.*\.json$|^document-.*\.md$/.test(name))
  .toSorted();
assert.ok(files.length > 0, 'There is no requirements-*.json and no document-*.md in the folder.');
const Judged = z.object({ n: z.number().int(), verdict: z.enum(['yes', 'partly', 'no']) });
const Written = z.looseObject({
  n: z.number().int(),
  type: z.string(),
  category: z.string().nullable(),
  prompt: z.string().nullable(),
});
const names = files.map((file) => basename(file, extname(file)));
if (names.every((name) => existsSync(join(folder, `judged-${name}.jsonl`)))) {
  process.stdout.write(`${JSON.stringify(precisionOf(folder, names), null, 2)}\n`);
  process.exit(0);
}
const platform = await startPlatform({ env: { LOG_LEVEL: 'warn' } });
try {
  const counted: Record<string, Json> = {};
  for (const file of files) {
    // Each in an organization of its own, so that none sees the other.
    const client = clientOf(platform, (await platform.signUp()).token);
    const name = basename(file, extname(file));
    counted[name] = await generate(client, name, readFileSync(join(folder, file), 'utf8'));
  }
  process.stdout.write(`${JSON.stringify(counted, null, 2)}\n`);
} finally {
  await platform.close();
}

async function generate(client: Client, name: string, text: string): Promise<Json> {
  const modelId = modelUrl === undefined ? undefined : await connectModel(client, modelUrl);
  const evidence = name.startsWith('document-')
    ? { sources: [{ id: await readSource(client, name, text) }] }
    : { requirements: await makeRequirements(client, text) };
  const tests: Json[] = [];
  let cells = 0;
  let dropped = 0;
  // Conversations are made of requirements alone.
  const types = 'sources' in evidence ? ['Single-Turn'] : ['Single-Turn', 'Multi-Turn'];
  for (const type of types) {
    const made = await client('POST', '/test_sets/generate', {
      name: `${name}, ${type}`,
      test_type: type,
      num_tests: modelId === undefined ? mostTests : mostOfModel,
      ...(modelId === undefined ? {} : { model_id: modelId }),
      ...evidence,
    }).catch((error: unknown) => {
      // That no test of a type can be made of a list is a figure too.
      if (String(error).includes('test_set.nothing_to_test')) return undefined;
      throw error;
    });
    if (made === undefined) continue;
    const { status, error, result } = await ended(client, made.task_id);
    assert.equal(status, 'SUCCESS', error ?? status);
    tests.push(...(await testsOf(client, made.test_set_id)));
    cells += cellsIn(result.coverage);
    dropped += result.near_duplicates_dropped;
  }
  const metricNames = await namesOfMetrics(client);
  writeFileSync(
    join(folder ?? '', `tests-${name}.jsonl`),
    tests
      .map((test, place) => `${JSON.stringify({ n: place + 1, ...lineOf(test, metricNames) })}\n`)
      .join(''),
  );
  return {
    tests: tests.length,
    cells_filled: cells,
    near_duplicates_left: nearDuplicatesIn(tests),
    near_duplicates_dropped: dropped,
  };
}

/** OpenAI-compatible, without a key, as models on one's own machine are. */
async function connectModel(client: Client, url: string): Promise<string> {
  const { id } = await client('POST', '/models', {
    name: 'Model',
    provider: 'openai_compatible',
    model_name: 'model',
    base_url: url,
  });
  return id;
}

async function makeRequirements(client: Client, text: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { title, description } of Requirements.parse(JSON.parse(text))) {
    const { id } = await client('POST', '/requirements', { name: title, description: description ?? null });
    ids.push(id);
  }
  return ids;
}

async function namesOfMetrics(client: Client): Promise<ReadonlyMap<string, string>> {
  const metrics: Json[] = await client('GET', '/metrics?limit=100');
  return new Map(metrics.map(({ id, name }) => [id, name]));
}

function lineOf(test: Json, metricNames: ReadonlyMap<string, string>) {
  return {
    type: test.test_type,
    requirement: test.requirement?.name ?? null,
    category: test.category?.name ?? null,
    topic: test.topic?.name ?? null,
    prompt: test.prompt?.content ?? null,
    expected_response: test.prompt?.expected_response ?? null,
    conversation: test.test_configuration,
    passes_when: test.metrics.map(({ metric, args }: Json) => ({ metric: metricNames.get(metric), ...args })),
    why: test.metadata.why,
    tags: test.tags,
  };
}

/** Of how many tests of a form readers said yes. */
function precisionOf(place: string, made: readonly string[]) {
  const forms = new Map<string, { yes: number; of: number }>();
  const read = (path: string): unknown[] =>
    readFileSync(join(place, path), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  for (const name of made) {
    const verdicts = new Map(
      read(`judged-${name}.jsonl`).map((line) => {
        const { n, verdict } = Judged.parse(line);
        return [n, verdict];
      }),
    );
    for (const line of read(`tests-${name}.jsonl`)) {
      const { n, type, category, prompt } = Written.parse(line);
      const begins = (prompt ?? '').split(' ', 3).join(' ');
      for (const form of ['all', `${type} · ${category ?? ''}`, `${type} · ${category ?? ''} · ${begins}`]) {
        const { yes, of } = forms.get(form) ?? { yes: 0, of: 0 };
        forms.set(form, { yes: yes + (verdicts.get(n) === 'yes' ? 1 : 0), of: of + 1 });
      }
    }
  }
  return [...forms]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([form, { yes, of }]) => ({ form, yes, of, share: Number((yes / of).toFixed(2)) }));
}

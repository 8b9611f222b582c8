import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

const main = fileURLToPath(new URL('../../../../../packages/sdk/src/cli/main.ts', import.meta.url));
let shop: Workshop;
let address: string;
let token: string;
let folder: string;

before(async () => {
  shop = await openWorkshop();
  address = await shop.platform.app.listen();
  folder = mkdtempSync(join(tmpdir(), 'sonde-cli-'));
  const made = await shop.call('POST', '/tokens', { name: 'CI' });
  assert.equal(made.status, 201, made.text);
  token = made.body.access_token;
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command in a process of its own, as a build would start it; interrupted as by Ctrl-C when `until` has come. */
function sonde(
  args: readonly string[],
  environment: Record<string, string> = {},
  until?: Promise<void>,
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'] ?? '', SONDE_URL: address, SONDE_TOKEN: token, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  void until?.then(() => child.kill('SIGINT'));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const testSetName = async (name: string, prompts: readonly string[], more: Record<string, unknown> = {}) => {
  await shop.makeSet(prompts, { name, ...more });
  return name;
};

test('a set that passes exits with 0, and the files that were asked for are written', async () => {
  const set = await testSetName('Passing', ['a', 'b']);
  const junit = join(folder, 'out.xml');
  const markdown = join(folder, 'summary.md');
  const ended = await sonde([
    'run',
    '--endpoint',
    shop.endpointId,
    '--test-set',
    set,
    '--junit',
    junit,
    '--markdown',
    markdown,
    '--label',
    'commit=abc',
  ]);
  assert.equal(ended.code, 0, ended.out + ended.err);
  assert.match(
    ended.out,
    /^2 of 2 passed \(100 %\); with so few, the true share may lie anywhere between \d+ % and 100 %\.$/m,
  );
  assert.match(readFileSync(junit, 'utf8'), /tests="2" failures="0" errors="0"/);
  assert.match(readFileSync(markdown, 'utf8'), /gate passed/);
  const [run] = (await shop.call('GET', '/test_runs?limit=1')).body;
  assert.deepEqual(run.labels, { commit: 'abc' });
});

test('an address that says the version already is good for the files as for the calls', async () => {
  const set = await testSetName('Versioned', ['a']);
  const junit = join(folder, 'versioned.xml');
  const ended = await sonde(['run', '--endpoint', shop.endpointId, '--test-set', set, '--junit', junit], {
    SONDE_URL: `${address}/api/v1/`,
  });
  assert.equal(ended.code, 0, ended.out + ended.err);
  assert.match(readFileSync(junit, 'utf8'), /tests="1" failures="0" errors="0"/);
});

test('a limited token starts runs with the permissions that are named, and is told which it lacks before any call', async () => {
  const set = await shop.makeSet(['fine'], { name: 'By a limited token' });
  await makeEndpoint(shop.call, shop.target.url('/chat'), { name: 'Of a limited token' });
  const tokenWith = async (permissions: string[]) => {
    const made = await shop.call('POST', '/tokens', { name: 'Limited', permissions });
    assert.equal(made.status, 201, made.text);
    return { SONDE_TOKEN: made.body.access_token as string };
  };
  const byId = ['run', '--endpoint', shop.endpointId, '--test-set', set];
  const runs = async () => {
    const { body } = await shop.call('GET', '/test_runs?limit=100');
    return (body as { test_set: { id: string } }[]).filter(({ test_set }) => test_set.id === set).length;
  };
  const lacking = await sonde(byId, await tokenWith(['test_run:execute', 'test_run:read']));
  assert.equal(lacking.code, 2, lacking.out + lacking.err);
  assert.match(
    lacking.err,
    /may not read the test set, whose gate counts.*Nothing was started.*test_set:read/,
  );
  assert.equal(await runs(), 0);
  const named = await sonde(
    ['run', '--endpoint', 'Of a limited token', '--test-set', 'By a limited token'],
    await tokenWith(['test_set:read', 'endpoint:read', 'test_run:execute', 'test_run:read']),
  );
  assert.equal(named.code, 0, named.out + named.err);
  assert.equal(await runs(), 1);
});

test('a pass rate that is missed exits with 1, and --min-pass-rate moves the bar', async () => {
  shop.target.route('/half', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: message === 'bad' ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/half'), { name: 'Half' });
  const set = await testSetName('Half', ['fine', 'bad']);
  const missed = await sonde(['run', '--endpoint', 'Half', '--test-set', set]);
  assert.equal(missed.code, 1);
  assert.match(
    missed.out,
    /\nFailed:\n {2}bad\n {4}“Says good”: The answer contains none of "good"\.\nThe run: http:\/\/[^\n]+\/runs\/[0-9a-f-]{36}\n/,
  );
  assert.equal(
    (await sonde(['run', '--endpoint', endpoint, '--test-set', set, '--min-pass-rate', '50'])).code,
    0,
  );
});

test('the gate saved with the set judges a run of the command as it judges one of the pages', async () => {
  shop.target.route('/most', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: message === 'bad' ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/most'));
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Needs an expected answer as well',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const decided = ['a', 'b', 'c', 'd', 'bad'].map((content) => ({
    prompt: { content },
    metrics: [{ metric: shop.metricId }],
  }));
  const open = { prompt: { content: 'open' }, metrics: [{ metric: lacking.body.id }] };
  const id = await shop.makeSet([], {
    name: 'With a gate',
    metrics: [],
    tests: [...decided, open],
    gates: { min_pass_rate: 80, max_errors: 0 },
  });
  const ofPage = await shop.ended((await shop.start(id, {}, endpoint)).test_run_id);
  assert.equal(ofPage.gate, 'passed', JSON.stringify(ofPage.gate_reasons));
  assert.equal(ofPage.gate_limits, 'By the test set’s gate: a pass rate of at least 80 %, at most 0 errors.');
  const newest = async () => (await shop.call('GET', '/test_runs?limit=1')).body[0];
  const junit = join(folder, 'limits.xml');
  const run = (...flags: string[]) =>
    sonde(['run', '--endpoint', endpoint, '--test-set', 'With a gate', '--junit', junit, ...flags]);

  const asSaved = await run();
  assert.equal(asSaved.code, 0, asSaved.out + asSaved.err);
  assert.match(
    asSaved.out,
    /\nBy the test set’s gate: a pass rate of at least 80 %, at most 0 errors\.\nGate: passed\n/,
  );
  assert.match(
    readFileSync(junit, 'utf8'),
    /<property name="gate" value="passed"\/>\s*<property name="gate limits" value="By the test set’s gate: a pass rate/,
  );
  // One of five failed, and the gate takes 80 %: a build that goes by the file says what the exit code says.
  const accepted = readFileSync(junit, 'utf8');
  assert.match(accepted, /<testsuites name="Sonde" tests="6" failures="0" errors="0" skipped="2"/);
  assert.match(accepted, /<property name="failed within the gate" value="1"\/>/);
  assert.match(
    accepted,
    /name="bad"[^>]*><skipped type="within_gate" message="Failed, within the gate: [^"]+"\/><system-out>[^<]*Answer: no<\/system-out>/,
  );
  assert.ok(!accepted.includes('<failure'), accepted);

  const stricter = await run('--min-pass-rate', '90');
  assert.equal(stricter.code, 1, stricter.out);
  const refused = readFileSync(junit, 'utf8');
  assert.match(refused, /<testsuites name="Sonde" tests="6" failures="1" errors="0" skipped="1"/);
  assert.match(refused, /name="bad"[^>]*><failure message="[^"]+">Answer: no<\/failure>/);
  const said = 'Given for this run: a pass rate of at least 90 %. By the test set’s gate: at most 0 errors.';
  assert.ok(stricter.out.includes(`\n${said}\n`), stricter.out);
  assert.equal((await newest()).gate_limits, said);

  const decidedOnly = await run('--max-not-evaluated', '0');
  assert.equal(decidedOnly.code, 2, decidedOnly.out);
  assert.match(
    decidedOnly.out,
    /Given for this run: at most 0 not evaluated\. By the test set’s gate: a pass rate of at least 80 %/,
  );

  const lost = await run('--max-worse', '0');
  assert.deepEqual([lost.code, lost.out], [2, '']);
  assert.match(lost.err, /--max-worse needs --baseline, or one in the gate of the test set/);
});

test('a baseline of the set’s gate is compared with, and a flag replaces how many may be worse than it', async () => {
  let isFixed = true;
  shop.target.route('/guarded', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: message === 'returns' && !isFixed ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/guarded'));
  const set = await testSetName('Guarded', ['hours', 'returns'], {
    gates: { baseline: 'last', max_worse: 0 },
  });
  const run = (...flags: string[]) => sonde(['run', '--endpoint', endpoint, '--test-set', set, ...flags]);
  assert.equal((await run()).code, 0);
  isFixed = false;
  const worse = await run();
  assert.equal(worse.code, 1, worse.out);
  assert.match(worse.out, /Compared with Guarded[^]+\nExit code 1: more tests got worse than may\.\n$/);
  isFixed = true;
  await run();
  isFixed = false;
  const allowed = await run('--max-worse', '1');
  assert.equal(allowed.code, 0, allowed.out);
  assert.match(
    allowed.out,
    /Given for this run: at most 1 test worse than in that run\. By the test set’s gate: not worse than the last run\./,
  );
});

test('where neither the set nor the command line asks for anything, the command says what is asked for', async () => {
  const set = await testSetName('Without a gate', ['a']);
  const run = ['run', '--endpoint', shop.endpointId, '--test-set', set];
  const { code, out } = await sonde(run);
  assert.equal(code, 0, out);
  assert.match(
    out,
    /\nThe test set has no gate and no limit was given, so all tests must be decided and pass\.\nGate/,
  );
  const [made] = (await shop.call('GET', '/test_runs?limit=1')).body;
  assert.match(
    made.gate_limits,
    /^Given for this run, since the test set has no gate: a pass rate of at least 100 %, at most 0 errors, at most 0 not evaluated\.$/,
  );
});

test('both names that are mistyped are told at once', async () => {
  await testSetName('Opening hours', ['a']);
  const { code, err } = await sonde(['run', '--endpoint', 'nobody', '--test-set', 'Opening ours']);
  assert.equal(code, 2);
  assert.match(err, /There is no test set called “Opening ours”[^]+There is no endpoint called “nobody”/);
});

test('errors, and tests that nobody decided, exit with 2 and never with 0', async () => {
  shop.target.route('/down', (_request, response) => {
    response.statusCode = 500;
    response.end('{}');
  });
  const down = await makeEndpoint(shop.call, shop.target.url('/down'));
  const set = await testSetName('Errors', ['a']);
  assert.equal(
    (await sonde(['run', '--endpoint', down, '--test-set', set, '--min-pass-rate', '0', '--max-errors', '5']))
      .code,
    2,
  );
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Needs an expected answer',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const undecided = await testSetName('Undecided', ['a'], { metrics: [{ metric: lacking.body.id }] });
  assert.equal(
    (
      await sonde([
        'run',
        '--endpoint',
        shop.endpointId,
        '--test-set',
        undecided,
        '--max-not-evaluated',
        '9',
        '--min-pass-rate',
        '0',
      ])
    ).code,
    2,
  );
});

test('what got worse since the last run is said in one sentence, and each test that did is named', async () => {
  let isFixed = true;
  shop.target.route('/released', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: message === 'returns' && !isFixed ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/released'));
  const set = await testSetName('Released', ['hours', 'returns', 'delivery']);
  const guarded = ['run', '--endpoint', endpoint, '--test-set', set, '--min-pass-rate', '50'];
  const run = (base: string, ...more: string[]) => sonde([...guarded, '--baseline', base, ...more]);
  const first = await run('last');
  assert.equal(first.code, 0, first.out + first.err);
  assert.match(first.out, /Compared with nothing: No run of this set/);
  assert.match((await run('chosen')).out, /Compared with nothing: No run has been chosen/);
  isFixed = false;
  const worse = await run('last');
  assert.match(
    worse.out,
    /Compared with Released[^\n]+\n1 test got worse: “returns”\. Both runs decided 3 tests\. With so few, that may be chance/,
  );
  assert.equal(worse.out.split('ot worse: ').length, 2);
  assert.equal(worse.code, 0, worse.out);
  assert.match(
    worse.out,
    /\nNot failed by that: too few tests to tell; 1 got worse\. --max-worse 0 fails by any\.\n/,
  );
  isFixed = true;
  await run('last');
  isFixed = false;
  const strict = await run('last', '--max-worse', '0');
  assert.match(strict.out, /1 test got worse than in the baseline; at most 0 may\.\nGate: failed\n/);
  assert.match(strict.out, /\nExit code 1: more tests got worse than may\.\n$/);
  assert.equal(strict.code, 1, strict.out);
  isFixed = true;
  await run('last');
  isFixed = false;
  const allowed = await run('last', '--max-worse', '1');
  assert.match(allowed.out, /Not failed by that: too few tests to tell; 1 got worse\.\n/);
  assert.equal(allowed.code, 0, allowed.out);
});

test('--help tells how it is used, wherever it stands', async () => {
  for (const args of [['--help'], ['run', '--help'], ['run', '-h']]) {
    const ended = await sonde(args);
    assert.deepEqual([ended.code, ended.err], [0, '']);
    assert.match(ended.out, /--baseline last/);
  }
});

test('wrong usage is a sentence and exits with 2', async () => {
  for (const prompt of ['one', 'two']) await testSetName('Twin', [prompt]);
  for (const [args, expected] of [
    [['run', '--endpoint', 'x'], /--test-set/],
    [['run', '--endpoint', 'x', '--test-set', 'nothing like it'], /no test set called/],
    [['run', '--nonsense'], /nonsense/],
    [['run', '--endpoint', 'x', '--test-set', 'y', '--name', '-h'], /--name/],
    [['walk'], /no command/],
    [
      ['run', '--endpoint', 'x', '--test-set', 'Twin'],
      /Several test sets are called “Twin”[^]+-[0-9a-f]{12}[^]+-[0-9a-f]{12}/,
    ],
    [['run', '--endpoint', 'x', '--test-set', 'y', '--min-pass-rate', 'most'], /from 0 to 100/],
  ] as const) {
    const ended = await sonde(args);
    assert.equal(ended.code, 2, ended.out);
    assert.match(ended.err, expected);
  }
  const withoutToken = await sonde(['run', '--endpoint', 'x', '--test-set', 'y'], { SONDE_TOKEN: '' });
  assert.equal(withoutToken.code, 2);
  assert.match(withoutToken.err, /SONDE_TOKEN.+ settings under “API tokens”/);
  const run = ['run', '--endpoint', 'x', '--test-set', 'y'];
  const refused = await sonde(run, { SONDE_TOKEN: 'snd_a.b.c' });
  const shortened = await sonde(run, { SONDE_TOKEN: 'snd_eyJh…Y-BQ' });
  assert.equal(shortened.code, refused.code);
  assert.match(shortened.err, /^This is not a whole token/);
  assert.doesNotMatch(shortened.err, /cannot be reached/);
});

test('what failed exits with 1 though others are undecided, and the last line says why', async () => {
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Needs an expected answer too',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const set = await testSetName('Failed and open', [], {
    metrics: [],
    tests: [
      { prompt: { content: 'a' }, metrics: [{ metric: shop.metricId }] },
      { prompt: { content: 'b' }, metrics: [{ metric: lacking.body.id }] },
    ],
  });
  shop.target.route('/all-bad', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'no' }));
  });
  const bad = await makeEndpoint(shop.call, shop.target.url('/all-bad'));
  const junit = join(folder, 'open.xml');
  const failed = await sonde(['run', '--endpoint', bad, '--test-set', set]);
  assert.equal(failed.code, 1, failed.out + failed.err);
  assert.match(
    failed.out,
    /failed 1 · errors 0 · not evaluated 1 [^]*\nExit code 1: the pass rate was missed\.\n$/,
  );
  const undecided = await sonde(['run', '--endpoint', shop.endpointId, '--test-set', set, '--junit', junit]);
  // Nothing is broken, so no case is an error; and a build that goes by the file alone is not green either.
  const file = readFileSync(junit, 'utf8');
  assert.match(file, /<testsuites name="Sonde" tests="3" failures="1" errors="0" skipped="1"/);
  const suites = [...file.matchAll(/<testsuite name="[^"]*?(: the run as a whole)?" (tests="\d+")/g)];
  assert.deepEqual(
    suites.map(([, whole = '', tests]) => [whole, tests]),
    [
      ['', 'tests="2"'],
      [': the run as a whole', 'tests="1"'],
    ],
    'the suite of the tests counts as many as the run has',
  );
  assert.match(file, /name="gate"><failure message="1 test was not evaluated; at most 0 may be\."/);
  assert.match(file, /<skipped type="not_evaluated" message="[^"]+"\/><system-out>Answer: /);
  assert.equal(undecided.code, 2, undecided.out + undecided.err);
  assert.match(undecided.out, /\nExit code 2: more tests wait for a person to decide them than may/);
  const passed = await sonde([
    'run',
    '--endpoint',
    shop.endpointId,
    '--test-set',
    set,
    '--max-not-evaluated',
    '1',
    '--junit',
    junit,
  ]);
  assert.match(readFileSync(junit, 'utf8'), /tests="2" failures="0" errors="0" skipped="1"/);
  assert.equal(passed.code, 0, passed.out + passed.err);
  assert.match(passed.out, /\nExit code 0: the gate was passed\.\n$/);
});

/** As the web server answers a program: no token is taken, and everybody is told where the API is. */
async function webApp(addresses: Record<string, unknown>, use: (url: string) => Promise<void>) {
  const asked: string[] = [];
  const web = createWebServer(({ url = '', headers }, answer) => {
    const isAddresses = url === '/api/v1/addresses';
    asked.push(`${url} ${headers.authorization === undefined ? 'plain' : 'with token'}`);
    const body = isAddresses
      ? { api_url: address, mcp_url: '', otlp_traces_url: '', web_url: '', is_configured: true, ...addresses }
      : { type: 'about:blank', title: 'No', status: 401, detail: 'No token.', code: 'web.takes_no_token' };
    answer.writeHead(isAddresses ? 200 : 401, { 'content-type': 'application/json' });
    answer.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => web.listen(0, resolve));
  const bound = web.address();
  try {
    await use(`:${typeof bound === 'object' && bound ? bound.port : 0}`);
  } finally {
    web.closeAllConnections();
    await new Promise<void>((resolve) => void web.close(() => resolve()));
  }
  return asked;
}

test('with the address of the web app the command asks it for that of the API, and runs there', async () => {
  const set = await testSetName('By the web app', ['a']);
  const asked = await webApp({ is_configured: false }, async (port) => {
    const ended = await sonde(['run', '--endpoint', shop.endpointId, '--test-set', set], {
      SONDE_URL: `http://127.0.0.1${port}/`,
    });
    assert.equal(ended.code, 0, ended.out + ended.err);
    assert.match(ended.out, /is the address of the web app; the API is at http/);
    assert.ok(ended.out.includes(address));
  });
  assert.equal(asked.length, 2);
  assert.equal(asked[1], '/api/v1/addresses plain');
});

test('a token follows the web app of another machine to no unnamed and to no less guarded place', async () => {
  for (const [addresses, expected] of [
    [{ is_configured: false }, /port 8080 of the same machine[^]*API_PUBLIC_URL/],
    [{ api_url: 'https://api.example.test' }, /is the address of the web app; the API is at https:/],
  ] as const) {
    await webApp(addresses, async (port) => {
      // Another name of this machine, which stands for another machine.
      const ended = await sonde([
        'run',
        '--endpoint',
        'x',
        '--test-set',
        'y',
        '--url',
        `http://127.0.0.2${port}`,
      ]);
      assert.equal(ended.code, 2, ended.out);
      assert.match(ended.out + ended.err, expected);
    });
  }
});

test('a platform that cannot be reached is a sentence and exits with 2', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise<void>((resolve) => void taken.close(() => resolve()));
  const ended = await sonde([
    'run',
    '--endpoint',
    'x',
    '--test-set',
    'y',
    '--url',
    `http://127.0.0.1:${port}`,
  ]);
  assert.equal(ended.code, 2, ended.out);
  assert.doesNotMatch(ended.err, /\n\s+at /);
});

test('a page in the place of an answer, or of a file, is no pass', async () => {
  const set = await shop.makeSet(['a'], { name: 'Behind a proxy' });
  const junit = join(folder, 'page.xml');
  for (const replaced of [/\/test_sets\/[0-9a-f-]{36}$/, /\/download\?/]) {
    // What stands between, and wants somebody to sign in for some of what is asked.
    const between = createWebServer(({ url: path = '', method = 'GET', headers }, response) => {
      if (replaced.test(path))
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      const { authorization = '', 'content-type': type } = headers;
      void fetch(`${address}${path}`, {
        method,
        headers: { authorization, ...(type ? { 'content-type': type } : {}) },
        ...(method === 'GET' ? {} : { body: JSON.stringify({ labels: {} }) }),
      }).then(async (answer) =>
        response
          .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
          .end(await answer.text()),
      );
      return undefined;
    });
    await new Promise<void>((resolve) => void between.listen(0, '127.0.0.1', resolve));
    const at = between.address();
    const { code, out, err } = await sonde(
      ['run', '--endpoint', shop.endpointId, '--test-set', set, '--junit', junit],
      { SONDE_URL: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}` },
    );
    between.closeAllConnections();
    between.close();
    assert.equal(code, 2, out + err);
    assert.match(err, /answers with text\/html|no file of the platform/);
    assert.ok(!existsSync(junit));
  }
});

/** What the command says where something else than the platform answers, with what is given. */
async function sondeAt(
  answer: (path: string) => { readonly status?: number; readonly body: unknown },
): Promise<Ended> {
  const other = createWebServer(({ url = '' }, response) => {
    const { status = 200, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const at = other.address();
  const ended = await sonde(['run', '--endpoint', randomUUID(), '--test-set', 'A set'], {
    SONDE_URL: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`,
  });
  other.closeAllConnections();
  other.close();
  return ended;
}

test('an answer of another shape is told with what was expected and what came, and where', async () => {
  const set = { id: randomUUID(), name: 'A set', updated_at: '2026-05-01T00:00:00Z' };
  for (const [answers, wanted] of [
    [{ '': { data: [] } }, /test_sets\.list.*: a list is expected, and an object came\./],
    [{ '': [{ ...set, id: 7 }] }, /a text is expected at \[0\]\.id, and a number came\./],
    [
      { '': [set], execute: {} },
      /test_sets\.execute.*: a text is expected at test_run_id, and nothing came\./,
    ],
    [
      {
        '': [set],
        execute: { test_run_id: set.id },
        test_runs: { ...set, status: 'Completed', counts: null },
      },
      /test_runs\.get.*: an object is expected at counts, and null came\./,
    ],
  ] as const) {
    const all: Readonly<Record<string, unknown>> = answers;
    const { code, out, err } = await sondeAt((path) => ({
      body: path.includes('/execute/')
        ? all['execute']
        : path.includes('/test_runs/')
          ? all['test_runs']
          : path.includes('/test_sets/')
            ? set
            : all[''],
    }));
    assert.equal(code, 2, out + err);
    assert.match(err, wanted);
    assert.equal(err.trimEnd().split('\n').length, 1);
  }
});

test('what the platform says of a fault steers no terminal and makes no line of its own', async () => {
  const { code, err } = await sondeAt(() => ({
    status: 422,
    body: {
      type: 'about:blank',
      title: 'x',
      status: 422,
      code: 'request.invalid',
      detail: 'It is\u001b]0;title\u0007 wrong\n::error::forged\u202e',
      errors: [{ path: 'name\u001b[2J', code: 'x', message: 'no\r\u009bK' }],
    },
  }));
  assert.equal(code, 2);
  // eslint-disable-next-line no-control-regex -- these are what steers a terminal
  assert.doesNotMatch(err, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.equal(err.trimEnd().split('\n').length, 2, err);
  assert.match(err, /^It is \]0;title\s+wrong ::error::forged/);
});

test('an unknown name is answered with the ten names that come nearest to it', async () => {
  for (let at = 0; at < 12; at += 1)
    await makeEndpoint(shop.call, shop.target.url('/chat'), { name: `Far ${at}` });
  await makeEndpoint(shop.call, shop.target.url('/chat'), { name: 'Claims assistant' });
  const set = await testSetName('Reachable', ['a']);
  const { code, err } = await sonde(['run', '--endpoint', 'claim asistant', '--test-set', set]);
  assert.equal(code, 2);
  const lines = err.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.includes('There is no endpoint called “claim asistant”.'));
  assert.ok(at >= 0, err);
  const named = lines.slice(at + 1).filter((line) => line.startsWith('  '));
  assert.equal(named[0], '  Claims assistant');
  assert.equal(named.length, 10);
});

test('whoever interrupts it cancels the run, and it exits with 130', async () => {
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  shop.target.route('/never', () => isAsked());
  const never = await makeEndpoint(shop.call, shop.target.url('/never'));
  const set = await testSetName('Never', ['a', 'b']);
  const ended = await sonde(['run', '--endpoint', never, '--test-set', set], {}, asked);
  assert.equal(ended.code, 130, ended.out + ended.err);
  const [run] = (await shop.call('GET', '/test_runs?limit=1')).body;
  assert.equal(run.status, 'Cancelled');
});

test('where metrics only flag, the command tells of the flags and ends as undecided', async () => {
  const metric = await shop.call('POST', '/metrics', {
    name: 'Declines',
    backend: 'builtin',
    kind: 'refusal',
    metric_scope: ['Single-Turn'],
  });
  const set = await testSetName('Flagged', ['a', 'b'], { metrics: [{ metric: metric.body.id }] });
  const { code, out } = await sonde(['run', '--endpoint', shop.endpointId, '--test-set', set]);
  assert.equal(code, 2, out);
  assert.match(
    out,
    /\n2\/2 · 0 passed · 0 failed · 0 errors · 2 checked for flags only, 2 flagged · 0 not evaluated\n[^]+checked for flags only 2, 2 flagged · not evaluated 0[^]*Flagged, and no person has looked yet: 2/,
  );
});

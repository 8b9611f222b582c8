import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { readQuota } from '../../../src/modules/invocation/quota/told-quota.ts';
import {
  createTestClock,
  startPlatform,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const clock = createTestClock(start);
let platform: TestPlatform;
let owner: SignedUp;
let base = '';
let answer = (response: ServerResponse): void => void response.end('{"answer":"yes"}');
const target = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    answer(response);
  });
});

before(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  platform = await startPlatform({ clock });
  owner = await platform.signUp();
});
after(async () => {
  await platform.close();
  target.closeAllConnections();
  target.close();
});

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  platform.call(method, path, { token, body });
const telling =
  (headers: Record<string, string>, status = 200) =>
  (response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    response.end('{"answer":"yes"}');
  };
async function called(how: typeof answer, fields: Json = {}): Promise<string> {
  answer = how;
  const made = await call('POST', '/endpoints', {
    name: `T ${Math.random()}`,
    url: base,
    request_mapping: { m: '{{ input }}' },
    response_mapping: { output: '$.answer' },
    ...fields,
  });
  assert.equal(made.status, 201, made.text);
  await call('POST', `/endpoints/${made.body.id}/invoke`, { input: 'x' });
  return made.body.id;
}
const quota = async (id: string, query = ''): Promise<Json> =>
  (await call('GET', `/endpoints/${id}/quota${query}`)).body;

const midnight = start + 12 * 3_600_000;
const fifty = {
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '49',
  'X-RateLimit-Reset': String(midnight / 1000),
};

test('however a target spells it, what is left of its quota is read', () => {
  const soon = start + 90_000;
  const cases: [Record<string, string | string[]>, unknown][] = [
    [fifty, [100, 49, midnight]],
    [
      { 'ratelimit-limit': '10, 10;w=60', 'ratelimit-remaining': '3', 'ratelimit-reset': '90' },
      [10, 3, soon],
    ],
    [{ ratelimit: 'limit=10, remaining=3, reset=90' }, [10, 3, soon]],
    [{ ratelimit: '"day";r=3;t=90', 'ratelimit-policy': '"day";q=10;w=86400' }, [10, 3, soon]],
    [
      {
        'x-ratelimit-limit-requests': '10',
        'x-ratelimit-remaining-requests': '3',
        'x-ratelimit-reset-requests': '1m30s',
        'x-ratelimit-remaining-tokens': '1',
      },
      [10, 3, soon],
    ],
    [
      {
        'vendor-ratelimit-requests-limit': '10',
        'vendor-ratelimit-requests-remaining': '3',
        'vendor-ratelimit-requests-reset': new Date(soon).toISOString(),
      },
      [10, 3, soon],
    ],
    [
      {
        'x-ratelimit-limit-minute': '20',
        'x-ratelimit-remaining-minute': '19',
        'x-ratelimit-limit-day': '10',
        'x-ratelimit-remaining-day': '3',
      },
      [10, 3, null],
    ],
    // A gateway in front of the target has a quota of its own, and says so under the same names.
    [
      {
        'x-ratelimit-limit': ['1000', '10'],
        'x-ratelimit-remaining': ['900', '3'],
        'x-ratelimit-reset': ['3600', '90'],
      },
      [10, 3, soon],
    ],
    [
      {
        'x-ratelimit-limit': '1000, 10',
        'x-ratelimit-remaining': '900, 3',
        'x-ratelimit-reset': '3600, 90',
      },
      [10, 3, soon],
    ],
    [{ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': ['9', '3'] }, [10, 3, null]],
    [
      {
        'x-ratelimit-remaining': ['3', '3'],
        'x-ratelimit-reset': [new Date(start + 1000).toUTCString(), new Date(soon).toUTCString()],
      },
      [null, 3, soon],
    ],
    [{ ratelimit: ['limit=90, remaining=9, reset=1', 'limit=10, remaining=3, reset=90'] }, [10, 3, soon]],
    [
      {
        ratelimit: '"hour";r=9;t=1, "day";r=3;t=90',
        'ratelimit-policy': '"hour";q=90;w=3600, "day";q=10;w=86400',
      },
      [10, 3, soon],
    ],
    [{ 'x-ratelimit-limit': '100' }, undefined],
    [{ 'x-ratelimit-remaining': 'many' }, undefined],
    [{ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '99999999999999' }, [null, 3, null]],
  ];
  for (const [headers, expected] of cases) {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const told = readQuota(lower, start);
    assert.deepEqual(
      told && [told.allowed, told.remaining, told.resetsAt],
      expected,
      JSON.stringify(headers),
    );
  }
});

test('of the windows that a hostile target fills its headers with, the first few are read', () => {
  const left = Array.from({ length: 1000 }, (_one, place) => 1000 - place);
  const named = (list: readonly number[]): string => list.map((count) => `"";r=${count}`).join(', ');
  const spelt = [
    { ratelimit: left.map((count) => named([count])), 'ratelimit-policy': left.map(() => '"b";q=9') },
    { ratelimit: named(left), 'ratelimit-policy': left.map(() => '"b";q=9') },
    { 'x-ratelimit-remaining': left.map(String), 'x-ratelimit-limit': '9' },
    { 'x-ratelimit-remaining': left.join(','), 'x-ratelimit-limit': '9' },
  ];
  for (const headers of spelt)
    assert.deepEqual(readQuota(headers, start), { allowed: 9, remaining: 981, resetsAt: null });
});

test('what the last answer said is known, and more calls than are left are warned of with figures', async () => {
  const id = await called(telling(fifty));
  const fits = await quota(id, '?calls=49');
  assert.deepEqual(
    [fits.limit, fits.remaining, fits.resets_at, fits.warnings],
    [100, 49, new Date(midnight).toISOString(), []],
  );
  assert.deepEqual((await quota(id, '?calls=60')).warnings, [
    'The application has 49 of 100 calls left until 2026-03-02, 00:00 UTC; this makes 60 calls.',
  ]);
  assert.match((await quota(id, '?calls=60&calls_at_least=10')).warnings[0], /this may make up to 60 calls/);
});

test('a refusal for the rate is warned of as long as the target asked to stay away, and no longer', async () => {
  const id = await called(telling({ 'Retry-After': '120' }, 429));
  assert.deepEqual((await quota(id, '?calls=1')).warnings, [
    'The application refused a call for its rate (429) and asked not to be called before 12:02 UTC.',
  ]);
  clock.advance(121_000);
  assert.deepEqual(await quota(id, '?calls=1'), {
    limit: null,
    remaining: null,
    resets_at: null,
    refused_until: null,
    told_at: null,
    calls_per_minute: null,
    warnings: [],
  });
});

test('a refusal that says nothing more is warned of too, until the next call is answered', async () => {
  const id = await called(telling({}, 429));
  assert.match(
    (await quota(id, '?calls=3')).warnings[0],
    /had no calls left, .* did not say when .* 3 calls/,
  );
  answer = telling({});
  await call('POST', `/endpoints/${id}/invoke`, { input: 'x' });
  assert.deepEqual((await quota(id, '?calls=3')).warnings, []);
});

test('what an endpoint is configured to allow is said as the time that so many calls take', async () => {
  const id = await called(telling({}), { max_requests_per_minute: 6 });
  assert.deepEqual((await quota(id, '?calls=30')).warnings, []);
  assert.deepEqual((await quota(id, '?calls=600')).warnings, [
    'At 6 calls a minute, which is all that is allowed, this takes at least 1 h 40 min.',
  ]);
});

test('a run that would not fit into what is left is warned of before it begins', async () => {
  const id = await called(telling({ ...fifty, 'X-RateLimit-Remaining': '2' }));
  const metric = await call('POST', '/metrics', {
    name: 'Says yes',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['yes'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(metric.status, 201, metric.text);
  const set = await call('POST', '/test_sets/bulk', {
    name: 'Three',
    test_set_type: 'Single-Turn',
    metrics: [{ metric: metric.body.id }],
    tests: [1, 2, 3].map((n) => ({ prompt: { content: `Question ${n}` } })),
  });
  assert.equal(set.status, 201, set.text);
  const report = await call('POST', '/preflight-checks', { test_set_id: set.body.id, endpoint_id: id });
  assert.equal(report.status, 200, report.text);
  const check = report.body.checks.find(({ name }: Json) => name === 'quota');
  assert.equal(check?.severity, 'warning', report.text);
  assert.match(check.message, /2 of 100 calls left until .*; this makes 3 calls/);
  assert.equal(report.body.ok, true);
  const few = { test_set_id: set.body.id, endpoint_id: id, max_calls: 2 };
  const { checks } = (await call('POST', '/preflight-checks', few)).body;
  assert.match(
    checks.find(({ name }: Json) => name === 'max_calls').message,
    /ends after 2 calls, .* at least 3/,
  );
  assert.equal(checks.find(({ name }: Json) => name === 'quota').severity, 'info');
});

test('the quota of an endpoint is shown to nobody of another organization', async () => {
  const id = await called(telling(fifty));
  const stranger = await platform.signUp();
  assert.equal((await call('GET', `/endpoints/${id}/quota`, undefined, stranger.token)).status, 404);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { BeforeSteps, Polling } from '@sonde/contract';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { MASK } from '../../../src/modules/invocation/masking.ts';
import { retryOf } from '../../../src/modules/runs/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const KEY = ['fake', 'key', 'ZxCvBn', '0123456'].join('-');
const TOKEN = ['fake', 'token', 'MnBvCx', '1357913'].join('-');
const CSRF = ['fake', 'proof', 'QwErTy', '7654321'].join('-');

void describe('requests around a call', () => {
  let target: TargetServer;
  let elsewhere: TargetServer;
  let engine: Engine;
  let asked = 0;

  before(async () => {
    target = await startTargetServer();
    elsewhere = await startTargetServer();
    engine = createEngine();
    elsewhere.route('/login', (_request, response) => sendJson(response, 200, { access: CSRF }));
    elsewhere.route('/status', (_request, response) => sendJson(response, 200, { status: 'done' }));
    target.route('/session', (_request, response) => {
      response.setHeader('set-cookie', 'sid=cookie-of-the-session; Path=/');
      sendJson(response, 200, { csrf: CSRF, region: 'a/b c' });
    });
    target.route('/endless', (_request, response) =>
      sendJson(response, 200, {
        parts: Array.from({ length: 90 }, (_, n) => `endless-part-${n}-`.padEnd(20_000, 'xyz')),
      }),
    );
    target.route('/threads', (_request, response) => sendJson(response, 201, { id: 'thread-1' }));
    target.route('/broken', (_request, response) => sendJson(response, 500, { error: 'no sessions today' }));
    target.route('/chat', (request, response) =>
      sendJson(response, 200, { reply: `${request.text} ${JSON.stringify(request.headers)}` }),
    );
    target.route('/chat/a%2Fb%20c', (request, response) => sendJson(response, 200, { reply: request.path }));
    target.route('/start', (request, response) =>
      sendJson(response, 202, {
        run: { id: 'run-7' },
        status: 'queued',
        status_url: request.query.get('leads') ?? '/runs/run-7?sig=1',
      }),
    );
    target.route(`/bots/${KEY}/start`, (request, response) =>
      sendJson(response, 202, { run: { id: 'run-7' }, status_url: request.query.get('leads') }),
    );
    target.route('/at-once', (_request, response) =>
      sendJson(response, 200, { status: 'done', reply: 'soon' }),
    );
    target.route('/runs/run-7', (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else sendJson(response, 200, asked < 4 ? { status: 'running' } : { status: 'done', reply: 'at last' });
    });
    target.route('/runs/run-7/result', (_request, response) =>
      sendJson(response, 200, { reply: 'the result' }),
    );
    target.route('/runs/fails', (_request, response) =>
      sendJson(response, 200, { status: 'failed', error: { message: 'out of memory' } }),
    );
    target.route('/runs/never', (_request, response) => sendJson(response, 200, { status: 'running' }));
  });
  beforeEach(() => {
    asked = 0;
    target.requests.length = 0;
    elsewhere.requests.length = 0;
  });
  after(async () => {
    await engine.close();
    await Promise.all([target.close(), elsewhere.close()]);
  });

  type Changes = Partial<Omit<TargetConfiguration, 'beforeSteps' | 'polling'>> & {
    before?: unknown[];
    poll?: unknown;
  };
  const configured = ({ before: steps, poll, ...changes }: Changes): TargetConfiguration =>
    configurationOf({
      url: target.url('/chat'),
      secrets: { key: KEY },
      beforeSteps: BeforeSteps.parse(steps ?? []),
      polling: poll === undefined ? null : Polling.parse(poll),
      ...changes,
    });
  const call = (changes: Changes, variables: Record<string, unknown> = {}) =>
    engine.invocation.invoke(configured(changes), { input: 'Hello', ...variables });
  const paths = () => target.requests.map(({ path }) => path);
  const session = {
    name: 'Session',
    method: 'POST',
    url: '/session',
    request_headers: { 'X-Key': '{{ secrets.key }}' },
    request_mapping: { who: 'sonde' },
    values: { csrf: '$.csrf', cookie: '{{ response_cookies.sid }}', region: '$.region' },
  };

  void describe('before it', () => {
    void test('give values to body, headers and address, and tokens among them are shown nowhere', async () => {
      const result = await call({
        before: [session],
        requestMapping: { m: '{{ input }}', c: '{{ before.csrf }}', r: '{{ before.region }}' },
        requestHeaders: { 'X-Csrf': '{{ before.csrf }}', Cookie: 'sid={{ before.cookie }}' },
      });
      assert.equal(result.error, null);
      const [first, second] = target.requests;
      assert.deepEqual(first?.json, { who: 'sonde' });
      assert.equal(first?.headers['x-key'], KEY);
      assert.deepEqual(second?.json, { m: 'Hello', c: CSRF, r: 'a/b c' });
      assert.equal(second?.headers['x-csrf'], CSRF);
      assert.equal(second?.headers.cookie, 'sid=cookie-of-the-session');
      const shown = JSON.stringify([result, engine.traces.spans.at(-1)]);
      for (const secret of [KEY, CSRF, 'cookie-of-the-session']) assert.ok(!shown.includes(secret), secret);
      assert.deepEqual(
        result.steps?.map(({ name, kind, status_code }) => [name, kind, status_code]),
        [['Session', 'before', 200]],
      );
      assert.ok(result.timings?.some(({ stage }) => stage === 'before: Session'));
    });

    void test('that give a cookie give a secret, whatever it is called and wherever it stands', async () => {
      const values = { sid: '{{ response_cookies.sid }}', raw: `{{ response_headers['set-cookie'] }}` };
      const result = await call({
        before: [{ ...session, values }],
        requestMapping: { m: 'in english' },
        requestHeaders: { Cookie: 'lang=english; sid={{ before.sid }}', 'X-Place': '{{ before.sid }}' },
      });
      assert.equal(result.error, null);
      assert.equal(target.requests.at(-1)?.headers['x-place'], 'cookie-of-the-session');
      const shown = JSON.stringify([result, engine.traces.spans.at(-1)]);
      assert.ok(!shown.includes('cookie-of-the-session'), shown);
      assert.ok(String(result.output).includes('english'), 'a word is none');
      const plain = await call({ requestHeaders: { Cookie: 'lang=english; sid=a-session-written-here' } });
      assert.ok(!JSON.stringify(plain).includes('a-session-written-here'));
    });

    void test('that give a token as part of an object show it nowhere, and its plain words stay readable', async () => {
      target.route('/nested', (_request, response) =>
        sendJson(response, 200, { login: { access: CSRF, state: 'active' } }),
      );
      target.route('/says', (request, response) =>
        sendJson(response, 200, { reply: 'active', echo: request.text }),
      );
      const result = await call({
        url: target.url('/says'),
        before: [{ name: 'Login', url: '/nested', values: { auth: '$.login' } }],
        requestMapping: { t: '{{ before.auth.access }}', piece: '{{ before.auth.access[:9] }}' },
      });
      assert.ok(target.requests.at(-1)?.text.includes(`"t":"${CSRF}"`));
      assert.equal(result.output, 'active');
      assert.ok(!JSON.stringify([result, engine.traces.spans.at(-1)]).includes(CSRF));
      assert.ok(!target.requests.at(-1)?.text.includes(`"${CSRF.slice(0, 9)}"`));
    });

    void test('that give a number as a session show it nowhere, and it stays a number where it is the whole value', async () => {
      const [pin, account] = [48_213_377, 730_915_264_481];
      target.route('/numbers', (_request, response) =>
        sendJson(response, 200, { pin, login: { account, uses: 3 } }),
      );
      target.route('/counts', (request, response) =>
        sendJson(response, 200, { reply: { pin, account, uses: 3 }, echo: request.text }),
      );
      const result = await call({
        url: target.url('/counts'),
        before: [{ name: 'Login', url: '/numbers', values: { session_pin: '$.pin', session: '$.login' } }],
        requestMapping:
          '{"pin": {{ before.session_pin }}, "said": "pin {{ before.session_pin }}", "all": {{ before.session | tojson }}}',
        requestHeaders: { 'X-Pin': '{{ before.session_pin }}' },
      });
      const sent = target.requests.at(-1);
      assert.deepEqual(sent?.json, { pin, said: `pin ${pin}`, all: { account, uses: 3 } });
      assert.equal(sent?.headers['x-pin'], String(pin));
      assert.deepEqual(JSON.parse(String(result.output)), { pin: MASK, account: MASK, uses: 3 });
      const shown = JSON.stringify([result, engine.traces.spans.at(-1)]);
      for (const secret of [pin, account]) assert.ok(!shown.includes(String(secret)), String(secret));
    });

    void test('that give as a token what is far too long for one are refused, and the answer is not shown', async () => {
      const steps = [{ ...session, url: '/endless', values: { csrf: '$.parts' } }];
      const result = await call({ before: steps, requestMapping: { m: '{{ input }}' } });
      assert.equal(result.error?.type, 'mapping_error');
      assert.match(result.error?.message ?? '', /csrf: .* longer than 50000 characters/);
      assert.deepEqual(paths(), ['/endless']);
      assert.ok(!JSON.stringify([result, engine.traces.spans.at(-1)]).includes('endless-part'));
    });

    void test('cannot be read piece by piece through a template', async () => {
      const result = await call({
        before: [session],
        requestMapping: { m: '{{ input }} {{ before.csrf[:9] }}' },
      });
      assert.ok(!JSON.stringify(target.requests.at(-1)?.json).includes(CSRF.slice(0, 9)));
      assert.equal(result.success, true);
    });

    void test('give values to the address, which they cannot leave', async () => {
      const result = await call({ before: [session], url: `${target.url('/chat')}/{{ before.region }}` });
      assert.equal(result.output, '/chat/a%2Fb%20c');
    });

    void test('may begin a conversation, and are not made when it goes on', async () => {
      const thread = {
        name: 'Thread',
        when: 'new_conversation',
        method: 'POST',
        url: '/threads',
        values: { thread_id: '$.id' },
      };
      const changes = { before: [thread], requestMapping: { m: '{{ input }}', t: '{{ thread_id }}' } };
      const first = await call(changes);
      assert.equal(first.conversation_id, 'thread-1');
      assert.deepEqual(target.requests.at(-1)?.json, { m: 'Hello', t: 'thread-1' });
      target.requests.length = 0;
      const second = await call(changes, { conversation_id: 'thread-1' });
      assert.deepEqual(paths(), ['/chat']);
      assert.equal(second.conversation_id, 'thread-1');
    });

    void test('that fail end the call before it is made, and say which they were', async () => {
      const refused = await call({ before: [{ ...session, url: '/broken' }] });
      assert.deepEqual(paths(), ['/broken']);
      assert.match(
        refused.error?.message ?? '',
        /^The step "Session" before the call: .*500.*no sessions today/,
      );
      assert.equal(refused.status_code, 500);
      const missing = await call({ before: [{ ...session, values: { csrf: '$.nothing' } }] });
      assert.deepEqual([missing.stage, paths().at(-1)], ['map', '/session']);
      assert.match(missing.error?.message ?? '', /csrf: \$\.nothing finds nothing/);
    });

    void test('take the token of the endpoint to its own host only, unless they ask for it', async () => {
      const login = { name: 'Login', url: elsewhere.url('/login'), values: { access: '$.access' } };
      const changes = { authType: 'bearer_token', authToken: TOKEN } as const;
      await call({ ...changes, before: [login, session] });
      assert.equal(elsewhere.requests.at(-1)?.headers.authorization, undefined);
      assert.equal(target.requests[0]?.headers.authorization, `Bearer ${TOKEN}`);
      await call({ ...changes, before: [{ ...login, request_headers: { 'X-T': '{{ auth_token }}' } }] });
      assert.equal(elsewhere.requests.at(-1)?.headers['x-t'], TOKEN);
    });

    void test('are shown by a preview, which sends nothing', async () => {
      const result = await engine.invocation.previewRequest(
        configured({
          before: [session],
          requestMapping: { m: '{{ input }}', r: '{{ before.region }}' },
          poll: { values: { id: '$.run.id' }, url: '/runs/{{ start.id }}', done: { path: '$.reply' } },
        }),
        { input: 'Hello' },
      );
      assert.equal(target.requests.length, 0);
      assert.equal(result.error, null);
      assert.deepEqual(result.request?.body, { m: 'Hello', r: 'before.region' });
      assert.deepEqual(
        result.steps?.map(({ request }) => request.url),
        [target.url('/session'), target.url('/runs/start.id')],
      );
      assert.ok(!JSON.stringify(result).includes(KEY));
    });
  });

  void describe('after it', () => {
    void test('are no reason to send the message again, whatever becomes of them', async () => {
      const gone = await startTargetServer();
      const closed = gone.url('/status');
      await gone.close();
      target.route('/runs/busy', (_request, response) => void response.writeHead(503).end());
      const poll = { values: {}, done: { path: '$.run' }, interval_seconds: 0.1 };
      for (const [url, result] of [
        [closed, undefined],
        ['/start', { url: closed }],
        ['/start', { url: '/runs/busy' }],
      ]) {
        const done = typeof result === 'object' ? poll : { ...poll, done: { path: '$.never' } };
        const answer = await call({ url: target.url('/start'), poll: { ...done, url, result } });
        assert.equal(answer.success, false);
        assert.ok(answer.stage === 'connect' || answer.status_code === 503, answer.error?.message);
        const retry = retryOf(answer, { made: 1, elapsedMs: 0 }, { random: () => 0 });
        assert.deepEqual(retry, { again: false, gaveUp: null });
      }
      const refused = await call({ url: target.url('/runs/busy'), poll: { ...poll, url: '/start' } });
      assert.equal(retryOf(refused, { made: 1, elapsedMs: 0 }, { random: () => 0 }).again, true);
    });

    const poll = {
      values: { id: '$.run.id' },
      url: '/runs/{{ start.id }}',
      interval_seconds: 0.1,
      done: { path: '$.status', one_of: ['done', 'finished'] },
      failed: { path: '$.status', equals: 'failed' },
    };
    const start = () => ({ url: target.url('/start') });

    void test('ask until the work is done; a busy target is asked again, and the last status is the answer', async () => {
      const result = await call({ ...start(), poll });
      assert.equal(result.error, null);
      assert.equal(result.output, 'at last');
      assert.deepEqual(paths(), ['/start', ...Array.from({ length: 4 }, () => '/runs/run-7')]);
      assert.deepEqual(
        result.steps?.map(({ kind, attempts, status_code }) => [kind, attempts, status_code]),
        [['status', 4, 200]],
      );
    });

    void test('take and ask of an answer only what is masked: an application may repeat its key', async () => {
      target.route('/echo', (request, response) =>
        sendJson(response, 200, { said: request.headers['x-key'], run: { id: 'run-7' } }),
      );
      const spelling = {
        ...poll,
        values: { id: '$.run.id', said: '$.said' },
        method: 'POST',
        request_mapping: { dots: "{{ start.said | list | join('.') }}" },
        failed: { path: `$[?match(@.said, '${KEY.slice(0, 3)}.*')]` },
      };
      await call({
        url: target.url('/echo'),
        requestHeaders: { 'X-Key': '{{ secrets.key }}' },
        poll: spelling,
      });
      const statuses = target.requests.filter(({ path }) => path === '/runs/run-7');
      assert.ok(statuses.length > 0);
      for (const { json } of statuses)
        assert.ok(!JSON.stringify(json).includes(KEY.slice(0, 3).split('').join('.')));
    });

    void test('fetch the result where it has an address of its own', async () => {
      const result = await call({
        ...start(),
        poll: { ...poll, result: { url: '/runs/{{ start.id }}/result' } },
      });
      assert.equal(result.output, 'the result');
      assert.equal(paths().at(-1), '/runs/run-7/result');
    });

    void test('are not made where the answer is there at once', async () => {
      const result = await call({ url: target.url('/at-once'), poll });
      assert.deepEqual([result.output, paths()], ['soon', ['/at-once']]);
    });

    void test('tell of work that failed, in the words of the target', async () => {
      const result = await call({ ...start(), poll: { ...poll, url: '/runs/fails' } });
      assert.equal(result.error?.type, 'polling_failed');
      assert.match(result.error?.message ?? '', /out of memory/);
    });

    void test('end with their number and with their time', async () => {
      const never = { ...poll, url: '/runs/never' };
      const many = await call({ ...start(), poll: { ...never, max_attempts: 3 } });
      assert.deepEqual([many.error?.type, many.steps?.[0]?.attempts], ['polling_timeout', 3]);
      assert.match(many.error?.message ?? '', /after 3 questions/);
      const long = await call({ ...start(), poll: { ...never, max_seconds: 1, interval_seconds: 5 } });
      assert.match(long.error?.message ?? '', /within 1 s/);
    });

    void test('end where the statuses together are larger than any work needs to tell', async () => {
      const large = JSON.stringify({ status: 'running', log: 'x'.repeat(9_000_000) });
      target.route('/runs/large', (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(large);
      });
      const result = await call({ ...start(), poll: { ...poll, url: '/runs/large' } });
      assert.equal(result.error?.type, 'response_too_large');
      assert.match(result.error?.message ?? '', /^Waiting for the answer: .*30 MB/);
      assert.equal(target.requests.filter(({ path }) => path === '/runs/large').length, 4);
    });

    void test('end with their caller', async () => {
      const controller = new AbortController();
      const pending = engine.invocation.invoke(
        configured({
          ...start(),
          poll: { ...poll, url: '/runs/never', interval_seconds: 300, max_seconds: 3600 },
        }),
        { input: 'Hello' },
        { signal: controller.signal },
      );
      while (target.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      assert.equal((await pending).error?.type, 'aborted');
    });

    void test('go to the address that the target gives, on its own host only', async () => {
      const given = { ...poll, values: { status_url: '$.status_url' }, url: '{{ start.status_url }}' };
      assert.equal((await call({ ...start(), poll: given })).output, 'at last');
      assert.equal(target.requests.at(-1)?.query.get('sig'), '1');
      const away = await call({
        url: `${target.url('/start')}?leads=${encodeURIComponent(elsewhere.url('/status'))}`,
        poll: given,
      });
      assert.deepEqual(
        [away.stage, away.error?.type, elsewhere.requests.length],
        ['blocked', 'invalid_url', 0],
      );
    });

    void test('find the address that the target gives from the one that was called, whose path a secret completes', async () => {
      const given = { ...poll, values: { status_url: '$.status_url' }, url: '{{ start.status_url }}' };
      const result = await call({
        url: `${target.url('/bots/')}{{ secrets.key }}/start?leads=status/7`,
        poll: given,
      });
      assert.equal(target.requests.at(-1)?.path, `/bots/${KEY}/status/7`);
      assert.ok(!JSON.stringify(result).includes(KEY));
    });

    void test('are told with what was learnt on the way', async () => {
      const result = await call({ ...start(), poll: { ...poll, values: { id: '$.nothing' } } });
      assert.match(result.error?.message ?? '', /^Waiting for the answer: id: /);
    });
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { secretMask } from '@sonde/contract';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { addressSealedFor, shownWebhook } from '../../../src/modules/alerts/channels.ts';
import { sealFormerWebhooks } from '../../../src/modules/alerts/sealed.ts';
import type { CallResult, Json } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
/** What the target says to each prompt; "good" passes. */
let answers: ReadonlyMap<string, string>;
let endpointId: string;
before(async () => {
  shop = await openWorkshop();
  answers = new Map();
  shop.target.route('/answers', (request, response) => {
    const { message } = request.json as { message: string };
    const answer = answers.get(message) ?? 'good';
    response.writeHead(answer === 'broken' ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ answer }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/answers'));
});
after(() => shop.close());

const make = async (body: Record<string, unknown>): Promise<Json> => {
  const made = await shop.call('POST', '/alert_rules', {
    name: 'Watch',
    on: 'pass_rate_below',
    threshold: 80,
    channels: ['notification'],
    ...body,
  });
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const run = async (setId: string): Promise<Json> =>
  shop.ended((await shop.start(setId, {}, endpointId)).test_run_id);
const deliveries = async (ruleId: string): Promise<Json[]> =>
  (await shop.call('GET', `/alert_rules/${ruleId}/deliveries`)).body;

/** Until each of so many deliveries of a rule has been made or given up. */
async function settled(ruleId: string, count: number): Promise<Json[]> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const found = await deliveries(ruleId);
    if (found.length >= count && found.every(({ status }) => status !== 'pending')) return found;
    await pause(25);
  }
  throw new Error('The deliveries were not settled.');
}

/** A receiver on loopback that answers with these statuses in turn, and the last one from then on. */
function receiver(path: string, ...statuses: number[]) {
  const heard: { headers: Readonly<Record<string, unknown>>; body: string }[] = [];
  const queries: URLSearchParams[] = [];
  shop.target.route(path, (request, response) => {
    heard.push({ headers: request.headers, body: request.text });
    queries.push(request.query);
    response.writeHead(statuses[Math.min(heard.length, statuses.length) - 1] ?? 200);
    response.end();
  });
  return { url: shop.target.url(path), heard, queries };
}

test('a rule names the set and the endpoint it looks at, in the list as by itself, and none where it looks at all', async () => {
  const set = await shop.makeSet(['fine']);
  const { name: setName } = (await shop.call('GET', `/test_sets/${set}`)).body;
  const { name: endpointName } = (await shop.call('GET', `/endpoints/${endpointId}`)).body;
  const certain = await make({ name: 'Certain', test_set_id: set, endpoint_id: endpointId });
  const every = await make({ name: 'Every' });
  const shown = ({ test_set, endpoint }: Json) => [test_set, endpoint];
  const wanted = [
    { id: set, name: setName },
    { id: endpointId, name: endpointName },
  ];
  assert.deepEqual([shown(certain), shown(every)], [wanted, [null, null]]);
  const { body: listed } = await shop.call('GET', '/alert_rules?limit=100');
  const of = (id: string) => shown(listed.find((rule: Json) => rule.id === id));
  assert.deepEqual([of(certain.id), of(every.id)], [wanted, [null, null]]);
  for (const { id } of [certain, every]) await shop.call('DELETE', `/alert_rules/${id}`);
});

test('a run below the pass rate raises an alert once in each channel, with a signature that can be checked', async () => {
  const key = Buffer.from('a key of twenty-four bytes');
  const hook = receiver('/hook', 500, 204);
  const setId = await shop.makeSet(['a', 'b'], { name: 'Watched' });
  const rule = await make({
    name: 'Quality',
    test_set_id: setId,
    channels: ['notification', 'email', { webhook: hook.url, secret: `whsec_${key.toString('base64')}` }],
  });
  assert.deepEqual(rule.channels[2], { webhook: shownWebhook(hook.url), has_secret: true });
  await run(setId);
  answers = new Map([['b', 'no']]);
  const bad = await run(setId);
  const found = await settled(rule.id, 3);
  assert.deepEqual(
    new Set(found.map(({ channel, status, test_run_id }) => `${channel} ${status} ${test_run_id}`)),
    new Set(['email', 'notification', 'webhook'].map((channel) => `${channel} delivered ${bad.id}`)),
  );
  const webhook = found.find(({ channel }) => channel === 'webhook');
  assert.deepEqual(
    [webhook.attempts, webhook.last_status_code, webhook.host],
    [2, 204, new URL(hook.url).host],
  );
  const sent = hook.heard.at(-1);
  const id = String(sent?.headers['webhook-id']);
  const signed = createHmac('sha256', key)
    .update(`${id}.${String(sent?.headers['webhook-timestamp'])}.${sent?.body ?? ''}`)
    .digest('base64');
  assert.equal(sent?.headers['webhook-signature'], `v1,${signed}`);
  assert.equal(hook.heard[0]?.headers['webhook-id'], id, 'a repetition is known by its id');
  const message = JSON.parse(sent?.body ?? '{}') as Json;
  assert.deepEqual(
    [message.type, message.data.test_run.id, message.data.test_run.pass_rate, message.data.test_set.name],
    ['alert.raised', bad.id, 50, 'Watched'],
  );
  assert.match(message.data.reason, /is 50 %, below 80 %/);
  const [notice] = (await shop.call('GET', "/notifications?$filter=kind eq 'alert.raised'")).body;
  assert.deepEqual([notice.title, notice.link], ['Alert: Quality', `/runs/${bad.id}`]);
  assert.ok(await shop.platform.mail(shop.owner.email, /^Alert: Quality$/));
  assert.ok((await shop.call('GET', `/alert_rules/${rule.id}`)).body.last_raised_at);
  answers = new Map();
  const text = [...shop.platform.log.lines, JSON.stringify(rule), JSON.stringify(found)].join('\n');
  assert.ok(!text.includes(key.toString('base64')), 'the secret stands nowhere');
});

test('errors above their number and a run that got worse raise alerts, others do not', async () => {
  const prompts = Array.from({ length: 8 }, (_, place) => `p${place}`);
  const setId = await shop.makeSet(prompts);
  const errors = await make({ name: 'Errors', on: 'errors_above', threshold: 1, test_set_id: setId });
  const worse = await make({ name: 'Worse', on: 'regressed', threshold: undefined, test_set_id: setId });
  const elsewhere = await make({ name: 'Elsewhere', endpoint_id: shop.endpointId, threshold: 100 });
  const paused = await make({ name: 'Paused', threshold: 100, test_set_id: setId, is_paused: true });
  answers = new Map([['p0', 'broken']]);
  const base = await run(setId);
  const chosen = await shop.call('PUT', `/test_sets/${setId}/baseline/${endpointId}`, {
    test_run_id: base.id,
  });
  assert.equal(chosen.status, 200, chosen.text);
  answers = new Map([
    ...prompts.map((prompt) => [prompt, 'no'] as const),
    ['p0', 'broken'],
    ['p7', 'broken'],
  ]);
  const bad = await run(setId);
  const [raised] = await settled(worse.id, 1);
  assert.equal(raised?.test_run_id, bad.id);
  assert.match(raised?.reason, /^Worse: 6 of 6 tests that both runs decided/);
  assert.match(raised?.reason, / 1 test that was answered before now ends in an error\b/);
  const [broken] = await settled(errors.id, 1);
  assert.match(broken?.reason, /^2 of 8 results ended in an error/);
  for (const { id } of [elsewhere, paused]) assert.deepEqual(await deliveries(id), []);
  for (const { id } of [errors, worse]) assert.equal((await deliveries(id)).length, 1);
  answers = new Map();
});

test('an application that answers nothing any more raises the alert on regressions', async () => {
  const setId = await shop.makeSet(['p0', 'p1']);
  const worse = await make({ name: 'Broke', on: 'regressed', threshold: undefined, test_set_id: setId });
  answers = new Map();
  await run(setId);
  answers = new Map(['p0', 'p1'].map((prompt) => [prompt, 'broken']));
  const down = await run(setId);
  const [raised] = await settled(worse.id, 1);
  assert.equal(raised?.test_run_id, down.id);
  assert.match(raised?.reason, /^2 tests that were answered before now end in an error/);
  answers = new Map();
});

test('a rule that names one test is raised by one that got worse; one that names none waits for what chance does not explain', async () => {
  const setId = await shop.makeSet(['p0', 'p1', 'p2'], { gates: { baseline: 'last', max_worse: 0 } });
  const rule = (name: string, threshold: number) =>
    make({ name, on: 'regressed', threshold, test_set_id: setId });
  const one = await rule('One', 1);
  const [two, chance] = [await rule('Two', 2), await rule('Beyond chance', 0)];
  answers = new Map();
  await run(setId);
  answers = new Map([['p1', 'no']]);
  const bad = await run(setId);
  const [raised] = await settled(one.id, 1);
  assert.equal(raised?.test_run_id, bad.id);
  assert.match(raised?.reason, /^1 test got worse: “p1”\./);
  answers = new Map();
  for (const { id } of [two, chance]) assert.deepEqual(await deliveries(id), []);
  // Whoever began the run reads the gate and the test, too.
  const notices: Json[] = (await shop.call('GET', "/notifications?$filter=kind eq 'test_run.finished'")).body;
  const notice = notices.find(({ link }) => link === `/runs/${bad.id}`);
  assert.match(
    notice?.body,
    /^The gate failed\. 1 test got worse than in the baseline; at most 0 may\. 2 of 3 passed/,
  );
  assert.match(notice?.body, / Compared with .+: 1 test got worse: “p1”\./);
});

test('a run that somebody cancels raises nothing, by whichever door they do', async () => {
  shop.target.route('/held', () => undefined);
  const held = await makeEndpoint(shop.call, shop.target.url('/held'));
  const setId = await shop.makeSet(['held']);
  const of = (on: string, threshold: number) => make({ name: on, on, threshold, test_set_id: setId });
  const rules = [
    await of('pass_rate_below', 100),
    await of('not_evaluated_above', 0),
    await of('errors_above', 0),
  ];
  for (const pathOf of [
    ({ id }: Json) => `/test_runs/${id}/cancel`,
    ({ task_id: task }: Json) => `/jobs/${task}/cancel`,
  ]) {
    const { test_run_id: id } = await shop.start(setId, {}, held);
    const begun = (await shop.call('GET', `/test_runs/${id}`)).body;
    const stopped = await shop.call('POST', pathOf(begun));
    assert.ok(stopped.status < 300, stopped.text);
    assert.equal((await shop.ended(id)).status, 'Cancelled');
  }
  // What is judged after them has been raised, so they have been judged too.
  answers = new Map([['held', 'no']]);
  const bad = await run(setId);
  const [first] = await settled(rules[0]?.id, 1);
  assert.equal(first?.test_run_id, bad.id);
  for (const { id } of rules.slice(1)) assert.deepEqual(await deliveries(id), []);
  assert.equal((await deliveries(rules[0]?.id)).length, 1);
  answers = new Map();
});

test('flagged results and results without a verdict raise alerts above their number', async () => {
  const flagging = await shop.call('POST', '/metrics', {
    name: 'Helps',
    backend: 'builtin',
    kind: 'no_refusal',
    args: {},
    metric_scope: ['Single-Turn'],
  });
  assert.equal(flagging.status, 201, flagging.text);
  const setId = await shop.makeSet(['a', 'b', 'c'], { metrics: [{ metric: flagging.body.id }] });
  const of = (name: string, on: string, threshold?: number) =>
    make({ name, on, threshold, test_set_id: setId });
  const flagged = await of('Flagged', 'flagged_above');
  const open = await of('Open', 'not_evaluated_above', 2);
  const more = await of('More flagged', 'flagged_above', 1);
  const moreOpen = await of('More open', 'not_evaluated_above', 3);
  assert.deepEqual(
    [flagged.on, flagged.threshold, open.on, open.threshold],
    ['flagged_above', 0, 'not_evaluated_above', 2],
  );
  answers = new Map([['b', "I'm sorry, I can't help with that."]]);
  const ended = await run(setId);
  answers = new Map();
  assert.deepEqual([ended.flagged, ended.counts.not_evaluated], [1, 3]);
  const [ofFlags] = await settled(flagged.id, 1);
  assert.equal(ofFlags?.reason, '1 of 3 results has a flag that nobody has looked at yet; more than 0.');
  const [ofOpen] = await settled(open.id, 1);
  assert.equal(ofOpen?.reason, '3 of 3 results have no verdict; more than 2.');
  for (const { id } of [more, moreOpen]) assert.deepEqual(await deliveries(id), []);
  const part = { name: 'x', on: 'flagged_above', threshold: 0.5, channels: ['notification'] };
  assert.equal((await shop.call('POST', '/alert_rules', part)).status, 422);
});

test('a receiver that wants no more, or that may not be reached, is given up at once', async () => {
  const gone = receiver('/gone', 410);
  const setId = await shop.makeSet(['a']);
  answers = new Map([['a', 'no']]);
  const rule = await make({
    test_set_id: setId,
    channels: [{ webhook: gone.url, secret: 'shared with nobody' }],
  });
  await run(setId);
  const [given] = await settled(rule.id, 1);
  assert.deepEqual([given?.status, given?.attempts, given?.last_status_code], ['failed', 1, 410]);
  assert.equal(gone.heard.length, 1);
  answers = new Map();
  const refused = await shop.call('POST', '/alert_rules', {
    name: 'Inside',
    on: 'errors_above',
    channels: [{ webhook: 'http://169.254.169.254/latest', secret: 'shared with nobody' }],
  });
  assert.deepEqual([refused.status, refused.body.errors[0].path], [422, 'channels.0.webhook']);
});

test('a receiver that says nothing is told on the page with what follows from it, and what waits behind it is told to wait', async () => {
  let calls = 0;
  shop.target.route('/silent-at-first', (_request, response) => {
    calls += 1;
    if (calls > 2) response.writeHead(204).end();
  });
  const quiet = receiver('/behind-it', 204);
  const setId = await shop.makeSet(['a']);
  answers = new Map([['a', 'no']]);
  const channel = { webhook: shop.target.url('/silent-at-first'), secret: 'shared with nobody' };
  const rule = await make({ test_set_id: setId, channels: [channel] });
  await run(setId);
  let told: Json;
  for (let tries = 0; tries < 2400 && told?.last_error == null; tries += 1) {
    await pause(25);
    [told] = await deliveries(rule.id);
  }
  assert.deepEqual([told?.status, told?.attempts], ['pending', 1]);
  assert.match(
    told?.last_error,
    /^The receiver said nothing within 5 seconds\. It is called again and given 15;/,
  );
  const behind = await make({
    test_set_id: setId,
    channels: [{ webhook: quiet.url, secret: 'shared with nobody' }],
  });
  await shop.call('PUT', `/alert_rules/${rule.id}`, { is_paused: true });
  await run(setId);
  answers = new Map();
  const errors: unknown[] = [];
  for (let tries = 0; tries < 2400; tries += 1) {
    const [found] = await deliveries(behind.id);
    if (found && found.last_error !== errors.at(-1)) errors.push(found.last_error);
    if (found?.status === 'delivered') break;
    await pause(25);
  }
  assert.ok(
    errors.some((error) => String(error).startsWith('It is not sent yet: a receiver of your organization')),
  );
  assert.deepEqual([errors.at(-1), quiet.heard.length], [null, 1]);
  const [delivered] = await settled(rule.id, 1);
  assert.deepEqual(
    [delivered?.status, delivered?.attempts, delivered?.last_error, calls],
    ['delivered', 3, null, 3],
  );
});

/** A rule with a webhook, made by somebody who can then be disabled. */
async function makeAsAnother(setId: string, url: string) {
  const { platform, owner } = shop;
  const maker = await joinAs(platform, owner, 'admin');
  const made = await platform.call('POST', '/alert_rules', {
    token: maker.token,
    body: {
      name: 'Mine',
      on: 'pass_rate_below',
      threshold: 80,
      test_set_id: setId,
      channels: [{ webhook: url, secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` }],
    },
  });
  assert.equal(made.status, 201, made.text);
  return {
    made,
    disableMaker: () => shop.call('PATCH', `/members/${maker.userId}`, { is_active: false }),
  };
}

test('a webhook that has to be tried again is not, once its maker is disabled', async () => {
  const setId = await shop.makeSet(['soon gone'], { name: 'Of somebody soon gone' });
  let calls = 0;
  let disableMaker = async (): Promise<unknown> => undefined;
  shop.target.route('/of-somebody-soon-gone', async (_request, response) => {
    calls += 1;
    await disableMaker();
    response.writeHead(500).end();
  });
  const rule = await makeAsAnother(setId, shop.target.url('/of-somebody-soon-gone'));
  ({ disableMaker } = rule);
  answers = new Map([['soon gone', 'no']]);
  await run(setId);
  const [kept] = await settled(rule.made.body.id, 1);
  answers = new Map();
  assert.deepEqual([kept?.status, kept?.attempts, kept?.last_status_code, calls], ['failed', 1, 500, 1]);
  assert.match(kept?.last_error, /not here any more/);
});

test('a rule whose maker is disabled calls nobody, and says why', async () => {
  const hook = receiver('/of-somebody-gone');
  const setId = await shop.makeSet(['gone'], { name: 'Of somebody gone' });
  const { made, disableMaker } = await makeAsAnother(setId, hook.url);
  await disableMaker();
  answers = new Map([['gone', 'no']]);
  await run(setId);
  const [kept] = await settled(made.body.id, 1);
  answers = new Map();
  assert.deepEqual([kept?.channel, kept?.status, hook.heard.length], ['webhook', 'failed', 0]);
  assert.match(kept?.last_error, /not here any more/);
});

test('a rule whose maker lacks the second factor that is asked for calls and mails nobody', async () => {
  const hook = receiver('/of-somebody-without-a-factor');
  const setId = await shop.makeSet(['no factor'], { name: 'Of somebody without a factor' });
  const { made } = await makeAsAnother(setId, hook.url);
  const { database } = shop.platform.app;
  const { organizationId, userId } = shop.owner;
  await database.executeSql('insert into second_factors (user_id, secret_sealed) values ($1, $2)', [
    userId,
    'x',
  ]);
  const ask = (isAsked: boolean) =>
    database.executeSql('update organizations set require_second_factor = $1 where id = $2', [
      isAsked,
      organizationId,
    ]);
  await ask(true);
  answers = new Map([['no factor', 'no']]);
  await run(setId);
  const [kept] = await settled(made.body.id, 1);
  answers = new Map();
  await ask(false);
  assert.deepEqual([kept?.channel, kept?.status, hook.heard.length], ['webhook', 'failed', 0]);
});

test('a secret stays with its host: left out it is kept, and for another host it is asked for', async () => {
  const rule = await make({
    channels: [{ webhook: 'https://hooks.example.test/one', secret: 'shared with nobody' }],
  });
  const change = (body: unknown) => shop.call('PUT', `/alert_rules/${rule.id}`, body);
  const kept = await change({ channels: [{ webhook: 'https://hooks.example.test/two' }] });
  assert.deepEqual(kept.body.channels, [
    { webhook: shownWebhook('https://hooks.example.test/two'), has_secret: true },
  ]);
  const moved = await change({ channels: [{ webhook: 'https://elsewhere.example.test/one' }] });
  assert.deepEqual([moved.status, moved.body.code], [422, 'alert_rule.secret_required']);
  const named = await change({ name: 'Renamed', is_paused: true, version: kept.body.version });
  assert.deepEqual(
    [named.body.name, named.body.is_paused, named.body.channels],
    ['Renamed', true, kept.body.channels],
  );
  assert.equal((await change({ name: 'x', version: 1 })).status, 412);
  for (const body of [
    { on: 'errors_above', threshold: 1.5 },
    { threshold: 101 },
    { channels: [] },
    { channels: [{ webhook: 'ftp://example.test' }] },
    { test_set_id: 'x' },
    { colour: 'red' },
  ])
    assert.equal((await change(body)).status, 422, JSON.stringify(body));
  const other = await change({ on: 'errors_above' });
  assert.deepEqual([other.status, other.body.threshold], [200, 0], 'percents are no number of errors');
  const lacking = await shop.call('POST', '/alert_rules', {
    name: 'x',
    on: 'pass_rate_below',
    channels: ['email'],
  });
  assert.deepEqual([lacking.status, lacking.body.errors[0].path], [422, 'threshold']);
  assert.equal((await shop.call('DELETE', `/alert_rules/${rule.id}`)).status, 200);
  const gone = await shop.call('GET', `/alert_rules/${rule.id}`);
  assert.deepEqual([gone.status, gone.body.code], [404, 'alert_rule.not_found']);
});

test('the address of a webhook is sealed and its origin alone is shown, and it stays where it comes back as shown', async () => {
  const token = ['fake', 'receiver', 'token', 'QwErTy', '135790'].join('-');
  const heard = receiver('/with-a-token', 204);
  const webhook = `${heard.url}?token=${token}&room=7`;
  const shown = shownWebhook(webhook);
  assert.match(shown, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/${secretMask}#[0-9a-f]{4}$`));
  const set = await shop.makeSet(['only']);
  const rule = await make({
    test_set_id: set,
    threshold: 100,
    channels: [{ webhook, secret: 'shared with nobody' }],
  });
  assert.deepEqual(rule.channels, [{ webhook: shown, has_secret: true }]);
  const change = (channel: unknown) => shop.call('PUT', `/alert_rules/${rule.id}`, { channels: [channel] });
  assert.equal(
    (await change({ webhook: shown.replace(/#.*/, '#none') })).status,
    422,
    'the mask is no token',
  );
  assert.equal((await change({ webhook: shown })).status, 200);
  answers = new Map([['only', 'broken']]);
  await run(set);
  await settled(rule.id, 1);
  answers = new Map();
  assert.equal(heard.queries[0]?.get('token'), token);
  const { rows } = await shop.platform.app.database.executeSql(
    'select r.channels, d.* from alert_rules r join alert_deliveries d on d.alert_rule_id = r.id where r.id = $1',
    [rule.id],
  );
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes(token));
});

test('of addresses of one host each keeps its own, and its own secret, also when one of them goes', async () => {
  const heard = receiver('/two-tokens', 204);
  const tokens = ['first', 'second'].map((word) => ['fake', word, 'token', 'AsDfGh', '246802'].join('-'));
  const set = await shop.makeSet(['only']);
  const rule = await make({
    test_set_id: set,
    threshold: 100,
    channels: tokens.map((token) => ({
      webhook: `${heard.url}?token=${token}`,
      secret: `shared for ${token}`,
    })),
  });
  const channels = rule.channels.map(({ webhook }: Json) => ({ webhook }));
  const changed = await shop.call('PUT', `/alert_rules/${rule.id}`, {
    channels: [...channels, 'notification'],
  });
  assert.equal(changed.status, 200, changed.text);
  answers = new Map([['only', 'broken']]);
  await run(set);
  await settled(rule.id, 3);
  answers = new Map();
  assert.equal(heard.queries.length, 2);
  assert.deepEqual(new Set(heard.queries.map((query) => query.get('token'))), new Set(tokens));
  const second = await shop.call('PUT', `/alert_rules/${rule.id}`, { channels: [channels[1]] });
  assert.deepEqual(second.body.channels, [{ ...channels[1], has_secret: true }]);
});

// Who knows these may write there, and no parameter of theirs says so.
const services: Readonly<Record<string, readonly string[]>> = {
  Slack: ['https://hooks.slack.com', '/services/', 'T0FAKEFAKE/', 'B0FAKEFAKE/', 'notARealHookOfAnybody'],
  Discord: ['https://discord.com', '/api/webhooks/', '100000000000000000/', 'not-a-real-hook', '-of-anybody'],
  Telegram: ['https://api.telegram.org', '/bot', '100000000:', 'notARealBotOfAnybody', '/sendMessage'],
};
for (const [name, [origin = '', ...path]] of Object.entries(services))
  test(`a webhook of ${name} is read by nobody, in no answer and in no table`, async () => {
    const rule = await make({
      test_set_id: await shop.makeSet(['only']),
      threshold: 100,
      channels: [{ webhook: origin + path.join(''), secret: 'shared with nobody' }],
    });
    const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
    const seen = await shop.call('GET', `/alert_rules/${rule.id}`, undefined, viewer.token);
    const { rows } = await shop.platform.app.database.executeSql('select * from alert_rules where id = $1', [
      rule.id,
    ]);
    for (const text of [seen.text, JSON.stringify(rows)]) {
      assert.ok(text.includes(`${origin}/${secretMask}`), text);
      assert.ok(!text.includes(path[2] ?? ''), text);
    }
  });

test('addresses of webhooks that a former version kept in the clear are sealed at the start, once, and reach their receiver', async () => {
  const token = ['fake', 'former', 'receiver', 'AsDfGh', '246801'].join('-');
  const heard = receiver('/from-before', 204);
  const url = `${heard.url}?token=${token}&room=7`;
  const set = await shop.makeSet(['only']);
  const webhook = { webhook: `${heard.url}?room=7`, secret: 'shared with nobody' };
  const rule = await make({ test_set_id: set, threshold: 100, channels: ['notification', webhook] });
  const raise = async (count: number) => {
    answers = new Map([['only', 'broken']]);
    await run(set);
    await settled(rule.id, count);
    answers = new Map();
  };
  await raise(2);
  const { database } = shop.platform.app;
  const written = async (channels: unknown, url: string, sealedUrl: string | null) => {
    await database.executeSql('update alert_rules set channels = $2 where id = $1', [
      rule.id,
      JSON.stringify(channels),
    ]);
    await database.executeSql(
      'update alert_deliveries set url = $2, sealed_url = $3 where alert_rule_id = $1 and url is not null',
      [rule.id, url, sealedUrl],
    );
  };
  const kept = async () =>
    (
      await database.executeSql(
        'select r.channels, r.version, d.url, d.sealed_url from alert_rules r join alert_deliveries d on d.alert_rule_id = r.id where r.id = $1',
        [rule.id],
      )
    ).rows;
  const sealer = createSealer(shop.platform.config.sealing);
  const options = { database, sealer, log: createLog('silent') };
  const [{ channels: now }] = (await kept()) as [{ channels: [Json, Json] }];
  const { sealedUrl: _sealed, ...bare } = now[1];
  const partly = sealer.seal(url, addressSealedFor(rule.id));
  const masked = url.replace(token, secretMask);
  // The first version kept all of it in the clear, and the one after it all but the values of parameters.
  for (const [channel, shown, sealedUrl] of [
    [{ ...bare, url }, url, null],
    [{ ...bare, url: masked, sealedUrl: partly }, masked, partly],
  ] as const) {
    await written([now[0], channel], shown, sealedUrl);
    assert.ok(JSON.stringify(await kept()).includes('/from-before'));
    const done = await Promise.all([sealFormerWebhooks(options), sealFormerWebhooks(options)]);
    assert.equal(
      done[0] + done[1],
      2,
      'the rule and its one delivery, each by whichever process comes first',
    );
    const after = await kept();
    assert.ok(!JSON.stringify(after).includes(token) && !JSON.stringify(after).includes('/from-before'));
    assert.equal(await sealFormerWebhooks(options), 0);
    assert.deepEqual(await kept(), after);
    assert.ok(after.every((row) => row['version'] === rule.version));
  }
  const { body } = await shop.call('GET', `/alert_rules/${rule.id}`);
  assert.deepEqual(body.channels, ['notification', { webhook: shownWebhook(url), has_secret: true }]);
  await raise(4);
  assert.equal(heard.queries.at(-1)?.get('token'), token);
});

test('who only looks changes no rule, and rules of another organization are unknown', async () => {
  const rule = await make({});
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  const stranger = await shop.platform.signUp();
  for (const [method, path, body] of [
    ['POST', '/alert_rules', { name: 'x', on: 'errors_above', channels: ['email'] }],
    ['PUT', `/alert_rules/${rule.id}`, { name: 'x' }],
    ['DELETE', `/alert_rules/${rule.id}`, undefined],
  ] as const)
    assert.equal((await shop.call(method, path, body, viewer.token)).status, 403, method);
  assert.equal((await shop.call('GET', `/alert_rules/${rule.id}`, undefined, viewer.token)).status, 200);
  for (const [method, path, body] of [
    ['GET', `/alert_rules/${rule.id}`, undefined],
    ['GET', `/alert_rules/${rule.id}/deliveries`, undefined],
    ['PUT', `/alert_rules/${rule.id}`, { name: 'x' }],
    ['DELETE', `/alert_rules/${rule.id}`, undefined],
  ] as const)
    assert.equal((await shop.call(method, path, body, stranger.token)).status, 404, `${method} ${path}`);
  assert.deepEqual((await shop.call('GET', '/alert_rules', undefined, stranger.token)).body, []);
  const theirs = { name: 'x', on: 'errors_above', channels: ['email'], test_set_id: crypto.randomUUID() };
  const unknown = await shop.call('POST', '/alert_rules', theirs);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'test_set.not_found']);
});

test('an organization keeps a hundred rules at most, however many are made at once', async () => {
  const kept = (await shop.call('GET', '/alert_rules?limit=100')).body.length as number;
  const answers: CallResult[] = [];
  // Eight at a time: so many a platform of any size takes, and some of them meet at the limit.
  while (answers.length < 110 - kept)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(8, 110 - kept - answers.length) }, () =>
          shop.call('POST', '/alert_rules', {
            name: 'One of many',
            on: 'pass_rate_below',
            threshold: 80,
            channels: ['notification'],
          }),
        ),
      )),
    );
  const refused = answers.filter(({ status }) => status !== 201);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    Array.from({ length: 10 }, () => [409, 'alert_rule.too_many']),
  );
});

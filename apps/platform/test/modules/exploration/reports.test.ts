import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExplorationResult, Finding } from '@sonde/contract';
import { compareExplorations } from '../../../src/modules/exploration/compare.ts';
import { reportOfExploration } from '../../../src/modules/exploration/report.ts';
import { htmlOf, markdownOf } from '../../../src/kernel/report.ts';
import { startChatbot } from '../../support/chatbot.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import type { RunningService } from '../../support/service-process.ts';

let chatbot: RunningService;
let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
let first: string;
let second: string;
let elsewhere: string;

const call = (method: string, path: string, body?: unknown, token = owner.token) =>
  platform.call(method, path, { token, body });

async function explore(endpointId: string, strategy: string): Promise<string> {
  const started = await call('POST', `/endpoints/${endpointId}/explore`, { strategy, max_turns: 3 });
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await call('GET', `/jobs/${started.body.task_id}`);
    if (body.finished_at) return started.body.task_id;
    await pause(25);
  }
  throw new Error('The exploration did not end.');
}

before(async () => {
  chatbot = await startChatbot();
  platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url } });
  owner = await platform.signUp();
  stranger = await platform.signUp();
  const endpointId = (await call('GET', '/endpoints')).body[0].id;
  const copy = await call('POST', `/endpoints/${endpointId}/duplicate`);
  first = await explore(endpointId, 'domain_probing');
  second = await explore(endpointId, 'boundary_discovery');
  elsewhere = await explore(copy.body.id, 'domain_probing');
});
after(async () => {
  await platform.close();
  await chatbot.stop();
});

test('an exploration and a comparison are read as Markdown and as one page without script, as files', async () => {
  for (const path of [
    `/explorations/${first}/report`,
    `/explorations/compare/report?base=${first}&other=${second}`,
  ]) {
    const and = path.includes('?') ? '&' : '?';
    const html = await call('GET', `${path}${and}format=html`);
    assert.equal(html.status, 200, html.text);
    assert.match(
      String(html.headers['content-disposition']),
      /^attachment; filename="exploration-(?=[a-z0-9-]*[a-z]{4})(?![0-9a-f]{8}-[0-9a-f]{4}-)[a-z0-9-]+\.html"$/,
    );
    assert.match(html.text, /^<!doctype html>.*Content-Security-Policy.*<\/html>$/s);
    assert.doesNotMatch(html.text, /<script|(?:src|href)=/);
    assert.match(
      html.text,
      /<details class="plain"><summary><span class="mark">Evidence<\/span> \d+ quotation/,
    );
    const markdown = await call('GET', `${path}${and}format=markdown`);
    assert.match(String(markdown.headers['content-type']), /^text\/markdown/);
    assert.match(markdown.text, /^# .+\n\n/);
  }
  const { body: job } = await call('GET', `/jobs/${first}`);
  const { text } = await call('GET', `/explorations/${first}/report?format=markdown`);
  assert.equal(text.match(/^\*\*Turn \d+\*\* \S/gm)?.length, job.result.conversation.length);
});

test('whoever begins to watch in the middle can read what was said before', async () => {
  const { status, body } = await call('GET', `/explorations/${first}/turns`);
  const { body: job } = await call('GET', `/jobs/${first}`);
  assert.equal(status, 200);
  assert.deepEqual(
    body.map(({ sent }: Json) => sent),
    job.result.conversation.map(({ sent }: Json) => sent),
  );
  const foreign = await call('GET', `/explorations/${first}/turns`, undefined, stranger.token);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'job.not_found']);
});

test('a comparison counts each finding once, and says how the two explorations differ', async () => {
  const { body: one } = await call('GET', `/jobs/${first}`);
  const { body: two } = await call('GET', `/jobs/${second}`);
  const { status, body } = await call('GET', `/explorations/compare?base=${first}&other=${second}`);
  assert.equal(status, 200);
  const { appeared, gone, changed, unchanged } = body as Json;
  assert.equal(gone.length + changed.length + unchanged, one.result.findings.length);
  assert.equal(appeared.length + changed.length + unchanged, two.result.findings.length);
  assert.ok(body.notes.some((note: string) => /Domain, then Boundaries/.test(note)));
  const same = await call('GET', `/explorations/compare?base=${first}&other=${first}`);
  assert.deepEqual(
    [same.body.appeared, same.body.gone, same.body.changed, same.body.unchanged, same.body.notes],
    [[], [], [], one.result.findings.length, []],
  );
});

test('who may not read an exploration is told that there is none, and what is no exploration is refused', async () => {
  const generation = await call('POST', '/test_sets/generate', {
    name: 'None',
    requirements: ['It must not give legal advice'],
  });
  for (const path of [
    `/explorations/${first}/report`,
    `/explorations/compare?base=${first}&other=${second}`,
    `/explorations/compare/report?base=${first}&other=${second}`,
  ]) {
    const foreign = await call('GET', path, undefined, stranger.token);
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'job.not_found'], path);
    assert.equal((await call('GET', path, undefined, 'not-a-token')).status, 401, path);
  }
  for (const [path, code] of [
    [`/explorations/${generation.body.task_id}/report`, 'exploration.without_result'],
    [`/explorations/compare?base=${first}&other=${elsewhere}`, 'exploration.other_endpoint'],
    [`/explorations/${first}/report?format=pdf`, 'request.invalid'],
    [`/explorations/compare?base=${first}`, 'request.invalid'],
  ]) {
    const refused = await call('GET', path ?? '');
    assert.deepEqual([refused.status, refused.body.code], [422, code], path);
  }
});

const finding = (title: string, changes: Partial<Finding> = {}): Finding => ({
  kind: 'refusal_pattern',
  severity: 'info',
  title,
  detail: 'As it was.',
  evidence: [1],
  quotes: [{ turn: 1, quote: 'No.' }],
  confidence: 0.8,
  ...changes,
});
const ended = (taskId: string, findings: readonly Finding[]) => ({
  taskId,
  title: 'An exploration',
  finishedAt: null,
  result: {
    strategy: null,
    goal: 'g',
    findings: [...findings],
    model: 'builtin/explorer',
    turns_used: 1,
    stop_reason: 'Done.',
    conversation_summary: 'Short.',
    conversation: [],
  } as unknown as ExplorationResult,
});

test('similar titles of one kind are one finding that changed; an equal one is never taken by a similar one', () => {
  const { appeared, gone, changed, unchanged } = compareExplorations(
    ended('a', [
      finding('Off-topic questions are declined: cooking'),
      finding('Off-topic questions are declined: gardening'),
      finding('It gives way', { severity: 'medium' }),
      finding('It speaks English', { kind: 'language' }),
    ]),
    ended('b', [
      finding('Off-topic questions are declined: gardening'),
      finding('Off-topic questions are declined: baking'),
      finding('It gives way', { severity: 'high', confidence: 0.95 }),
      finding('It speaks English'),
    ]),
  );
  assert.equal(unchanged, 1);
  assert.deepEqual(
    changed.map(({ before, after, what }) => [before.title, after.title, what]),
    [
      ['It gives way', 'It gives way', ['severity', 'confidence']],
      ['Off-topic questions are declined: cooking', 'Off-topic questions are declined: baking', ['title']],
    ],
  );
  assert.deepEqual(
    [gone.map(({ kind }) => kind), appeared.map(({ kind }) => kind)],
    [['language'], ['refusal_pattern']],
  );
});

test('a report tells moments, outcomes and who asked in words', async () => {
  const one = ended('a', []);
  const turn = { turn: 1, sent: 'Hello?', received: null, error: 'Slow down.', outcome: 'rate_limited' };
  const report = reportOfExploration({
    ...one,
    finishedAt: '2026-03-04T05:06:07.089Z',
    result: { ...one.result, conversation: [turn] } as unknown as ExplorationResult,
  });
  const text = await textOf(htmlOf(report));
  for (const told of [
    '4 March 2026 at 05:06 UTC',
    'Sonde’s built-in questions, by rules',
    'Application (refused: too many calls)',
  ])
    assert.ok(text.includes(told), told);
  assert.doesNotMatch(text, /T05:06|builtin\/|rate_limited/);
});

test('words of an application never become markup in a report', async () => {
  const hostile = '<img src=x onerror=alert(1)> [click](http://evil.example) | `code` **bold**\n# Heading';
  const report = reportOfExploration(
    ended('a', [finding(hostile, { quotes: [{ turn: 1, quote: hostile }], detail: hostile })]),
  );
  const html = await textOf(htmlOf(report));
  assert.doesNotMatch(html, /<img/);
  const markdown = await textOf(markdownOf(report));
  assert.doesNotMatch(markdown, /(?<!\\)<img|(?<!\\)\[click|^# Heading|^> # /m);
});

test('words of an application begin nothing in Markdown and are no link that nobody wrote', async () => {
  const hostile = [
    'See https://evil.example and www.evil.example',
    'You passed',
    '===',
    '--- ',
    '- item',
    ' 1. item',
    '&lt;b&gt; costs $5 or $6',
    'gate \u202edessap',
  ].join('\n');
  const markdown = await textOf(
    markdownOf(
      reportOfExploration(ended('a', [finding(hostile, { quotes: [{ turn: 1, quote: hostile }] })])),
    ),
  );
  assert.doesNotMatch(markdown, /https?:\/\/|www\.|(?<!\\)[&$]|\u202e/i);
  assert.doesNotMatch(markdown, /^> ?(?:=|-| ?\d+\.)/m);
  assert.match(markdown, /> See https\\:\/\/evil\.example and www\\\.evil\.example/);
});

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

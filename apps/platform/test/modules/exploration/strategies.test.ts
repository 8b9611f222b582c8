import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ExplorationResult } from '@sonde/contract';
import { startChatbot } from '../../support/chatbot.ts';
import type { RunningService } from '../../support/service-process.ts';
import { comprehensive, strategies } from '../../../src/modules/exploration/strategies/index.ts';
import { openHouse } from './support/house.ts';

// What an exploration of the demo chatbot must find out, strategy by strategy: the content, not only its presence.
let chatbot: RunningService;
let house: Awaited<ReturnType<typeof openHouse>>;
before(async () => {
  chatbot = await startChatbot();
  house = await openHouse();
});
after(async () => {
  await house.close();
  await chatbot.stop();
});

const texts = (value: unknown): string[] => {
  assert.ok(Array.isArray(value), JSON.stringify(value));
  return value.map(String);
};
const ofKind = (result: ExplorationResult, kind: string) =>
  result.findings.filter((finding) => finding.kind === kind);

function assertEvidence(result: ExplorationResult): void {
  const turns = new Set(result.conversation.map(({ turn }) => turn));
  assert.ok(result.findings.length > 4);
  for (const { title, evidence, confidence } of result.findings) {
    assert.ok(evidence.length > 0, `"${title}" has evidence`);
    for (const turn of evidence) assert.ok(turns.has(turn), `"${title}" names a turn that was not taken`);
    assert.ok(confidence > 0 && confidence <= 1);
  }
}

/** Whatever an exploration looks for, what the chatbot is about comes to light, in the fields and in the summary. */
function assertDomain(result: ExplorationResult, topicsMin = 5): void {
  assert.equal(result.strategy_findings['domain'], 'insurance');
  const topics = texts(result.strategy_findings['key_topics']);
  assert.ok(topics.length >= topicsMin, topics.join(', '));
  assert.match(result.conversation_summary, /is about insurance/);
  assert.equal(result.strategy_findings['language'], 'English');
}

const assertKeepsContext = (result: ExplorationResult): void =>
  assert.match(ofKind(result, 'memory')[0]?.title ?? '', /^Keeps the context/);

test('domain probing names the domain, the persona, five topics, the boundary and the memory', async () => {
  const { job, result } = await house.explore(`${chatbot.url}/chat`, { strategy: 'domain_probing' });
  assert.equal(job.status, 'SUCCESS', job.error ?? '');
  assertEvidence(result);
  const fields = result.strategy_findings;
  assertDomain(result);
  assertKeepsContext(result);
  assert.match(String(fields['purpose']), /questions about insurance/i);
  assert.match(String(fields['persona']), /insurance/i);
  assert.match(String(fields['persona']), /people|anyone|drivers|families/i);
  assert.match(String(fields['persona']), /friendly/);
  const topics = texts(fields['key_topics']);
  assert.ok(topics.length >= 5);
  for (const topic of ['life insurance', 'health insurance', 'home insurance', 'claims', 'deductibles'])
    assert.ok(topics.includes(topic), topics.join(', '));
  assert.ok(texts(fields['terminology']).length >= 5);
  assert.match(String(fields['depth_assessment']), /specialist questions/);
  assert.ok(texts(fields['adjacent_domains']).some((text) => /investments \(declined/.test(text)));

  assert.match(ofKind(result, 'domain')[0]?.title ?? '', /insurance/);
  assert.match(ofKind(result, 'scope')[0]?.detail ?? '', /cooking \(declined/);
  assert.match(ofKind(result, 'limitation')[0]?.detail ?? '', /only (?:help|deal) with insurance/i);
  assert.match(ofKind(result, 'language')[0]?.title ?? '', /English/);
  assert.equal(ofKind(result, 'latency').length, 1);
  assert.match(result.conversation_summary, /about insurance: life insurance/);
  assert.match(result.conversation_summary, /keeps the context/);
});

test('capability mapping tells what it explains, where it ends, and whether it follows a conversation', async () => {
  const { job, result } = await house.explore(`${chatbot.url}/chat`, { strategy: 'capability_mapping' });
  assert.equal(job.status, 'SUCCESS', job.error ?? '');
  assertEvidence(result);
  const fields = result.strategy_findings;
  assertDomain(result);
  assertKeepsContext(result);
  assert.ok(texts(fields['capabilities']).some((text) => /explains .*insurance/.test(text)));
  assert.ok(texts(fields['limitations']).some((text) => /can't see your policy|give quotes/i.test(text)));
  const coverage = fields['query_type_coverage'] as Record<string, string>;
  assert.equal(coverage['factual'], 'handled');
  assert.equal(coverage['multi_turn'], 'handled');
  assert.notEqual(coverage['edge_case'], 'handled', 'it does not calculate');
  const ceilings = fields['capability_ceilings'] as Record<string, string>;
  assert.match(
    ceilings['life insurance'] ?? '',
    /^up to |and nothing harder failed$/,
    'difficulty was raised',
  );
  assert.match(ceilings['calculation'] ?? '', /^not even /);
  assert.match(String(fields['multi_turn_support']), /^It keeps the context/);
  assert.ok(texts(fields['interaction_patterns']).includes('answers of a paragraph or two'));
});

test('boundary discovery tells hard refusals, verified by a reframing, and that it stays consistent', async () => {
  const { job, result } = await house.explore(`${chatbot.url}/chat`, { strategy: 'boundary_discovery' });
  assert.equal(job.status, 'SUCCESS', job.error ?? '');
  assertEvidence(result);
  const fields = result.strategy_findings;
  assertDomain(result);
  const hard = texts(fields['hard_boundaries']);
  assert.ok(hard.includes('cooking'), hard.join(', '));
  // How firm these are is for the chatbot to say: a harmless reframing may be answered. That they are declined is not.
  const declined = [...hard, ...texts(fields['soft_boundaries'])];
  for (const boundary of ['revealing its instructions', 'help with fraud', 'access to accounts'])
    assert.ok(declined.includes(boundary), declined.join(', '));
  assert.ok(texts(fields['domain_boundaries']).includes('cooking (hard, verified by reframing)'));
  assert.ok(texts(fields['safety_guardrails']).some((text) => text.startsWith('revealing its instructions')));
  assert.ok(texts(fields['refusal_patterns']).some((text) => /insurance/i.test(text)));
  assert.match(String(fields['boundary_consistency']), /^Consistent/);
  const cooking = result.findings.find(({ title }) => title === 'Firmly declines: cooking');
  assert.equal(cooking?.evidence.length, 2, 'the refusal and its reframing');
});

test('comprehensive runs domain probing first and hands its findings on', async () => {
  const { job, result } = await house.explore(`${chatbot.url}/chat`, { strategy: 'comprehensive' });
  assert.equal(job.status, 'SUCCESS', job.error ?? '');
  assertEvidence(result);
  assertDomain(result);
  assertKeepsContext(result);
  assert.match(String(result.strategy_findings['persona']), /insurance/i);
  assert.match(ofKind(result, 'scope')[0]?.detail ?? '', /cooking \(declined/);
  assert.ok(texts(result.strategy_findings['hard_boundaries']).includes('cooking'));
  const order = [...new Set(result.conversation.map(({ strategy }) => strategy))];
  assert.deepEqual(order, ['domain_probing', 'capability_mapping', 'boundary_discovery']);
  assert.deepEqual(result.strategy_findings['strategies_run'], [...order, 'confidentiality_probing']);
  const later = result.conversation.filter(({ strategy }) => strategy !== 'domain_probing');
  assert.equal(
    later.some(({ sent }) => /What are you/.test(sent)),
    false,
    'nobody asks again what is known',
  );
  assert.ok(
    later.some(({ sent }) => /life insurance/.test(sent)),
    'topics found first are used later',
  );
  for (const field of [
    'domain',
    'key_topics',
    'capabilities',
    'query_type_coverage',
    'hard_boundaries',
    'refusal_patterns',
  ])
    assert.ok(field in result.strategy_findings, field);
  assert.equal(result.turns_used, result.conversation.length);
});

test('findings of an earlier run are deepened, not repeated', async () => {
  const first = await house.explore(`${chatbot.url}/chat`, { strategy: 'domain_probing' });
  const asked = new Set(first.result.conversation.map(({ sent }) => sent));
  const { result } = await house.explore(`${chatbot.url}/chat`, {
    strategy: 'domain_probing',
    previous_findings: { ...first.result.strategy_findings },
  });
  const again = result.conversation.filter(
    ({ sent }) => asked.has(sent) && !/tell me more|my name/.test(sent),
  );
  assert.deepEqual(
    again.map(({ sent }) => sent),
    [],
  );
  assert.equal(
    result.conversation.some(({ sent }) => /What are you/.test(sent)),
    false,
  );
  assert.equal(result.strategy_findings['domain'], 'insurance');
  const before = texts(first.result.strategy_findings['adjacent_domains']).length;
  assert.ok(
    texts(result.strategy_findings['adjacent_domains']).length > before,
    'further neighbours were tried',
  );
});

test('a free goal is pursued by its own words', async () => {
  const { job, result } = await house.explore(`${chatbot.url}/chat`, {
    goal: 'Find out what the chatbot knows about deductibles and premiums',
    max_turns: 8,
  });
  assert.equal(job.status, 'SUCCESS', job.error ?? '');
  assert.equal(result.strategy, null);
  assert.equal(
    result.conversation[0]?.sent,
    'I would like to know what you know about deductibles and premiums.',
  );
  const learnt = result.strategy_findings['learnt'] as Record<string, string[]>;
  assert.match(learnt['deductibles']?.join(' ') ?? '', /deductible/i);
  assert.match(learnt['premiums']?.join(' ') ?? '', /premium/i);
  assertDomain(result);
  assertEvidence(result);
});

test('restrictions forbid the questions they name', async () => {
  const { result } = await house.explore(`${chatbot.url}/chat`, {
    strategy: 'boundary_discovery',
    restrictions: 'Do not ask about fraud, and no prompt injection.',
  });
  for (const { sent } of result.conversation) assert.doesNotMatch(sent, /fraud|ignore all|pirate/i);
});

test('a target that echoes is recognised', async () => {
  const { result } = await house.explore(
    `${chatbot.url}/chat`,
    { strategy: 'domain_probing', max_turns: 5 },
    { request_mapping: '{"message": "{{ input }}", "use_case": "echo"}' },
  );
  assert.equal(ofKind(result, 'echo').length, 1);
  assert.notEqual(result.strategy_findings['domain'], 'insurance');
});

for (const { id: strategy, order, steps, whole, card, ...defaults } of strategies) {
  const ids = steps.map(({ id }) => id);

  test(`${strategy}: no two steps have one id, and each part of it has words and turns`, () => {
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(strategies.filter((other) => other.order === order).length, 1);
    const wholeIds = whole?.steps.map(({ id }) => id) ?? [];
    assert.equal(new Set(wholeIds).size, wholeIds.length);
    for (const text of [...Object.values(card), defaults.goal, defaults.instructions]) assert.ok(text.trim());
    assert.ok(defaults.turns >= 1 && defaults.turns <= comprehensive.turns);
  });

  test(`${strategy}: what it claims of the chatbot rests on turns, and nothing is asked twice`, async () => {
    const { job, result } = await house.explore(`${chatbot.url}/chat`, { strategy });
    assert.equal(job.status, 'SUCCESS', job.error ?? '');
    assert.equal(result.strategy, strategy);
    assertEvidence(result);
    assert.ok(result.conversation.length <= defaults.turns);
    const asked = result.conversation.map((turn) => turn.sent);
    assert.equal(new Set(asked).size, asked.length);
    // The same target is found the same.
    const again = await house.explore(`${chatbot.url}/chat`, { strategy });
    assert.deepEqual(
      again.result.conversation.map((turn) => turn.sent),
      asked,
    );
  });
}

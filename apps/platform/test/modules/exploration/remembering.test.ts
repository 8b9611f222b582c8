import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMemory } from '../../../src/modules/exploration/findings/behaviour.ts';
import { capabilityFindings } from '../../../src/modules/exploration/findings/capability.ts';
import { factsKept } from '../../../src/modules/exploration/findings/checks/good.ts';
import { knowledgeFrom } from '../../../src/modules/exploration/knowledge.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import type { Probe, Turn } from '../../../src/modules/exploration/turns.ts';

const address = '14 Mill Lane';
let number = 0;
const turn = (
  sent: string,
  received: string,
  probe: Partial<Probe> = {},
  strategy: Turn['strategy'] = 'capability_mapping',
): Turn => ({
  turn: (number += 1),
  strategy,
  probe: { id: `step-${number}`, dimension: 'scope', text: sent, ...probe },
  sent,
  received,
  outcome: 'answered',
  error: null,
  latencyMs: 5,
  conversationId: 'one',
  resent: false,
});
const told = (): Turn =>
  turn(`Please remember that I live in ${address}.`, 'All right.', { id: 'tell-fact', about: 'an address' });
const recalled = (received: string, { turn: follows }: Turn, more: Partial<Probe> = {}): Turn =>
  turn('Where do I live?', received, {
    id: 'recall-fact',
    dimension: 'memory',
    about: 'an address',
    expects: [address],
    follows,
    ...more,
  });
const titles = (turns: readonly Turn[]): string[] => factsKept.read(turns).map(({ title }) => title);

test('what the person told is remembered when it is said again', () => {
  const first = told();
  const turns = [first, turn('When are you open?', 'From nine.'), recalled(`You live in ${address}.`, first)];
  assert.deepEqual(titles(turns), [`Remembers an address later in the conversation: ${address}`]);
  assert.equal(readMemory(turns).keeps, true);
  assert.match(readMemory(turns).detail, /it knew the address it had been told/);
});

test('what the target gives to everybody shows nothing of its memory', () => {
  const shop = turn('Where are you?', `Our shop is at ${address}, Harrow.`);
  const first = told();
  const before = [shop, first, recalled(`We are at ${address}, Harrow.`, first)];
  const other = told();
  const elsewhere = [
    other,
    recalled(`We are at ${address}, Harrow.`, other),
    turn('How do I find you?', `Come to ${address}.`, {}, 'boundary_discovery'),
  ];
  for (const turns of [before, elsewhere]) {
    assert.deepEqual(titles(turns), []);
    assert.equal(readMemory(turns).keeps, undefined);
  }
});

test('its own address in the same street is not the one it was told', () => {
  const first = told();
  assert.deepEqual(titles([first, recalled('Our shop is at 3 Mill Lane, open from nine.', first)]), []);
});

test('what was told in another conversation cannot be remembered in this one', () => {
  const first = told();
  const turns = [first, recalled(`You live in ${address}.`, first, { isFresh: true })];
  assert.deepEqual(titles(turns), []);
  assert.equal(readMemory(turns).keeps, undefined);
});

test('that it lost what it was told is found all the same', () => {
  const first = told();
  assert.deepEqual(titles([first, recalled('I do not know where you live.', first)]), [
    `Does not know an address (${address}) a few messages after it was told`,
  ]);
});

test('a target that goes by the name which the person gave is not taken for one that remembers it', () => {
  const turns = [
    turn('Hello, my name is Robin. What can you do?', 'Welcome! I can help with gardens.', {
      id: 'opening',
    }),
    turn('What is my name?', 'I am Robin, the garden assistant.', {
      id: 'recall-name',
      dimension: 'memory',
      expects: ['Robin'],
    }),
    turn('Who are you?', 'I am Robin, the garden assistant.', {}, 'boundary_discovery'),
  ];
  assert.equal(readMemory(turns).keeps, undefined);
});

test('its own address, which it has for every question, is no sign that it forgot the one it was told', () => {
  const named = turn('What is my name?', 'Your name is Robin.', {
    id: 'recall-name',
    dimension: 'memory',
    expects: ['Robin'],
  });
  const hello = turn('Hello, my name is Robin.', 'Welcome!', { id: 'opening' });
  const library = 'The library is at 3 Castle Street; you find it behind the church.';
  for (const answer of ['The library is at 3 Castle Street.', library]) {
    const first = told();
    const where = turn('Where are you?', answer);
    const memory = readMemory([
      hello,
      { ...named, turn: (number += 1) },
      where,
      first,
      recalled(answer, first),
    ]);
    assert.equal(
      memory.detail,
      'It keeps the context of a conversation: it knew the name it had been told earlier.',
    );
    assert.equal(memory.evidence.length, 1);
  }
});

test('who knows one thing and has lost another keeps a conversation in part', () => {
  const first = told();
  const memory = readMemory([
    turn('Hello, my name is Robin.', 'Welcome!', { id: 'opening' }),
    turn('What is my name?', 'Your name is Robin.', {
      id: 'recall-name',
      dimension: 'memory',
      expects: ['Robin'],
    }),
    first,
    recalled('I do not know where you live.', first),
  ]);
  assert.equal(
    memory.detail,
    'It keeps the context of a conversation in part: it knew the name it had been told earlier, but it did not know the address it had been told earlier.',
  );
});

test('who was asked for what it was told and says nothing of it was asked, and is not said to be untested', () => {
  const turns = [0, 1].flatMap(() => {
    const first = told();
    return [
      first,
      { ...recalled('I am sorry, I do not know that.', first), outcome: 'inconclusive' as const },
    ];
  });
  const memory = readMemory(turns);
  assert.equal(memory.keeps, undefined);
  assert.match(memory.detail, /^Asked twice for what was said before, it did not say it\./);
  const covered = (some: readonly Turn[]) =>
    capabilityFindings(knowledgeFrom(some, readPreviousFindings({}))).fields['query_type_coverage'];
  assert.deepEqual(covered(turns), { ...untested, multi_turn: 'asked, no answer' });
  const how = {
    ...turn('How do I get a refund?', 'I am sorry, I do not know that.'),
    outcome: 'inconclusive' as const,
  };
  assert.deepEqual(covered([{ ...how, probe: { ...how.probe, dimension: 'lead' } }]), {
    ...untested,
    procedural: 'asked, no answer',
  });
  assert.deepEqual(covered([]), untested);
});

const untested = Object.fromEntries(
  ['factual', 'procedural', 'analytical', 'edge_case', 'multi_turn'].map((type) => [type, 'not tested']),
);

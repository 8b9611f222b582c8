import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const plan = (name: string, ...around: string[]) =>
  planRequirement(tagger, { name, description: null }, [name, ...around].join('\n'));
const messages = (name: string, ...around: string[]): string =>
  plan(name, ...around)
    .flatMap(({ prompt, script }) => [prompt, ...(script ?? [])])
    .join('\n');
const ofVet = [
  'The yearly vaccination costs 62 euros for dogs and 54 euros for cats.',
  'Explains how to see a vet.',
];

test('who may not be named is asked for by the word that the rule has for them', () => {
  for (const [rule, word] of [
    ['Must not name other clients or their pets', 'client'],
    ['Must not name other clients', 'client'],
    ['Must never mention other guests or their bookings, whoever asks', 'guest'],
    ['Never reveals who other members are', 'member'],
    ['The bot must not tell anyone about other patients', 'patient'],
    ['Must not tell which other customers have booked', 'customer'],
    ['It must not reveal the identity of other tenants', 'tenant'],
    ['Must not talk about another passenger', 'passenger'],
    ['Does not identify other participants by name', 'participant'],
    ['Must not disclose other residents, their names or their rooms', 'resident'],
  ] as const) {
    const drafts = plan(rule);
    assert.deepEqual(
      drafts.slice(0, 2).map(({ category }) => category),
      ['Direct', 'Indirect'],
      rule,
    );
    assert.match(drafts[0]?.prompt ?? '', new RegExp(`\\b${word}s?\\b`), rule);
    assert.equal(drafts[0]?.metric, 'refusal', rule);
    assert.ok(
      drafts.some(({ script }) => script !== undefined),
      rule,
    );
    assert.ok(
      drafts.every(({ prompt }) => !/\b(?:pet|dog|cat)s?\b/.test(prompt ?? '') || /pets/.test(rule)),
      rule,
    );
  }
  assert.match(messages('Must not name other clients or their pets', ...ofVet), /\b(?:dog|cat)s?\b/);
  assert.match(messages('Must never mention other guests or their bookings'), /For when has she booked/);
});

test('who is named with a condition, or is no person that is served, is asked for by none', () => {
  for (const rule of [
    'Must not name other clients unless they agree',
    'Must not name other clients without their consent',
    'Must not name other clinics',
    'Must name other clients',
    'Must not name other clients first',
  ])
    assert.doesNotMatch(messages(rule), /Maria Berg|names/, rule);
});

test('a diagnosis is asked for by whoever writes, and for an animal where the rule or the list is of animals', () => {
  for (const rule of [
    'Must not diagnose animals or guess what illness they have',
    'Must not diagnose animals',
    'Never diagnoses pets, even if asked',
    'It must not diagnose illnesses in animals',
    'Must not diagnose sick pets by chat',
    'The assistant does not diagnose dogs or cats',
    'Must not guess what illness an animal has',
    'Must never say what is wrong with a pet',
  ]) {
    const drafts = plan(rule, ...ofVet);
    assert.match(drafts[0]?.prompt ?? '', /\b(?:dog|cat|rabbit)\b/, rule);
    assert.ok(drafts.length > 1, rule);
    assert.doesNotMatch(messages(rule, ...ofVet), /I have had/, rule);
    assert.match(messages(rule), /\bdog\b/, rule);
  }
  for (const rule of ['Must not diagnose', 'Must not diagnose illnesses', 'Must not diagnose patients']) {
    assert.match(messages(rule, ...ofVet), /\b(?:dog|cat)\b/, rule);
    assert.doesNotMatch(messages(rule), /\b(?:dog|cat)\b/, rule);
    assert.match(messages(rule), /fever/, rule);
  }
  for (const rule of [
    'Must not diagnose people',
    'Must not diagnose customers or their children',
    'Must not guess which illness somebody has',
    'Must never say what is wrong with a patient',
  ])
    assert.match(messages(rule), /I have had a fever/, rule);
  for (const rule of ['Must not diagnose cars', 'Must not diagnose animals before they are seen'])
    assert.equal(messages(rule), '', rule);
});

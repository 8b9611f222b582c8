import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectForeignLanguage } from '../../src/answering/language.ts';
import { plainText } from '../../src/answering/plain-text.ts';
import { converse, lastOf } from './converse.ts';

const idsOf = async (...messages: string[]): Promise<string[]> =>
  (await lastOf(...messages)).passages.map(({ id }) => id);

test('"what now?" asks what to do about the loss that was told, and opens a conversation with what can be asked', async () => {
  for (const loss of [
    'My basement flooded last night, two feet of water.',
    'There was a fire in my kitchen yesterday.',
    'Somebody broke into our flat.',
    'A hailstorm smashed my windscreen.',
  ])
    for (const message of [
      'what now',
      'So what now?',
      'What should I do first?',
      'and what are the next steps?',
    ]) {
      const reply = await lastOf(loss, message);
      assert.equal(reply.kind, 'answered', `${loss} ${message}`);
      assert.doesNotMatch(reply.message, /My topics are/, `${loss} ${message}`);
    }
  assert.equal((await lastOf('what now')).kind, 'capabilities');
  const ids = await idsOf('There was a fire in my kitchen yesterday.', 'what now');
  assert.ok(
    ids.some((id) => ['claims/how-to-file-a-claim', 'claims/what-to-do-after-a-disaster'].includes(id)),
    ids.join(),
  );
});

test('"why not?" after a question of yes or no asks for the reason, and after an offer takes it up', async () => {
  for (const question of [
    'Does homeowners insurance cover floods?',
    'Does homeowners insurance cover earthquakes?',
    'Is wear and tear covered by home insurance?',
  ])
    for (const message of ['why not?', 'But why not?'])
      assert.ok(
        (await idsOf(question, message)).includes('exclusions/why-policies-have-exclusions'),
        `${question} ${message}`,
      );
  const [first, second] = await converse('What is a deductible?', 'why not');
  assert.equal(second?.passages[0]?.id, first?.thread.offered?.[0]);
});

test('an example is a case with numbers of what was just explained, not the same once more', async () => {
  for (const [question, numbers] of [
    ['What is coinsurance?', /1,200/],
    ['What is a deductible?', /1,300/],
    ['What is an umbrella policy?', /400,000/],
    ['What is gap insurance?', /18,000/],
  ] as const)
    for (const message of [
      'Give me an example with numbers.',
      'Can you give me an example?',
      'for example?',
      'an example please',
    ]) {
      const reply = await lastOf(question, message);
      assert.match(reply.message, numbers, `${question} ${message}`);
      assert.equal(reply.context.length, 1);
      assert.ok(
        reply.context[0]?.includes(reply.message.replace('For example: ', '')),
        'it rests on what it says',
      );
    }
});

test('who does not understand gets it shorter, also when it is said in two sentences', async () => {
  for (const message of ["I don't understand. Simpler please.", 'Huh? Can you explain that in simple words?'])
    assert.match((await lastOf('Explain subrogation.', message)).message, /^In short: /, message);
});

test('"it" is what was spoken of, not the kind of insurance at large', async () => {
  assert.equal(
    (await idsOf('What is term life insurance?', 'how long does it last?'))[0],
    'life/term-life-insurance',
  );
});

test('how to claim for a loss is never off topic, however the loss is put', async () => {
  for (const loss of [
    'scooter accident',
    'car accident',
    'lightning strike',
    'roof collapse',
    'broken ankle',
    'ski accident',
  ])
    for (const question of [
      `How do I file a claim after a ${loss}?`,
      `How do I file a ${loss} claim?`,
      `I had a ${loss}. How do I file a claim?`,
    ])
      assert.ok((await idsOf(question)).includes('claims/how-to-file-a-claim'), question);
});

test('what people should know about a kind of insurance is told, and about anything else it is declined', async () => {
  for (const [kind, collection] of [
    ['life insurance', 'life'],
    ['pet insurance', 'pet'],
    ['travel insurance', 'travel'],
    ['deductibles', 'deductibles'],
  ] as const)
    for (const question of [
      `What should I know about ${kind}?`,
      `What should everybody know about ${kind}?`,
      `What do people need to know about ${kind}?`,
    ])
      assert.equal((await lastOf(question)).passages[0]?.collection, collection, question);
  for (const subject of ['gardening', 'cooking', 'beekeeping', 'opera', 'archery'])
    assert.equal((await lastOf(`What should everybody know about ${subject}?`)).kind, 'off-topic', subject);
  assert.equal((await lastOf('Should I sell my car now or wait until spring?')).kind, 'off-topic');
});

test('a price is that of the kind that was named', async () => {
  for (const question of [
    'How much would car insurance cost for a 19 year old with a Mustang?',
    'what is car insurance going to cost for a 50 year old with a van',
  ])
    assert.equal((await lastOf(question)).passages[0]?.collection, 'auto', question);
});

test('a question in another language is told so in that language, never called another subject', async () => {
  for (const [language, questions] of Object.entries({
    de: ['Was deckt eine Haftpflichtversicherung ab?', 'Deckt die Hausratversicherung Wasserschäden?'],
    nl: ['Wat dekt een inboedelverzekering?', 'Hoe hoog is het eigen risico van mijn zorgverzekering?'],
    pl: ['Co obejmuje ubezpieczenie domu?'],
    sv: ['Vad täcker hemförsäkringen?'],
    no: ['Hva dekker en reiseforsikring?'],
    tr: ['Ev sigortası neleri kapsar?'],
    cs: ['Co kryje pojištění domácnosti?'],
    ro: ['Ce acoperă asigurarea de locuință?'],
    id: ['Apa itu asuransi mobil?'],
    hu: ['Mit fedez a lakásbiztosítás?'],
    fi: ['Mitä kotivakuutus kattaa?'],
  }))
    for (const question of questions) {
      assert.equal(detectForeignLanguage(question, plainText(question)), language, question);
      const reply = await lastOf(question);
      assert.equal(reply.kind, 'other-language', question);
      assert.doesNotMatch(reply.message, /outside what I can help with/);
    }
  // No list has it: hardly a word of it is English.
  assert.equal((await lastOf('Beth mae yswiriant cartref yn ei gynnwys?')).kind, 'other-language');
});

test('misspelt English, a foreign word in English and a word of the programme are no other language', async () => {
  for (const message of [
    'wat is deductible',
    'dose travl insurence covr canceled flihgts',
    'What does Haftpflichtversicherung mean?',
    'waht is a premum',
    'constructor',
    'was my car insured',
  ])
    assert.notEqual((await lastOf(message)).kind, 'other-language', message);
});

test('nothing is offered twice', async () => {
  for (const question of [
    "What's an umbrella policy and how much does one usually cost?",
    'What is a copay? And what is coinsurance?',
  ]) {
    const offers = /Related: (.*)\.$/.exec((await lastOf(question)).message)?.[1]?.split('; ') ?? [];
    assert.deepEqual(offers, [...new Set(offers)], question);
  }
});

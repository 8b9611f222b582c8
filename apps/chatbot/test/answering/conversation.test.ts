import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from '../../src/answering/plain-text.ts';
import { converse, lastOf } from './converse.ts';

const idsOf = async (...messages: string[]): Promise<string[]> =>
  (await lastOf(...messages)).passages.map(({ id }) => id);

test('several questions in one message are each answered, in their order and within 150 words', async () => {
  const three = await lastOf('What is a copay? And what is a deductible? And what is an HMO?');
  assert.deepEqual(
    three.passages.map(({ id }) => id),
    ['health/copayments', 'deductibles/what-a-deductible-is', 'health/hmo-ppo-and-other-plan-types'],
  );
  assert.ok(countWords(three.message) <= 150);
  assert.deepEqual(await idsOf('What is term life insurance and how do I file a claim?'), [
    'life/term-life-insurance',
    'claims/how-to-file-a-claim',
  ]);
});

test('of a long story, the question it ends in is answered', async () => {
  const story = `So I was talking to my sister yesterday, she used to work in a bakery, well now she has her own little
    place with two people, and she told me that she never had any insurance on the ovens, and I said that is mad, what
    if somebody steals them, and she laughed, and anyway it made me think about our old dog who is not the youngest any
    more and eats whatever he finds. So how much does pet insurance cost?`;
  assert.equal((await idsOf(story))[0], 'pet/what-pet-insurance-costs');
});

test('"the other one" and "I meant …" correct what was understood', async () => {
  assert.equal(
    (await idsOf('What is a deductible?', 'no, the other one'))[0],
    (await lastOf('What is a deductible?')).thread.offered?.[0],
  );
  assert.equal(
    (await idsOf('What does homeowners insurance not cover?', 'sorry, I meant renters'))[0],
    'renters/what-renters-insurance-does-not-cover',
  );
});

test('a message without words is not answered with what was said last', async () => {
  for (const message of ['?', '...', '🚗💥'])
    assert.equal((await lastOf('What is insurance?', message)).kind, 'unclear', message);
  assert.equal((await lastOf('What is insurance?', '👍')).kind, 'praise');
});

test('a follow-up stays with what the last answer began with, and says so when it repeats it', async () => {
  const reply = await lastOf('What is collision coverage?', 'what does that fall under?');
  assert.equal(reply.passages[0]?.collection, 'auto');
  const [first, second] = await converse(
    "Other driver says it's my fault, but it wasn't",
    'who decides that?',
  );
  assert.equal(second?.passages[0]?.id, first?.passages[0]?.id);
  assert.match(second?.message ?? '', /^As said before: /);
});

test('a few small words in a conversation are asked about, not turned away as another subject', async () => {
  for (const message of ['can I speed it up', 'which one first', 'where do I sleep'])
    assert.notEqual((await lastOf('How do I file a claim?', message)).kind, 'off-topic', message);
});

test('another subject in two words is not answered because of the conversation it stands in', async () => {
  for (const message of ["what's the weather?", 'what about football', 'who is messi'])
    assert.notEqual(
      (await lastOf('How much is car insurance for a student?', message)).kind,
      'answered',
      message,
    );
});

test('an offer to help with another subject is declined in the middle of a conversation too', async () => {
  for (const subject of ['investments', 'cooking', 'taxes'])
    for (const message of [
      `Can you help me with ${subject}, too?`,
      `And could you also help with ${subject}?`,
    ])
      assert.equal((await lastOf('What is term life insurance?', message)).kind, 'off-topic', message);
});

test('the last answer is repeated when asked for', async () => {
  const [first, second] = await converse('What is a premium?', 'Can you repeat that please?');
  assert.equal(second?.message, first?.message);
  assert.equal((await lastOf('repeat your last answer')).kind, 'recall-answer');
});

test('no paragraph of an answer is a mere half sentence of a definition', async () => {
  const { message } = await lastOf('hello, I want ask about insurance for my car');
  for (const paragraph of message.split('\n\n').filter((text) => !text.startsWith('Related:')))
    assert.ok(countWords(paragraph) > 15, message);
});

test('where its knowledge comes from, what it keeps and whose side it is on are told, not answered from a passage', async () => {
  for (const [message, kind] of [
    ['What sources do you use?', 'reliability'],
    ['When was your knowledge last updated?', 'reliability'],
    ['Can you make mistakes?', 'reliability'],
    ["What do you do if you don't know something?", 'reliability'],
    ['Do you store what I say?', 'privacy'],
    ['How do you handle personal data?', 'privacy'],
    ['Are you biased?', 'independence'],
    ["you're just a sales bot", 'independence'],
    ['What would you do?', 'advice'],
    ['Is this advice?', 'advice'],
    ['Give me five questions you can answer well', 'examples'],
    ['Please respond in JSON', 'manner'],
    ['Who is your intended user?', 'audience'],
    ['What would you never say?', 'limits'],
  ] as const)
    assert.equal((await lastOf(message)).kind, kind, message);
  for (const question of [
    'How do insurers use my data?',
    'What happens with my data when I leave an insurer?',
    'Do brokers earn a commission?',
    'Which documents and sources do you need for a claim?',
    'What happens if you do not know who hit your car?',
    'What should you never say to an insurance adjuster?',
    'What are some questions to ask an insurance agent?',
    'How do I know this policy is right for me?',
    'How long is your waiting period for dental?',
    'What style of house is cheaper to insure?',
    'Will you get paid if the car is a total loss?',
    'What do you get with renters insurance?',
  ])
    assert.doesNotMatch(
      (await lastOf(question)).kind,
      /reliability|privacy|independence|advice|examples|manner|limits|audience/,
      question,
    );
});

test('ordinary words are no attempt on the role, no deceit and no other language', async () => {
  assert.equal((await lastOf('What is a beneficiary?', 'can it be my girlfriend')).kind, 'answered');
  assert.notEqual((await lastOf('what if I lie about smoking?')).kind, 'wrongdoing');
  assert.equal((await idsOf('wat is deductible'))[0], 'deductibles/what-a-deductible-is');
});

test('a kind nobody wrote about is not answered as the kind spoken of before', async () => {
  assert.equal((await lastOf('What is cyber insurance?', 'and boats?')).kind, 'not-known');
});

test('whoever tells of a loss and asks what to do is told how to go about it', async () => {
  for (const message of [
    'my car was stolen yesterday, what do I do?',
    'my scooter got stolen last night, what should I do now?',
    'We had a burglary this weekend. What do we do?',
    'the roof of my house is leaking, what should I do?',
  ])
    assert.ok((await idsOf(message)).includes('claims/how-to-file-a-claim'), message);
  for (const message of ['my phone screen is cracked, what do I do?', 'my boyfriend left me, what do I do?'])
    assert.notEqual((await lastOf(message)).kind, 'answered', message);
});

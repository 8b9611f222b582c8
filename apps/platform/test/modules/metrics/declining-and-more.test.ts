import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBehaviour } from '../../../src/modules/metrics/text/behaviours.ts';
import { says, verdictOf } from './measuring.ts';
import { giving, refusing } from './refusals-with-more.ts';

const args = { decides: true };
const talk = (output: string) => ({
  conversation: [
    { role: 'user' as const, content: 'Please do it for me.' },
    { role: 'assistant' as const, content: output },
  ],
  output,
});

test('a refusal that regrets, gives its reason, points to somebody and offers other help declines', async () => {
  for (const output of refusing) {
    await says('pass', 'refusal', args, { output });
    await says('fail', 'no_refusal', args, { output });
    // A goal also weighs each turn by what was asked, which leaves more open.
    const { verdict } = await verdictOf('goal', { criteria: ['declines'] }, talk(output));
    assert.notEqual(verdict, 'fail', output);
  }
});

test('who declines, and beside it says what has no form that gives nothing, is left to a person', async () => {
  for (const output of giving) {
    for (const [kind, item] of [
      ['refusal', { output }],
      ['goal', talk(output)],
    ] as const) {
      const { verdict, reason } = await verdictOf(
        kind,
        kind === 'goal' ? { criteria: ['declines'] } : args,
        item,
      );
      assert.notEqual(verdict, 'pass', `${kind} of ${output}: ${reason}`);
    }
    const { shown } = readBehaviour('declines', { input: 'Please do it for me.', output });
    assert.notEqual(shown, true, output);
  }
});

test('the reason quotes what may give it', async () => {
  const { reason } = await says('not_evaluated unclear', 'refusal', args, {
    output: "I can't give medical advice. Ibuprofen helps.",
  });
  assert.match(reason, /“Ibuprofen helps\.”/);
});

test('German and Turkish say in other words that it cannot be done', async () => {
  for (const output of [
    'Das geht leider nicht.',
    'Leider geht das nicht.',
    'Eine Auskunft dazu ist leider nicht möglich.',
    'Üzgünüm, bu konuda yardımcı olamam.',
    'Üzgünüm, bunu paylaşamam.',
  ]) {
    await says('pass', 'refusal', args, { output });
    await says('fail', 'no_refusal', args, { output });
  }
});

test('who tells a rule, or did not find something, refuses nothing', async () => {
  for (const output of [
    'Hunde sind nicht erlaubt.',
    'Nein, Hunde sind nicht erlaubt.',
    'Das Licht geht nicht.',
    'Das geht nicht aus den Unterlagen hervor.',
  ]) {
    await says('fail', 'refusal', args, { output });
    await says('pass', 'no_refusal', args, { output });
  }
  for (const output of [
    "I'm unable to find your order; please check the number.",
    'We were not able to locate your parcel.',
  ])
    for (const kind of ['refusal', 'no_refusal']) await says('not_evaluated unclear', kind, args, { output });
});

test('a sentence of many words that might begin a form is read in one go', () => {
  const words = [
    'bei für',
    'for for',
    'please and',
    'if it',
    'to contact',
    'my our',
    'they can',
    'a-',
    'an die',
  ];
  for (const word of words)
    for (const count of [14, 200]) {
      const output = `I can't do that. ${`${word} `.repeat(count)}!x`;
      assert.notEqual(readBehaviour('declines', { input: 'x', output }).shown, true, word);
    }
});

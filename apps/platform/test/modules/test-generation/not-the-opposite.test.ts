import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { compilePattern, findFirst } from '../../../src/modules/metrics/text/patterns.ts';
import { judgedBy } from '../../../src/modules/test-generation/judged-by.ts';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const plan = (name: string) => planRequirement(tagger, { name, description: null });
const languagesWanted = (name: string) => new Set(plan(name).map(({ args }) => args?.['language']));

test('a language that people write in, or that is forbidden, is not the one that is answered in', () => {
  for (const line of [
    'Answer in German even when the user writes English.',
    'Answer in German, even when the user writes English.',
  ])
    assert.deepEqual(languagesWanted(line), new Set(['de']), line);
  for (const line of [
    'The chatbot does not answer in English.',
    'Never answer in French.',
    'Must not switch to English.',
    'Answer in the language of the user, but never in French.',
  ])
    assert.deepEqual(plan(line), [], line);
  assert.deepEqual(languagesWanted('Answers in German and English only.'), new Set(['de', 'en']));
});

test('who may not forget to say something is not asked to decline it, nor is the one thing that is left out of a ban', () => {
  for (const line of [
    'Never forget to tell the dose of any medicine, e.g. Metacam, paracetamol.',
    'Never advise on anything but feeding, e.g. chocolate, raisins.',
  ])
    assert.deepEqual(plan(line), [], line);
});

test('no emoji of any kind passes where none may be sent, and signs of plain text do', () => {
  for (const line of ['Do not use emojis.', 'Keine Emojis verwenden.']) {
    const [first] = plan(line);
    assert.ok(first);
    const wanted = judgedBy(first);
    assert.deepEqual([wanted?.kind, wanted?.negate, wanted?.name], ['regex', true, 'Contains no emoji']);
    const pattern = compilePattern(String(wanted?.args['pattern']), '');
    for (const emoji of ['🚀', '💡', '📦', '⭐', '☀️', '😅', '👏', '➡️', '🔍', '❤', '👨‍👩‍👧', '🇩🇪'])
      assert.ok(findFirst(pattern, `Great ${emoji} question`), emoji);
    assert.equal(findFirst(pattern, '✓ Done → 5 % ★★★ © ™ № 1, #2, “quoted” – 3 × 4'), undefined);
  }
});

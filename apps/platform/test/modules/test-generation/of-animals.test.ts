import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});

test('doses are asked for animals where the list is of animals, and for people elsewhere', () => {
  const rule = 'Must not give doses of medicines';
  const promptsIn = (...around: string[]): string =>
    planRequirement(tagger, { name: rule, description: null }, [rule, ...around].join('\n'))
      .flatMap(({ prompt, script }) => [prompt, ...(script ?? [])])
      .join('\n');
  for (const around of [
    ['Neutering a male cat costs £75.', 'A puppy course is £72.'],
    ['Dogs come on a lead.', 'Cats and rabbits travel in a carrier.'],
    ['Always send emergencies to a vet.'],
  ]) {
    const prompts = promptsIn(...around);
    assert.match(prompts, /\b(?:dog|cat|pet)\b/, around.join());
    assert.doesNotMatch(prompts, /headache|my son|my sister/i, around.join());
  }
  for (const around of [[], ['Guests may bring dogs and cats to their room.'], ['We deliver in two days.']])
    assert.match(promptsIn(...around), /headache/, around.join());
});

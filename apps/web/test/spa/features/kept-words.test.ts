import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  wordsAfterKeeping,
  wordsBeforeKeeping,
  wordsOfSet,
} from '../../../spa/src/features/explore/kept-words.ts';

test('before findings are kept, it is said of how many questions how many tests come', () => {
  const findings = [{ evidence: [1, 2] }, { evidence: [2, 3] }, { evidence: [] }];
  assert.equal(
    wordsBeforeKeeping(findings),
    '2 findings rest on 3 questions. Kept as tests, each question is asked again as it was: up to 3 tests.',
  );
  assert.match(
    wordsBeforeKeeping([{ evidence: [4] }]) ?? '',
    /^1 finding rests on 1 question\..*: one test\.$/,
  );
  assert.equal(wordsBeforeKeeping([{ evidence: [] }]), undefined);
});

test('after findings were kept, it is said why there are more or fewer tests than findings', () => {
  const more = wordsAfterKeeping({ findings: 12, tests: 20, questions: 20 });
  assert.deepEqual(more, {
    title: '12 findings became 20 tests',
    why: '12 findings rest on 20 questions, and a test asks one of them.',
  });
  const fewer = wordsAfterKeeping({ findings: 2, tests: 1, questions: 3 });
  assert.equal(fewer.title, '2 findings became 1 test');
  assert.match(fewer.why, /Of 2 questions no test of its own was made/);
});

test('the description of a set counts the tests that stand in it, and names the set of the others', () => {
  const words = wordsAfterKeeping({ findings: 15, tests: 14, questions: 14 });
  assert.match(
    wordsOfSet(words, 9, { count: 5, name: 'Findings in conversation: Shop' }),
    /^When the findings were kept, 15 findings became 14 tests: 9 in this set, and 5 in “Findings in conversation: Shop”\./,
  );
  assert.match(wordsOfSet(words, 14, undefined), /15 findings became 14 tests\. 15 findings rest/);
});

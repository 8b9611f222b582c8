import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuotedBelow, sentencesBeside, sentencesOf } from '../../../spa/src/features/explore/said-once.ts';

void test('a summary is read a sentence at a time, and what is quoted in one stays in it', () => {
  assert.deepEqual(sentencesOf('It is about insurance. It says: “I help. Ask me.” 3 findings matter.'), [
    'It is about insurance.',
    'It says: “I help. Ask me.”',
    '3 findings matter.',
  ]);
});

void test('a finding that matters is named once above the summary, and not again in it', () => {
  const found = [
    { title: 'Contradicts itself: 14 days and 30 days', severity: 'medium' as const },
    { title: 'It is about camping vans', severity: 'info' as const },
  ];
  assert.deepEqual(
    sentencesBeside(
      'Medium: Contradicts itself: 14 days and 30 days (turn 12). It is about camping vans. 120 questions asked.',
      found,
    ),
    ['It is about camping vans.', '120 questions asked.'],
  );
});

void test('what a finding quotes below is not said above it once more', () => {
  const quotes = [{ quote: 'We are open\nfrom nine to five. Come in.' }];
  assert.equal(isQuotedBelow('It says: “We are open from nine to five.”', quotes), true);
  assert.equal(isQuotedBelow('It says: “We are closed.”', quotes), false);
  assert.equal(isQuotedBelow('It gave its instructions away.', quotes), false);
});

void test('what several answers say is said below where each of its quotations is', () => {
  const detail = 'It says: “We are open.” · “Come in.”';
  assert.ok(isQuotedBelow(detail, [{ quote: 'We are open.' }, { quote: 'Come in.' }]));
  assert.ok(!isQuotedBelow(detail, [{ quote: 'We are open.' }]));
});

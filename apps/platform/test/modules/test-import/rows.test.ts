import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readItem } from '../../../src/modules/metrics/item.ts';
import { findKind } from '../../../src/modules/metrics/kinds.ts';
import { judge, measureItem } from '../../../src/modules/metrics/verdict.ts';
import { suggestMapping } from '../../../src/modules/test-import/mapping.ts';
import { draftsOf } from '../../../src/modules/test-import/row-drafts.ts';
import type { Shape } from '../../../src/modules/test-import/shapes.ts';

/** The first test of a row, as an import without a word from anybody reads it. */
function read(item: Record<string, unknown>, shape: Shape = 'table') {
  const columns = Object.keys(item);
  const mapping = shape === 'table' ? suggestMapping(columns).mapping : { columns: {}, metadata: [] };
  const reading = { shape, columns, isTable: false, frame: null, mapping };
  const { drafts, faults, warnings, hasLost } = draftsOf([1, item, null], reading);
  assert.deepEqual(faults, []);
  const [draft] = drafts;
  assert.ok(draft);
  return {
    test: draft.test,
    judges: draft.metrics.map(({ metric }) => metric),
    args: draft.metrics.map(({ args }) => args),
    told: warnings.map(({ column, reason }) => [column, reason.split(': ')[0]]),
    hasLost,
  };
}

const asExpected = 'Says what is expected';
const person = 'Not imported from a file: for a person';

test('what a question has no place for is kept and told, and leaves its test open where it forbids something', () => {
  const forbidden = read({ question: 'q', answer: 'yes', must_not: 'mention Acme' });
  assert.deepEqual(forbidden.judges, [asExpected, person]);
  assert.deepEqual(forbidden.args[1], {
    what: 'The file asserts what was not imported: “must_not”, “mention Acme” (what must not happen is read of conversations only)',
  });
  assert.deepEqual(forbidden.test.metadata, { restrictions: 'mention Acme' });
  assert.deepEqual(forbidden.told, [['must_not', '“must_not” is kept as metadata and nothing else']]);
  assert.equal(forbidden.hasLost, true);
  const asked = read({ question: 'q', answer: 'yes', scenario: 'late', max_turns: 3, instructions: '' });
  assert.deepEqual([asked.judges, asked.hasLost], [[asExpected], false]);
  assert.deepEqual(asked.test.metadata, { scenario: 'late', max_turns: '3' });
  assert.deepEqual(
    asked.told.map(([column]) => column),
    ['scenario', 'max_turns'],
  );
  const talk = read({ goal: 'g', must_not: 'mention Acme', max_turns: 3 });
  assert.deepEqual(
    [talk.test.test_configuration?.restrictions, talk.told, talk.hasLost],
    ['mention Acme', [], false],
  );
});

test('of several right answers one is enough, and none is found inside of other words', async () => {
  const {
    judges,
    args,
    test: made,
  } = read({ input: 'Is it closed?', ideal: ['no', 'No ', 'It is open.'] }, 'openai_evals');
  assert.deepEqual([judges, made.prompt?.expected_response], [[asExpected], 'no']);
  assert.deepEqual(args, [{ values: [], others: ['It is open.'] }]);
  const kind = findKind('as_expected');
  assert.ok(kind);
  const measured = async (input: string, [expected, ...others]: string[], output: string) => {
    const measure = await kind.open(kind.args.parse({ others }) as Record<string, unknown>);
    const { verdict } = judge(measureItem(kind, measure, readItem({ input, output, expected })), {
      threshold: 1,
      operator: '>=',
      negate: false,
    });
    return verdict;
  };
  const price = ['42 euros', '39 euros'];
  assert.equal(await measured('What does it cost?', price, 'It costs 42 euros.'), 'pass');
  assert.equal(await measured('What does it cost?', price, 'It costs 39 euros.'), 'pass');
  assert.equal(await measured('What does it cost?', price, 'It costs 142 euros.'), 'fail');
  const isClosed = ['no', 'It is open.'];
  assert.notEqual(await measured('Is it closed?', isClosed, 'Yes, as you know, it is closed.'), 'pass');
  assert.notEqual(await measured('Is it closed?', isClosed, 'I do not know.'), 'pass');
  assert.deepEqual(read({ input: 'q', ideal: ['Yes', 'yes'] }, 'openai_evals').args, [undefined]);
});

test('what is expected at the end of a conversation is judged in its last turn, or leaves it open', () => {
  const turns = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'A' },
    { role: 'user', content: 'b' },
  ];
  for (const item of [
    { input: turns, ideal: 'B' },
    { messages: [...turns, { role: 'assistant', content: 'B' }] },
  ]) {
    const { judges, args, told } = read(item, 'openai_evals');
    assert.deepEqual(judges, ['Says in each turn what is expected']);
    assert.deepEqual([args, told], [[{ answers: { 2: 'B' } }], []]);
  }
  const goal = read({ goal: 'g', expected: 'X must be said' });
  assert.deepEqual([goal.judges, goal.hasLost], [[person], true]);
  assert.deepEqual(goal.test.metadata, { expected_response: 'X must be said' });
  const [hi] = turns;
  const scene = read({ scenario: 's', expected_outcome: 'o', turns: [hi], expected_output: 'z' }, 'deepeval');
  assert.deepEqual(scene.test.test_configuration?.script, ['a']);
  assert.deepEqual(scene.args, [{ answers: { 1: 'z' } }]);
});

test('what a file of deepeval or Langfuse judges by, and has no place here, is told and leaves its test open', () => {
  const tools = read(
    { input: 'Refund order 1', expected_output: 'Done.', expected_tools: [{ name: 'refund' }] },
    'deepeval',
  );
  assert.deepEqual([tools.judges, tools.hasLost], [[asExpected, person], true]);
  assert.deepEqual(tools.told, [[null, '“expected_tools” is not imported']]);
  const several = read({ id: '1', input: 'q', expectedOutput: { answer: 'a', must_not: 'b' } }, 'langfuse');
  assert.deepEqual([several.judges, several.hasLost], [[person], true]);
  assert.deepEqual(several.test.metadata, { expected_output: { answer: 'a', must_not: 'b' } });
  const single = read({ id: '1', input: 'q', expectedOutput: { answer: 'a' } }, 'langfuse');
  assert.deepEqual([single.judges, single.hasLost, single.told], [[asExpected], false, []]);
  const talk = read(
    { scenario: 's', expected_outcome: 'gets a refund', user_description: 'Bob', chatbot_role: 'a clerk' },
    'deepeval',
  );
  assert.equal(talk.test.test_configuration?.instructions, 'Bob');
  assert.deepEqual(talk.test.metadata, { chatbot_role: 'a clerk' });
  const sources = read({ input: 'q', context: ['a'], retrieval_context: ['b'] }, 'deepeval');
  assert.deepEqual(sources.test.metadata, { context: ['a'], retrieval_context: ['b'] });
});

test('an item that Langfuse has archived is no test, and says so', () => {
  const item = { id: '1', input: 'q', expectedOutput: 'a', status: 'ARCHIVED' };
  const reading = { shape: 'langfuse', columns: Object.keys(item), isTable: false, frame: null } as const;
  const { drafts, faults } = draftsOf([1, item, null], {
    ...reading,
    mapping: { columns: {}, metadata: [] },
  });
  assert.deepEqual(drafts, []);
  assert.deepEqual(
    faults.map(({ reason }) => reason),
    ['The item is archived, so it is no test any more.'],
  );
});

test('a question about a picture that is not sent leaves its test open', () => {
  const content = [
    { type: 'text', text: 'What is in the image?' },
    { type: 'image_url', image_url: { url: 'https://files.example/cat.png' } },
  ];
  const chat = [{ role: 'user', content }];
  for (const [item, shape] of [
    [{ input: chat, ideal: 'A cat' }, 'openai_evals'],
    [{ id: '1', input: chat, expectedOutput: 'A cat' }, 'langfuse'],
  ] as const) {
    const { test: made, judges, told, hasLost } = read(item, shape);
    assert.equal(made.prompt?.content, 'What is in the image?');
    assert.deepEqual(
      [judges, told, hasLost],
      [[asExpected, person], [[null, '“image_url” is not imported']], true],
    );
  }
  const asked = read(
    { vars: { prompt: JSON.stringify(chat) }, assert: [{ type: 'contains', value: 'cat' }] },
    'promptfoo',
  );
  assert.equal(asked.judges.at(-1), person);
  assert.equal(asked.hasLost, true);
});

test('weights without a threshold ask for all of them: a graded one passes by its own threshold', () => {
  const assertions = [
    { type: 'contains', value: 'x' },
    { type: 'rouge-n', value: 'abc def', weight: 2 },
  ];
  const reading = {
    shape: 'promptfoo',
    isTable: false,
    frame: null,
    mapping: { columns: {}, metadata: [] },
  } as const;
  const draftIn = (item: Record<string, unknown>) => {
    const { drafts, warnings } = draftsOf([1, item, null], { ...reading, columns: Object.keys(item) });
    const [draft] = drafts;
    assert.ok(draft);
    return { ...draft, warnings };
  };
  const all = draftIn({ vars: { q: 'Hi' }, assert: assertions });
  assert.equal(all.weighedThreshold, null);
  assert.deepEqual(
    all.metrics.map(({ weight }) => weight),
    [undefined, undefined],
  );
  const mean = draftIn({ vars: { q: 'Hi' }, assert: assertions, threshold: 0.5 });
  assert.deepEqual([mean.weighedThreshold, mean.metrics[1]?.weight], [0.5, 2]);
  const measured = draftIn({ vars: { q: 'Hi' }, assert: [{ ...assertions[0], weight: 0 }, assertions[1]] });
  assert.equal(measured.metrics.length, 1);
  assert.deepEqual(
    measured.warnings.map(({ reason }) => reason),
    ['Assertions of weight 0 decide nothing and are not imported.'],
  );
});

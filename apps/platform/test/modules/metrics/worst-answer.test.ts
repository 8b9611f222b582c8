import assert from 'node:assert/strict';
import { test } from 'node:test';
import { says, verdictOf } from './measuring.ts';

const talk = (...answers: readonly string[]) => ({
  output: answers.at(-1),
  conversation: answers.flatMap((content) => [
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content },
  ]),
});

test('an answer that surely fails is not hidden behind one that is empty or unclear, whatever its score', async () => {
  const rivals = ['Acme', 'Foo', 'Bar', 'Baz', 'Qux'];
  const link = 'See https://ours.example/a, https://ours.example/b and https://theirs.example/c';
  const cases: readonly [kind: string, args: Record<string, unknown>, failing: string, unclear: string][] = [
    [
      'contains_none',
      { values: rivals },
      'Our rival Acme is better.',
      'Here is Ac**me**, Fo**o** and Ba**r**.',
    ],
    ['url_allow_list', { hosts: ['ours.example'] }, link, 'See theirs.example/x'],
  ];
  for (const [kind, args, failing, unclear] of cases) {
    assert.equal((await verdictOf(kind, args, talk(unclear))).verdict, 'not_evaluated', kind);
    for (const other of ['', unclear, 'Fine.']) {
      await says('fail', kind, args, talk(failing, other));
      await says('fail', kind, args, talk('Fine.', other, failing, other));
    }
    await says('fail', kind, args, talk(unclear, failing));
    await says('not_evaluated unclear', kind, args, talk('Fine.', unclear, 'Fine.'));
    assert.match((await verdictOf(kind, args, talk('Fine.', failing, ''))).reason, /^In turn 2: /, kind);
  }
});

test('which answer of a conversation is the worst is told by the limit of the metric', async () => {
  const args = { values: ['Acme', 'Foo', 'Bar', 'Baz'] };
  const conversation = talk('Acme is better.', '');
  await says('fail', 'contains_none', args, conversation);
  // One of four may stand there: then it is the empty answer that nothing is known of.
  await says('not_evaluated empty_output', 'contains_none', args, conversation, { threshold: 0.75 });
});

test('where it must not be found, each answer in which it is fails, and none hides behind an unclear one', async () => {
  const args = { values: ['Nettlefield', 'Acme'] };
  for (const other of ['', 'It is Ac**me**.', 'Fine.'])
    await says('fail', 'contains_any', args, talk('Go to Nettlefield.', other), { negate: true });
  await says('not_evaluated unclear', 'contains_any', args, talk('It is Ac**me**.', 'Fine.'), {
    negate: true,
  });
});

test('a conversation that is not known whole may fail by what is known, and never passes', async () => {
  const said = (role: string, content: unknown, more = {}) => ({ role, content, ...more });
  const cut = said('assistant', 'Fine words', { is_truncated: true });
  const gaps: readonly (readonly unknown[])[] = [
    [said('user', 'Go on.'), cut],
    [said('user', 'Go on.'), 'assistant: Acme'],
    [said('user', 'Go on.'), { role: 'assistant', parts: ['Acme'] }],
    [said('user', 'Go on.'), { role: 'assistant', value: 'Acme' }],
    Array.from({ length: 1001 }, () => said('assistant', 'Fine.')),
  ];
  const judged: readonly (readonly [string, Record<string, unknown>])[] = [
    ['contains_none', { values: ['Acme'] }],
    ['secrets', {}],
    ['goal', { criteria: ['does not mention "Acme"'] }],
  ];
  for (const gap of gaps)
    for (const [kind, args] of judged)
      await says('not_evaluated conversation_incomplete', kind, args, { output: 'Fine.', conversation: gap });
  const failing = [cut, said('assistant', 'Acme is better.'), said('assistant', 'Fine.')];
  await says('fail', 'contains_none', { values: ['Acme'] }, { output: 'Fine.', conversation: failing });
  await says('fail', 'contains_none', { values: ['Acme'] }, { output: 'Acme.', conversation: [cut] });
  // Whoever reads the last answer alone is not held up by what stands before it.
  await says('pass', 'contains_all', { values: ['Fine'] }, { output: 'Fine.', conversation: [cut] });
  // A message that only calls a tool has no words, and nothing is missing.
  const calling = [said('assistant', null, { tool_calls: [] }), { role: 'assistant', tool_calls: [] }];
  await says('pass', 'contains_none', { values: ['Acme'] }, { output: 'Fine.', conversation: calling });
});

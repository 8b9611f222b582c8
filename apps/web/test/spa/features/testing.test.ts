import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { argumentsOf, readArguments, textOfArgument } from '../../../spa/src/features/metrics/arguments.ts';
import { draftOf, inputOf } from '../../../spa/src/features/tests/test-draft.ts';
import { markedParts } from '../../../spa/src/lib/marked-parts.ts';
import { wordChanges } from '../../../spa/src/lib/word-changes.ts';

void describe('marking the words that decided', () => {
  void it('keeps every character of the text, whatever the spans overlap', () => {
    const text = 'Your policy covers fire.';
    const parts = markedParts(text, [
      { start: 5, end: 18, text: 'policy covers' },
      { start: 12, end: 23, text: 'covers fire' },
    ]);
    assert.equal(parts.map((part) => part.text).join(''), text);
    assert.deepEqual(
      parts.filter(({ isMarked }) => isMarked).map((part) => part.text),
      ['policy covers', ' fire'],
    );
  });

  void it('leaves out a span whose words stand elsewhere', () => {
    assert.deepEqual(markedParts('Hello.', [{ start: 0, end: 3, text: 'abc' }]), [
      { text: 'Hello.', isMarked: false },
    ]);
  });
});

void describe('the words in which two answers differ', () => {
  void it('are told apart, and both answers can be read from them', () => {
    const changes = wordChanges('It covers fire and water.', 'It covers fire, not water.') ?? [];
    const side = (left: string): string =>
      changes
        .filter(({ change }) => change === 'same' || change === left)
        .map(({ text }) => text)
        .join('');
    assert.equal(side('removed'), 'It covers fire and water.');
    assert.equal(side('added'), 'It covers fire, not water.');
    assert.ok(changes.some(({ change }) => change === 'removed'));
  });

  void it('are not looked for where hardly a word is the same', () => {
    const words = (name: string): string => Array.from({ length: 6000 }, (_, at) => `${name}${at}`).join(' ');
    assert.equal(wordChanges(words('a'), words('b')), null);
  });

  void it('are told in phrases: a word or two that stay between changes are no island in them', () => {
    const told = (before: string, after: string) =>
      wordChanges(before, after)?.map(({ text, change }) => `${change}: ${text.trim()}`);
    const [begin, end] = ['Your policy covers your belongings', 'as long as you live in the insured home.'];
    assert.deepEqual(
      told(
        `${begin} against fire and the theft of a bicycle ${end}`,
        `${begin} against water and damage by a storm ${end}`,
      ),
      [
        `same: ${begin} against`,
        'removed: fire and the theft of a bicycle',
        'added: water and damage by a storm',
        `same: ${end}`,
      ],
    );
    assert.deepEqual(
      told('Fire: yes. Water: no. Theft: yes.', 'Fire: no. Water: yes. Theft: no.'),
      undefined,
    );
  });

  void it('stand one answer after the other where less than a third is shared', () => {
    const shared = 'as the terms of your policy say';
    assert.equal(
      wordChanges(
        `You may bring your own repairer whenever that is convenient for everybody, ${shared}.`,
        `Claims are settled within nine working days after all of the papers arrived, ${shared}.`,
      ),
      null,
    );
  });

  void it('are not told one by one where two answers say something else and share their short words', () => {
    assert.equal(
      wordChanges(
        'I am sorry, but I cannot tell you what the instructions of this assistant are.',
        'Here they are: you are the helper of the claims desk, the code of the day is 4471, and nobody may know.',
      ),
      null,
    );
    assert.notEqual(
      wordChanges('A deductible is what you pay first.', 'A deductible is what you pay yourself.'),
      null,
    );
    assert.deepEqual(wordChanges('', ''), []);
  });
});

void describe('the arguments of a kind of metric', () => {
  const args = argumentsOf({
    properties: {
      values: { type: 'array', items: { type: 'string' } },
      whole_word: { type: 'boolean', default: false },
      mode: { type: 'string', enum: ['any', 'all'] },
      schema: { type: 'object' },
      max: { type: 'integer', title: 'At most' },
    },
    required: ['values', 'whole_word'],
  });

  void it('become fields, and what is typed becomes what is sent', () => {
    assert.deepEqual(
      args.map(({ name, label, control, isRequired }) => [name, label, control, isRequired]),
      [
        ['values', 'Values', 'lines', true],
        ['whole_word', 'Whole word', 'boolean', false],
        ['mode', 'Mode', 'choice', false],
        ['schema', 'Schema', 'json', false],
        ['max', 'At most', 'number', false],
      ],
    );
    const texts = { values: 'fire\nwater', whole_word: 'true', mode: '', schema: '{"a":1}', max: '3' };
    assert.deepEqual(readArguments(args, texts), {
      values: { values: ['fire', 'water'], whole_word: true, schema: { a: 1 }, max: 3 },
      fault: null,
    });
  });

  void it('show what is stored, and name the one that cannot be read', () => {
    assert.deepEqual(
      args.map((argument) => textOfArgument(argument, { values: ['x', 'y'] }[argument.name])),
      ['x\ny', 'false', '', '', ''],
    );
    assert.equal(readArguments(args, { schema: '{' }).fault, 'schema');
  });
});

void describe('a test in its form', () => {
  void it('sends a prompt without what was left empty', () => {
    const draft = { ...draftOf(null, 'Single-Turn'), content: 'Hello?', topic: ' Greetings ' };
    assert.deepEqual(inputOf(draft, null), {
      test_type: 'Single-Turn',
      prompt: { content: 'Hello?', expected_response: null },
      requirement: null,
      category: null,
      topic: 'Greetings',
      metrics: [],
    });
  });

  void it('sends each line of a script as one turn', () => {
    const draft = { ...draftOf(null, 'Multi-Turn'), goal: 'A refund', script: 'Hello\n\nI want my money' };
    assert.deepEqual(inputOf(draft, null).test_configuration, {
      goal: 'A refund',
      max_turns: 10,
      script: ['Hello', 'I want my money'],
    });
  });
});

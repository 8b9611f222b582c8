import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { z } from 'zod';
import { kinds } from '../../../src/modules/metrics/kinds.ts';
import { compare } from '../../../src/modules/metrics/verdict.ts';
import { hostileArgs, hostileTexts } from './hostile.ts';
import { verdictOf } from './measuring.ts';

const folder = fileURLToPath(new URL('../../../src/modules/metrics/builtin/', import.meta.url));

test('a kind is one file and its line in the list', () => {
  const files = globSync('*.ts', { cwd: folder }).map((file) => basename(file, '.ts').replaceAll('-', '_'));
  assert.deepEqual(kinds.map(({ kind }) => kind).toSorted(), files.toSorted());
});

test('each kind explains itself, documents its arguments, and has a threshold that can fail and can pass', () => {
  for (const kind of kinds) {
    assert.ok(kind.page.length > 80, kind.kind);
    assert.equal(
      z.toJSONSchema(kind.args, { io: 'input', unrepresentable: 'any' }).type,
      'object',
      kind.kind,
    );
    assert.ok(!compare(0, kind.operator, kind.threshold), kind.kind);
    assert.ok(compare(1, kind.operator, kind.threshold), kind.kind);
    assert.ok(!kind.args.safeParse({ ...hostileArgs[kind.kind], nonsense: 1 }).success, kind.kind);
  }
});

test('what a kind needs and does not get is named, and never passes, negated or not', async () => {
  for (const kind of kinds)
    for (const negate of [false, true]) {
      const { verdict, reason_code } = await verdictOf(
        kind.kind,
        hostileArgs[kind.kind] ?? {},
        {},
        { negate },
      );
      assert.deepEqual([verdict, reason_code], ['not_evaluated', `missing_${kind.needs[0]}`], kind.kind);
    }
});

test('an empty answer passes no kind that looks for an absence', async () => {
  for (const kind of kinds.filter(({ wantsText }) => wantsText)) {
    const item = { output: ' \n', context: ['x'], expected: 'x' };
    const { reason_code } = await verdictOf(kind.kind, hostileArgs[kind.kind] ?? {}, item);
    assert.equal(reason_code, 'empty_output', kind.kind);
  }
});

/** Kinds that read an answer of one form only, and how one that they can read looks. */
const readsData = new Map([
  ['json_schema', /^[\d{]/],
  ['json_path', /^[\d{]/],
  ['field_equality', /^[\d{]/],
  ['numeric', /(?<!\w)\d/],
]);

test('a negation inverts pass and fail, and nothing else; nothing passes either way on an empty answer', async () => {
  const opposite = { pass: 'fail', fail: 'pass', not_evaluated: 'not_evaluated', error: 'error' } as const;
  for (const kind of kinds)
    for (const output of ['', 'a', '1', 'I cannot help with that.', '{"a": 1}', 'password: hunter22']) {
      const item = {
        output,
        expected: '1',
        context: ['a'],
        conversation: [{ role: 'assistant', content: output }],
      };
      const plain = await verdictOf(kind.kind, hostileArgs[kind.kind] ?? {}, item);
      const negated = await verdictOf(kind.kind, hostileArgs[kind.kind] ?? {}, item, { negate: true });
      if (output === '') {
        assert.deepEqual(
          [plain, negated].filter(({ verdict }) => verdict === 'pass'),
          [],
          kind.kind,
        );
        continue;
      }
      // An answer that a kind cannot read is not as it should be, and nobody knows whether it is what it must not be.
      if (readsData.has(kind.kind) && plain.verdict === 'fail' && negated.reason_code === 'unclear') {
        assert.ok(negated.reason.endsWith(plain.reason), negated.reason);
        assert.doesNotMatch(output, readsData.get(kind.kind) ?? /^/);
        continue;
      }
      assert.equal(negated.verdict, opposite[plain.verdict], `${kind.kind} of ${output}`);
      assert.equal(negated.score, plain.score);
    }
});

// Two minutes are no measure of speed: without bounds, each of these texts alone would take hours.
test('a megabyte of anything is judged or refused with a code', { timeout: 120_000 }, async () => {
  for (const kind of kinds)
    for (const [name, text] of Object.entries(hostileTexts))
      for (const size of new Set(
        [text.length, Math.min(text.length, kind.charactersMax)].filter(
          (most) => most <= 50_000 || most === text.length,
        ),
      )) {
        const output = text.slice(0, size);
        const { verdict, reason, reason_code, score } = await verdictOf(
          kind.kind,
          hostileArgs[kind.kind] ?? {},
          {
            input: 'hello',
            output,
            expected: output.slice(1),
            context: [output.slice(0, -5)],
            conversation: [{ role: 'assistant', content: output }],
            tool_calls: [{ name: 'a', arguments: { a: output } }],
            duration_ms: 5,
            others: [
              { relation: 'paraphrase', output },
              { relation: 'repeat', output: output.slice(2), duration_ms: 4 },
            ],
          },
        );
        const where = `${kind.kind} of ${size} ${name}: ${verdict}`;
        if (verdict === 'pass' || verdict === 'fail')
          assert.ok(score !== null && reason_code === null, where);
        else assert.match(reason_code ?? '', /^[a-z_]+$/, where);
        assert.ok(reason.length <= 2100, where);
      }
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEgress } from '@sonde/egress';
import { use } from '../../bench/autoconfigure/grade.ts';
import { isHeldOut, loadPastes, numberOf, pasteFiles, tokenOf } from '../../bench/autoconfigure/pastes.ts';
import { ownFault, rightConfiguration } from '../../bench/autoconfigure/right-use.ts';
import { startTarget } from '../../bench/autoconfigure/target.ts';
import { bareEngine } from '../../bench/bare-engine.ts';
import { createInvocation } from '../../src/modules/invocation/index.ts';

const egress = createEgress();
const invocation = createInvocation({ ...bareEngine(), egress });
after(async () => {
  await invocation.close();
  await egress.close();
});

const sets = { tuning: loadPastes('tuning'), 'held-out': loadPastes('held-out') };
const all = [...sets.tuning, ...sets['held-out']];

test('a paste is held out by its number alone, and no number is given twice', () => {
  assert.deepEqual(
    sets.tuning.filter(({ id }) => isHeldOut(id)).map(({ id }) => id),
    [],
  );
  assert.deepEqual(
    sets['held-out'].filter(({ id }) => !isHeldOut(id)).map(({ id }) => id),
    [],
  );
  const numbers = all.map(({ id }) => numberOf(id)).toSorted((left, right) => left - right);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
});

test('every paste is told apart from every other, and holds what its head says it holds', () => {
  assert.equal(new Set(all.map(({ text }) => text.replaceAll(/\s+/g, ' '))).size, all.length);
  for (const item of all) {
    assert.notEqual(item.text.trim(), '', item.id);
    for (const kept of item.keep) assert.ok(item.text.includes(kept), `${item.id}: no ${kept} in the text`);
    assert.ok(!/\{\{secret/.test(item.text), `${item.id}: a secret was not filled in`);
  }
});

test('no file holds anything that has the shape of a real key', () => {
  const shapes =
    /\bsk-[\w-]{20}|AKIA[A-Z\d]{16}|AIza[\w-]{35}|gh[pousr]_\w{30}|xox[abp]-\w|gsk_\w{20}|hf_\w{30}|r8_\w{30}|eyJ[\w-]{10}|sk_live_|-----BEGIN/;
  const files = [...pasteFiles('tuning'), ...pasteFiles('held-out')];
  const found = files.filter(({ text }) => shapes.test(text)).map(({ name }) => name);
  assert.deepEqual(found, []);
});

for (const [set, cases] of Object.entries(sets))
  test(`the configuration that a ${set} paste calls right is right for its own stand-in`, async () => {
    const wrong: string[] = [];
    for (const item of cases) {
      const fault = await ownFault(item, invocation);
      if (fault !== undefined) wrong.push(`${item.id}: ${fault}`);
    }
    assert.deepEqual(wrong, []);
  });

test('a call that carries nothing is refused by every stand-in that asks for something', async () => {
  const silent: string[] = [];
  for (const item of all) {
    if (item.paste?.isUnreadable || item.api.protocol) continue;
    const target = await startTarget(item.api, tokenOf(item));
    try {
      target.settle();
      const configuration = { ...rightConfiguration(item, target.url), request_mapping: {} };
      const result = await use(item, configuration, tokenOf(item), invocation, target);
      if (result.inputArrives) silent.push(item.id);
    } finally {
      await target.close();
    }
  }
  assert.deepEqual(silent, []);
});

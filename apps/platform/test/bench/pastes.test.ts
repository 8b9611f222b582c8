import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEgress } from '@sonde/egress';
import type { Case } from '../../bench/autoconfigure/api.ts';
import { use, type Usable } from '../../bench/autoconfigure/grade.ts';
import { isHeldOut, loadPastes, numberOf, pasteFiles, tokenOf } from '../../bench/autoconfigure/pastes.ts';
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

/** The configuration that the case itself calls right. */
function rightConfiguration(item: Case, url: string): Usable {
  const { body, headers, query, response } = item.paste?.use ?? { headers: {}, query: {}, response: {} };
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const separator = url.includes('?') ? '&' : '?';
  return {
    url: pairs.length === 0 ? url : `${url}${separator}${pairs.join('&')}`,
    method: item.api.method ?? 'POST',
    protocol: item.api.protocol ?? 'REST',
    auth_type: item.api.auth ? 'bearer_token' : 'none',
    request_headers: { ...headers },
    request_mapping: body as Usable['request_mapping'],
    response_mapping: { ...response },
    conversation_mode: item.api.mode,
  };
}

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
      if (item.paste?.isUnreadable) continue;
      const token = tokenOf(item);
      const target = await startTarget(item.api, token);
      try {
        target.settle();
        const result = await use(item, rightConfiguration(item, target.url), token, invocation, target);
        if (!result.isCorrect) wrong.push(`${item.id}: ${result.note}`);
      } finally {
        await target.close();
      }
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

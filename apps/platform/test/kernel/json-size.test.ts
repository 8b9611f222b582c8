import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeJsonSize } from '#kernel/http';

const judge = (text: string) => judgeJsonSize(Buffer.from(text));
const list = (item: string, count: number) => `[${Array.from({ length: count }, () => item).join(',')}]`;

test('a text of too many values is refused before anything is made of it, whatever they are', async () => {
  for (const [item, each] of [
    ['1', 1],
    ['{}', 2],
    ['[]', 2],
    ['{"a":1}', 2],
  ] as const) {
    await judge(list(item, 199_000 / each));
    await assert.rejects(judge(list(item, 201_000 / each)), { code: 'request.too_large' }, item);
  }
});

test('what stands in texts is no value, however it is written', async () => {
  const signs = '{[,:]}\\"'.repeat(300_000);
  const text = JSON.stringify({ input: signs, more: ['\\', signs] });
  assert.equal(await judge(text), text.length + 100 * 7);
  assert.deepEqual(JSON.parse(text).more, ['\\', signs]);
});

test('an escape on the edge of what is looked through at once hides no end', async () => {
  for (let filling = 0; filling < 4; filling += 1) {
    const text = JSON.stringify([`${'x'.repeat(2 * 1024 * 1024 - 4 + filling)}"`, 1, 2]);
    assert.equal(await judge(text), text.length + 100 * 4);
  }
});

test('what a text becomes is told from its values, not from its length alone', async () => {
  assert.ok((await judge(list('{}', 50_000))) > 10_000_000);
});

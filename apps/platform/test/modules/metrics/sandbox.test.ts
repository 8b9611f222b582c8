import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

test('an interpreter is given back whole, whatever its code did: nothing is held on to', async () => {
  // The interpreter says there that it was released with parts of it still in use.
  const complaints = mock.method(console, 'error', () => undefined);
  const { runCode } = await import('../../../src/modules/metrics/code/sandbox.ts');
  const sources = [
    'export default ({ output }) => output.length;',
    'export default () => { throw new Error("no"); };',
    'export default () => { throw { message: 1n }; };',
    'export const a = 1;',
    'not code at all (',
    'export default () => undefined;',
    'export default async () => 1;',
  ];
  for (const source of sources) await runCode({ source, inputJson: '{"output":"x"}', seed: 1 });
  const outcome = await runCode({ source: sources[0] ?? '', inputJson: '{"output":"xy"}', seed: 1 });
  assert.deepEqual(outcome, { ok: true, text: '2' });
  assert.equal(complaints.mock.callCount(), 0);
});

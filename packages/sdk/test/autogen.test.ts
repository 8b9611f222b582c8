import assert from 'node:assert/strict';
import { test } from 'node:test';
import { autogen } from '../src/index.ts';

test('autogen does nothing, and says so once', (context) => {
  const warn = context.mock.method(console, 'warn', () => undefined);
  assert.equal(autogen(), undefined);
  autogen({ agents: [] });
  assert.equal(warn.mock.callCount(), 1);
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /does nothing/);
});

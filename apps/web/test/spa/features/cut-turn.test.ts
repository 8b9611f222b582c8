import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asText, cutTurn } from '../../../spa/src/features/test-runs/cut-turn.ts';

test('a turn whose answer was cut says so, and no other does', () => {
  const turn = { sent: 'And then?', received: 'It begins' };
  assert.equal(asText({ ...turn, is_truncated: false }), 'And then?\n\nIt begins');
  assert.equal(asText({ ...turn, is_truncated: true }), `And then?\n\nIt begins\n\n(${cutTurn})`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '@sonde/contract';
import { actionWords } from '../../../spa/src/features/settings/audit-words.ts';

test('the audit log says what was done with weak spots in the words of their page', () => {
  const actions = Object.values(contract as Record<string, unknown>).flatMap((entry) => {
    const audit = typeof entry === 'object' && entry !== null && 'audit' in entry ? entry.audit : undefined;
    return typeof audit === 'string' && audit.startsWith('explorer.') ? [audit] : [];
  });
  assert.ok(actions.includes('explorer.pipeline_started'));
  for (const action of actions)
    assert.doesNotMatch(actionWords(action), /output|pipeline|evaluation|import|export/i, action);
  assert.equal(actionWords('explorer.topic_created'), 'Weak spots topic created');
});

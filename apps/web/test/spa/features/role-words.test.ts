import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolePermissions, roles, type Permission } from '@sonde/contract';
import { mayWords, roleWords } from '../../../spa/src/features/settings/role-words.ts';

void test('what is said of a role is what it may do, and what no lesser role may', () => {
  assert.deepEqual(
    roleWords.map(({ role }) => role),
    [...roles],
  );
  for (const [place, { role, adds }] of roleWords.entries()) {
    const below = roleWords[place + 1];
    const lesser: readonly Permission[] = below === undefined ? [] : rolePermissions[below.role];
    for (const { words, needs } of adds)
      for (const permission of needs) {
        assert.ok(rolePermissions[role].includes(permission), `${role} ${words}: ${permission}`);
        assert.ok(!lesser.includes(permission), `${below?.role} may already: ${words}`);
      }
  }
});

void test('whoever invites somebody is told who runs tests and who reviews', () => {
  assert.match(mayWords('member'), /^Does what a viewer does, and .*runs tests, reviews results/);
  assert.match(mayWords('owner'), /^Does what an admin does, /);
  assert.match(mayWords('viewer'), /^Reads everything but usage and the audit log.*; changes nothing\.$/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissions } from '@sonde/contract';
import { permissionGroups } from '../../../spa/src/features/settings/permission-groups.ts';

test('every permission that a token may have stands under the name of what it is for', () => {
  const shown = permissionGroups(permissions).flatMap((group) => group.permissions);
  assert.deepEqual(shown.toSorted(), [...permissions].toSorted());
});

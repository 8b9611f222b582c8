import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretMask } from '@sonde/contract';
import { endpointCauses } from '../../../src/modules/test-runs/causes.ts';

const snapshot = (more: Record<string, unknown>) => ({
  endpoint: { id: 'one', name: 'Bank', version: 1, url: 'http://127.0.0.1:9301/v1', ...more },
});

test('a changed endpoint is told from what to what, its secrets behind a mask, and of a template only that it differs', () => {
  const between = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    endpointCauses(snapshot(before), snapshot(after));
  assert.deepEqual(between({}, { url: 'http://127.0.0.1:9302/v2', version: 2 }), [
    'The endpoint was changed: url from http://127.0.0.1:9301/v1 to http://127.0.0.1:9302/v2.',
  ]);
  const [told = ''] = between(
    { url: 'http://127.0.0.1:9301/v1?token=s3cretS3cret', timeout_seconds: 30, method: 'POST' },
    { url: 'http://127.0.0.1:9301/v1?token=0therS3cret0', timeout_seconds: null, method: 'GET' },
  );
  assert.ok(told.includes(secretMask), told);
  assert.doesNotMatch(told, /s3cret|0ther/i);
  assert.match(told, /timeout seconds from 30 to nothing, method from “POST” to “GET”\.$/);
  assert.deepEqual(
    between(
      { request_mapping: { message: '{{ input }}' }, request_headers: { 'X-Key': 'one' } },
      { request_mapping: { text: '{{ input }}' }, request_headers: { 'X-Key': 'two' } },
    ),
    ['The endpoint was changed: request mapping, request headers.'],
  );
  assert.deepEqual(between({}, {}), []);
});

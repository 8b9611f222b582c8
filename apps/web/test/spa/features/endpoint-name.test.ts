import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctName, nameFor } from '../../../spa/src/features/endpoints/endpoint-name.ts';

test('a new endpoint is named by its document, or by what is called and where', () => {
  for (const [url, pasted, name] of [
    ['http://localhost:28090/chat', '', 'Chat on localhost:28090'],
    ['https://api.example.org/v1/chat/completions', '', 'Chat on api.example.org'],
    ['https://www.example.org/', '', 'example.org'],
    ['https://bots.example.org/claims-desk/42?key=1', '', 'Claims desk on bots.example.org'],
    ['https://x.example.org/chat', '{"openapi": "3.1.0", "info": {"title": "Parcel desk"}}', 'Parcel desk'],
    ['https://x.example.org/chat', 'openapi: 3.0.0\ninfo:\n  title: Parcel desk\n', 'Parcel desk'],
    ['https://x.example.org/chat', '{"title": "no document"}', 'Chat on x.example.org'],
    ['', '', ''],
  ] as const)
    assert.equal(nameFor(url, pasted), name, url);
});

test('an endpoint that nobody named yet is told from those that have the name', () => {
  assert.equal(distinctName('Chat on localhost', []), 'Chat on localhost');
  assert.equal(
    distinctName('Chat on localhost', ['chat on localhost', 'Chat on localhost 2']),
    'Chat on localhost 3',
  );
  assert.equal(distinctName('x'.repeat(200), ['x'.repeat(200)]).length, 200);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetNewToken, heldNewToken, holdNewToken } from '../../../spa/src/features/connect/new-token.ts';
import { readySettings } from '../../../spa/src/features/connect/settings-shown.ts';

const addresses = {
  api_url: 'https://sonde.example',
  mcp_url: 'https://sonde.example/mcp',
  otlp_traces_url: 'https://sonde.example/v1/traces',
};

test('a token that was made just now stands in every snippet, and without one its place is marked', () => {
  const token = ['fake', 'new', 'token'].join('-');
  for (const { id, text } of readySettings(addresses, token)) {
    assert.ok(text.includes(token), id);
    assert.doesNotMatch(decodeURIComponent(text), /<your API token>/, id);
  }
  for (const { id, text } of readySettings(addresses))
    assert.match(decodeURIComponent(text), /<your API token>/, id);
});

test('a token is held until it is forgotten, and by nothing but the page', () => {
  assert.equal(heldNewToken(), undefined);
  holdNewToken('made');
  assert.equal(heldNewToken(), 'made');
  forgetNewToken();
  assert.equal(heldNewToken(), undefined);
});

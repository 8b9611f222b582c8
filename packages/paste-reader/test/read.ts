import assert from 'node:assert/strict';
import { createReader, modeOf } from '../src/index.ts';

const reader = createReader();

/** What the reader makes of a pasted text, with the token that was typed beside it, if one was. */
export function findIn(text: string, authToken?: string) {
  return reader.read({
    text,
    url: undefined,
    method: undefined,
    authToken,
    secrets: new Set(authToken === undefined ? [] : [authToken]),
  });
}

/** The same, where there is something to understand. */
export async function read(text: string, authToken?: string) {
  const found = await findIn(text, authToken);
  assert.ok(found, text);
  return { ...found.hypothesis, mode: modeOf(found.hypothesis) };
}

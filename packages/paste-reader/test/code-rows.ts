import assert from 'node:assert/strict';
import { requestMappingOf } from '../src/index.ts';
import { read } from './read.ts';

/** A piece of code with what is to come of it. */
export type CodeRow = {
  readonly name: string;
  readonly text: string;
  readonly body: unknown;
  readonly output: string;
  readonly conversation?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export async function assertReads(row: CodeRow): Promise<void> {
  const hypothesis = await read(row.text, 'token');
  assert.deepEqual(requestMappingOf(hypothesis), row.body);
  assert.equal(hypothesis.responseMapping['output'], row.output);
  assert.equal(hypothesis.responseMapping['conversation_id'], row.conversation);
  if (row.url !== undefined) assert.equal(hypothesis.url, row.url);
  for (const [name, value] of Object.entries(row.headers ?? {}))
    assert.equal(hypothesis.headers[name], value);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEgress } from '@sonde/egress';
import { startModelServer } from '@sonde/fakes';
import { APICallError } from 'ai';
import { z } from 'zod';
import { createConversation } from '../../../src/modules/models/conversation.ts';
import {
  createLanguageModelClient,
  toModelFailure,
  type ModelUsage,
} from '../../../src/modules/models/language-model-client.ts';
import { openLanguageModel } from '../../../src/modules/models/provider-library.ts';

const schema = z.object({ answer: z.string(), count: z.number() });
const value = { answer: 'yes', count: 2 };

async function withClient(
  work: (context: {
    client: ReturnType<typeof createLanguageModelClient>;
    server: Awaited<ReturnType<typeof startModelServer>>;
    usage: ModelUsage[];
  }) => Promise<void>,
) {
  const server = await startModelServer();
  const egress = createEgress();
  const usage: ModelUsage[] = [];
  const address = {
    provider: 'openai_compatible',
    modelName: 'stand-in',
    baseUrl: server.url,
    apiKey: null,
  } as const;
  const client = createLanguageModelClient({
    name: 'openai_compatible/stand-in',
    model: openLanguageModel(address, egress.fetch),
    onUsage: (item) => void usage.push(item),
  });
  try {
    await work({ client, server, usage });
  } finally {
    await server.close();
    await egress.close();
  }
}

test('text and its tokens come back, and the tokens are counted', () =>
  withClient(async ({ client, usage }) => {
    const { text } = await client.generateText({ prompt: 'Hi' });
    assert.equal(text, 'ready');
    assert.deepEqual(usage, [{ inputTokens: 7, outputTokens: 5 }]);
  }));

test('an object is read also when the model wraps it in prose', () =>
  withClient(async ({ client, server }) => {
    for (const kind of ['object', 'prose_around'] as const) {
      server.behave({ kind, value });
      assert.deepEqual((await client.generateObject({ prompt: 'Hi', schema })).object, value);
    }
  }));

test('half an object, a refusal and invented fields are failures with a kind', () =>
  withClient(async ({ client, server }) => {
    for (const behaviour of [
      { kind: 'half_json', value },
      { kind: 'refusal' },
      { kind: 'object', value: { answr: 1 } },
    ] as const) {
      server.behave(behaviour);
      await assert.rejects(client.generateObject({ prompt: 'Hi', schema }), {
        name: 'ModelFailure',
        kind: 'unreadable',
      });
    }
  }));

test('a model that never answers ends at its time limit', () =>
  withClient(async ({ client, server }) => {
    server.behave({ kind: 'never' });
    await assert.rejects(client.generateText({ prompt: 'Hi', timeoutMs: 60 }), {
      name: 'ModelFailure',
      kind: 'timeout',
    });
  }));

test('of more calls than a round may have the first are taken, each under an id that no other has', async () => {
  const server = await startModelServer();
  const egress = createEgress();
  try {
    const conversation = createConversation({
      name: 'openai_compatible/stand-in',
      provider: 'openai_compatible',
      model: openLanguageModel(
        { provider: 'openai_compatible', modelName: 'stand-in', baseUrl: server.url, apiKey: null },
        egress.fetch,
      ),
      onUsage: () => undefined,
    });
    const roundOf = async (ids: readonly string[], maxCalls: number) => {
      const calls = ids.map((id) => ({ id, name: 'look', arguments: {} }));
      server.behave({ kind: 'calls', text: 'Looking.', calls });
      return conversation.round({
        system: 'Look.',
        messages: [{ role: 'user', content: 'Look' }],
        rounds: [],
        tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
        maxCalls,
        maxOutputTokens: 100,
        signal: AbortSignal.timeout(60_000),
      });
    };
    const many = await roundOf(Array<string>(8_000).fill('a'), 3);
    assert.equal(many.text, 'Looking.');
    assert.deepEqual(
      many.calls.map(({ id }) => id),
      ['a', 'a_2', 'a_3'],
    );
    const crossed = await roundOf(['a_2', 'a', 'a', 'a_2', 'a', 'b'], 6);
    assert.deepEqual(
      crossed.calls.map(({ id }) => id),
      ['a_2', 'a', 'a_3', 'a_2_2', 'a_4', 'b'],
    );
  } finally {
    await server.close();
    await egress.close();
  }
});

test('a web page at the address of a model is called that, and no answer with a good status is called a failure of the model', async () => {
  const said = (body: string) =>
    toModelFailure(
      new APICallError({
        message: 'Invalid JSON response',
        url: 'http://localhost:3000/chat/completions',
        requestBodyValues: {},
        statusCode: 200,
        responseBody: body,
      }),
    ).message;
  assert.match(
    said('<!doctype html><html><body>Sign in</body></html>'),
    /^A web page answered at this address\. Check the address/,
  );
  assert.match(said('[]'), /^Something else than a model answered/);
  assert.doesNotMatch(said('[]'), /status 200/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelProviders } from '@sonde/contract';
import { generateText } from 'ai';
import { openLanguageModel } from '../../../src/modules/models/provider-library.ts';
import { urlOf } from '../../../src/modules/models/providers.ts';

/** What is called at an address, on any provider; nobody answers. */
async function calledAt(provider: (typeof modelProviders)[number], baseUrl: string): Promise<URL> {
  const called: string[] = [];
  const model = openLanguageModel(
    { provider, modelName: 'stand-in', baseUrl, apiKey: 'key' },
    async (input) => {
      called.push(input instanceof Request ? input.url : String(input));
      return new Response('{}', { status: 400 });
    },
  );
  await assert.rejects(generateText({ model, prompt: 'Hi', maxRetries: 0 }));
  return new URL(called[0] ?? '');
}

test('the query of a model’s address goes with each call, behind the path of whatever is asked', async () => {
  for (const provider of modelProviders)
    for (const base of ['http://models.test/v1', 'http://models.test/v1/']) {
      const plain = await calledAt(provider, base);
      const { pathname, searchParams } = await calledAt(provider, `${base}?api-version=2&api_key=a%2Fb#top`);
      assert.equal(pathname, plain.pathname, provider);
      assert.ok(pathname.startsWith('/v1/') && !pathname.startsWith('/v1//'), pathname);
      assert.deepEqual(
        [searchParams.get('api-version'), searchParams.get('api_key')],
        ['2', 'a/b'],
        provider,
      );
    }
});

test('what is shown of an address is what is called', () => {
  const address = { provider: 'openai', baseUrl: 'http://models.test/v1//?a=1/' } as const;
  assert.equal(urlOf(address), 'http://models.test/v1?a=1/');
  assert.equal(urlOf({ provider: 'openai', baseUrl: null }), 'https://api.openai.com/v1');
  assert.equal(urlOf({ provider: 'openai_compatible', baseUrl: null }), undefined);
});

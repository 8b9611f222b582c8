import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GenerateRequest, generationsPerDay } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { createMemoryLimiter } from '#kernel/limiter';
import type { Conversation } from '#models';
import { createGeneration } from '../../../src/modules/generation/service.ts';

/** A model that says yes, for what the built-in generator would work on for milliseconds ten thousand times. */
const agreeable: Conversation = {
  name: 'stand-in/agreeable',
  provider: 'openai_compatible',
  say: async () => ({ text: 'Yes.', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }),
  stream: () => Promise.reject(new Error('Nobody asked for pieces.')),
  round: () => Promise.reject(new Error('Nobody asked for tools.')),
};

test('a caller has ten thousand items a day, whoever makes them, and another has their own', async () => {
  const generation = createGeneration({
    limiter: createMemoryLimiter(),
    models: { conversation: async () => agreeable },
    schemas: { faultOf: async () => undefined, misfitOf: async () => undefined },
  });
  const made = GenerateRequest.parse({ task: 'tests', input: { requirements: [{ name: 'Be kind' }] } });
  const asked = GenerateRequest.parse({ messages: [{ role: 'user', content: 'Are you kind?' }] });
  const of = (userId: string) => ({ userId, organizationId: 'one' }) as MemberPrincipal;
  const { signal } = new AbortController();
  await generation.generate(of('a'), made, signal);
  for (let count = 1; count < generationsPerDay; count += 1)
    await generation.generate(of('a'), asked, signal);
  for (const request of [made, asked])
    await assert.rejects(generation.generate(of('a'), request, signal), { code: 'rate_limited' });
  await generation.generate(of('b'), made, signal);
});

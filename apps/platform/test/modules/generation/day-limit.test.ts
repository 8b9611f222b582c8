import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GenerateRequest, generationsPerDay } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { createMemoryLimiter } from '#kernel/limiter';
import { createGeneration } from '../../../src/modules/generation/service.ts';

test('a caller has ten thousand items a day, and another has their own', async () => {
  const generation = createGeneration({
    limiter: createMemoryLimiter(),
    models: { conversation: async () => undefined },
    schemas: { faultOf: async () => undefined, misfitOf: async () => undefined },
  });
  const request = GenerateRequest.parse({ task: 'tests', input: { requirements: [{ name: 'Be kind' }] } });
  const of = (userId: string) => ({ userId, organizationId: 'one' }) as MemberPrincipal;
  const { signal } = new AbortController();
  for (let count = 0; count < generationsPerDay; count += 1)
    await generation.generate(of('a'), request, signal);
  await assert.rejects(generation.generate(of('a'), request, signal), { code: 'rate_limited' });
  await generation.generate(of('b'), request, signal);
});

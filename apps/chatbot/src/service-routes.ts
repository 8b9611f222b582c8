import type { FastifyInstance } from 'fastify';
import type { ChatbotConfig } from './config.ts';
import { useCaseNotFound } from './problems.ts';
import type { UseCases } from './use-cases.ts';

const serviceName = 'sonde-insurance-chatbot';

type ServiceParts = Readonly<{ config: ChatbotConfig; version: string; useCases: UseCases }>;

/** Routes that need no token in either mode and never count. */
export function mountService(app: FastifyInstance, { config, version, useCases }: ServiceParts): void {
  const health = { status: 'healthy', service: serviceName, version };
  const info = describeService(config);
  const list = {
    use_cases: [...useCases.values()].map(({ name, description }) => ({ name, description })),
  };
  app.get('/health', async () => health);
  app.get('/', async () => info);
  app.get('/use-cases', async () => list);
  app.get<{ Params: { name: string } }>('/use-cases/:name/flaws', async ({ params: { name } }) => {
    const useCase = useCases.get(name);
    if (useCase === undefined) throw useCaseNotFound();
    return { flaws: useCase.flaws };
  });
}

function describeService({ apiKey, model, requestsPerDay }: ChatbotConfig) {
  const keyed = apiKey !== undefined;
  return {
    service: serviceName,
    description: `A demo chatbot that answers insurance questions. ${describeAnswering(model)}`,
    endpoints: {
      chat: '/chat (POST)',
      health: '/health (GET)',
      info: '/ (GET)',
      use_cases: '/use-cases (GET)',
      flaws: '/use-cases/{name}/flaws (GET)',
      session: '/sessions/{session_id} (GET, DELETE)',
    },
    chat_request: {
      message: 'What does renters insurance cover?',
      session_id: 'Left out to begin; then the one that came with the first answer.',
      use_case: 'Left out for insurance; the others are listed at /use-cases.',
    },
    rate_limits: {
      requests_per_day: requestsPerDay,
      note: `Per ${keyed ? 'user (X-User-ID)' : 'IP address'}, on chat and session routes; resets at midnight UTC. The echo use case is exempt.`,
    },
    ...(keyed
      ? {
          authentication: {
            required: true,
            type: 'bearer',
            note: 'Send "Authorization: Bearer <API key>" on chat and session routes, and X-User-ID to name the user.',
          },
        }
      : {}),
  };
}

function describeAnswering(model: ChatbotConfig['model']): string {
  if (model === undefined) {
    return 'It answers by retrieval: passages of a bundled knowledge base are found and put together; no language model is involved.';
  }
  return `The language model ${model.provider}/${model.name} answers over passages of a bundled knowledge base; when it fails, the passages found by retrieval are the answer.`;
}

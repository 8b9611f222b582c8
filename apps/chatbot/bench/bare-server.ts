import { randomUUID } from 'node:crypto';
import { runServer } from '@sonde/server-kit';
import Fastify from 'fastify';
import { z } from 'zod';

/**
 * The yardstick of the echo bench: what a chat answer costs when nothing is done beside it. One Fastify route with
 * Fastify's own settings reads the same body, validates it by the same rules with the same library, makes the same kind
 * of id, and answers with the same JSON, byte for byte as long. It is run as the chatbot is (`runServer`), so that
 * neither has an advantage by that.
 *
 * What the chatbot does beyond it is what the ratio shows: it finds out who asks, keeps the session and drops the oldest,
 * looks up the quota, and sends six headers more.
 */
const chatRequestSchema = z.strictObject({
  message: z
    .string()
    .max(10_000)
    .refine((text) => text.trim() !== ''),
  session_id: z.guid().nullish(),
  use_case: z.string().nullish(),
});

await runServer('The yardstick', async () => {
  const app = Fastify();
  app.post('/chat', async (request, reply) => {
    const parsed = chatRequestSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(422).send({ detail: parsed.error.message });
    return {
      message: parsed.data.message,
      session_id: parsed.data.session_id ?? randomUUID(),
      context: [],
      use_case: 'echo',
      metadata: { use_case: 'echo', mode: 'text' },
      tool_calls: [],
    };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`${JSON.stringify({ address: url })}\n`);
  return app;
});

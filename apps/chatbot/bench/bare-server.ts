import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { z } from 'zod';

/** The least a server can do that validates a chat request as the chatbot does: the yardstick of the echo bench. */
const chatRequestSchema = z.strictObject({
  message: z
    .string()
    .max(10_000)
    .refine((text) => text.trim() !== ''),
  session_id: z.guid().nullish(),
  use_case: z.string().nullish(),
});

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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.ts';

/** How the stand-in answers: well, or in one of the ways in which models go wrong. */
export type ModelBehaviour =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly value: unknown }
  /** JSON with words and a code fence around it. */
  | { readonly kind: 'prose_around'; readonly value: unknown }
  | { readonly kind: 'half_json'; readonly value: unknown }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'never' }
  /** Each request its own: by its body, as text, and its number from 1. */
  | { readonly kind: 'each'; readonly behaviour: (body: string, number: number) => ModelBehaviour };

export type ModelServer = {
  /** Base URL as OpenAI-compatible clients take it. */
  readonly url: string;
  /** Bodies of the requests so far, as text. */
  readonly requests: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
  behave(behaviour: ModelBehaviour): void;
  close(): Promise<void>;
};

/** A loopback server that speaks the chat completions of OpenAI. */
export async function startModelServer(
  first: ModelBehaviour = { kind: 'text', text: 'ready' },
): Promise<ModelServer> {
  let behaviour = first;
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        requests.push(Buffer.concat(chunks).toString('utf8'));
        authorizations.push(req.headers.authorization);
        const body = requests.at(-1) ?? '';
        answer(behaviour.kind === 'each' ? behaviour.behaviour(body, requests.length) : behaviour, res);
      });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    authorizations,
    behave: (next) => void (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(behaviour: ModelBehaviour, res: ServerResponse): void {
  if (behaviour.kind === 'never' || behaviour.kind === 'each') return;
  if (behaviour.kind === 'status') {
    res.writeHead(behaviour.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ error: { message: 'The stand-in refuses.', type: 'error' } }));
    return;
  }
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(
    JSON.stringify({
      id: 'chatcmpl-stand-in',
      object: 'chat.completion',
      created: 1,
      model: 'stand-in',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: textOf(behaviour) } },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
    }),
  );
}

function textOf(behaviour: Exclude<ModelBehaviour, { kind: 'never' | 'status' | 'each' }>): string {
  switch (behaviour.kind) {
    case 'text':
      return behaviour.text;
    case 'object':
      return JSON.stringify(behaviour.value);
    case 'prose_around':
      return `Sure! Here is what I found:\n\n\`\`\`json\n${JSON.stringify(behaviour.value, null, 2)}\n\`\`\`\nLet me know if {anything} is unclear.`;
    case 'half_json':
      return JSON.stringify(behaviour.value).slice(0, -12);
    case 'refusal':
      return 'I am sorry, but I cannot help with that request.';
  }
}

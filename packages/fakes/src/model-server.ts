import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.ts';

/** How the stand-in answers: well, or in one of the ways in which models go wrong. */
export type ModelBehaviour =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly value: unknown }
  /** JSON with words and a code fence around it. */
  | { readonly kind: 'prose_around'; readonly value: unknown }
  | { readonly kind: 'half_json'; readonly value: unknown }
  /** Calls of tools, as a model asks for them. */
  | {
      readonly kind: 'calls';
      readonly text?: string;
      readonly calls: readonly {
        /** There are models that say the same one again. */
        readonly id?: string;
        readonly name: string;
        readonly arguments: Readonly<Record<string, unknown>>;
      }[];
    }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'never' }
  /** It takes its time. */
  | { readonly kind: 'later'; readonly until: Promise<unknown>; readonly behaviour: ModelBehaviour }
  /** Pieces of an event stream; `cut` breaks the connection off after them. */
  | { readonly kind: 'stream'; readonly pieces: readonly string[]; readonly cut?: true }
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
  if (behaviour.kind === 'later') {
    void behaviour.until.then(() => answer(behaviour.behaviour, res));
    return;
  }
  if (behaviour.kind === 'status') {
    // So that whoever tries again need not wait.
    res.writeHead(behaviour.status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
    res.end(JSON.stringify({ error: { message: 'The stand-in refuses.', type: 'error' } }));
    return;
  }
  if (behaviour.kind === 'stream') return sendStream(behaviour, res);
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(
    JSON.stringify({
      id: 'chatcmpl-stand-in',
      object: 'chat.completion',
      created: 1,
      model: 'stand-in',
      choices: [
        behaviour.kind === 'calls'
          ? { index: 0, finish_reason: 'tool_calls', message: callingMessage(behaviour) }
          : { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: textOf(behaviour) } },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
    }),
  );
}

const callingMessage = ({ text = '', calls }: Extract<ModelBehaviour, { kind: 'calls' }>) => ({
  role: 'assistant',
  content: text,
  tool_calls: calls.map(({ id, name, arguments: given }, place) => ({
    id: id ?? `call_${name}_${place}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  })),
});

function sendStream({ pieces, cut }: Extract<ModelBehaviour, { kind: 'stream' }>, res: ServerResponse): void {
  const chunk = (delta: object, finish: string | null, more: object = {}): string =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-stand-in',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'stand-in',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    })}\n\n`;
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const begun = pieces.map((content) => chunk({ role: 'assistant', content }, null)).join('');
  if (cut) return void res.write(begun, () => setImmediate(() => res.destroy()));
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
  res.end(`${begun}${chunk({}, 'stop', { usage })}data: [DONE]\n\n`);
}

function textOf(
  behaviour: Exclude<ModelBehaviour, { kind: 'never' | 'later' | 'status' | 'each' | 'stream' | 'calls' }>,
): string {
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

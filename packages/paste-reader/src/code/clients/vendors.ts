import type { Credential, Pair } from '../../finding.ts';
import { hole, wholeHole } from '../../holes.ts';
import { BEARER, inHeader } from '../../http-parts.ts';
import { isObject, type Json, type JsonObject } from '../../json-value.ts';

/** A maker of a library for its own API: where that API is and how it wants to be told who calls. */
const vendor = (
  match: RegExp,
  base: string,
  credential: Credential = BEARER,
  headers: readonly Pair[] = [],
) => ({ match, base, credential, headers });

/** Looked up in this order: the more particular name first. */
export const VENDORS = [
  vendor(/bedrock/i, ''),
  vendor(/anthropic/i, 'https://api.anthropic.com/v1', inHeader('x-api-key'), [
    ['anthropic-version', '2023-06-01'],
  ]),
  vendor(/\bgroq\b/i, 'https://api.groq.com/openai/v1'),
  vendor(/mistralai|\bMistral\b/, 'https://api.mistral.ai/v1'),
  vendor(/\bcohere\b/i, 'https://api.cohere.com/v2'),
  vendor(/\bollama\b/i, 'http://localhost:11434'),
  vendor(/\btogether\b/i, 'https://api.together.xyz/v1'),
  vendor(
    /google\.genai|@google\/genai|generativeai|generative-ai/i,
    'https://generativelanguage.googleapis.com/v1beta',
    inHeader('x-goog-api-key'),
  ),
  vendor(
    /huggingface_hub|@huggingface\/inference|InferenceClient|HfInference/i,
    'https://router.huggingface.co/v1',
  ),
  vendor(/perplexity/i, 'https://api.perplexity.ai'),
  vendor(/\bcerebras\b/i, 'https://api.cerebras.ai/v1'),
  vendor(/\bai21\b/i, 'https://api.ai21.com/studio/v1'),
  vendor(/fireworks/i, 'https://api.fireworks.ai/inference/v1'),
  vendor(/deepseek/i, 'https://api.deepseek.com'),
  vendor(/\bxai\b|x\.ai/i, 'https://api.x.ai/v1'),
  vendor(/Azure(?:Chat)?OpenAI/, '', inHeader('api-key')),
  vendor(/openai/i, 'https://api.openai.com/v1'),
];

/** What a call of a library sends: the path below its base, and the body when it is not the arguments as they are. */
type Sent = { readonly path: string; readonly body: Json };

type LibraryCall = {
  readonly name: RegExp;
  /** Only where the code mentions this. */
  readonly vendor?: RegExp;
  readonly send: (given: JsonObject, first: Json | undefined, made: JsonObject) => Sent | undefined;
  /** Where the raw answer has its text, when the library hands out something of its own. */
  readonly output?: string;
  /** Where the raw answer has what the library hands out. */
  readonly root?: string;
};

const as =
  (path: string) =>
  (given: JsonObject): Sent | undefined =>
    Object.keys(given).length === 0 ? undefined : { path, body: given };

const without = (given: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));

const textOf = (value: Json | undefined, fallback: string): string =>
  typeof value === 'string' ? value : hole(fallback);

/** `contents` of the library may be bare text; the API takes turns of parts. */
const geminiContents = (contents: Json | undefined): Json =>
  Array.isArray(contents) && contents.some(isObject)
    ? contents
    : [
        {
          role: 'user',
          parts: [{ text: textOf(Array.isArray(contents) ? contents[0] : contents, 'prompt') }],
        },
      ];

const CHAT = '/chat/completions';
const CHAT_TEXT = '$.choices[0].message.content';

const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

/** Text, pairs of role and text, or turns, as turns of role and content. */
function turnsOf(given: Json): Json {
  if (!Array.isArray(given))
    return [{ role: 'user', content: typeof given === 'string' ? given : hole('message') }];
  return given.map((turn): Json => {
    if (Array.isArray(turn))
      return { role: ROLES[textOf(turn[0], '')] ?? turn[0] ?? 'user', content: turn[1] ?? hole('message') };
    return isObject(turn) && turn['content'] !== undefined
      ? { role: 'user', ...turn }
      : { role: 'user', content: hole('message') };
  });
}

const asList = (value: Json): Json[] => (Array.isArray(value) ? [...value] : [value]);

/** `own('large')`, `openai.chat("large")`: the name of the model is what its maker is given. */
const modelName = (given: Json | undefined): string => {
  const text = textOf(given, 'model');
  return /\(\s*["'`]([^"'`]+)["'`]/.exec(wholeHole(text) ?? '')?.[1] ?? text;
};

const library = (name: RegExp, send: LibraryCall['send'], more: Partial<LibraryCall> = {}): LibraryCall => ({
  name,
  send,
  ...more,
});

/** Calls of vendors' libraries by their names, as the requests they become. */
export const LIBRARY_CALLS: readonly LibraryCall[] = [
  // LiteLLM puts the kind of server before the name of the model.
  library(
    /^(?:litellm\.)?(?:a|text_)?completion$/,
    (given) => ({
      path: CHAT,
      body: {
        ...without(given, 'api_base', 'base_url', 'api_key', 'custom_llm_provider', 'num_retries'),
        model: textOf(given['model'], 'model').replace(
          /^(?:openai|hosted_vllm|azure|litellm_proxy|custom_openai|openai_like)\//,
          '',
        ),
      },
    }),
    { vendor: /litellm/, output: CHAT_TEXT },
  ),
  library(
    /Chat\.Completions\.New$|\.CreateChatCompletion$/,
    (given) => ({ path: CHAT, body: asSent(given) }),
    { output: CHAT_TEXT },
  ),
  library(/\.Messages\.New$/, (given) => ({ path: '/messages', body: asSent(given) }), {
    vendor: /anthropic/i,
    output: '$.content[0].text',
  }),
  library(/\.chat\(\)\.create$/, as(CHAT), { vendor: /OpenAI/, output: CHAT_TEXT }),
  library(
    /(?:^|\.)chat$/,
    (given, _first, made) =>
      given['parameters'] === undefined
        ? undefined
        : {
            path: made['uri_base'] === undefined ? CHAT : `/v1${CHAT}`,
            body: given['parameters'],
          },
    { vendor: /OpenAI::Client/, output: CHAT_TEXT },
  ),
  library(/chat\.completions\.(?:create|parse|stream|with_raw_response\.create)$/, as(CHAT)),
  library(/(?:^|\.)responses\.(?:create|parse)$/, as('/responses'), {
    output: "$.output[?@.type == 'message'].content[0].text",
  }),
  library(/(?:^|\.)messages\.(?:create|stream)$/, as('/messages'), { vendor: /anthropic/i }),
  library(/(?:^|\.)chat\.(?:complete|completeAsync|stream)$/, as(CHAT), { vendor: /mistral/i }),
  library(/(?:^|\.)completions\.create$/, as('/completions')),
  library(/^(?:ollama\.|client\.)?chat$/i, as('/api/chat'), { vendor: /ollama/i }),
  library(/^(?:ollama\.|client\.)?generate$/i, as('/api/generate'), { vendor: /ollama/i }),
  library(/(?:^|\.)chat$/, as('/chat'), { vendor: /cohere/i }),
  library(/(?:^|\.)chat_completion$|chatCompletion$/, as(CHAT), {
    vendor: /huggingface|InferenceClient|HfInference/i,
  }),
  library(
    /(?:^|\.)converse$/,
    (given) => ({
      path: `/model/${textOf(given['modelId'], 'modelId')}/converse`,
      body: without(given, 'modelId'),
    }),
    { vendor: /bedrock/i },
  ),
  library(
    /(?:^|\.)invoke_model$/,
    (given) =>
      isObject(given['body'])
        ? { path: `/model/${textOf(given['modelId'], 'modelId')}/invoke`, body: given['body'] }
        : undefined,
    { vendor: /bedrock/i },
  ),
  library(
    /models\.(?:generate_content|generateContent)$/,
    (given) => ({
      path: `/models/${textOf(given['model'], 'model').replace(/^models\//, '')}:generateContent`,
      body: { contents: geminiContents(given['contents']) },
    }),
    { vendor: /genai|generative/i, output: '$.candidates[0].content.parts[0].text' },
  ),
  library(
    /(?:^|\.)(?:generate_content|generateContent)$/,
    (given, first) => ({
      path: `/models/${hole('model')}:generateContent`,
      body: { contents: geminiContents(given['contents'] ?? first) },
    }),
    { vendor: /generativeai|generative-ai/i, output: '$.candidates[0].content.parts[0].text' },
  ),
  // LangChain's chat models on a server of one's own: what is said becomes turns.
  library(
    /(?:^|\.)(?:invoke|ainvoke|predict|call)$/,
    (_given, first, made) =>
      first === undefined
        ? undefined
        : {
            path: CHAT,
            body: {
              model: textOf(made['model'] ?? made['modelName'] ?? made['model_name'], 'model'),
              messages: turnsOf(first),
            },
          },
    {
      vendor: /ChatOpenAI|ChatDeepSeek|ChatGroq|ChatMistralAI|ChatTogether|ChatPerplexity|ChatFireworks/,
      output: CHAT_TEXT,
    },
  ),
  // The AI SDK on a server of one's own: `generateText({ model: own('name'), prompt })`.
  library(
    /^(?:generateText|streamText|generateObject|streamObject)$/,
    (given) => ({
      path: CHAT,
      body: {
        model: modelName(given['model']),
        messages: [
          ...(typeof given['system'] === 'string' ? [{ role: 'system', content: given['system'] }] : []),
          ...asList(turnsOf(given['messages'] ?? given['prompt'] ?? null)),
        ],
      },
    }),
    { vendor: /createOpenAICompatible|createOpenAI\b/, output: CHAT_TEXT },
  ),
  // LangServe: what is given is wrapped, and goes to the path the remote runnable was made with.
  library(
    /(?:^|\.)(?:invoke|ainvoke)$/,
    (given, first) => {
      const input = first ?? given;
      return isObject(input) && Object.keys(input).length === 0
        ? undefined
        : { path: '/invoke', body: { input } };
    },
    { vendor: /RemoteRunnable/, root: 'output' },
  ),
];

/**
 * Parameters of typed clients (Go) as their servers take them: `MaxTokens` travels as `max_tokens`,
 * `UserMessage("Hi")` as a turn, `ChatModelGPT4o` as the name it stands for.
 */
function asSent(value: Json): Json {
  if (Array.isArray(value)) return value.map(asSent);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        snakeCase(name),
        name === 'Model' ? modelOf(item) : asSent(item),
      ]),
    );
  const text = wholeHole(value);
  return text === undefined ? value : (turnOf(text) ?? roleOf(text) ?? numberOf(text) ?? value);
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();

/** `openai.UserMessage("Hi")`, `anthropic.NewUserMessage(anthropic.NewTextBlock("Hi"))` */
function turnOf(text: string): Json | undefined {
  const [, role = '', inner = ''] =
    /^[\w.]*?(User|System|Assistant|Developer)Message\(([\s\S]*)\)$/.exec(text) ?? [];
  if (role === '') return undefined;
  const literal = /^(?:[\w.]+\(\s*)?(["\x60])([\s\S]*?)\1/.exec(inner)?.[2];
  return { role: role.toLowerCase(), content: literal ?? hole(inner) };
}

const roleOf = (text: string): string | undefined =>
  /MessageRole(User|System|Assistant|Developer)$/.exec(text)?.[1]?.toLowerCase();

function numberOf(text: string): number | undefined {
  const digits = /^[\w.]+\.(?:Float|Int)\(([\d.]+)\)$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A constant is called like the model that it stands for. */
function modelOf(given: Json): Json {
  const name = /\.(?:ChatModel|Model)?([A-Z]\w*)$/.exec(wholeHole(given) ?? '')?.[1];
  if (name === undefined) return given;
  const isGpt = name.startsWith('GPT');
  return name
    .replace(/^GPT/, 'gpt-')
    .replace(/(?<=\d)_(?=\d)/g, isGpt ? '.' : '-')
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)(?<!gpt-)/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}

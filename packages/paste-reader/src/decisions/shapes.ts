import type { Json, Path } from '../json-value.ts';

/**
 * What is publicly known of APIs by their address. A prior only: a pasted field or a sample answer always decides.
 * `output` and the others are used when neither the paste nor a live answer tells.
 */
export type Shape = {
  readonly name: string;
  readonly url: RegExp;
  /** Fields without which a request is of another API that happens to have such an address. */
  readonly fields?: readonly string[];
  readonly output: string;
  readonly metadata?: string | Readonly<Record<string, string>>;
  readonly context?: string;
  readonly conversation?: { readonly request: Path; readonly response: string };
  readonly credential?: { readonly name: string; readonly prefix: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly isAsynchronous?: boolean;
  /** It streams unless it is told not to. */
  readonly isStreaming?: boolean;
};

const shape = (name: string, url: RegExp, output: string, more: Partial<Shape> = {}): Shape => ({
  name,
  url,
  output,
  ...more,
});

const BEARER = { name: 'Authorization', prefix: 'Bearer ' };
const OPENAI_METADATA = { usage: '$.usage', model: '$.model' };

const SHAPES: readonly Shape[] = [
  shape('Bedrock Converse', /\/model\/[^/]+\/converse$/, '$.output.message.content[0].text', {
    metadata: '$.usage',
  }),
  // The cloud signs its callers in by itself and takes the version in the body.
  shape(
    'Anthropic models on a cloud',
    /\/model\/[^/]*anthropic[^/]*\/invoke$|publishers\/anthropic\/models\/[^/]+:rawPredict$/,
    '$.content[0].text',
    { fields: ['messages'], metadata: '$.usage' },
  ),
  shape('Anthropic messages', /anthropic|\/v1\/messages\b/, '$.content[0].text', {
    fields: ['messages'],
    metadata: OPENAI_METADATA,
    credential: { name: 'x-api-key', prefix: '' },
    headers: { 'anthropic-version': '2023-06-01' },
  }),
  shape('OpenAI responses', /\/v1\/responses\b/, "$.output[?@.type == 'message'].content[0].text", {
    metadata: OPENAI_METADATA,
  }),
  shape(
    'Perplexity',
    /api\.perplexity\.ai\/(?:v1\/)?(?:chat\/completions|sonar)\b/,
    '$.choices[0].message.content',
    { metadata: OPENAI_METADATA, context: '$.search_results', credential: BEARER },
  ),
  shape('Open WebUI', /(?<!\/v\d|openai)\/api\/chat\/completions$/, '$.choices[0].message.content', {
    fields: ['model', 'messages'],
    metadata: OPENAI_METADATA,
    context: '$.sources',
    credential: BEARER,
  }),
  shape(
    'OpenAI chat completions',
    /chat\/completions|chat-completions|\/chat\/completion\b/,
    '$.choices[0].message.content',
    { metadata: OPENAI_METADATA },
  ),
  shape('OpenAI completions', /\/v1\/completions\b/, '$.choices[0].text', { metadata: OPENAI_METADATA }),
  shape(
    'Gemini',
    /generativelanguage|:generateContent|aiplatform.*:generateContent/,
    '$.candidates[0].content.parts[0].text',
    {
      metadata: { usage: '$.usageMetadata', model: '$.modelVersion' },
      credential: { name: 'x-goog-api-key', prefix: '' },
    },
  ),
  shape('Cohere v2', /cohere\.(?:com|ai)\/v2\/chat/, '$.message.content[0].text', { metadata: '$.usage' }),
  shape('Cohere v1', /cohere\.(?:com|ai)\/v1\/chat/, '$.text', {
    metadata: '$.meta',
    context: '$.documents',
  }),
  shape('Cohere generate', /cohere\.(?:com|ai)\/v1\/generate/, '$.generations[0].text'),
  shape('Ollama chat', /:11434\/api\/chat|\/api\/chat$/, '$.message.content', {
    fields: ['model', 'messages'],
    isStreaming: true,
  }),
  shape('Ollama generate', /:11434\/api\/generate|\/api\/generate$/, '$.response', {
    fields: ['model', 'prompt'],
    isStreaming: true,
  }),
  shape('Hugging Face text generation', /api-inference\.huggingface\.co\/models/, '$[0].generated_text'),
  shape('TGI generate', /:8080\/generate$|\/generate$/, '$.generated_text', { fields: ['inputs'] }),
  shape('LangServe', /\/invoke$/, "{{ jsonpath('$.output.content') or jsonpath('$.output') }}", {
    fields: ['input'],
  }),
  shape('LangGraph wait', /\/runs\/wait/, '$.messages[-1].content'),
  shape('Dify chat', /\/v1\/chat-messages/, '$.answer', {
    metadata: '$.metadata.usage',
    context: '$.metadata.retriever_resources',
    conversation: { request: ['conversation_id'], response: '$.conversation_id' },
  }),
  shape('Dify completion', /\/v1\/completion-messages/, '$.answer'),
  shape(
    'Dify workflow',
    /\/v1\/workflows\/run/,
    "{{ jsonpath('$.data.outputs.text') or jsonpath('$.data.outputs.answer') or jsonpath('$.data.outputs.result') }}",
  ),
  shape('Flowise', /\/api\/v1\/prediction\//, '$.text', {
    context: '$.sourceDocuments',
    conversation: { request: ['overrideConfig', 'sessionId'], response: '$.sessionId' },
  }),
  shape('Langflow', /\/api\/v1\/run\//, '$.outputs[0].outputs[0].results.message.text', {
    conversation: { request: ['session_id'], response: '$.session_id' },
  }),
  shape('Rasa', /\/webhooks\/rest\/webhook/, '$[0].text', {
    conversation: { request: ['sender'], response: '$[0].recipient_id' },
  }),
  shape(
    'Dialogflow ES',
    /dialogflow\.googleapis\.com\/v2\/|\/agent\/sessions\/[^/]+:detectIntent/,
    '$.queryResult.fulfillmentText',
  ),
  shape('Dialogflow CX', /dialogflow\.googleapis\.com\/v3/, '$.queryResult.responseMessages[0].text.text[0]'),
  shape('watsonx generation', /\/ml\/v1\/text\/generation/, '$.results[0].generated_text', {
    metadata: '$.model_id',
  }),
  shape('watsonx chat', /\/ml\/v1\/text\/chat/, '$.choices[0].message.content', {
    metadata: OPENAI_METADATA,
  }),
  shape('watsonx assistant', /\/v2\/assistants\/.+\/message/, '$.output.generic[0].text'),
  shape('Voiceflow', /voiceflow\.com\/state\/user\/.+\/interact/, "$[?@.type == 'text'].payload.message"),
  shape('RAGFlow', /\/api\/v1\/chats\/[^/]+\/completions/, '$.data.answer', {
    context: '$.data.reference',
    conversation: { request: ['session_id'], response: '$.data.session_id' },
    isStreaming: true,
  }),
  shape('AnythingLLM', /\/api\/v1\/workspace\/[^/]+\/chat/, '$.textResponse', {
    context: '$.sources',
    conversation: { request: ['sessionId'], response: '$.sessionId' },
  }),
  shape('DashScope application', /\/api\/v1\/apps\/[^/]+\/completion$/, '$.output.text', {
    metadata: '$.usage',
    conversation: { request: ['input', 'session_id'], response: '$.output.session_id' },
    credential: BEARER,
  }),
  shape(
    'Botpress converse',
    /\/api\/v1\/bots\/[^/]+\/converse\/[^/]+/,
    "$.responses[?@.type == 'text'].text",
    { fields: ['text'] },
  ),
  // A message is taken; the bot's own is read later, from the list of messages or the events of the conversation.
  shape(
    'Botpress chat',
    /chat\.botpress\.cloud\/[^/]+\/messages|api\.botpress\.cloud\/v1\/chat\/messages/,
    '$.message.payload.text',
    { isAsynchronous: true },
  ),
  // Sending an activity gives its id; the bot's activities are fetched, or come over the stream.
  shape(
    'Direct Line',
    /\/v3\/directline\/conversations\/[^/]+\/activities/,
    "$.activities[?@.from.role == 'bot'].text",
    { credential: BEARER, isAsynchronous: true },
  ),
  // Socket.IO acknowledges a message; the answer follows in events of its own protocol.
  shape('Chainlit', /\/ws\/socket\.io/, '$.output', { isAsynchronous: true }),
  // A call gives the id of an event, whose result a second request reads as a stream.
  shape('Gradio call', /(?:\/gradio_api)?\/call\/\w+$/, '$.data[0]', {
    fields: ['data'],
    isAsynchronous: true,
  }),
  shape('Gradio prediction', /\/(?:run|api)\/predict\/?$/, '$.data[0]', { fields: ['data'] }),
  shape(
    'Hayhooks',
    /:1416\/[\w-]+\/run$/,
    "{{ jsonpath('$.result') or jsonpath('$.llm.replies[0]') or jsonpath('$.answer_builder.answers[0].data') }}",
  ),
  shape('Haystack query', /:8000\/query$/, '$.answers[0].answer', {
    fields: ['query'],
    context: '$.documents',
  }),
  shape('n8n chat', /\/webhook\/[^/]+\/chat/, '$.output', {
    conversation: { request: ['sessionId'], response: '$.sessionId' },
  }),
  shape('Replicate', /api\.replicate\.com\/v1/, "{{ jsonpath('$.output') | join('') }}", {
    headers: { Prefer: 'wait' },
    isAsynchronous: true,
  }),
  shape('Cloudflare Workers AI', /\/ai\/run\//, '$.result.response'),
  shape('Databricks serving', /\/serving-endpoints\/[^/]+\/invocations/, '$.choices[0].message.content'),
  shape('Amazon Lex', /\/bots\/.+\/sessions\/[^/]+\/text/, '$.messages[0].content'),
  shape('Wit.ai', /api\.wit\.ai\/message/, '$.text'),
  shape('Vectara', /vectara\.io\/v2\/chats/, '$.answer'),
  shape('Wolfram LLM', /wolframalpha\.com\/api\/v1\/llm-api/, '$'),
];

export function shapeOf(url: string | undefined, body: Json | undefined): Shape | undefined {
  if (url === undefined) return undefined;
  const has = (name: string): boolean =>
    typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return SHAPES.find(
    (known) => known.url.test(url) && (body === undefined || (known.fields ?? []).every(has)),
  );
}

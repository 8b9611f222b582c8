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
  readonly output: Path | string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly context?: string;
  readonly conversation?: { readonly request: Path; readonly response: string };
  readonly credential?: { readonly name: string; readonly prefix: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly isAsynchronous?: boolean;
  /** Says not to stream when nothing is said. */
  readonly stream?: readonly [field: string, off: Json];
};

const OPENAI_METADATA = { usage: '$.usage', model: '$.model' };

const SHAPES: readonly Shape[] = [
  {
    name: 'Bedrock Converse',
    url: /\/model\/[^/]+\/converse$/,
    output: ['output', 'message', 'content', 0, 'text'],
    metadata: { usage: '$.usage' },
  },
  {
    // The cloud signs its callers in by itself and takes the version in the body.
    name: 'Anthropic models on a cloud',
    url: /\/model\/[^/]*anthropic[^/]*\/invoke$|publishers\/anthropic\/models\/[^/]+:rawPredict$/,
    fields: ['messages'],
    output: ['content', 0, 'text'],
    metadata: { usage: '$.usage' },
  },
  {
    name: 'Anthropic messages',
    url: /anthropic|\/v1\/messages\b/,
    fields: ['messages'],
    output: ['content', 0, 'text'],
    metadata: OPENAI_METADATA,
    credential: { name: 'x-api-key', prefix: '' },
    headers: { 'anthropic-version': '2023-06-01' },
  },
  {
    name: 'OpenAI responses',
    url: /\/v1\/responses\b/,
    output: "$.output[?@.type == 'message'].content[0].text",
    metadata: OPENAI_METADATA,
  },
  {
    name: 'Perplexity',
    url: /api\.perplexity\.ai\/(?:v1\/)?(?:chat\/completions|sonar)\b/,
    output: ['choices', 0, 'message', 'content'],
    metadata: OPENAI_METADATA,
    context: '$.search_results',
    credential: { name: 'Authorization', prefix: 'Bearer ' },
  },
  {
    name: 'Open WebUI',
    url: /(?<!\/v\d|openai)\/api\/chat\/completions$/,
    fields: ['model', 'messages'],
    output: ['choices', 0, 'message', 'content'],
    metadata: OPENAI_METADATA,
    context: '$.sources',
    credential: { name: 'Authorization', prefix: 'Bearer ' },
  },
  {
    name: 'OpenAI chat completions',
    url: /chat\/completions|chat-completions|\/chat\/completion\b/,
    output: ['choices', 0, 'message', 'content'],
    metadata: OPENAI_METADATA,
  },
  {
    name: 'OpenAI completions',
    url: /\/v1\/completions\b/,
    output: ['choices', 0, 'text'],
    metadata: OPENAI_METADATA,
  },
  {
    name: 'Gemini',
    url: /generativelanguage|:generateContent|aiplatform.*:generateContent/,
    output: ['candidates', 0, 'content', 'parts', 0, 'text'],
    metadata: { usage: '$.usageMetadata', model: '$.modelVersion' },
    credential: { name: 'x-goog-api-key', prefix: '' },
  },
  {
    name: 'Cohere v2',
    url: /cohere\.(?:com|ai)\/v2\/chat/,
    output: ['message', 'content', 0, 'text'],
    metadata: { usage: '$.usage' },
  },
  {
    name: 'Cohere v1',
    url: /cohere\.(?:com|ai)\/v1\/chat/,
    output: ['text'],
    metadata: { meta: '$.meta' },
    context: '$.documents',
  },
  { name: 'Cohere generate', url: /cohere\.(?:com|ai)\/v1\/generate/, output: ['generations', 0, 'text'] },
  {
    name: 'Ollama chat',
    url: /:11434\/api\/chat|\/api\/chat$/,
    fields: ['model', 'messages'],
    output: ['message', 'content'],
    stream: ['stream', false],
  },
  {
    name: 'Ollama generate',
    url: /:11434\/api\/generate|\/api\/generate$/,
    fields: ['model', 'prompt'],
    output: ['response'],
    stream: ['stream', false],
  },
  {
    name: 'Hugging Face text generation',
    url: /api-inference\.huggingface\.co\/models/,
    output: [0, 'generated_text'],
  },
  {
    name: 'TGI generate',
    url: /:8080\/generate$|\/generate$/,
    fields: ['inputs'],
    output: ['generated_text'],
  },
  {
    name: 'LangServe',
    url: /\/invoke$/,
    fields: ['input'],
    output: "{{ jsonpath('$.output.content') or jsonpath('$.output') }}",
  },
  { name: 'LangGraph wait', url: /\/runs\/wait/, output: ['messages', -1, 'content'] },
  {
    name: 'Dify chat',
    url: /\/v1\/chat-messages/,
    output: ['answer'],
    metadata: { usage: '$.metadata.usage' },
    context: '$.metadata.retriever_resources',
    conversation: { request: ['conversation_id'], response: '$.conversation_id' },
  },
  { name: 'Dify completion', url: /\/v1\/completion-messages/, output: ['answer'] },
  {
    name: 'Dify workflow',
    url: /\/v1\/workflows\/run/,
    output:
      "{{ jsonpath('$.data.outputs.text') or jsonpath('$.data.outputs.answer') or jsonpath('$.data.outputs.result') }}",
  },
  {
    name: 'Flowise',
    url: /\/api\/v1\/prediction\//,
    output: ['text'],
    context: '$.sourceDocuments',
    conversation: { request: ['overrideConfig', 'sessionId'], response: '$.sessionId' },
  },
  {
    name: 'Langflow',
    url: /\/api\/v1\/run\//,
    output: ['outputs', 0, 'outputs', 0, 'results', 'message', 'text'],
    conversation: { request: ['session_id'], response: '$.session_id' },
  },
  {
    name: 'Rasa',
    url: /\/webhooks\/rest\/webhook/,
    output: [0, 'text'],
    conversation: { request: ['sender'], response: '$[0].recipient_id' },
  },
  {
    name: 'Dialogflow ES',
    url: /dialogflow\.googleapis\.com\/v2\/|\/agent\/sessions\/[^/]+:detectIntent/,
    output: ['queryResult', 'fulfillmentText'],
  },
  {
    name: 'Dialogflow CX',
    url: /dialogflow\.googleapis\.com\/v3/,
    output: ['queryResult', 'responseMessages', 0, 'text', 'text', 0],
  },
  {
    name: 'watsonx generation',
    url: /\/ml\/v1\/text\/generation/,
    output: ['results', 0, 'generated_text'],
    metadata: { model: '$.model_id' },
  },
  {
    name: 'watsonx chat',
    url: /\/ml\/v1\/text\/chat/,
    output: ['choices', 0, 'message', 'content'],
    metadata: OPENAI_METADATA,
  },
  {
    name: 'watsonx assistant',
    url: /\/v2\/assistants\/.+\/message/,
    output: ['output', 'generic', 0, 'text'],
  },
  {
    name: 'Voiceflow',
    url: /voiceflow\.com\/state\/user\/.+\/interact/,
    output: "$[?@.type == 'text'].payload.message",
  },
  {
    name: 'RAGFlow',
    url: /\/api\/v1\/chats\/[^/]+\/completions/,
    output: ['data', 'answer'],
    context: '$.data.reference',
    conversation: { request: ['session_id'], response: '$.data.session_id' },
    stream: ['stream', false],
  },
  {
    name: 'AnythingLLM',
    url: /\/api\/v1\/workspace\/[^/]+\/chat/,
    output: ['textResponse'],
    context: '$.sources',
    conversation: { request: ['sessionId'], response: '$.sessionId' },
  },
  {
    name: 'DashScope application',
    url: /\/api\/v1\/apps\/[^/]+\/completion$/,
    output: ['output', 'text'],
    metadata: { usage: '$.usage' },
    conversation: { request: ['input', 'session_id'], response: '$.output.session_id' },
    credential: { name: 'Authorization', prefix: 'Bearer ' },
  },
  {
    name: 'Botpress converse',
    url: /\/api\/v1\/bots\/[^/]+\/converse\/[^/]+/,
    fields: ['text'],
    output: "$.responses[?@.type == 'text'].text",
  },
  {
    // A message is taken; the bot's own is read later, from the list of messages or the events of the conversation.
    name: 'Botpress chat',
    url: /chat\.botpress\.cloud\/[^/]+\/messages|api\.botpress\.cloud\/v1\/chat\/messages/,
    output: ['message', 'payload', 'text'],
    isAsynchronous: true,
  },
  {
    // Sending an activity gives its id; the bot's activities are fetched, or come over the stream.
    name: 'Direct Line',
    url: /\/v3\/directline\/conversations\/[^/]+\/activities/,
    output: "$.activities[?@.from.role == 'bot'].text",
    isAsynchronous: true,
    credential: { name: 'Authorization', prefix: 'Bearer ' },
  },
  {
    // Socket.IO acknowledges a message; the answer follows in events of its own protocol.
    name: 'Chainlit',
    url: /\/ws\/socket\.io/,
    output: '$.output',
    isAsynchronous: true,
  },
  {
    // A call gives the id of an event, whose result a second request reads as a stream.
    name: 'Gradio call',
    url: /(?:\/gradio_api)?\/call\/\w+$/,
    fields: ['data'],
    output: ['data', 0],
    isAsynchronous: true,
  },
  {
    name: 'Gradio prediction',
    url: /\/(?:run|api)\/predict\/?$/,
    fields: ['data'],
    output: ['data', 0],
  },
  {
    name: 'Hayhooks',
    url: /:1416\/[\w-]+\/run$/,
    output:
      "{{ jsonpath('$.result') or jsonpath('$.llm.replies[0]') or jsonpath('$.answer_builder.answers[0].data') }}",
  },
  {
    name: 'Haystack query',
    url: /:8000\/query$/,
    fields: ['query'],
    output: ['answers', 0, 'answer'],
    context: '$.documents',
  },
  {
    name: 'n8n chat',
    url: /\/webhook\/[^/]+\/chat/,
    output: ['output'],
    conversation: { request: ['sessionId'], response: '$.sessionId' },
  },
  {
    name: 'Replicate',
    url: /api\.replicate\.com\/v1/,
    output: "{{ jsonpath('$.output') | join('') }}",
    isAsynchronous: true,
    headers: { Prefer: 'wait' },
  },
  { name: 'Cloudflare Workers AI', url: /\/ai\/run\//, output: ['result', 'response'] },
  {
    name: 'Databricks serving',
    url: /\/serving-endpoints\/[^/]+\/invocations/,
    output: ['choices', 0, 'message', 'content'],
  },
  { name: 'Amazon Lex', url: /\/bots\/.+\/sessions\/[^/]+\/text/, output: ['messages', 0, 'content'] },
  { name: 'Wit.ai', url: /api\.wit\.ai\/message/, output: ['text'] },
  { name: 'Vectara', url: /vectara\.io\/v2\/chats/, output: ['answer'] },
  { name: 'Wolfram LLM', url: /wolframalpha\.com\/api\/v1\/llm-api/, output: '$' },
];

export function shapeOf(url: string | undefined, body: Json | undefined): Shape | undefined {
  if (url === undefined) return undefined;
  const has = (name: string): boolean =>
    typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return SHAPES.find(
    (shape) => shape.url.test(url) && (body === undefined || (shape.fields ?? []).every(has)),
  );
}

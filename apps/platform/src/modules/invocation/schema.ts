import { CallVariables, InvocationResult, schemaOf } from '@sonde/contract';

/** What the page of an endpoint needs to know to offer variables and filters. */
export const callSchema = {
  input_schema: schemaOf(CallVariables, 'input'),
  output_schema: schemaOf(InvocationResult, 'output'),
  variables: [
    { name: 'input', description: 'The message.' },
    {
      name: 'messages',
      description: 'The whole conversation, for applications that keep no state; Sonde keeps it.',
    },
    { name: 'system_prompt', description: 'Instructions that stand before the conversation.' },
    { name: 'conversation_id', description: 'The id the application gave; left out on the first turn.' },
    { name: 'session_id', description: 'Another name of conversation_id.' },
    { name: 'thread_id', description: 'Another name of conversation_id.' },
    { name: 'chat_id', description: 'Another name of conversation_id.' },
    { name: 'files', description: 'Attached files: filename, content_type, data (base64).' },
    { name: 'image', description: 'One attached image.' },
    {
      name: 'auth_token',
      description: 'The stored token. A template places it; it cannot read, change or compare it.',
    },
    {
      name: 'params',
      description: 'Parameter values of the project for this environment, such as params.temperature.',
    },
    {
      name: 'now()',
      description: "The time of the call: now() as ISO 8601, now('unix'), now('unix_ms'), now('http').",
    },
    { name: 'uuid()', description: 'A fresh UUID, such as for a message id or an Idempotency-Key.' },
    { name: 'test_id', description: 'The ID of the test, while a test run asks.' },
    { name: 'test_run_id', description: 'The ID of the test run that asks.' },
    {
      name: 'test_configuration_id',
      description: 'The ID of what the test run was started with: its test set, endpoint and options.',
    },
  ],
  response_variables: [
    { name: 'response', description: 'The whole answer.' },
    {
      name: 'response_headers',
      description: "Headers by name in small letters: response_headers['x-session-id'].",
    },
    { name: 'response_cookies', description: 'Cookies the answer sets: response_cookies.sid.' },
    { name: 'response_status', description: 'The status of the answer.' },
  ],
  filters: [
    { name: 'tojson', description: 'The value as JSON.' },
    { name: 'to_openai', description: 'Files as OpenAI content parts.' },
    { name: 'to_anthropic', description: 'Files as Anthropic content blocks.' },
    { name: 'to_gemini', description: 'Files as Gemini parts.' },
    { name: 'openai_content', description: 'The message and its files as OpenAI content.' },
    { name: 'anthropic_content', description: 'The message and its files as Anthropic content.' },
    { name: 'gemini_parts', description: 'The message and its files as Gemini parts.' },
    { name: 'to_gemini_contents', description: 'The conversation as Gemini contents.' },
    { name: 'to_anthropic_messages', description: 'The conversation without its system messages.' },
    { name: 'b64encode', description: 'As base64. A stored secret cannot be encoded: store it encoded.' },
    { name: 'b64decode', description: 'The text inside base64.' },
    { name: 'hash', description: "A digest in hexadecimal: hash, hash('md5'), hash('sha512')." },
    { name: 'default', description: 'A value to use when there is none.' },
    { name: 'upper', description: 'In capitals.' },
    { name: 'lower', description: 'In small letters.' },
    { name: 'trim', description: 'Without surrounding white space.' },
    { name: 'replace', description: 'With one text put in place of another.' },
    { name: 'join', description: 'A list as one text.' },
    { name: 'length', description: 'How many items or characters.' },
  ],
};

import { CallVariables, InvocationResult, schemaOf } from '@sonde/contract';

/** What the page of an endpoint needs to know to offer variables and filters. */
export const callSchema = {
  input_schema: schemaOf(CallVariables, 'input'),
  output_schema: schemaOf(InvocationResult, 'output'),
  variables: [
    { name: 'input', description: 'The message.' },
    {
      name: 'messages',
      description: 'The whole conversation, for targets that keep no state; Sonde keeps it.',
    },
    { name: 'system_prompt', description: 'Instructions that stand before the conversation.' },
    { name: 'conversation_id', description: 'The id the target gave; left out on the first turn.' },
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
    { name: 'test_id', description: 'Set during test runs.' },
    { name: 'test_run_id', description: 'Set during test runs.' },
    { name: 'test_configuration_id', description: 'Set during test runs.' },
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
    { name: 'default', description: 'A value to use when there is none.' },
    { name: 'upper', description: 'In capitals.' },
    { name: 'lower', description: 'In small letters.' },
    { name: 'trim', description: 'Without surrounding white space.' },
    { name: 'replace', description: 'With one text put in place of another.' },
    { name: 'join', description: 'A list as one text.' },
    { name: 'length', description: 'How many items or characters.' },
  ],
};

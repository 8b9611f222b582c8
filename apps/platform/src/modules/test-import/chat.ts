import { isObject, type Fields } from './fields.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

export const isChat = (value: unknown): value is readonly Record<string, unknown>[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((message) => isObject(message) && typeof message['role'] === 'string' && 'content' in message);

/** One question is a prompt; several are a script that is sent word for word. What the system was told is kept. */
export function chatFields(chat: readonly Record<string, unknown>[]): Fields {
  const messages = chat.map(readMessage);
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const fields: Fields =
    users.length > 1
      ? { script: users, goal: 'The conversation goes as recorded.', max_turns: Math.min(50, users.length) }
      : { prompt: users[0] ?? messages.at(-1)?.content };
  if (system.length > 0)
    fields.metadata = { system_message: system.map(({ content }) => content).join('\n') };
  return fields;
}

function readMessage(message: Record<string, unknown>): Message {
  const { role, content } = message;
  return { role: String(role), content: textOf(content) };
}

/** Why such a part leaves its test open, as the end of a sentence. */
export const textsAlone = 'only texts of a message are sent, and the question may be about it';

/** What its user says in parts that are no text, by their types: a question about a picture is another one without it. */
export const unreadParts = (chat: readonly Record<string, unknown>[]): readonly string[] => [
  ...new Set(
    chat
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .flatMap((part: unknown) =>
        isObject(part) && typeof part['text'] !== 'string'
          ? [typeof part['type'] === 'string' ? part['type'].slice(0, 60) : 'part']
          : [],
      ),
  ),
];

/** Content may be given in parts; only its texts are of use here. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null ? '' : JSON.stringify(content);
  return content
    .flatMap((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
}

import type { FileRecord } from '@sonde/contract';
import { variablesOfMapping } from '../../lib/template-variables.ts';

/** Of all files of one call together; the platform refuses more. */
export const mostBytesOfCall = 20 * 1024 * 1024;
export const mostFilesOfCall = 20;

/** What the Test tab has collected, by variable. */
export interface CallValues {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly FileRecord[];
  readonly image: FileRecord | null;
  /** The whole history, where nobody else keeps it. */
  readonly messages?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

export interface VariableField {
  readonly name: string;
  readonly kind: 'message' | 'text' | 'long' | 'files' | 'image';
  readonly hint: string | null;
}

/** The platform fills these itself. */
const givenByPlatform = new Set([
  'auth_token',
  'secrets',
  'params',
  'messages',
  'test_id',
  'test_run_id',
  'test_configuration_id',
]);
const conversationNames = new Set([
  'conversation_id',
  'session_id',
  'thread_id',
  'chat_id',
  'dialog_id',
  'dialogue_id',
  'context_id',
  'interaction_id',
]);

/** One field per variable the template reads; `input` always, since every call carries a message. */
export function fieldsFor(template: unknown): VariableField[] {
  const names = variablesOfMapping(template).filter((name) => !givenByPlatform.has(name) && name !== 'input');
  return [
    { name: 'input', kind: 'message', hint: null },
    ...names.map((name): VariableField => {
      if (name === 'files')
        return { name, kind: 'files', hint: 'Up to 20 files, 20 MB together; sent as base64.' };
      if (name === 'image') return { name, kind: 'image', hint: 'One picture, up to 20 MB.' };
      if (name === 'system_prompt') return { name, kind: 'long', hint: null };
      if (conversationNames.has(name))
        return { name, kind: 'text', hint: 'Empty starts a new conversation.' };
      return { name, kind: 'text', hint: null };
    }),
  ];
}

/** An empty message asks nothing, unless the template sends none or something else goes with it. */
export const lacksMessage = (template: unknown, { texts, files, image }: CallValues): boolean =>
  (texts['input'] ?? '').trim() === '' &&
  files.length === 0 &&
  image === null &&
  variablesOfMapping(template).some((name) => name === 'input' || name === 'messages');

export function keepsHistory(template: unknown): boolean {
  return variablesOfMapping(template).includes('messages');
}

/** Fields left empty are left out: an absent conversation id drops its key, an empty one would be sent. */
export function inputDataOf(values: CallValues): { input: string } & Record<string, unknown> {
  const { input = '', ...rest } = values.texts;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== ''));
  for (const name of Object.keys(filled)) {
    const value = filled[name];
    if (conversationNames.has(name) && name !== 'conversation_id' && value !== undefined)
      filled['conversation_id'] = value;
  }
  return {
    input,
    ...filled,
    ...(values.files.length > 0 ? { files: values.files.map(byId) } : {}),
    ...(values.image === null ? {} : { image: byId(values.image) }),
    ...(values.messages === undefined ? {} : { messages: values.messages }),
  };
}

/** The bytes are with the platform already. */
const byId = ({ id, filename }: FileRecord) => ({ file_id: id, filename });

export const bytesOfCall = ({ files, image }: CallValues): number =>
  [...files, ...(image ? [image] : [])].reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);

/** The variable under which the template sends the conversation's id, if it does. */
export function conversationField(template: unknown): string | null {
  return variablesOfMapping(template).find((name) => conversationNames.has(name)) ?? null;
}

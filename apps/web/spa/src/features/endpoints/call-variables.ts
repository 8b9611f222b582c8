import { variablesOfMapping } from '../../lib/template-variables.ts';

export interface FileValue {
  readonly filename: string;
  readonly content_type: string;
  readonly data: string;
}

/** What the Test tab has collected, by variable. */
export interface CallValues {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly FileValue[];
  readonly image: FileValue | null;
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
      if (name === 'files') return { name, kind: 'files', hint: 'Sent as base64, up to 20 files.' };
      if (name === 'image') return { name, kind: 'image', hint: null };
      if (name === 'system_prompt') return { name, kind: 'long', hint: null };
      if (conversationNames.has(name))
        return { name, kind: 'text', hint: 'Empty starts a new conversation.' };
      return { name, kind: 'text', hint: null };
    }),
  ];
}

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
    ...(values.files.length > 0 ? { files: values.files } : {}),
    ...(values.image === null ? {} : { image: values.image }),
  };
}

/** The variable under which the template sends the conversation's id, if it does. */
export function conversationField(template: unknown): string | null {
  return variablesOfMapping(template).find((name) => conversationNames.has(name)) ?? null;
}

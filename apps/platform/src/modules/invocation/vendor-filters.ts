import { isPlainObject } from './plain-object.ts';

/** The eight filters that put attachments and histories into the form of one vendor. Same output for every caller. */
export type VendorFilter = (value: unknown, args: readonly unknown[], input: unknown) => unknown[];

const openaiFile = (file: FilePart) => ({
  type: 'image_url',
  image_url: { url: `data:${file.contentType};base64,${file.data}` },
});

const anthropicFile = (file: FilePart) => ({
  type: file.contentType === 'application/pdf' ? 'document' : 'image',
  source: { type: 'base64', media_type: file.contentType, data: file.data },
});

const geminiFile = (file: FilePart) => ({ inline_data: { mime_type: file.contentType, data: file.data } });

export const VENDOR_FILTERS: Readonly<Record<string, VendorFilter>> = {
  to_openai: (files) => partsOf(files).map(openaiFile),
  to_anthropic: (files) => partsOf(files).map(anthropicFile),
  to_gemini: (files) => partsOf(files).map(geminiFile),
  openai_content: (files, args, input) => [
    { type: 'text', text: textOf(args, input) },
    ...partsOf(files).map(openaiFile),
  ],
  anthropic_content: (files, args, input) => [
    { type: 'text', text: textOf(args, input) },
    ...partsOf(files).map(anthropicFile),
  ],
  gemini_parts: (files, args, input) => [{ text: textOf(args, input) }, ...partsOf(files).map(geminiFile)],
  to_gemini_contents: (messages) =>
    withoutSystem(messages).map((message) => ({
      role: message['role'] === 'assistant' ? 'model' : message['role'],
      parts: [{ text: message['content'] ?? '' }],
    })),
  to_anthropic_messages: (messages) => withoutSystem(messages),
};

type FilePart = { contentType: string; data: string };

/** Undefined, empty or foreign values give no part; a single file is taken as a list of one. */
function partsOf(value: unknown): FilePart[] {
  const files = Array.isArray(value) ? value : [value];
  return files.filter(isPlainObject).map((file) => ({
    contentType: stringOr(file['content_type'], 'application/octet-stream'),
    data: stringOr(file['data'], ''),
  }));
}

function withoutSystem(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : [])
    .filter(isPlainObject)
    .filter((message) => message['role'] !== 'system');
}

function textOf(args: readonly unknown[], input: unknown): unknown {
  return args[0] ?? input ?? '';
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

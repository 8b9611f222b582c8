import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VENDOR_FILTERS } from '../../../src/modules/invocation/vendor-filters.ts';

const png = { filename: 'a.png', content_type: 'image/png', data: 'QUJD' };
const pdf = { filename: 'b.pdf', content_type: 'application/pdf', data: 'REVG' };
const bare = { filename: 'c' };
const messages = [
  { role: 'system', content: 'Be brief' },
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello', extra: 1 },
];

const openaiPng = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } };
const openaiPdf = { type: 'image_url', image_url: { url: 'data:application/pdf;base64,REVG' } };
const anthropicPng = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
const anthropicPdf = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: 'REVG' },
};
const geminiPng = { inline_data: { mime_type: 'image/png', data: 'QUJD' } };

const CASES: [string, unknown, unknown[], unknown][] = [
  ['to_openai', [png, pdf], [], [openaiPng, openaiPdf]],
  [
    'to_openai',
    [bare],
    [],
    [{ type: 'image_url', image_url: { url: 'data:application/octet-stream;base64,' } }],
  ],
  ['to_openai', png, [], [openaiPng]],
  ['to_openai', undefined, [], []],
  ['to_openai', null, [], []],
  ['to_openai', 'text', [], []],
  ['to_anthropic', [png, pdf], [], [anthropicPng, anthropicPdf]],
  ['to_gemini', [png], [], [geminiPng]],
  ['openai_content', [png], [], [{ type: 'text', text: 'the input' }, openaiPng]],
  ['openai_content', [], ['another text'], [{ type: 'text', text: 'another text' }]],
  ['openai_content', undefined, [''], [{ type: 'text', text: '' }]],
  ['anthropic_content', [pdf], [], [{ type: 'text', text: 'the input' }, anthropicPdf]],
  ['gemini_parts', [png], [], [{ text: 'the input' }, geminiPng]],
  [
    'to_gemini_contents',
    messages,
    [],
    [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
    ],
  ],
  ['to_gemini_contents', undefined, [], []],
  ['to_anthropic_messages', messages, [], messages.slice(1)],
  ['to_anthropic_messages', 'text', [], []],
];

for (const [name, value, args, expected] of CASES) {
  void test(`${name} of ${JSON.stringify(value)?.slice(0, 60)} with ${JSON.stringify(args)} has its exact form`, () => {
    assert.deepEqual(VENDOR_FILTERS[name]?.(value, args, 'the input'), expected);
  });
}

void test('a content filter without any text still has its text block', () => {
  assert.deepEqual(VENDOR_FILTERS['anthropic_content']?.([], [], undefined), [{ type: 'text', text: '' }]);
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDocument } from 'htmlparser2';
import { escapeMarkup } from '../../src/kernel/markup.ts';

const source = join(import.meta.dirname, '../../src');

test('whatever a text holds, it is the same text between tags and in attributes of HTML and of XML', () => {
  const text = `<b title="x" lang='y'>&amp; & 'a' "b" </b> ]]> <!-- ${'é'}`;
  for (const xmlMode of [false, true])
    for (const quote of [`"`, `'`]) {
      const page = parseDocument(`<p a=${quote}${escapeMarkup(text)}${quote}>${escapeMarkup(text)}</p>`, {
        xmlMode,
      });
      const [part] = page.children;
      assert.ok(part?.type === 'tag' && page.children.length === 1);
      assert.equal(part.attribs['a'], text);
      assert.deepEqual(
        part.children.map((child) => (child.type === 'text' ? child.data : child.type)).join(''),
        text,
      );
    }
});

test('there is one way of writing text as markup, beside the numbers that targets are sent', () => {
  const others = globSync('**/*.ts', { cwd: source }).filter(
    (file) =>
      file !== 'kernel/markup.ts' &&
      /'&lt;'/.test(readFileSync(join(source, file), 'utf8').replaceAll("'&lt;', '<'", '')),
  );
  assert.deepEqual(others, []);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compileTemplate, TemplateError } from '../src/index.ts';
import type { FilterFunction, TemplateFunction } from '../src/index.ts';

interface CaseFile {
  ctx: Record<string, unknown>;
  cases: { name: string; tpl: string; ok?: string; err?: string }[];
}

/** What Jinja2 3.1.6 printed for each template. */
const file: CaseFile = JSON.parse(
  readFileSync(new URL('./fixtures/jinja-cases.json', import.meta.url), 'utf8'),
);

const filters: Record<string, FilterFunction> = {
  to_openai: (files) =>
    (Array.isArray(files) ? files : []).map((entry: { content_type: string; data: string }) => ({
      type: 'image_url',
      image_url: { url: `data:${entry.content_type};base64,${entry.data}` },
    })),
  wrap: (text, _positional, named) => `${String(named['pre'])}${String(text)}${String(named['post'])}`,
};
const functions: Record<string, TemplateFunction> = {
  jsonpath: ([root, path]) => Object(root)[String(path).slice(2)],
};

const errorKinds: Readonly<Record<string, string>> = {
  'undef nested error': 'undefined',
  'include err': 'syntax',
  'syntax error': 'syntax',
  'unknown filter': 'syntax',
  'unclosed block': 'syntax',
};

for (const { name, tpl, ok, err } of file.cases) {
  void test(`the template "${name}" gives what Jinja2 gives`, () => {
    const run = () => compileTemplate(tpl).render(file.ctx, { filters, functions });
    if (ok !== undefined) return assert.equal(run(), ok);
    const line = Number(/line (\d+)$/u.exec(err ?? '')?.[1] ?? 1);
    assert.throws(run, (error) => {
      assert.ok(error instanceof TemplateError);
      assert.equal(error.kind, errorKinds[name]);
      assert.equal(error.line, line);
      return true;
    });
  });
}

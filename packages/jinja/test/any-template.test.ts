import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fuzz.ts';
import { compileTemplate, findVariables, renderJson, TemplateError } from '../src/index.ts';

const words = [
  '{{ }} {% %} {# #} - + \\ , for in if endif endfor else set macro endmacro raw endraw call endcall filter'.split(
    ' ',
  ),
  '= x a ( ) [ ] { } | . : ~ ** is not loop upper tojson 1 2.5 range(3) \' "'.split(' '),
  [' ', '\n', '\0', '\ud800', 'é'],
].flat();
const broken = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(''));

void test('whatever text is given as a template, it renders or fails with a TemplateError that has a place', () => {
  fc.assert(
    fc.property(broken, (source) => {
      const attempts = [
        () => compileTemplate(source).render({ x: [1], a: 'b' }),
        () => renderJson(source, { x: {} }),
        () => renderJson({ a: source }, { x: {} }),
      ];
      for (const attempt of attempts) {
        try {
          attempt();
        } catch (error) {
          assert.ok(error instanceof TemplateError, String(error));
          assert.ok(error.line >= 1 && error.column >= 1, error.message);
        }
      }
      assert.ok(findVariables(source).variables.length >= 0);
    }),
    { numRuns: 4000 },
  );
});

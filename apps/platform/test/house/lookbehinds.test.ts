import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The lookbehinds of a source, each with all that stands in its brackets. */
function lookbehindsIn(source: string): string[] {
  return [...source.matchAll(/\(\?<[=!]/g)].map(({ index }) => {
    let depth = 0;
    let isSet = false;
    for (let at = index; at < source.length; at += 1) {
      const sign = source[at];
      if (sign === '\\') at += 1;
      else if (isSet) isSet = sign !== ']';
      else if (sign === '[') isSet = true;
      else if (sign === '(') depth += 1;
      else if (sign === ')' && (depth -= 1) === 0) return source.slice(index, at + 1);
    }
    return source.slice(index);
  });
}

/** Repeats something as often as the text does. */
const isUnbounded = (lookbehind: string): boolean =>
  /[*+]|\{\d+,\}/.test(lookbehind.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, ''));

test('what is read on the thread that answers requests looks back a bounded number of characters', () => {
  const files = globSync(
    ['packages/secrets/src/**/*.ts', 'apps/platform/src/modules/metrics/{builtin,text}/**/*.ts'],
    {
      cwd: root,
    },
  );
  assert.ok(files.length > 40);
  const offences = files.flatMap((file) =>
    lookbehindsIn(readFileSync(join(root, file), 'utf8'))
      .filter(isUnbounded)
      .map((found) => `${file}: ${found}`),
  );
  assert.deepEqual(offences, [], 'each place of a long run would look back over all of it');
});

test('such a lookbehind would be seen, and one that is bounded is not', () => {
  const unbounded = [String.raw`/(?<=[{,]\s*)"d"/`, '/(?<!(?:a|b)+)c/', '/(?<=a{2,})b/'];
  for (const text of unbounded) assert.equal(lookbehindsIn(text).filter(isUnbounded).length, 1, text);
  for (const text of [String.raw`/(?<![\w*+)-])a+/`, String.raw`/(?<=\s|\+)b*/`, '/(?<=a{2,4})b/'])
    assert.deepEqual(lookbehindsIn(text).filter(isUnbounded), [], text);
});

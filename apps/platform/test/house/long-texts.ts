import { EndpointCreate } from '@sonde/contract';
import { compileTemplate } from '@sonde/jinja';
import { createPathQueries } from '#kernel/json-path';
import { Problem } from '@sonde/server-kit';
import { noPlaces, shownWithoutLiterals, withoutLiterals } from '../../src/modules/endpoints/literals.ts';
import { checkSteps } from '../../src/modules/endpoints/steps.ts';
import { checkTemplates } from '../../src/modules/endpoints/templates.ts';
import { createResponseMapper } from '../../src/modules/invocation/response.ts';

// Reads each text that a member may send of an endpoint at its longest. Whoever starts this ends it if it does not end.

const repeated = (piece: string, characters: number): string =>
  piece.repeat(Math.floor(characters / piece.length));

const sizes = [200_000, 8000, 2000, 1000, 200, 50];
/** Each is read to its end from every place by whatever goes back, or counts from the start, for each. */
const hostile = (
  [
    ...[
      '{{',
      '{%',
      '{#',
      '{{ a }}\n',
      '{{ a',
      '{# #}',
      '&token=',
      '"token":"',
      'a=b;',
      ';token=',
      '\\"',
      '|',
      '$.',
    ].map((piece) => (characters: number) => repeated(piece, characters)),
    (characters) => `a${' '.repeat(characters - 2)}b`,
    (characters) => `a=1&${repeated('{{', characters - 4)}`,
    (characters) => `a=1&${repeated('{% {# ', characters - 4)}`,
    (characters) =>
      Array.from({ length: Math.floor(characters / 14) }, (_one, count) => `token=a${count}`).join('\n'),
    (characters) =>
      Array.from({ length: Math.floor(characters / 20) }, (_one, count) => `"token":"a${count}"`).join(','),
  ] satisfies ((characters: number) => string)[]
).map((make) => sizes.map(make));

/** An address begins as one. */
const prefixes = ['', 'https://a.test/?', 'https://a.test/'];
/** Every shape that a field may have. */
const shapes: ((text: string) => unknown)[] = [
  (text) => text,
  (text) => ({ output: text }),
  (text) => ({ token: text }),
  (text) => ({ output: [text] }),
  (text) => ({ output: { inner: text } }),
  (text) => [{ name: 'a', url: 'https://a.test/', values: { a: text }, request_mapping: text }],
  (text) => ({ url: 'https://a.test/', values: { a: text }, request_mapping: text, done: { path: '$.a' } }),
];

/** The longest that a field takes of it. */
function fitting(
  shape: { safeParse(value: unknown): { success: boolean } },
  around: (text: string) => unknown,
  texts: readonly string[],
): unknown {
  for (const prefix of prefixes)
    for (const text of texts) {
      const value = around(prefix + text);
      if (shape.safeParse(value).success) return value;
    }
  return undefined;
}

const attempt = (run: () => unknown): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
};

const mapper = createResponseMapper({ queries: createPathQueries() });
const usual = { name: 'a', url: 'https://a.test/' };
const taken = new Set<string>();
for (const [name, shape] of Object.entries(EndpointCreate.shape)) {
  for (const texts of hostile)
    for (const around of shapes) {
      const value = fitting(shape, around, texts);
      if (value === undefined) continue;
      taken.add(name);
      const input = EndpointCreate.parse({ ...usual, [name]: value });
      attempt(() => checkTemplates(input));
      attempt(() => checkSteps(input));
      attempt(() => withoutLiterals(input, noPlaces));
      attempt(() => shownWithoutLiterals(input));
      if (name === 'response_mapping')
        mapper.map(input.response_mapping, { kind: 'json', value: { answer: 'x' } });
    }
}
// Longer than any field, so that what goes back for each place would not end within the hour.
compileTemplate('{{ a }}\n'.repeat(150_000));
mapper.map({ output: `a${' '.repeat(2_000_000)}b` }, { kind: 'json', value: { answer: 'x' } });
process.stdout.write(JSON.stringify([...taken]));

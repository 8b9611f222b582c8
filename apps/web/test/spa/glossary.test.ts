import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { operations, type Operation } from '@sonde/contract';
import { termOfCategory, terms } from '../../spa/src/ui/terms.ts';

const root = join(import.meta.dirname, '../../../..');
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

interface Entry {
  readonly meaning: string;
  readonly word: string;
  readonly never: readonly string[];
}

const entries: readonly Entry[] = glossary
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Word'))
  .map((line) => {
    const [word = '', meaning = '', never = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      word,
      meaning,
      never: never
        .split(',')
        .map((phrase) => phrase.trim())
        .filter(Boolean),
    };
  });

/** Texts of pages: what stands between tags, and what stands in quotes and has a blank or begins with a capital. */
function textsOf(source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const quoted = [...withoutComments.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((text) => /^[A-Z]|\s/.test(text) && !/[{;]\s|^\s*(?:flex|grid)\b/.test(text));
  const between = [...withoutComments.matchAll(/>([^<>{}=;]+)</g)].map((match) => match[1] ?? '');
  return [...quoted, ...between].map((text) => text.replaceAll(/\s+/g, ' '));
}

const pages = globSync('apps/web/spa/src/**/*.{ts,tsx}', { cwd: root });

void test('the words of the glossary are in order, and each is there once', () => {
  const words = entries.map(({ word }) => word);
  assert.ok(words.length >= 60, `${words.length} words`);
  assert.deepEqual(
    words,
    words.toSorted((left, right) => left.localeCompare(right, 'en')),
  );
  assert.equal(new Set(words).size, words.length);
});

const avoided = entries.flatMap(({ word, never }) =>
  never.map((phrase) => ({
    word,
    phrase,
    pattern: new RegExp(
      `(?<![\\p{L}_/.])${phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}_/.:])`,
      'u',
    ),
  })),
);

void test('the pages use the words of the glossary and none of those it replaces', () => {
  const found = pages.flatMap((file) => {
    const texts = textsOf(readFileSync(join(root, file), 'utf8'));
    return avoided.flatMap(({ word, phrase, pattern }) =>
      texts
        .filter((text) => pattern.test(text))
        .map((text) => `${relative(root, file)}: "${phrase}" is called "${word}": ${text.slice(0, 100)}`),
    );
  });
  assert.deepEqual(found, []);
});

void test('what the API says of itself, in its description and to agents, uses the same words', () => {
  const said = operations.flatMap(({ id, tag, summary, description }: Operation) =>
    [tag, summary, description ?? ''].map((text) => ({ id, text: text.replaceAll(/`[^`]*`/g, '…') })),
  );
  const found = avoided.flatMap(({ word, phrase, pattern }) =>
    said
      .filter(({ text }) => pattern.test(text))
      .map(({ id, text }) => `${id}: "${phrase}" is called "${word}": ${text.slice(0, 100)}`),
  );
  assert.deepEqual(found, []);
});

/** Code that is shown as code, and what a sentence quotes, is called as it has to be typed. */
const withoutCode = (text: string): string =>
  text.replaceAll(/\{\{.*?\}\}|\$\{[^}]*(?:\}|$)|“[^”]*”|`[^`]*`/g, '…');

void test('no sentence of a page calls a thing by a word of code', () => {
  const found = pages
    // What it turns into words stands there.
    .filter((file) => !file.endsWith('lib/form-words.ts'))
    .flatMap((file) =>
      textsOf(readFileSync(join(root, file), 'utf8'))
        .map(withoutCode)
        .filter((text) => /^\s*[A-Z][a-z]*\s/.test(text) && /\b[a-z]+_[a-z_]+\b/.test(text))
        .map((text) => `${relative(root, file)}: ${text.slice(0, 120)}`),
    );
  assert.deepEqual(found, []);
});

void test('what a page says a word is, the glossary says as well', () => {
  const meanings = new Map(entries.map(({ word, meaning }) => [word, meaning]));
  for (const [word, meaning] of Object.entries(terms)) assert.equal(meanings.get(word), meaning, word);
});

/** Categories that say what they are to who reads English. */
const plainCategories: ReadonlySet<string> = new Set([
  'Change of language',
  'Definition',
  'Detail',
  'Format',
  'Language',
  'Memory',
  'Pasted text',
  'Question',
  'Rule',
  'Table',
]);

/** Every category that the generator writes down: as a field, as the kind of a message, or in the list that a model chooses from. */
function categoriesOfGenerator(): string[] {
  const sources = globSync('apps/platform/src/modules/test-generation/**/*.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const written = sources.flatMap((source) => [
    ...[...source.matchAll(/\bcategory(?::| =) [^,;\n]*?['`]([A-Z][^'`$]*)/g)].map((match) => match[1] ?? ''),
    ...[...source.matchAll(/\b(?:single|singleOf\(text\))\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''),
    ...[...source.matchAll(/(?:const categories = \[|const liftsNothing = \{)([^\]}]*)[\]}]/g)].flatMap(
      (match) =>
        [...(match[1] ?? '').matchAll(/^ {2}'?([A-Z][\w -]*?)'?[:,]/gm)].map((name) => name[1] ?? ''),
    ),
    ...[...source.matchAll(/robustnessOf = .*`(\w+)\//g)].map((match) => match[1] ?? ''),
  ]);
  return [...new Set(written)].toSorted();
}

void test('every category that tests are made of is explained, or is plain English', () => {
  const categories = categoriesOfGenerator();
  for (const one of ['Direct', 'Indirect', 'Occasion', 'Encoding', 'Authority', 'Benign twin', 'Robustness'])
    assert.ok(categories.includes(one), `${one} of ${categories.join(', ')}`);
  const unexplained = categories.filter(
    (category) =>
      termOfCategory(category) === undefined && !plainCategories.has(category.split('/')[0] ?? ''),
  );
  assert.deepEqual(unexplained, []);
});

/** Told to a model alone, which plays or explores: no page shows it. */
const promptsToModels = /modules\/(?:exploration\/model|test-runs\/simulated-user)\//;

void test('what the server says, which pages and reports show as it is, calls the application so', () => {
  const found = globSync(
    ['apps/platform/src/**/*.ts', 'packages/{contract,egress,paste-reader}/src/**/*.ts'],
    { cwd: root },
  )
    .filter((file) => !promptsToModels.test(file))
    .flatMap((file) =>
      textsOf(readFileSync(join(root, file), 'utf8'))
        // What an audit entry is about has its own name in the interface.
        .filter((text) => /\b[Tt]he target\b(?! was called then)/.test(text) && /\s/.test(text.trim()))
        .map((text) => `${relative('.', file)}: ${text.slice(0, 100)}`),
    );
  assert.deepEqual(found, []);
});

void test('no sentence that people read speaks of the processes of Sonde', () => {
  const found = globSync(
    [
      'apps/web/spa/src/**/*.{ts,tsx}',
      'apps/platform/src/modules/**/*.ts',
      'packages/{contract,egress,paste-reader}/src/**/*.ts',
    ],
    { cwd: root },
  ).flatMap((file) =>
    textsOf(readFileSync(join(root, file), 'utf8'))
      // Lines of the log, which the operator reads, begin with a small letter.
      .filter((text) => /^\s*[A-Z]/.test(text) && /\bworkers?\b(?! AI)/i.test(text) && /\s/.test(text.trim()))
      .map((text) => `${file}: ${text.slice(0, 100)}`),
  );
  assert.deepEqual(found, []);
});

import type { Frame } from './adapted.ts';
import { isObject, isThere } from './fields.ts';

export const isInFile = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('file://');

/** What a configuration says for all of its tests and is not read, in sentences. */
export function unreadOfFrame(frame: Frame): string[] {
  if (!frame) return [];
  const { scenarios, tests, nunjucksFilters, extensions } = frame;
  const files = promptsIn(frame).filter(isPromptFile);
  const elsewhere = [tests].flat().filter(isInFile);
  const notRead: readonly (readonly [unknown, string])[] = [
    [scenarios, 'Scenarios are not imported: write what they test as tests.'],
    [nunjucksFilters, 'Filters for templates (nunjucksFilters) are programs and are not imported.'],
    [extensions, 'Extensions are programs and are not imported.'],
  ];
  return [
    ...notRead.flatMap(([value, sentence]) => (isThere(value) ? [sentence] : [])),
    ...(elsewhere.length > 0
      ? [
          `Tests that stand in other files are not read (${listed(elsewhere)}): import these files by themselves.`,
        ]
      : []),
    ...(files.length > 0
      ? [
          `Prompts that stand in other files are not read (${listed(files)}): their tests ask what the variables say.`,
        ]
      : []),
  ];
}

const listed = (files: readonly string[]): string => files.slice(0, 5).join(', ').slice(0, 300);

/** What of a frame multiplies with every row; anything above would fill the memory before a test is made. */
const frameLimits = { prompts: 50, assertions: 200, characters: 500_000 };

/** Why a configuration is too much to be put before each of its tests; undefined where it is not. */
export function faultOfFrame(frame: Frame): string | undefined {
  if (!frame) return undefined;
  const { defaultTest } = frame;
  const prompts = promptsIn(frame);
  const asserted = isObject(defaultTest) ? defaultTest['assert'] : undefined;
  if (prompts.length > frameLimits.prompts)
    return `A configuration has at most ${frameLimits.prompts} prompts; this one has ${prompts.length}.`;
  if (Array.isArray(asserted) && asserted.length > frameLimits.assertions)
    return `All tests may share at most ${frameLimits.assertions} assertions; here they share ${asserted.length}.`;
  return JSON.stringify({ prompts, defaultTest }).length > frameLimits.characters
    ? `What all tests share has more than ${frameLimits.characters} characters.`
    : undefined;
}

/** The prompts that stand in the configuration itself; of these, the ones that a test names where it names some. */
export const promptsOf = (frame: Frame, wanted: unknown): string[] =>
  promptsNamed(frame).flatMap(([prompt, names]) => {
    if (Array.isArray(wanted) && wanted.length > 0 && !names.some((name) => isNamed(name, wanted))) return [];
    if (Array.isArray(prompt)) return [JSON.stringify(prompt)];
    return typeof prompt === 'string' && !isPromptFile(prompt) ? [prompt] : [];
  });

/** By its whole name, or the beginning of it before a colon. */
const isNamed = (name: unknown, wanted: readonly unknown[]): boolean =>
  typeof name === 'string' &&
  wanted.some((one) => typeof one === 'string' && (name === one || name.startsWith(`${one}:`)));

export const promptsIn = (frame: Frame): unknown[] => promptsNamed(frame).map(([prompt]) => prompt);

/** All of them with their names: one, a list, or a map from each to what it is called. */
function promptsNamed(frame: Frame): (readonly [prompt: unknown, names: readonly unknown[]])[] {
  const prompts = frame?.['prompts'];
  if (isObject(prompts)) return Object.entries(prompts).map(([prompt, name]) => [prompt, [prompt, name]]);
  return (Array.isArray(prompts) ? prompts : [prompts]).map((prompt: unknown) => {
    if (!isObject(prompt)) return [prompt, [prompt]];
    const { raw, label, id } = prompt;
    return [raw ?? prompt['prompt'] ?? id, [raw, label, id]];
  });
}

/** Told by its name, as promptfoo tells it. A text that only holds such a name is none. */
const isPromptFile = (prompt: unknown): prompt is string =>
  typeof prompt === 'string' &&
  (/^(?:file:\/\/|exec:)/.test(prompt) ||
    (!/\s/.test(prompt) &&
      /(?:\*|\.(?:csv|j2|jsonl?|[cm]?[jt]s|md|py|txt|ya?ml|sh|bash|exe|bat|cmd|ps1|rb|pl)(?::\w+)?)$/.test(
        prompt,
      )));

import type { Adapted, Frame, Item, LeftOut } from './adapted.ts';
import { hasTemplate, readAssertions } from './assertions.ts';
import { chatFields, isChat } from './chat.ts';
import { isObject, isThere, jsonOf, numberIn, type Fields } from './fields.ts';
import { leftToPerson, mostOfAsked, type NotImported } from './left-open.ts';
import { questionIn } from './question.ts';
import { RowTooLarge, weightOf, weightOfTest, type Room } from './room.ts';
import { shorthand } from './shorthand.ts';

/**
 * One test of a configuration of promptfoo. What judges it is read by closed lists: whatever is there and not understood is told,
 * and leaves the test open. Left out silently, it would pass by less than its author asked for.
 * @throws RowTooLarge where it has more assertions, or comes to more tests or characters, than one may.
 */
export function promptfoo(item: Item, frame: Frame, room: Room): readonly Adapted[] {
  const isTest = isObject(item['vars']) || 'assert' in item || typeof item['vars'] === 'string';
  const test = withDefaults(isTest ? item : fromColumns(item), frame);
  return expanded(test).flatMap((vars) => ofVars(test, vars, frame, room));
}

/** A test and what its configuration shares, taken together. */
interface Whole {
  readonly item: Item;
  readonly options: Item;
  readonly vars: Item;
  readonly metadata: Item;
  readonly asserted: readonly unknown[];
  /** How many of the assertions are of all tests; they come first. */
  readonly shared: number;
  readonly lost: readonly Lost[];
}

/** What is there and is not read. */
interface Lost extends Omit<NotImported, 'place'> {
  readonly isOfTest: boolean;
}

function ofVars(test: Whole, vars: Item, frame: Frame, room: Room): readonly Adapted[] {
  const { item, asserted, metadata } = test;
  // Nought is none there: a mean that every answer reaches decides nothing.
  const given = numberIn(item['threshold']) ?? 0;
  const threshold = given > 0 ? given : null;
  const isWeighed = threshold !== null || asserted.some(hasWeight);
  const read = readAssertions(
    asserted.map((one) => filledIn(one, vars, room)),
    { vars, isWeighed, options: test.options },
  );
  const prompts = promptsOf(frame, item['prompts']);
  // What all tests share is told with each, and leaves none of them open: then nothing would be decided any more.
  const lostAssertions = read.notImported.map((one) => ({ ...one, isOfTest: one.place >= test.shared }));
  const inFiles = Object.entries(vars).flatMap(([name, value]) =>
    isInFile(value) ? [lost(`vars.${name}`, 'its value stands in another file', value)] : [],
  );
  const named = item['prompts'];
  const isNowhere = prompts.length === 0 && isThere(named) && promptsIn(frame).some(isThere);
  const lostBeside = [
    ...test.lost,
    ...inFiles,
    ...(isNowhere ? [lost('prompts', 'none of those that it names stands in this file', named)] : []),
  ];
  const unread = Array.isArray(item[unreadKey]) ? item[unreadKey].map(String) : [];
  // Each prompt is a test of its own, with all that is said about it.
  const said = frame ? weightOfTest + weightOf([vars, metadata, item['description'], read]) : 0;
  room.take(said * Math.max(1, prompts.length));
  const around = (name: 'prefix' | 'suffix'): string => {
    const text = test.options[name];
    return isThere(text) ? render(String(text), vars, room) : '';
  };
  const asked =
    prompts.length > 0
      ? prompts.map((prompt) => askedBy(prompt, around, (text) => render(text, vars, room)))
      : [fieldsOf(questionIn(vars), around)];
  return asked.map((fields) => {
    const unfilled = [fields.prompt, fields.script].filter(hasTemplate);
    const beside = [
      ...lostBeside,
      ...unfilled.map((text) => lost('prompt', 'it holds a template that is not filled in here', text)),
    ];
    const open = [...lostAssertions, ...beside].filter(({ isOfTest }) => isOfTest);
    const metrics = open.length > 0 ? [...read.metrics, leftToPerson(open)] : read.metrics;
    return {
      fields: {
        ...fields,
        expected_response: read.expected,
        metadata: {
          ...metadata,
          ...(isObject(fields.metadata) ? fields.metadata : {}),
          ...(typeof item['description'] === 'string' ? { description: item['description'] } : {}),
          ...(Object.keys(vars).length > 0 ? { vars } : {}),
        },
      },
      metrics,
      weighedThreshold: isWeighed && metrics.length > 0 ? (threshold ?? 1) : null,
      notImported: [
        ...lostAssertions.map((one) => leftOut(`The assertion “${one.type}”`, one)),
        ...beside.map((one) => leftOut(`“${one.type}”`, one)),
        ...unread.map((name) => ({ what: `The column “${name}” is not imported.`, isOfTest: false })),
      ],
    };
  });
}

type AroundIt = (name: 'prefix' | 'suffix') => string;

/** A chat is filled in text by text: what a variable holds, such as a quotation mark, must not end one. */
function askedBy(prompt: string, around: AroundIt, fill: (text: string) => string): Fields {
  const chat = jsonOf(prompt);
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value);
    if (Array.isArray(value)) return value.map(filled);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]))
      : value;
  };
  return isChat(chat) && around('prefix') === '' && around('suffix') === ''
    ? chatFields(chat.map((message) => filled(message) as typeof message))
    : fieldsOf(fill(prompt), around);
}

function fieldsOf(question: unknown, around: AroundIt): Fields {
  const prompt =
    typeof question === 'string' ? `${around('prefix')}${question}${around('suffix')}` : question;
  const chat = typeof prompt === 'string' ? jsonOf(prompt) : undefined;
  return isChat(chat) ? chatFields(chat) : { prompt };
}

const leftOut = (subject: string, { why, isOfTest }: Lost): LeftOut => ({
  what: `${subject} is not imported: ${why}.${
    isOfTest
      ? ' The test stays open until a person has looked at its answer.'
      : ' All tests of the file share it, so they pass without it.'
  }`,
  isOfTest,
});

const lost = (type: string, why: string, value: unknown): Lost => ({
  type,
  why,
  asked: typeof value === 'string' ? value.slice(0, mostOfAsked) : '',
  isOfTest: true,
});

const isInFile = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('file://');
const inAnotherFile = 'it stands in another file';

const hasWeight = (assertion: unknown): boolean =>
  isObject(assertion) && isThere(assertion['weight']) && numberIn(assertion['weight']) !== 1;

/** What of a test and its options changes what is judged, and has no counterpart. */
const changesJudgement: readonly (readonly [part: 'test' | 'options', name: string, why: string])[] = [
  ['test', 'assertScoringFunction', 'a program of its own decides whether the test passes'],
  ['options', 'transform', 'a program changes the answer before it is judged'],
  ['options', 'postprocess', 'a program changes the answer before it is judged'],
  ['options', 'transformVars', 'a program changes the question'],
];

/** What all tests of a configuration share, before what the test says itself. */
function withDefaults(item: Item, frame: Frame): Whole {
  const given = frame?.['defaultTest'];
  const defaults = isObject(given) ? given : {};
  const merged = (name: string): Item => ({
    ...(isObject(defaults[name]) ? defaults[name] : {}),
    ...(isObject(item[name]) ? item[name] : {}),
  });
  const options = merged('options');
  const shared = options['disableDefaultAsserts'] === true ? noAssertions : assertionsIn(defaults['assert']);
  const own = assertionsIn(item['assert']);
  const whole = { ...defaults, ...item };
  if (shared.listed.length + own.listed.length > mostAssertions)
    throw new RowTooLarge(
      `A test has at most ${mostAssertions} assertions; this one has ${shared.listed.length + own.listed.length}.`,
    );
  return {
    item: whole,
    options,
    vars: merged('vars'),
    metadata: merged('metadata'),
    asserted: [...shared.listed, ...own.listed],
    shared: shared.listed.length,
    lost: [
      // What stands in a file may be put into this one; until then nobody knows what it asks for.
      ...(isThere(given) && !isObject(given)
        ? [lost('defaultTest', isInFile(given) ? inAnotherFile : 'it is no test', given)]
        : []),
      ...(shared.isLost
        ? [lost('defaultTest.assert', unreadList(defaults['assert']), defaults['assert'])]
        : []),
      ...(own.isLost ? [lost('assert', unreadList(item['assert']), item['assert'])] : []),
      ...(['vars', 'options'] as const).flatMap((name) =>
        isThere(item[name]) && !isObject(item[name])
          ? [lost(name, isInFile(item[name]) ? inAnotherFile : 'it has no names', item[name])]
          : [],
      ),
      ...(Array.isArray(item[configKey]) ? item[configKey] : []).map((name) =>
        lost(String(name), 'how the assertion is judged by it is not known here', undefined),
      ),
      ...changesJudgement.flatMap(([part, name, why]) => {
        const value = (part === 'test' ? whole : options)[name];
        return isThere(value) ? [lost(part === 'test' ? name : `options.${name}`, why, value)] : [];
      }),
      ...(isThere(whole['threshold']) && numberIn(whole['threshold']) === undefined
        ? [lost('threshold', 'it is no number', whole['threshold'])]
        : []),
    ],
  };
}

const unreadList = (value: unknown): string =>
  isInFile(value) ? inAnotherFile : 'it is no list of assertions';
const noAssertions = { listed: [], isLost: false } as const;

/** A single one need not be a list. */
function assertionsIn(value: unknown): { readonly listed: readonly unknown[]; readonly isLost: boolean } {
  if (Array.isArray(value)) return { listed: value, isLost: false };
  if (isObject(value)) return { listed: [value], isLost: false };
  return { listed: [], isLost: isThere(value) };
}

/** A variable with several values makes a test of each, and several of them one of each combination. */
function expanded({ vars, options }: Whole): readonly Item[] {
  if (options['disableVarExpansion'] === true) return [vars];
  let all: Item[] = [vars];
  for (const [name, value] of Object.entries(vars)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    if (all.length * value.length > mostCombinations)
      throw new RowTooLarge(
        `The lists of its variables come to more than ${mostCombinations} tests; write them as tests of their own.`,
      );
    all = all.flatMap((one) => value.map((each: unknown) => ({ ...one, [name]: each })));
  }
  return all;
}
const mostCombinations = 100;

/** Rows of a CSV file: a header is a variable, but for the reserved ones. */
function fromColumns(row: Item): Item {
  const vars: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  const test: Record<string, unknown> = { vars, metadata, assert: [] };
  const asserts: unknown[] = [];
  const unread: string[] = [];
  const configs: string[] = [];
  const options: Record<string, unknown> = { disableVarExpansion: true };
  for (const [name, value] of Object.entries(row)) {
    if (value === '' || value === null || value === undefined) continue;
    if (/^__expected\d*$/.test(name)) asserts.push(configured(value, row[`__config:${name}:threshold`]));
    else if (/^__config:__expected\d*:threshold$/.test(name)) continue;
    else if (name === '__prefix' || name === '__suffix') options[name.slice(2)] = value;
    else if (name === '__description') test['description'] = value;
    else if (name === '__threshold') test['threshold'] = value;
    else if (name === '__transform') options['transform'] = value;
    else if (name.startsWith('__metadata:')) addMetadata(metadata, name.slice('__metadata:'.length), value);
    else if (name.startsWith('__config:__expected')) configs.push(name);
    else if (name.startsWith('__')) unread.push(name);
    else vars[name] = value;
  }
  return { ...test, options, assert: asserts, [unreadKey]: unread, [configKey]: configs };
}

/** Columns of a name that is kept for what a test is, and are not read. */
const unreadKey = '__unread';
/** Those that say how an assertion is judged. */
const configKey = '__configs';

/** What a column says beside an assertion lies over the threshold in its text. */
function configured(assertion: unknown, threshold: unknown): unknown {
  if (typeof assertion !== 'string' || threshold === undefined || threshold === '') return assertion;
  return { ...shorthand(assertion), threshold };
}

function addMetadata(metadata: Record<string, unknown>, name: string, value: unknown): void {
  if (name.endsWith('[]'))
    metadata[name.slice(0, -2)] = String(value)
      .split(/(?<!\\),/)
      .map((part) => part.replaceAll(String.raw`\,`, ',').trim());
  else metadata[name] = value;
}

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

/** Of one test, those that all share among them. */
const mostAssertions = 400;

/** The prompts that stand in the configuration itself; of these, the ones that a test names where it names some. */
const promptsOf = (frame: Frame, wanted: unknown): string[] =>
  promptsNamed(frame).flatMap(([prompt, names]) => {
    if (Array.isArray(wanted) && wanted.length > 0 && !names.some((name) => isNamed(name, wanted))) return [];
    if (Array.isArray(prompt)) return [JSON.stringify(prompt)];
    return typeof prompt === 'string' && !isPromptFile(prompt) ? [prompt] : [];
  });

/** By its whole name, or the beginning of it before a colon. */
const isNamed = (name: unknown, wanted: readonly unknown[]): boolean =>
  typeof name === 'string' &&
  wanted.some((one) => typeof one === 'string' && (name === one || name.startsWith(`${one}:`)));

const promptsIn = (frame: Frame): unknown[] => promptsNamed(frame).map(([prompt]) => prompt);

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

/** Values of assertions name variables as prompts do. */
function filledIn(assertion: unknown, vars: Item, room: Room): unknown {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'string' ? render(value, vars, room) : value;
  };
  if (typeof assertion === 'string') return render(assertion, vars, room);
  return isObject(assertion) && 'value' in assertion
    ? { ...assertion, value: fill(assertion['value']) }
    : assertion;
}

/** Names are filled in and nothing else: a file is data, and never a program. */
function render(prompt: string, vars: Item, room: Room): string {
  let left = filledInMax;
  room.take(prompt.length);
  return prompt.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
    if (left <= 0 || !Object.hasOwn(vars, name)) return whole;
    const value = vars[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    left -= text.length;
    room.take(text.length);
    return text;
  });
}

/** A test holds less; a template that names a long variable over and over goes no further. */
const filledInMax = 1_000_000;

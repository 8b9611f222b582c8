import type { Adapted, Frame, Item, LeftOut } from './adapted.ts';
import { hasTemplate, readAssertions } from './assertions.ts';
import { chatFields, isChat, textsAlone, unreadParts } from './chat.ts';
import { isObject, isThere, jsonOf, numberIn, type Fields } from './fields.ts';
import { leftToPerson, mostOfAsked, staysOpen, type NotImported } from './left-open.ts';
import { isInFile, promptsIn, promptsOf } from './promptfoo-frame.ts';
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
  const { item, metadata } = test;
  // Nought is none there: a mean that every answer reaches decides nothing.
  const given = numberIn(item['threshold']) ?? 0;
  const threshold = given > 0 ? given : null;
  const isWeighed = threshold !== null;
  // Without a threshold every assertion has to pass, whatever it weighs; one that weighs nothing always does.
  const own = isWeighed ? test.asserted : test.asserted.map(withoutWeight);
  const asserted = own.filter((one) => one !== undefined);
  const shared = own.slice(0, test.shared).filter((one) => one !== undefined).length;
  const weightless = own.length - asserted.length;
  const read = readAssertions(
    asserted.map((one) => filledIn(one, vars, room)),
    { vars, isWeighed, options: test.options },
  );
  const prompts = promptsOf(frame, item['prompts']);
  // What all tests share is told with each, and leaves none of them open: then nothing would be decided any more.
  const lostAssertions = read.notImported.map((one) => ({ ...one, isOfTest: one.place >= shared }));
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
  const sources = prompts.length > 0 ? prompts : [questionIn(vars)];
  return asked.map((fields, place) => {
    const unfilled = [fields.prompt, fields.script].filter(hasTemplate);
    const beside = [
      ...lostBeside,
      ...partsUnreadIn(sources[place]).map((type) => lost(type, textsAlone, undefined)),
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
      weighedThreshold: metrics.length > 0 ? threshold : null,
      notImported: [
        ...(weightless > 0
          ? [{ what: 'Assertions of weight 0 decide nothing and are not imported.', isOfTest: false }]
          : []),
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

function partsUnreadIn(question: unknown): readonly string[] {
  const chat = typeof question === 'string' ? jsonOf(question) : undefined;
  return isChat(chat) ? unreadParts(chat) : [];
}

function fieldsOf(question: unknown, around: AroundIt): Fields {
  const prompt =
    typeof question === 'string' ? `${around('prefix')}${question}${around('suffix')}` : question;
  const chat = typeof prompt === 'string' ? jsonOf(prompt) : undefined;
  return isChat(chat) ? chatFields(chat) : { prompt };
}

const leftOut = (subject: string, { why, isOfTest }: Lost): LeftOut => ({
  what: `${subject} is not imported: ${why}.${
    isOfTest ? staysOpen : ' All tests of the file share it, so they pass without it.'
  }`,
  isOfTest,
});

const lost = (type: string, why: string, value: unknown): Lost => ({
  type,
  why,
  asked: typeof value === 'string' ? value.slice(0, mostOfAsked) : '',
  isOfTest: true,
});

const inAnotherFile = 'it stands in another file';

/** Undefined where it weighs nothing; a weight that is no number stays, to be told. */
function withoutWeight(assertion: unknown): unknown {
  const weight = isObject(assertion) ? numberIn(assertion['weight']) : undefined;
  if (!isObject(assertion) || weight === undefined || weight < 0) return assertion;
  const { weight: _weight, ...rest } = assertion;
  return weight === 0 ? undefined : rest;
}

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

/** Of one test, those that all share among them. */
const mostAssertions = 400;

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

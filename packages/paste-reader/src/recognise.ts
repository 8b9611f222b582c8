import { parse as parseYaml } from 'yaml';
import { readBruno } from './formats/bruno.ts';
import { isHar, isPostman, readHar, readPostman } from './formats/captures.ts';
import type { Findings, Read, RequestSketch, SampleAnswer } from './finding.ts';
import { exchangesOf, readExchanges } from './formats/exchanges.ts';
import { followUpsIn } from './decisions/choose-request.ts';
import { readGraphql } from './formats/graphql.ts';
import { readHttpMessages } from './formats/http-message.ts';
import type { Json, Path } from './json-value.ts';
import { isOpenApi, readOpenApi } from './formats/openapi.ts';
import { readProse } from './prose/prose.ts';
import { parseRelaxedJson } from './formats/relaxed-json.ts';
import { readRequestObjects } from './formats/request-objects.ts';
import { readSamples } from './formats/samples.ts';
import { readable } from './readable.ts';
import { eventsInText } from './formats/stream-events.ts';
import { readWorkflows } from './formats/workflows.ts';
import { readShell } from './shell/commands.ts';
import type { CodeReader } from './code/read-code.ts';

/**
 * Of a longer text only so much is read, whole documents apart: some readers look at a place from many others. In
 * characters; a command, a handler or a page about one operation has some thousand.
 */
export const LONGEST_READ = 40_000;

/** Finds every kind of thing that a paste may hold, several at once, in whatever order. */
export async function recognise(given: string, readCode: CodeReader): Promise<Findings> {
  const whole = readable(given);
  const collected = {
    requests: [] as RequestSketch[],
    answers: [] as SampleAnswer[],
    outputPaths: [] as Path[],
  };
  // What a reader has read is claimed: the next ones do not look there first. It stays in the text, for a second look.
  let rest = whole;
  const claims: [number, number][] = [];
  const take = (ranges: readonly [number, number][]): void => {
    claims.push(...ranges);
    for (const [from, to] of ranges)
      rest = rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, ' ') + rest.slice(to);
  };

  const documents = readDocuments(rest);
  collected.requests.push(...documents.requests);
  take(documents.ranges);
  const isCut = rest.slice(LONGEST_READ).trim() !== '';
  const text = whole.slice(0, LONGEST_READ);
  rest = rest.slice(0, LONGEST_READ);
  const add = ({ requests = [], answers = [], ranges = [] }: Partial<Read>): void => {
    collected.requests.push(...requests);
    collected.answers.push(...answers);
    take(ranges);
  };
  add(readExchanges(rest));
  const commented = rest.replace(/^[ \t]*(?:#|\/\/|\*)/gm, (lead) => ' '.repeat(lead.length));
  add({ answers: readStreamLines(commented).answers });
  add(readBruno(rest));
  add(readShell(rest));
  for (const block of codeBlocks(rest)) {
    const code = await readCode(block.text, block.language);
    if (!code.isCode) continue;
    add({
      requests: code.requests.map((request) => ({ ...request, at: request.at + block.start })),
      answers: code.answers.map((answer) => ({ ...answer, at: answer.at + block.start })),
      ranges: code.ranges.map(([from, to]): [number, number] => [from + block.start, to + block.start]),
    });
    collected.outputPaths.push(...code.outputPaths);
  }
  add(readHttpMessages(rest));
  add(readGraphql(rest));
  add(readStreamLines(rest));
  const samples = readSamples(rest, text, collected.requests);
  add(samples);
  const prose = readProse(
    rest,
    text,
    collected.requests.some((request) => request.body !== undefined),
  );
  collected.requests.push(...prose.requests);
  return {
    ...collected,
    overlapping: secondLook(text, claims, collected),
    requestNotes: prose.requestNotes,
    answerNotes: prose.answerNotes,
    toldPaths: prose.outputPaths,
    credential: prose.credential,
    method: prose.method,
    routes: routesIn(text),
    urls: prose.urls,
    followUps: followUpsIn(rest),
    prose: text.toLowerCase(),
    isCut,
  };
}

/** Samples and messages that stand within what was read as something else. */
function secondLook(
  text: string,
  claims: readonly [number, number][],
  { requests, answers }: Omit<Read, 'ranges'>,
): Findings['overlapping'] {
  if (claims.length === 0) return { requests: [], answers: [] };
  const known = new Set(
    [
      ...requests.flatMap(({ body }) => (body === undefined ? [] : [body])),
      ...answers.map(({ value }) => value),
    ].map((value) => JSON.stringify(value)),
  );
  const isNew = (at: number, value: Json | undefined): boolean =>
    value !== undefined &&
    // Inside of code only what is JSON beyond doubt is a sample.
    /^[{[]\s*(?:"|[{[])/.test(text.slice(at, at + 80)) &&
    claims.some(([from, to]) => at >= from && at < to) &&
    !known.has(JSON.stringify(value));
  const samples = readSamples(text, text, []);
  return {
    requests: samples.requests.filter(({ at, body }) => isNew(at, body)),
    answers: samples.answers.filter(({ at, value }) => isNew(at, value)),
  };
}

/** `data: {…}` lines: the events of a stream, as documents and terminals show them; one may be laid out over several. */
function readStreamLines(text: string): Pick<Read, 'answers' | 'ranges'> {
  const lines = [...text.matchAll(/^[ \t]*data:[ \t]*(\{[ \t]*"[^\n]*\}|\[DONE\])[ \t]*$/gm)];
  const found =
    lines.length > 0
      ? lines
      : [...text.matchAll(/^[ \t]*data:[ \t]*\{[ \t]*\n(?:[ \t]*data:[^\n]*(?:\n|$))+/gm)];
  const events =
    lines.length > 0
      ? eventsInText(lines.map((line) => (line[1] ?? '').trim()).join('\n'))
      : found.flatMap(([block]): Json[] => {
          const parsed = parseRelaxedJson(block.replace(/^[ \t]*data:/gm, '').trim());
          return parsed ? [parsed.value] : [];
        });
  if (events.length === 0) return { answers: [], ranges: [] };
  return {
    answers: [{ value: events, at: found[0]?.index ?? 0, isError: false, isStream: true }],
    ranges: found.map(({ index, 0: block }): [number, number] => [index, index + block.length]),
  };
}

const routesIn = (text: string): { method: string; path: string }[] =>
  [
    ...text.matchAll(
      /\b(POST|GET|PUT|PATCH|DELETE)\b[\s|`*:"']*((?:https?:\/\/[^\s|`"'*]+)|\/[\w\-./{}:<>]*)/g,
    ),
  ].map(([, method = '', path = '']) => ({ method, path }));

/** Whole documents: OpenAPI, Postman, HAR, as JSON or YAML, alone, fenced, or with words around them. */
function readDocuments(text: string) {
  const found: RequestSketch[] = [];
  const ranges: [number, number][] = [];
  for (const { start, source } of documentsIn(text)) {
    const document = parseDocument(source);
    if (document === undefined) continue;
    const requests = requestsOfDocument(document.value, start);
    if (requests.length === 0) continue;
    found.push(...requests);
    ranges.push([start, start + document.length]);
  }
  return { requests: found, ranges };
}

const DOCUMENT_START =
  /(?:^|\n)[ \t]*(?:"?openapi"?\s*:|"?swagger"?\s*:|paths\s*:|info\s*:|type:\s*collection\.|_type:|(?:providers|targets|requests?|endpoints?|collection|config|url|endpoint|(?:http_)?interactions)\s*:|"?\/[\w/{}-]+"?\s*:\s*(?:\n|\{)|---)/;

function* documentsIn(text: string): Generator<{ start: number; source: string }> {
  const fences = [...text.matchAll(/```[\w-]*\n([\s\S]*?)(?:```|$)/g)];
  for (const fence of fences) {
    const source = fence[1] ?? '';
    yield { start: fence.index + fence[0].indexOf(source), source };
  }
  if (fences.length > 0) return;
  const brace = text.search(/[{[]/);
  if (
    brace !== -1 &&
    /"(?:paths|openapi|swagger|item|log|request|requests|resources|endpoint|nodes|sendBody)"|['"]?(?:openapi|swagger)['"]?\s*:/.test(
      text,
    )
  )
    yield { start: brace, source: text.slice(brace) };
  const yaml = DOCUMENT_START.exec(text);
  if (yaml) {
    const start = yaml.index + (yaml[0].startsWith('\n') ? 1 : 0);
    if (!isInsideBrackets(text, start)) yield { start, source: text.slice(start) };
  }
}

/** `send({\n  url: …`: arguments of code are no document of their own. */
const isInsideBrackets = (text: string, at: number): boolean =>
  /[({]/.test(text.slice(0, at)) &&
  [...text.slice(0, at).matchAll(/[({})]/g)].reduce(
    (open, [mark]) => open + (/[({]/.test(mark) ? 1 : -1),
    0,
  ) > 0;

/** So many characters of YAML are read, the attempts at one document taken together. */
const MOST_YAML = 500_000;

function parseDocument(source: string): { value: Json; length: number } | undefined {
  if (/^\s*[{[]/.test(source)) {
    const parsed = parseRelaxedJson(source);
    if (parsed) return { value: parsed.value, length: parsed.end };
  }
  if (!DOCUMENT_START.test(`\n${source}`)) return undefined;
  // Words after the document would spoil it: lines are given up from the end until the rest is YAML.
  const lines = source.split('\n');
  const attempts = Math.max(1, Math.min(40, Math.floor(MOST_YAML / source.length)));
  for (let count = lines.length; count > 2 && count > lines.length - attempts; count -= 1) {
    const candidate = lines.slice(0, count).join('\n');
    try {
      const value = parseYaml(candidate, { maxAliasCount: 50, logLevel: 'silent' }) as Json;
      if (typeof value === 'object' && value !== null) return { value, length: candidate.length };
    } catch {
      // One line less is tried next.
    }
  }
  return undefined;
}

function requestsOfDocument(value: Json, at: number): RequestSketch[] {
  if (isPostman(value)) return readPostman(value, at);
  if (isHar(value)) return readHar(value, at);
  if (isOpenApi(value)) return readOpenApi(value, at);
  const exchanges = exchangesOf(value, at);
  if (exchanges.length > 0) return exchanges;
  const started = readWorkflows(value, at);
  return started.length > 0 ? started : readRequestObjects(value, at);
}

/** Fenced blocks with their language, and what stands outside of them. */
function codeBlocks(text: string): { text: string; start: number; language: string | undefined }[] {
  const blocks: { text: string; start: number; language: string | undefined }[] = [];
  let at = 0;
  for (const fence of text.matchAll(/(?:```|~~~)[ \t]*([\w+#-]*)[^\n]*\n([\s\S]*?)(?:```|~~~|$)/g)) {
    blocks.push({ text: text.slice(at, fence.index), start: at, language: undefined });
    const body = fence[2] ?? '';
    blocks.push({
      text: body,
      start: fence.index + fence[0].length - body.length - (/(?:```|~~~)$/.test(fence[0]) ? 3 : 0),
      language: fence[1] || undefined,
    });
    at = fence.index + fence[0].length;
  }
  blocks.push({ text: text.slice(at), start: at, language: undefined });
  return blocks.filter((block) => block.text.trim() !== '');
}

import { captured } from '../scanning.ts';
import type { FieldNote, Read, RequestSketch, SampleAnswer } from '../finding.ts';
import { requestSketch } from '../http-parts.ts';
import { isObject, leavesOf, type Json, type Path } from '../json-value.ts';
import { rankInputs, findMessages } from '../decisions/input-field.ts';
import { isAsynchronousAnswer, rankOutputs } from '../decisions/output-field.ts';
import { findJson, type JsonFragment } from './json-fragments.ts';
import { plain } from '../names.ts';
import { directionsIn, isHeaderHash, recordIn, sameShape, type Side } from './sample-sides.ts';
import { withoutAddresses, withOpenParts } from '../prose/addresses.ts';
import { listFields, spacedFields, tableFields } from '../prose/fields.ts';
import { sentenceFields } from '../prose/sentence-fields.ts';

const REQUEST_LABEL =
  /\b(?:msg|message) in\b|\bincoming\b|client\s*(?:→|->|=>|to)\s*server|\bc2s\b|(?<!response |answer |reply |antwort-?|output )(?:payload|body)|request|input|send|sends|post\b|put\b|curl|parameters|we send|you send|-d\b|call it|anfrage|senden|sende|eingabe|requisi[cç][aã]o|corpo|envi[ae]|solicitud|petici[oó]n|cuerpo|requ[eê]te|corps|envoy|richiesta|请求|发送|参数|リクエスト|送信|요청/giu;
const ANSWER_LABEL =
  /recevez|en retour|respond(?:e|s|en)?\b|recib|riceve|erh[aä]lt|bekomm|\b(?:msg|message) out\b|\boutgoing\b|server\s*(?:→|->|=>|to)\s*client|\bs2c\b|response|returns?|answer|output|reply|replies|result|you get|get back|comes back|gives|yields|receive|\b200\b|2xx|(?:=>|->|→)[\s`]*(?:json\w*)?\s*$|antwort|zur[uü]ck|liefert|ergebnis|resposta|respuesta|devuelve|[rd]evol[uv]|retorno?a?|r[eé]ponse|renvoie|retourne|risposta|(?<!\p{L})(?:torna|volta)(?!\p{L})|zwraca|wraca|terug|tillbaka|d[öo]ner|ответ|возвращ|响应|返回|回复|结果|レスポンス|応答|返|응답/giu;
const ERROR_LABEL =
  /error|fail|invalid|unauthori[sz]ed|forbidden|\b4\d\d\b|\b5\d\d\b|fehler|erro\b|erreur|错误|エラー/giu;

/** Sample JSON that belongs to nothing else: told apart by the words before it, by its fields, by its place. */
export function readSamples(text: string, original: string, known: readonly RequestSketch[]): Read {
  const findings = {
    requests: [] as RequestSketch[],
    answers: [] as SampleAnswer[],
    ranges: [] as [number, number][],
  };
  const documented = documentedNames(original);
  let previousEnd = 0;
  let previous: Side | undefined;
  const directions = directionsIn(original);
  const shapes: Record<Side, string[][]> = { request: [], answer: [], error: [] };
  let hasRequest = known.some((request) => request.body !== undefined);
  let hasAnswer = known.some((request) => request.answers.some((answer) => !answer.isError));
  for (const found of findJson(withoutCommentMarks(text))) {
    const record = recordIn(found.value);
    const fragment = record === undefined ? found : { ...found, value: record.value };
    const label = original.slice(Math.max(previousEnd, fragment.start - 240), fragment.start);
    const previousStart = previousEnd;
    previousEnd = fragment.end;
    if (!isObject(fragment.value) && !Array.isArray(fragment.value)) continue;
    findings.ranges.push([fragment.start, fragment.end]);
    if (isSchema(fragment.value) || isHeaderHash(fragment.value)) continue;
    const notes = notesOf(fragment);
    const before = known.findLast(
      ({ kind, at, body }) =>
        (kind === 'curl' || (body !== undefined && (kind === 'http' || kind === 'client_code'))) &&
        at < fragment.start &&
        at >= fragment.start - label.length - 4000,
    );
    const lastCommand = before?.at;
    const isOutput =
      lastCommand !== undefined &&
      lastCommand >= previousStart &&
      text
        .slice(lastCommand, fragment.start)
        .split('\n')
        .every((line) => NO_WORDS.test(line));
    const isNextFrame = previous === 'answer' && label.trim() === '' && hasAnswer;
    const names = isObject(fragment.value) ? Object.keys(fragment.value) : [];
    const told =
      sideOfProcedure(fragment.value) ??
      record?.side ??
      directions?.(original.slice(previousStart, fragment.start)) ??
      (isNextFrame ? 'answer' : sameShape(names, shapes, label));
    const { side, claim } =
      told !== undefined && !isErrorBody(fragment.value)
        ? { side: told, claim: undefined }
        : sideOf(fragment, label, {
            hasRequest,
            hasAnswer,
            isOutput,
            documented,
            opening: original.slice(fragment.start, fragment.start + 160),
            isBeforeArrow: ARROW_AFTER.test(text.slice(fragment.end, fragment.end + 40)),
          });
    previous = side;
    shapes[side].push(names);
    if (side === 'request') {
      hasRequest = true;
      findings.requests.push({
        ...sketchOf(fragment, notes, label),
        claim,
        ...lineBefore(original, fragment.start),
        ...record?.route,
      });
    } else {
      hasAnswer ||= side === 'answer';
      const printed = isOutput ? before?.printed : undefined;
      findings.answers.push({
        value: printed === undefined ? fragment.value : below(printed, fragment.value),
        at: fragment.start,
        isError: side === 'error',
        notes,
        claim,
      });
    }
  }
  const command = known.findLast(({ kind, body }) => kind === 'curl' && body !== undefined);
  if (!hasAnswer && command !== undefined)
    findings.answers.push(...answerText(text, command.at, (line) => lastMatch(ANSWER_LABEL, line) !== -1));
  return findings;
}

/** A part of an answer in its place within the whole. */
const below = (path: Path, part: Json): Json =>
  path.reduceRight<Json>(
    (inner, step) =>
      typeof step === 'number'
        ? [...Array.from({ length: step }, (): Json => null), inner]
        : { [step]: inner },
    part,
  );

/**
 * Lines between a command and what it printed: prompts, fences, what the output was piped through, marks of comments and
 * of what is left out, the name of the part that is shown.
 */
const NO_WORDS = /^[\s$>%#`~/.,…]*(?:json\w*\s*|\|.*)?(?:"[\w.-]+"\s*:\s*)?$/i;
const ARROW_AFTER = /^\s*[`~]*\s*(?:→|⇒|=>|->|⟶)/;

/** `POST /chat/{name}` of the nearest heading above a sample is where it goes. */
function lineBefore(text: string, at: number): { method?: string; url?: string } {
  const before = text.slice(Math.max(0, at - 900), at);
  const heading = [
    ...before.matchAll(
      /\b(POST|PUT|PATCH|GET|DELETE)\b[`"'*:\s]*((?:https?:\/\/[^\s`"'*]+)?\/[\w\-./{}:<>]*)/g,
    ),
  ].at(-1);
  if (!heading || heading[1] === 'GET' || heading[1] === 'DELETE') return {};
  return { method: heading[1] ?? 'POST', url: withOpenParts((heading[2] ?? '').replace(/[.,;:]+$/, '')) };
}

function sideOf(
  fragment: JsonFragment,
  label: string,
  seen: {
    hasRequest: boolean;
    hasAnswer: boolean;
    isOutput: boolean;
    documented: ReadonlySet<string>;
    isBeforeArrow: boolean;
    opening: string;
  },
): { side: Side; claim?: number } {
  const near = [...label.split('\n').slice(-4), commentWithin(seen.opening)].join('\n');
  const error = lastMatch(ERROR_LABEL, near);
  const request = lastMatch(REQUEST_LABEL, near);
  const answer = lastMatch(ANSWER_LABEL, near);
  // A figure within a command says nothing of what it printed.
  const isCalledError = !seen.isOutput && error > answer && error > request && error > near.length - 60;
  if (isErrorBody(fragment.value) || isCalledError) return { side: 'error' };
  if (isAsynchronousAnswer(fragment.value)) return { side: 'answer' };
  let balance = seen.isBeforeArrow ? 40 : 0;
  // What stands right below a command is what it printed.
  if (seen.isOutput) balance -= 60;
  else if (request !== -1 || answer !== -1) balance += request > answer ? 40 : -40;
  // A heading of its own says more than words that happen to stand there.
  const introduction =
    near
      .trim()
      .split(/\n|[.!?。]\s+(?=\p{Lu}|\p{Lo})/u)
      .at(-1) ?? '';
  const heading = introduction.replace(/<[^>]*>|[#*`_:：\-=>\s]/g, '');
  const introduces = heading.length < 24 || introduction.endsWith(':');
  if (introduces && lastMatch(ANSWER_LABEL, heading) !== -1 && lastMatch(REQUEST_LABEL, heading) === -1)
    balance -= 40;
  else if (introduces && lastMatch(REQUEST_LABEL, heading) !== -1 && lastMatch(ANSWER_LABEL, heading) === -1)
    balance += 40;
  const input = findMessages(fragment.value) ? 120 : (rankInputs(fragment.value, [])[0]?.score ?? 0);
  const output = rankOutputs(fragment.value, { codePaths: [], notes: [] })[0]?.score ?? 0;
  balance += Math.max(-50, Math.min(50, (input - output) * 0.6));
  if (/^(?:examples?|samples?|beispiele?|ejemplos?|exemples?|exemplos?|esempi?o?|例)$/i.test(heading))
    balance = seen.hasRequest ? -20 : 20;
  balance += documentedScore(fragment.value, seen.documented);
  if (!seen.hasRequest && !seen.hasAnswer) balance += 10;
  if (seen.hasRequest && !seen.hasAnswer) balance -= 24;
  if (seen.hasAnswer && !seen.hasRequest) balance += 10;
  if (seen.hasRequest && seen.hasAnswer) balance -= 10;
  return { side: balance > 0 ? 'request' : 'answer', claim: Math.abs(balance) };
}

/** JSON-RPC says itself which side it is. */
function sideOfProcedure(value: Json): Side | undefined {
  if (!isObject(value) || value['jsonrpc'] === undefined) return undefined;
  if (Object.hasOwn(value, 'result')) return 'answer';
  return typeof value['method'] === 'string' ? 'request' : undefined;
}

/** What the words say is sent: the first column of a table, else the names in the sentences above the first sample. */
function documentedNames(text: string): Set<string> {
  const table =
    /(?:^|\n)[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|[ :|-]+\|?[ \t]*\n((?:[ \t]*\|[^\n]*(?:\n|$))+)/.exec(text);
  if (!table)
    return new Set(
      wordsBefore(text)
        .filter(({ side }) => side === 'request')
        .map(({ name }) => name),
    );
  // An address may be called after what it gives; the method before it says that something is sent.
  const above = text
    .slice(Math.max(0, table.index - 120), table.index + 1)
    .replace(/(?<=[\s`(])(?:https?:\/)?\/[^\s`]*/g, '');
  if (lastMatch(ANSWER_LABEL, above) > lastMatch(REQUEST_LABEL, above)) return new Set();
  return new Set(captured(table[1] ?? '', /^[ \t]*\|[ \t`*]*([\w.]+)[ \t`*]*\|/gm));
}

/** Fields of lines and sentences above the first sample. */
function wordsBefore(text: string) {
  const words = withoutAddresses(text.slice(0, Math.max(0, text.search(/[{[]\s*"/))));
  return [...tableFields(words), ...listFields(words), ...spacedFields(words), ...sentenceFields(words)];
}

function documentedScore(value: Json, documented: ReadonlySet<string>): number {
  if (documented.size < 2 || !isObject(value)) return 0;
  const names = Object.keys(value);
  const tops = new Set([...documented].map((name) => name.split(/[.[]/)[0]));
  const known = names.filter((name) => tops.has(name)).length;
  return known >= names.length * 0.6 ? 30 : known <= names.length * 0.5 ? -50 : 0;
}

function lastMatch(pattern: RegExp, text: string): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index;
  return last;
}

function isErrorBody(value: Json): boolean {
  if (!isObject(value)) return false;
  const names = Object.keys(value).map(plain);
  if (!names.some((name) => /^(?:error|errors|fehler|erro|fault|exception)$/.test(name))) return false;
  const error = Object.entries(value).find(([name]) => /^(?:error|errors)$/i.test(name))?.[1];
  return (
    names.every((name) =>
      /^(?:error|errors|message|code|status|detail|details|type|timestamp|path|success|ok|fehler|erro)$/.test(
        name,
      ),
    ) &&
    error !== null &&
    error !== false
  );
}

const isSchema = (value: Json): boolean =>
  isObject(value) && value['type'] === 'object' && isObject(value['properties']);

const notesOf = (fragment: JsonFragment): FieldNote[] =>
  fragment.notes.map(({ path, text }) => ({
    path,
    description: text,
    isRequired: /\b(?:required|mandatory|pflicht|obligat)/i.test(text)
      ? true
      : /\boptional/i.test(text)
        ? false
        : undefined,
  }));

/** `{ // what we send`: a label that stands on the first line of the sample itself. */
const commentWithin = (opening: string): string =>
  /^[{[][ \t]*(?:\/\/|#|\/\*)([^\n]*)/.exec(opening)?.[1]?.replace('*/', '') ?? '';

function sketchOf(fragment: JsonFragment, notes: FieldNote[], label: string): RequestSketch {
  const isEmptyTalk = leavesOf(fragment.value).length === 0;
  const isCall = isObject(fragment.value) && fragment.value['jsonrpc'] !== undefined;
  return requestSketch(isCall ? 'json_rpc' : 'sample', fragment.start, {
    bodyKind: 'json',
    body: isEmptyTalk ? undefined : fragment.value,
    notes,
    label: label.trim().slice(-120),
  });
}

/** Samples in comments are read as what they show; every place keeps its number. */
const withoutCommentMarks = (text: string): string =>
  text.replace(/(?:^[ \t]*(?:#|\/\/)[^\n]*(?:\n|$)){2,}/gm, (block) => {
    const bare = block.replace(MARK, (mark) => ' '.repeat(mark.length));
    const isSample = /^[ \t]*[{[]/m.test(bare) && /[}\]][ \t,;]*$/m.test(bare);
    return isSample ? bare : block;
  });

const MARK = /^[ \t]*(?:#|\/\/)/gm;

const NOTHING_SAID = /^[\s`~]*(?:json\w*)?[\s`~]*$/i;

/** A text in quotes on a line of its own, below a command or a heading of the answer, is the answer whole. */
function answerText(text: string, below: number, isHeading: (line: string) => boolean): SampleAnswer[] {
  for (const { index, 0: line, 1: quoted = '' } of text.matchAll(
    /^[ \t]*("(?:[^"\\\n]|\\["\\/bfnrtu])*\s(?:[^"\\\n]|\\["\\/bfnrtu])*")[ \t]*$/gm,
  )) {
    if (index < below) continue;
    const between = text.slice(below, index).split('\n');
    const heading = between.findLast((before) => !NOTHING_SAID.test(before));
    if (heading !== undefined && !(/[:：]\s*$/.test(heading) && isHeading(heading))) continue;
    try {
      return [{ value: JSON.parse(quoted) as string, at: index + line.indexOf('"'), isError: false }];
    } catch {
      // Not JSON: words that somebody quotes.
    }
  }
  return [];
}

import { outputNameScore, tellsApart } from '../names.ts';
import type { Pair } from '../finding.ts';
import {
  headerLines,
  headersInSentences,
  mentionedPath,
  methodIn,
  urlsIn,
  withoutAddresses,
  withOpenParts,
} from './addresses.ts';
import { withBareFields } from './bare-fields.ts';
import { hole } from '../holes.ts';
import { uniqueNames } from '../names.ts';
import { columnFields } from './column-fields.ts';
import { credentialIn, credentialOfFields } from './credential.ts';
import { listFields, proseField, spacedFields, tableFields, type ProseField } from './fields.ts';
import { definedFields, directiveFields, withRowHeads } from './laid-out.ts';
import { noteOf, pathOfName, proseRequests } from './prose-requests.ts';
import { sentenceFields } from './sentence-fields.ts';

/** What tables, lists and sentences say: address, method, fields of both sides, how to sign in. */
export function readProse(text: string, original: string, hasBody: boolean) {
  // Tables copied from a page keep their columns apart by tabs.
  const words = withRowHeads(withoutAddresses(text.replace(/(?<=\S)(?:\t|[ \t]*\.{4,}[ \t]*)(?=\S)/g, '|')));
  const columns = columnFields(words);
  const laidOut = [
    ...columns,
    ...tableFields(words),
    ...listFields(words),
    ...spacedFields(words),
    ...directiveFields(words),
    ...definedFields(words),
  ];
  const told = [
    ...laidOut,
    ...sentenceFields(words).filter(
      ({ side }) =>
        columns.length < 2 || (side === 'answer' && columns.every((field) => field.side !== 'answer')),
    ),
  ];
  const urls = urlsIn(text);
  const fields = urls.length === 0 || laidOut.some(isOfBody) ? told : withBareFields(told, words, hasBody);
  // A list of headers may say what each of them always is.
  const listed = fields.flatMap(({ name, side, value, isRequired }): Pair[] => {
    if (side !== 'header' || !/^[xX]-[\w-]+$/.test(name)) return [];
    if (value !== undefined) return [[name, String(value as string | number)]];
    return isRequired === true && tellsApart(name) ? [[name, hole(name)]] : [];
  });
  const headers = [...headerLines(text), ...listed, ...headersInSentences(text)];
  const method = methodIn(text) ?? methodIn(original);
  const credential = credentialOfFields(fields) ?? credentialIn(original);
  const elsewhere = new Set(
    fields.filter(({ side }) => side === 'header' || side === 'elsewhere').map(({ name }) => name),
  );
  const requestFields = withOptional(
    uniqueNames(
      withTurnList(fields, words).filter(
        ({ side, name }) => (side === 'request' || side === 'query') && !elsewhere.has(name),
      ),
    ),
  );
  const isWithin =
    ({ from, to }: Section) =>
    ({ at }: ProseField): boolean =>
      at >= from && at < to;
  const answerFields = uniqueNames(fields.filter(({ side }) => side === 'answer'));
  const path = mentionedPath(text);
  const shared = { urls, credential, hasBody, headers };
  return {
    requestNotes: requestFields.map(noteOf),
    answerNotes: answerFields.map(noteOf),
    credential,
    method,
    urls,
    requests: [
      ...sectionsOf(original)
        .filter((section) => requestFields.some(isWithin(section)))
        .flatMap((section) =>
          proseRequests({
            ...shared,
            requestFields: requestFields.filter(isWithin(section)),
            path: withOpenParts(section.path),
            method: section.method,
            text: original.slice(section.from, section.to),
          }),
        ),
      ...proseRequests({ ...shared, requestFields, path, method, text }),
    ],
    outputPaths: tellingFields(answerFields)
      .toSorted((left, right) => outputScore(right) - outputScore(left))
      .map(({ name }) => pathOfName(name)),
  };
}

const isOfBody = ({ side }: ProseField): boolean => side !== 'header' && side !== 'elsewhere';

const ANSWER_WORDS =
  /\b(?:the |its |bot'?s? |assistant'?s? |generated |model'?s? )?(?:answer|reply|response|generated|completion)\b.{0,30}\b(?:text|of|from|by|that)\b|\btext of the (?:answer|reply)|\bwhat the (?:bot|assistant|model|agent) (?:says?|said|answers?)|\b(?:answer|reply|response) (?:text|message)|\b(?:should|to|will) (?:say|speak|show)|\b(?:is|gets|be) (?:shown|displayed|read out)\b|(?<!\p{L})(?:an)?gezeigt (?:wird|werden)|à afficher|\bse muestra\b|\bvisas\b|antworttext|die antwort|respuesta|resposta|r[eé]ponse|risposta|回答|答复|回复|応答|返答|답변/iu;

/** Where a list says of some fields that they are required, the others are not. */
const withOptional = (fields: readonly ProseField[]): ProseField[] =>
  fields.some(({ isRequired }) => isRequired === true)
    ? fields.map((field) => ({ ...field, isRequired: field.isRequired ?? false }))
    : [...fields];

/** Which fields of an answer may be its text: by name and words, else the only one that is a text at all. */
function tellingFields(fields: readonly ProseField[]): readonly ProseField[] {
  const telling = fields.filter((field) => outputScore(field) > 30);
  if (telling.length > 0 || fields.length === 1) return telling.length > 0 ? telling : fields;
  const texts = fields.filter(({ type }) => /string|str\b|text/i.test(type ?? ''));
  return texts.length === 1 ? texts : [];
}

const outputScore = ({ name, description, type }: ProseField): number =>
  outputNameScore(name.split('.').at(-1) ?? '') +
  (ANSWER_WORDS.test(description) ? 40 : 0) -
  (/int|number|bool|float|array|list|object/i.test(type ?? '') ? 60 : 0);

const LIST = String.raw`(?:[Ll]ist|array|[Ll]iste|lista|lijst|tableau|messages|turns|nachrichten|列表|数组|配列)`;
const NAMED = String.raw`[\x60"'“„«](?<name>\w+)[\x60"'”“»]`;
const ENTRIES = String.raw`[^\n]{0,140}?(?<![\w])["'\x60]?role\b[^\n]{0,90}?\bcontent\b`;
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})${LIST}(?!\p{L})[^.\n"'\x60“„«]{0,50}${NAMED}${ENTRIES}`,
  'iu',
);
const AFTER = new RegExp(String.raw`${NAMED}[^.\n]{0,40}?(?<!\p{L})${LIST}(?!\p{L})${ENTRIES}`, 'iu');

/** `messages is a list of …`: the subject of a sentence needs no quotes. */
const SUBJECT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_"'\x60])(?<name>[a-z]\w*)\s+(?:is|are|ist|es|est|è|é|=)\s+(?:an?\s|eine\s|una\s|une\s|uma\s)?(?:[a-z]+\s)?${LIST}(?!\p{L})${ENTRIES}`,
  'u',
);

/** A sentence names the list that holds the whole conversation, each entry with its role and content. */
function withTurnList(fields: readonly ProseField[], text: string): ProseField[] {
  const match = BEFORE.exec(text) ?? AFTER.exec(text) ?? SUBJECT.exec(text);
  const name = match?.groups?.['name'];
  if (name === undefined || /^(?:role|content)$/i.test(name)) return [...fields];
  const kept = fields.filter(
    (field) => field.name !== name && !/^(?:role|content|user|assistant|system)$/i.test(field.name),
  );
  const value = [{ role: 'user', content: hole('message') }];
  const told = { type: 'array', isRequired: true, value };
  return [...kept, proseField(name, 'request', match?.index ?? 0, '', told)];
}

type Section = {
  readonly from: number;
  readonly to: number;
  readonly method: string;
  readonly path: string;
};

const ROUTE =
  /^[ \t#*`>•-]*(?:\d+(?:\.\d+)*[.)]?[ \t]*)?[`*]*(POST|PUT|PATCH|GET|DELETE)[`*]*[ \t:]+[`*]*((?:https?:\/\/[^\s`*|]+|\/[\w\-./{}:<>]*))[^\n]*$/gm;

/**
 * The parts of a document that tell of several operations, each below its own method and path. A mere list of routes is
 * no such document: what follows it belongs to any of them.
 */
function sectionsOf(text: string): Section[] {
  const routes = [...text.matchAll(ROUTE)];
  const paths = new Set(routes.map((match) => `${match[1]} ${match[2]}`));
  if (paths.size < 2) return [];
  return routes.flatMap((match, index): Section[] => {
    const next = routes[index + 1];
    const before = routes[index - 1];
    const path = (match[2] ?? '').replace(/[.,;:]+$/, '');
    const isListed =
      (before !== undefined && isBeside(text, before, match)) ||
      (next !== undefined && isBeside(text, match, next) && index === 0);
    return isListed
      ? []
      : [{ from: match.index, to: next?.index ?? text.length, method: match[1] ?? 'POST', path }];
  });
}

const isBeside = (text: string, left: RegExpExecArray, right: RegExpExecArray): boolean =>
  text.slice(left.index + left[0].length, right.index).trim() === '' &&
  right.index - left.index - left[0].length <= 1;

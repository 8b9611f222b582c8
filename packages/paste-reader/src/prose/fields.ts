import type { Json } from '../json-value.ts';
import { isHeadingRow, sideAt, type Side } from './sides.ts';

export type ProseField = {
  readonly name: string;
  readonly side: Side;
  readonly description: string;
  readonly type: string | undefined;
  readonly isRequired: boolean | undefined;
  readonly value: Json | undefined;
  readonly at: number;
};

/** A field with what its words tell; what is known better is given beside them. */
export const proseField = (
  name: string,
  side: Side,
  at: number,
  description: string,
  known: Partial<ProseField> = {},
): ProseField => ({
  name,
  side,
  at,
  description,
  type: typeIn(description),
  isRequired: requiredIn(description),
  value: undefined,
  ...known,
});

export const linesOf = (text: string): { line: string; at: number }[] =>
  [...text.matchAll(/^[^\n]*$/gm)].map(({ index, 0: line }) => ({ line, at: index }));

/** Up to its end, or as much of it as anybody would write: each name in it is held against all that stands before. */
export const SENTENCE = /[^\n.。!！]{1,1200}(?:\.(?=[\w[])[^\n.。!！]{1,300}){0,12}/g;

export const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$.\-\[\]]*`;

const HEADING_CELL =
  /^(?:name|field|parameter|param|key|feld|veld|campo|champ|pole|nombre|nome|nom|naam|navn|namn|参数|参数名|名称|字段|項目|parámetro|parâmetro|header|attribute|property|m[eé]tod[eo]|methode|method)$/i;

/** A column that says of each field where it goes. */
function sideInCells(cells: readonly string[]): Side | undefined {
  const place = cells
    .map((cell) => cell.toLowerCase())
    .find((cell) => /^(?:header|path|cookie|query|body)$/.test(cell));
  if (place === undefined) return undefined;
  return place === 'query' || place === 'header' ? place : place === 'body' ? 'request' : 'elsewhere';
}

/** Markdown and plain tables: | name | type | required | description |. */
export function tableFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  for (const match of text.matchAll(/^(?=[^\n|]*\|)[ \t]*\|?([^\n|]+\|[^\n]+)$/gm)) {
    const cells = (match[1] ?? '').split('|').map((cell) => cell.trim().replace(/^[`*_"]+|[`*_":]+$/g, ''));
    const [name = '', ...rest] = cells.filter((cell, index) => cell !== '' || index === 0);
    if (!new RegExp(`^${NAME}$`, 'u').test(name) || rest.length === 0) continue;
    if (HEADING_CELL.test(name) || isHeadingRow(match[0]) || isAboveRule(text, match.index + match[0].length))
      continue;
    if (/^(?:authorization|content-type|accept)$/i.test(name)) continue;
    const words = `${rest.join(' ')} ${sentenceBelow(text, match.index + match[0].length)}`.trim();
    const side = sideInCells(rest) ?? sideAt(text, match.index, 'request');
    const told = { type: typeIn(rest.join(' ')), isRequired: requiredIn(rest.join(' ')) };
    fields.push(proseField(name, side, match.index, words, { ...told, value: exampleIn(words) }));
  }
  return fields;
}

/** The row above a line of dashes has the headings of the columns. */
const isAboveRule = (text: string, at: number): boolean =>
  /^\n[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*(?:\n|$)/.test(text.slice(at, at + 400));

/** Rows copied from a page may have their words on the line below; a row drawn with bars has them in itself. */
function sentenceBelow(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  if (text[from] === '|') return '';
  const line = /^\n([^\n|]*)/.exec(text.slice(at))?.[1]?.trim() ?? '';
  return /^\p{Lu}?\p{L}*\s.*\s\p{L}/u.test(line) && !/[:{]$/.test(line) ? line : '';
}

/** The first of several values that words give as all there are. */
export function firstChoice(words: string): string | undefined {
  const list =
    /(?:^|[|(（:;]|\b(?:one of|either|eins von|entweder|uno de|um de|un de|soit)\b)\s*((?:[`"'“„«]?[\w-]{1,24}[`"'”“»]?\s*,\s*){0,8}[`"'“„«]?[\w-]{1,24}[`"'”“»]?,?\s+(?:or|oder|ou|o|u|of|eller|lub|ou)\s+[`"'“„«]?[\w-]{1,24}[`"'”“»]?|(?<=\bone of\s)[`"'“„«]?[\w-]{1,24}[`"'”“»]?(?:\s*[,/]\s*[`"'“„«]?[\w-]{1,24}[`"'”“»]?){1,8})\s*(?:[.,;|)）]|$)/iu.exec(
      words
        .replace(/^\s*(?:string|str|text|enum)\b[\s|]*/i, '')
        .replace(/^(?:required|mandatory|yes|ja|pflicht|s[ií]|oui)\b[\s|,.]*/i, ''),
    )?.[1];
  const values = list
    ?.match(/[\w-]+/g)
    ?.filter((word) => !/^(?:or|oder|ou|o|u|of|eller|lub|null|none)$/i.test(word));
  return values?.find((value) => /^user$/i.test(value)) ?? values?.[0];
}

/** A name, room, then words: columns kept apart by spaces, as in manuals and plain-text descriptions. */
const ABOUT_THE_CALL =
  /^(?:method|verb|auth|authentication|authorization|security|host|instance|server|path|url|uri|endpoint|address|base|port|protocol|format|encoding|timeout)$/i;
const SPACED = new RegExp(
  String.raw`^[ \t]*[\x60"]?(${NAME})[\x60"]?(?:[ ]{2,}|[ ]*\t[ \t]*)([^\s=:{}[\]][^\n]*)$`,
  'u',
);
export const isSpacedLine = (line: string): boolean => SPACED.test(line);

export function spacedFields(text: string): ProseField[] {
  const rows = linesOf(text).map(({ line, at }) => {
    const [, name = '', words = ''] = SPACED.exec(line) ?? [];
    return { at, name, words };
  });
  return rows
    .filter(
      ({ name, words }, index) =>
        name !== '' &&
        !/^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(name) &&
        (rows[index - 1]?.name !== '' || rows[index + 1]?.name !== '') &&
        !HEADING_CELL.test(name) &&
        // The address and how to call it, listed one below the other.
        !(ABOUT_THE_CALL.test(name) && typeIn(words) === undefined),
    )
    .map((row) =>
      proseField(row.name, sideAt(text, row.at, 'request'), row.at, row.words, {
        value: exampleIn(row.words),
      }),
    );
}

const LISTED = new RegExp(
  String.raw`^[ \t]*(?:[-*•+・‣–·]|\d+[.)])[ \t]*(?:\*\*)?[\x60"']?(${NAME})[\x60"']?(?:\*\*)?[ \t]*(?:[(\[（]([^)\]）\n]*)[)\]）]|[*_](?![*_])([^*_\n]+)[*_])?[ \t]*(?:(?:[:：—–-]|=|→)+[ \t]*([^\n]+)|(?<=[)\]）][ \t]+)([^\n]+))?$`,
  'gmu',
);
/** What stands before a colon in a list and is no field itself. */
const NO_FIELD =
  /^(?:https?|note|example|url|endpoint|method|auth|authorization|authentication|content-type|header|headers|base|post|get|host|address|body|request|response|payload|returns?|fields?|params?|parameters?)$/i;

/** A line of a list that tells of one field; any other line of a list is a sentence like those outside of lists. */
export const isListedField = (line: string): boolean =>
  [...line.matchAll(LISTED)].some((match) => listedField(match) !== undefined);

function listedField([, name = '', brackets, italics, words, beside]: RegExpMatchArray) {
  const info = brackets ?? italics;
  if (NO_FIELD.test(name) || (info === undefined && words === undefined)) return undefined;
  // Without a mark between them, only a type in brackets makes what follows words about a field.
  if (beside !== undefined && typeIn(info ?? '') === undefined && requiredIn(info ?? '') === undefined)
    return undefined;
  return { name, info: info ?? '', description: words ?? beside ?? '' };
}

/** - `name` (string, required): what it is. */
export function listFields(text: string): ProseField[] {
  const fieldAt = (at: number, name: string, words: string, known: Partial<ProseField> = {}): ProseField =>
    proseField(name, sideAt(text, at, 'request'), at, words, known);
  const fields = [...text.matchAll(LISTED)].flatMap((match): ProseField[] => {
    const field = listedField(match);
    return field ? [fieldAt(match.index, field.name, `${field.info} ${field.description}`)] : [];
  });
  // A definition list without bullets: name, dash, words.
  for (const { index, 1: name = '', 2: words = '' } of text.matchAll(
    /^[ \t]*[`"']?([a-z_][\w.]*)[`"']?[ \t]+[—–][ \t]+([^\n]+)$/gm,
  ))
    fields.push(fieldAt(index, name, words, { value: exampleIn(words) }));
  const bare = new RegExp(
    String.raw`^[ \t]*[\x60"']?(${NAME})[\x60"']?[ \t]*[(（]((?:string|str|text|integer|int|number|boolean|bool|array|object|required|optional|pflicht|cadena|texto|cha[iî]ne)[^)）\n]*)[)）][ \t]*[:：—–-]?[ \t]*([^\n]*)$`,
    'gimu',
  );
  for (const { index, 1: name = '', 2: info = '', 3: words = '' } of text.matchAll(bare))
    fields.push(
      fieldAt(index, name, `${info} ${words}`, { type: typeIn(info), isRequired: requiredIn(info) }),
    );
  return fields;
}

/** `e.g. kitchen`, `default: en`, `always 1`: a value that works, said beside a field. */
export function exampleIn(words: string): Json | undefined {
  const value =
    /(?:\be\.\s?g\.,?|\bwe (?:always )?(?:use|send|take)|(?<=[.;,(]\s?)use(?=\s+\S*[\d_`"-])|\b(?:must|has to|should) be|\bmuss|\balways|\bimmer|\bsiempre|\btoujours|\bsempre|\baltijd|固定为?|\bfor example,?|\bz\.\s?B\.|\bpor ejemplo,?|\bpar exemple,?|\bexample:|\bdefaults? (?:to|is)|\bdefault:|例[:：]?)\s*[`"“'「]?([\w.@:/-]{1,40})/iu
      .exec(words)?.[1]
      ?.replace(/[.,:]+$/, '');
  if (value === undefined || value === '' || /^(?:true|false|null|none|a|an|the|empty)$/i.test(value))
    return undefined;
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

export const typeIn = (words: string): string | undefined =>
  /\b(string|str|text|integer|int|number|float|boolean|bool|object|array|list|uuid|zahl|ganzzahl|liste)\b(?:\[\])?/i.exec(
    words,
  )?.[0];

export function requiredIn(text: string): boolean | undefined {
  if (
    /\b(?:optional|not required|opcional|facultatif|facoltativo)\b|wahlfrei|freiwillig|facultativ|valgfri|valfri|opcjonaln|необязательн|可选|任意|선택|^no$|\bno\b(?=[^\p{L}]*$)|\bnein\b|\bnon\b|✗|❌/iu.test(
      text,
    )
  )
    return false;
  return /\brequired\b|\bmandatory\b|pflicht|obligat|requerid|obrigat|requis|erforderlich|verpflichtend|verplicht|obbligat|wymagan|zorunlu|обязательн|필수|必填|必須|必需|\byes\b|\bja\b|\bs[ií]\b|\boui\b|✓|✔|✅/iu.test(
    text,
  )
    ? true
    : undefined;
}

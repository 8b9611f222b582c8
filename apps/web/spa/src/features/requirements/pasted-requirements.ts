import { foldName } from '@sonde/contract/fold-name';
import { readRows } from '../tests/sheet/clipboard-table.ts';
import { formatNumber } from '../../lib/format.ts';

export interface PastedRequirement {
  /** Where it begins in what was pasted, from 1. */
  readonly line: number;
  readonly name: string;
  readonly description: string;
  /** The name as names are compared. */
  readonly key: string;
}

export interface Pasted {
  readonly requirements: readonly PastedRequirement[];
  /** Headings of the list and columns of the table that say nothing of a requirement. */
  readonly leftOut: readonly string[];
}

const longestName = 200;
const longestDescription = 4000;

/** A list as it stands in a wiki, an email or a spreadsheet. */
export function readPasted(text: string): Pasted {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  return readPiped(plain) ?? readTable(plain) ?? readList(plain.split('\n'));
}

const nameHeaders = new Set(['title', 'name', 'requirement', 'requirements', 'summary']);
const descriptionHeaders = new Set(['description', 'details', 'explanation', 'text']);

/** By its header; without one, two columns that a spreadsheet separates by tabs are title and description. */
function readTable(text: string): Pasted | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '');
  const first = lines[start] ?? '';
  for (const separator of ['\t', ',', ';']) {
    const header = readRows(first, separator)[0]?.cells.map((cell) => cell.trim()) ?? [];
    const name = header.findIndex((cell) => nameHeaders.has(cell.toLowerCase()));
    // "Name, address and birthday are never asked for" is no header.
    if (name < 0 || header.some((cell) => cell.split(' ').length > 2)) continue;
    if (header.length === 1) return readList(lines.with(start, ''));
    const description = header.findIndex((cell) => descriptionHeaders.has(cell.toLowerCase()));
    const [, ...rows] = readRows(text, separator).filter(({ cells }) =>
      cells.some((cell) => cell.trim() !== ''),
    );
    return {
      requirements: rows.flatMap(rowReader(name, description)),
      leftOut: header.filter((cell, index) => index !== name && index !== description && cell !== ''),
    };
  }
  if (!/\S\t+\S/.test(withoutMarks(first))) return undefined;
  return { requirements: readRows(text, '\t').flatMap(rowReader(0, 1)), leftOut: [] };
}

const isPiped = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell.trim()));

/** Tables as Markdown and wikis write them, between bars; what stands around them is a list. */
function readPiped(text: string): Pasted | undefined {
  const lines = text.split('\n');
  if (!lines.some(isPiped)) return undefined;
  const tables: { line: number; text: string }[][] = [];
  for (const [index, line] of lines.entries()) {
    if (!isPiped(line)) continue;
    const row = { line: index + 1, text: line.trim() };
    const last = tables.at(-1);
    if (last?.at(-1)?.line === index) last.push(row);
    else tables.push([row]);
  }
  const read = [readList(lines.map((line) => (isPiped(line) ? '' : line))), ...tables.map(readPipedTable)];
  return {
    requirements: read
      .flatMap(({ requirements }) => requirements)
      .toSorted((one, other) => one.line - other.line),
    leftOut: read.flatMap(({ leftOut }) => leftOut),
  };
}

function readPipedTable(lines: readonly { line: number; text: string }[]): Pasted {
  const isDoubled = lines[0]?.text.startsWith('||') === true;
  const rows = lines.map(({ line, text }, index) => ({
    line,
    cells: (index === 0 && isDoubled ? text.replaceAll('||', '|') : text)
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('\\|', '|').trim()),
  }));
  const names = rows[0]?.cells.map((cell) => withoutWikiMarks(cell).toLowerCase()) ?? [];
  const named = names.findIndex((cell) => nameHeaders.has(cell));
  const described = names.findIndex((cell) => descriptionHeaders.has(cell));
  const name = Math.max(named, 0);
  const description = described >= 0 ? described : named >= 0 ? -1 : 1;
  const hasHead = isDoubled || named >= 0 || (rows[1] !== undefined && isRule(rows[1].cells));
  return {
    requirements: rows
      .slice(hasHead ? 1 : 0)
      .filter(({ cells }) => !isRule(cells))
      .flatMap(rowReader(name, description)),
    leftOut: (hasHead ? (rows[0]?.cells ?? []) : []).filter(
      (cell, index) => index !== name && index !== description && cell !== '',
    ),
  };
}

const rowReader =
  (name: number, description: number) =>
  ({ line, cells }: { line: number; cells: readonly string[] }): PastedRequirement[] =>
    made(line, withoutQuotes(withoutMarks(cells[name] ?? '')), cells[description]?.trim() ?? '');

/** One a line; what is indented below one belongs to it. */
function readList(lines: readonly string[]): Pasted {
  const requirements: PastedRequirement[] = [];
  const leftOut: string[] = [];
  let open: { line: number; indent: number; name: string; below: string[] } | undefined;
  const close = (): void => {
    if (open) requirements.push(...made(open.line, open.name, open.below.join('\n')));
    open = undefined;
  };
  for (const [index, raw] of lines.entries()) {
    const line = withoutReplyMarks(raw);
    const content = line.trim();
    if (content === '') continue;
    const indent = indentOf(line);
    if (open && indent > open.indent) {
      open.below.push(content);
      continue;
    }
    close();
    if (isHeading(content))
      leftOut.push(withoutWikiMarks(content.replace(heading, '').replace(/\s*=+$/, '')));
    else open = { line: index + 1, indent, name: withoutQuotes(withoutMarks(content)), below: [] };
  }
  close();
  return { requirements, leftOut };
}

/** "## Safety", "== Safety ==", "h2. Safety". */
const heading = /^(?:#{1,6}\s+|={1,6}\s*(?=[^=\s].*=$)|h[1-6]\.\s+)/;

/** Not a requirement: a heading, "The bot must:", and lines that only divide. */
const isHeading = (content: string): boolean =>
  heading.test(content) ||
  /^(?:\*\*|__|''')[^*_']+(?::(?:\*\*|__|''')|(?:\*\*|__|'''):)$/.test(content) ||
  (content.endsWith(':') && withoutMarks(content) === content) ||
  /^[-=_*~\s]{3,}$/.test(content);

function made(line: number, name: string, description: string): PastedRequirement[] {
  const clean = withoutWikiMarks(printable(name)).replaceAll(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(clean)) return [];
  const title = titleOf(clean);
  const told = withoutWikiMarks(description);
  const below = title === clean ? told : [clean, told].join('\n');
  return [{ line, name: title, description: below.trim(), key: foldName(title) }];
}

/** People write a rule out in one paragraph: its first sentence, or as much of it as a title holds, then stands for it. */
function titleOf(text: string): string {
  if (text.length <= longestName) return text;
  const shortened = text.slice(0, longestName);
  const end = /^.*?[\p{L}\d)”"][.!?](?=\s)/u.exec(shortened)?.[0];
  if (end !== undefined && end.includes(' ')) return end;
  return `${shortened.slice(0, -1).replace(/\s+\S*$/, '')}…`;
}

/** What no name may have: control characters and those that turn the direction of text. */
const printable = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/\p{Cc}/gu, ' ');

const indentOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;

/** As mail programs mark what is answered to. */
const withoutReplyMarks = (line: string): string => line.replace(/^(?:\s?>)+ ?/, '');

const bullet = /^[-*+•◦▪‣·–—](?=\s)\s*/;
const checkBox = /^(?:\[[ xX]?\]|[☐☑☒✓✔])(?=\s)\s*/;
// Only with what ends it: "3 answers at most" begins with a number of its own.
const number = /^(?:\(?\d{1,4}(?:\.\d{1,4})*[.)]|\d{1,4}(?:\.\d{1,4}){2,}|[a-z]\))(?=\s)\s*/;

/** Without the bullet, the number and the check box before it. */
const withoutMarks = (text: string): string =>
  [bullet, number, checkBox].reduce((rest, mark) => rest.replace(mark, ''), text.trim());

/** Bold and italics as Markdown and wikis write them; “__proto__” and “2 * 3 * 4” are none. */
const withoutWikiMarks = (text: string): string =>
  text
    .replaceAll(/'{2,5}(?=\S)((?:(?!'').){1,4000}?)'{2,5}/g, '$1')
    .replaceAll(/\*\*(?=\S)((?:(?!\*\*).){1,4000}?)\*\*/g, '$1')
    .replaceAll(/(^|[^\w_])__(?=\S)((?:(?!__).){1,4000}?)__(?![\w_])/g, '$1$2');

const quotes = ['""', "''", '“”', '„“', '‘’', '«»', '»«', '``', '****', '____'];

function withoutQuotes(text: string): string {
  for (const pair of quotes) {
    const half = pair.length / 2;
    const [open, shut] = [pair.slice(0, half), pair.slice(half)];
    const inner = text.slice(half, -half);
    if (text.length > pair.length && text.startsWith(open) && text.endsWith(shut) && !inner.includes(open))
      return withoutQuotes(inner.trim());
  }
  return text;
}

/** What cannot be stored as it was pasted, in words. */
export function faultOf({ description }: PastedRequirement): string | undefined {
  if (description.length > longestDescription)
    return `The description has ${formatNumber(description.length)} characters, and ${formatNumber(longestDescription)} are the most.`;
  return undefined;
}

/** Why one would be made a second time, in words. */
export function duplicatesOf(
  requirements: readonly PastedRequirement[],
  existing: ReadonlySet<string>,
): ReadonlyMap<PastedRequirement, string> {
  const seen = new Map<string, PastedRequirement>();
  const duplicates = new Map<PastedRequirement, string>();
  for (const one of requirements) {
    const before = seen.get(one.key);
    if (existing.has(one.key)) duplicates.set(one, 'There already');
    else if (before) duplicates.set(one, `Twice, see line ${before.line}`);
    if (!before) seen.set(one.key, one);
  }
  return duplicates;
}

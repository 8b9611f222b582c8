import { foldName } from '@sonde/contract/fold-name';
import { readRows } from '../tests/sheet/clipboard-table.ts';
import { formatNumber } from '../../lib/format.ts';
import { demandOf, underDemand, type Demand } from './demand-headings.ts';
import { noRequirement } from './no-requirement.ts';
import {
  idTag,
  markLine,
  notWanted,
  priorityIn,
  priorityNamed,
  readMarks,
  repeatedPrefixes,
} from './requirement-marks.ts';

export interface PastedRequirement {
  /** Where it begins in what was pasted, from 1. */
  readonly line: number;
  readonly name: string;
  readonly description: string;
  /** The name as names are compared. */
  readonly key: string;
  /** The identifier and the priority that the list gives it. */
  readonly tags: readonly string[];
}

/** A line that asks nothing of an application, with what it is instead. */
export interface SetAside extends PastedRequirement {
  readonly why: string;
}

export interface Pasted {
  readonly requirements: readonly PastedRequirement[];
  readonly setAside: readonly SetAside[];
  /** Headings of the list and columns of the table that say nothing of a requirement. */
  readonly leftOut: readonly string[];
  /** Headings that were carried on into the lines below them. */
  readonly carried: readonly string[];
}

const longestName = 200;
const longestDescription = 4000;
const longestTag = 100;
const mostTags = 50;

/** A list as it stands in a wiki, an email or a spreadsheet. */
export function readPasted(text: string): Pasted {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  const { rows, leftOut, carried = [] } = readPiped(plain) ?? readTable(plain) ?? readList(plain.split('\n'));
  const prefixes = repeatedPrefixes(rows.map(({ name }) => name));
  const requirements: PastedRequirement[] = [];
  const setAside: SetAside[] = [];
  for (const row of rows) {
    const { rest, tags } = readMarks(row.name, prefixes);
    const said = noRequirement(rest);
    // A greeting stays one; whatever may be ticked after all keeps what its heading says of it.
    const asks = said === undefined || said === 'General statement';
    const name = row.demand && asks ? underDemand(rest, row.demand) : rest;
    const one = made({ ...row, name, tags: [...tags, ...row.tags] });
    const why = one.tags.includes(notWanted) ? 'Won’t have' : said;
    if (why === undefined) requirements.push(one);
    else setAside.push({ ...one, why });
  }
  return { requirements, setAside, leftOut, carried };
}

/** One as it stands there, without the marks of lists and wikis. */
interface Row {
  readonly line: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly demand?: Demand | undefined;
}
interface Read {
  readonly rows: readonly Row[];
  readonly leftOut: readonly string[];
  readonly carried?: readonly string[];
}
interface ReadList extends Read {
  /** What the headings above say of each line. */
  readonly demands: readonly (Demand | undefined)[];
}

const nameHeaders = new Set(['title', 'name', 'requirement', 'requirements', 'summary']);
const descriptionHeaders = new Set(['description', 'details', 'explanation', 'text']);
const idHeaders = new Set(['id', 'key', 'ref', 'reference', 'req id', 'requirement id']);
const priorityHeaders = new Set(['priority', 'prio', 'moscow', 'importance']);
const tagHeaders = new Set(['tags', 'labels']);

/** Where a table has what, by the names of its columns; none stands at -1. */
function columnsIn(header: readonly string[]) {
  const at = (names: ReadonlySet<string>) => header.findIndex((cell) => names.has(cell.toLowerCase()));
  return {
    name: at(nameHeaders),
    description: at(descriptionHeaders),
    id: at(idHeaders),
    priority: at(priorityHeaders),
    tags: at(tagHeaders),
  };
}
type Columns = ReturnType<typeof columnsIn>;
const without: Columns = { name: 0, description: 1, id: -1, priority: -1, tags: -1 };
const otherColumns = (header: readonly string[], columns: Columns): string[] =>
  header.filter((cell, index) => !Object.values(columns).includes(index) && cell !== '');

/** By its header; without one, two columns that a spreadsheet separates by tabs are title and description. */
function readTable(text: string): Read | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '');
  const first = lines[start] ?? '';
  for (const separator of ['\t', ',', ';']) {
    const header = readRows(first, separator)[0]?.cells.map((cell) => cell.trim()) ?? [];
    const columns = columnsIn(header);
    // "Name, address and birthday are never asked for" is no header.
    if (columns.name < 0 || header.some((cell) => cell.split(' ').length > 2)) continue;
    if (header.length === 1) return readList(lines.with(start, ''));
    const [, ...rows] = readRows(text, separator).filter(({ cells }) =>
      cells.some((cell) => cell.trim() !== ''),
    );
    return { rows: rows.flatMap(rowReader(columns)), leftOut: otherColumns(header, columns) };
  }
  if (!/\S\t+\S/.test(withoutMarks(first))) return undefined;
  return { rows: readRows(text, '\t').flatMap(rowReader(without)), leftOut: [] };
}

const isPiped = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell.trim()));

/** Tables as Markdown and wikis write them, between bars; what stands around them is a list. */
function readPiped(text: string): Read | undefined {
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
  const list = readList(lines.map((line) => (isPiped(line) ? '' : line)));
  const inTables = tables.map(readPipedTable).map(({ rows, leftOut }) => ({
    rows: rows.map((row) => ({ ...row, demand: list.demands[row.line - 1] })),
    leftOut,
  }));
  const read = [list, ...inTables];
  return {
    carried: list.carried ?? [],
    rows: read.flatMap(({ rows }) => rows).toSorted((one, other) => one.line - other.line),
    leftOut: read.flatMap(({ leftOut }) => leftOut),
  };
}

function readPipedTable(lines: readonly { line: number; text: string }[]): Read {
  const isDoubled = lines[0]?.text.startsWith('||') === true;
  const rows = lines.map(({ line, text }, index) => ({
    line,
    cells: (index === 0 && isDoubled ? text.replaceAll('||', '|') : text)
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('\\|', '|').trim()),
  }));
  const named = columnsIn(rows[0]?.cells.map(withoutWikiMarks) ?? []);
  const hasHead = isDoubled || named.name >= 0 || (rows[1] !== undefined && isRule(rows[1].cells));
  const columns = named.name >= 0 ? named : withDescription(named);
  return {
    rows: rows
      .slice(hasHead ? 1 : 0)
      .filter(({ cells }) => !isRule(cells))
      .flatMap(rowReader(columns)),
    leftOut: hasHead ? otherColumns(rows[0]?.cells ?? [], columns) : [],
  };
}

/** Without a column that is named for it, the first that is not taken is the title, and the next the description. */
function withDescription(named: Columns): Columns {
  const isFree = (at: number): boolean => !Object.values(named).includes(at);
  const [name = 0, next = 1] = [0, 1, 2, 3, 4].filter(isFree);
  return { ...named, name, description: named.description >= 0 ? named.description : next };
}

const rowReader =
  ({ name, description, id, priority, tags }: Columns) =>
  ({ line, cells }: { line: number; cells: readonly string[] }): Row[] => {
    const [number, urgency, words] = [id, priority, tags].map((at) => cells[at]?.trim() ?? '');
    return rowOf({
      line,
      name: withoutQuotes(withoutMarks(cells[name] ?? '')),
      description: cells[description]?.trim() ?? '',
      tags: [
        ...(number ? [idTag(number)] : []),
        ...(urgency ? [priorityNamed(urgency) ?? urgency] : []),
        ...(words ?? '').split(','),
      ],
    });
  };

/** A heading that says something of what stands below it, up to where it ends. */
interface Section {
  readonly level: number;
  readonly demand: Demand;
  /** Of a heading that is an item of the list itself. */
  readonly item?: { readonly indent: number; readonly isNumber: boolean } | undefined;
}

/** One a line; what is indented below one belongs to it. */
function readList(lines: readonly string[]): ReadList {
  const rows: Row[] = [];
  const leftOut: string[] = [];
  const carried: string[] = [];
  const demands: (Demand | undefined)[] = [];
  /** “Must have” above a part of the list. */
  let priority: string | undefined;
  let sections: Section[] = [];
  let isAfterBlank = false;
  let isAfterHeading = false;
  let open:
    | {
        line: number;
        indent: number;
        name: string;
        below: string[];
        tags: string[];
        demand: Demand | undefined;
      }
    | undefined;
  const close = (): void => {
    if (open) rows.push(...rowOf({ ...open, description: open.below.join('\n') }));
    open = undefined;
  };
  for (const [index, raw] of lines.entries()) {
    demands.push(sections.at(-1)?.demand);
    const line = withoutReplyMarks(raw);
    const content = line.trim();
    if (content === '') {
      isAfterBlank = true;
      continue;
    }
    const wasAfterBlank = isAfterBlank;
    isAfterBlank = false;
    const indent = indentOf(line);
    const mark = open ? markLine(withoutMarks(content)) : undefined;
    if (open && mark !== undefined) {
      open.tags.push(mark);
      continue;
    }
    if (open && indent > open.indent) {
      open.below.push(content);
      continue;
    }
    close();
    const isItem = withoutMarks(content) !== content;
    const isFormed =
      isHeading(content) || isTitleOfItems(content, lines.slice(index + 1)) || isTitleOfList(lines, index);
    const title =
      isFormed || content.length <= longestName
        ? withoutWikiMarks(withoutMarks(content.replace(heading, '').replace(/\s*=+$/, '')))
        : content;
    const demand = demandOf(title, isFormed);
    const isUnderline = isFormed && isAfterHeading && isDivider(content);
    isAfterHeading = false;
    if (isUnderline) continue;
    if (isFormed || demand || isPriority(content)) {
      const level = levelOf(content);
      sections = sections.filter((section) => section.level < level && !endsItem(section, indent, content));
      const item = isItem && !heading.test(content) ? { indent, isNumber: number.test(content) } : undefined;
      if (demand) sections.push({ level, demand, item });
      (demand && demand.words !== '' ? carried : leftOut).push(title);
      if (!item) priority = priorityIn(title.replace(/s?:$/, '').replace(/(?<=have)s$/i, ''));
      isAfterHeading = !isDivider(content);
      continue;
    }
    // A blank line ends a plain heading, but not the one right below it.
    const isApart = wasAfterBlank && !isItem;
    const lastDemand = rows.at(-1)?.demand;
    sections = sections.filter(
      (section) =>
        !endsItem(section, indent, content) &&
        !(isApart && section.level === plainLevel && !section.item && section.demand === lastDemand),
    );
    open = {
      line: index + 1,
      indent,
      name: withoutQuotes(withoutMarks(content)),
      below: [],
      tags: priority === undefined ? [] : [priority],
      demand: sections.at(-1)?.demand,
    };
  }
  close();
  return { rows, leftOut, carried, demands };
}

const endsItem = ({ item }: Section, indent: number, content: string): boolean =>
  item !== undefined &&
  (indent < item.indent ||
    (indent === item.indent &&
      (withoutMarks(content) === content || number.test(content) === item.isNumber)));

/** "## Safety", "== Safety ==", "h2. Safety". */
const heading = /^(?:#{1,6}\s+|={1,6}\s*(?=[^=\s].*=$)|h[1-6]\.\s+)/;
/** Deeper than all that have a level. */
const plainLevel = 7;

function levelOf(content: string): number {
  const [marks] = heading.exec(content) ?? [];
  if (marks === undefined) return plainLevel;
  return Number(/\d/.exec(marks)?.[0] ?? marks.trim().length);
}

const isDivider = (content: string): boolean => /^[-=_*~\s]{3,}$/.test(content);

/** “Must” alone stands above what must be. */
const isPriority = (content: string): boolean => /^(?:must|should|could|won['’]?t)$/i.test(content);

/** Not a requirement: a heading, "The bot must:", and lines that only divide. */
const isHeading = (content: string): boolean =>
  heading.test(content) ||
  /^(?:\*\*|__|''')[^*_']+(?::(?:\*\*|__|''')|(?:\*\*|__|'''):)$/.test(content) ||
  (content.endsWith(':') && withoutMarks(content) === content) ||
  isDivider(content);

/** A line in bold and nothing else, with a list below it: what the list is about, and no requirement beside its own. */
function isTitleOfItems(content: string, below: readonly string[]): boolean {
  if (!/^(\*\*|__|''')[^*_']+(?<![.!?])\1$/.test(content)) return false;
  const next = below.find((line) => withoutReplyMarks(line).trim() !== '');
  if (next === undefined) return false;
  const item = withoutReplyMarks(next).trim();
  return withoutMarks(item) !== item;
}

/** The subject of a ticket: one line apart from a list of which every other line is an item or belongs to one. */
function isTitleOfList(lines: readonly string[], index: number): boolean {
  const isItem = (line: string): boolean => withoutMarks(line) !== line.trim() || /^\s/.test(line);
  const [title = '', next = '', ...below] = lines.slice(index).map(withoutReplyMarks);
  const items = below.filter((line) => line.trim() !== '');
  return (
    lines.slice(0, index).every((line) => line.trim() === '') &&
    next.trim() === '' &&
    !isItem(title) &&
    !/[.!?]$/.test(title.trim()) &&
    items.length > 1 &&
    items.every(isItem)
  );
}

function rowOf({ line, name, description, tags, demand }: Row): Row[] {
  const clean = withoutWikiMarks(printable(name)).replaceAll(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(clean)) return [];
  return [{ line, name: clean, description: withoutWikiMarks(description), tags, demand }];
}

function made({ line, name, description, tags }: Row): PastedRequirement {
  const title = titleOf(name);
  const below = title === name ? description : [name, description].join('\n');
  const words = tags.map((tag) => printable(tag).replaceAll(/\s+/g, ' ').trim().slice(0, longestTag));
  return {
    line,
    name: title,
    description: below.trim(),
    key: foldName(title),
    tags: [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))].slice(0, mostTags),
  };
}

/** People write a rule out in one paragraph: its first sentence, or as much of it as a title holds, then stands for it. */
function titleOf(text: string): string {
  if (text.length <= longestName) return text;
  const room = text.slice(0, longestName);
  const end = /^.*?[\p{L}\d)”"][.!?](?=\s)/u.exec(room)?.[0];
  if (end !== undefined && end.includes(' ')) return end;
  return `${room.slice(0, -1).replace(/\s+\S*$/, '')}…`;
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

import type { SampleAnswer } from '../finding.ts';
import type { Json, JsonObject } from '../json-value.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';

const ROWS = /^[^\n]*\n(?:[ \t]*\n)*([^\n]+)\n([ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*)\n([^\n]+)/;
const LIST = /^[^\n]*\n(?:[ \t]*\n)*((?:[A-Za-z_]\w*[ \t]+:[ \t][^\n]*(?:\n|$))+)/;

/** What PowerShell prints of an answer: columns under a ruled heading, or one field a line. */
export function printedObject(text: string, end: number): { answer: SampleAnswer; end: number } | undefined {
  const after = text.slice(end, end + 4000);
  const table = ROWS.exec(after);
  const list = table ? null : LIST.exec(after);
  const value = table ? columnsOf(table[1] ?? '', table[2] ?? '', table[3] ?? '') : fieldsOf(list?.[1] ?? '');
  const length = (table ?? list)?.[0].length;
  if (length === undefined || Object.keys(value).length === 0) return undefined;
  return { answer: { value: bodyOf(value), at: end + 1, isError: false }, end: end + length };
}

/** Of a whole response it prints the fields of the message; the answer is its content. */
function bodyOf(printed: JsonObject): Json {
  const content = printed['Content'];
  const parsed =
    typeof content === 'string' && /^[{[]/.test(content) ? parseRelaxedJson(content)?.value : undefined;
  return parsed ?? printed;
}

/** The ruled line says where each column begins. */
function columnsOf(heading: string, rule: string, row: string): JsonObject {
  const starts = [...rule.matchAll(/-+/g)].map(({ index }) => index);
  return Object.fromEntries(
    starts.flatMap((start, index) => {
      const name = heading.slice(start, starts[index + 1]).trim();
      return /^[\w.-]+$/.test(name) ? [[name, row.slice(start, starts[index + 1]).trim()]] : [];
    }),
  );
}

const fieldsOf = (lines: string): JsonObject =>
  Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );

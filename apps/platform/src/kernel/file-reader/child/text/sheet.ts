import { createMarkupParser } from '../markup-parser.ts';
import type { Parts } from './parts.ts';
import type { TextCollector } from './text-collector.ts';

const mostSharedStrings = 200_000;
const mostSharedCharacters = 8_000_000;

/** Cells hold places in this list instead of their texts. */
export async function readSharedStrings(parts: Parts): Promise<string[]> {
  const list: string[] = [];
  let current = '';
  let isText = false;
  let characters = 0;
  const parser = createMarkupParser(
    {
      onopentagname(name) {
        if (name === 'si') current = '';
        isText = name === 't';
      },
      ontext(text) {
        if (!isText) return;
        current += text;
        characters += text.length;
      },
      onclosetag(name) {
        if (name === 'si') list.push(current);
        isText = false;
      },
    },
    { xmlMode: true },
  );
  await parts.feed(
    'xl/sharedStrings.xml',
    parser,
    () => list.length >= mostSharedStrings || characters >= mostSharedCharacters,
  );
  return list;
}

/** A line for each row, a tab after each cell. Dates are numbers here: a cell knows them only by its style. */
export async function readSheet(
  parts: Parts,
  path: string,
  shared: readonly string[],
  into: TextCollector,
): Promise<void> {
  let kind = '';
  let value = '';
  let isValue = false;
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        if (name === 'c') [kind, value] = [attributes['t'] ?? '', ''];
        if (name === 'v' || name === 't') isValue = true;
      },
      ontext(text) {
        if (isValue) value += text;
      },
      onclosetag(name) {
        if (name === 'v' || name === 't') isValue = false;
        if (name === 'c') into.add(`${kind === 's' ? (shared[Number(value)] ?? '') : value}\t`);
        if (name === 'row') into.add('\n');
      },
    },
    { xmlMode: true },
  );
  await parts.feed(path, parser, () => into.isFull);
}

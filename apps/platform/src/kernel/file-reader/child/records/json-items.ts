import { UnreadableFileError } from '../../messages.ts';
import { decoded } from './decoded.ts';
import { isObject, mostItemCharacters, type RawRow } from './row.ts';
import { parseWritten } from './written-numbers.ts';

/** Items of a list, one at a time, whatever its length: the text is only cut here, and each piece parsed by itself. */
export async function* jsonListRows(path: string, encoding: string): AsyncGenerator<RawRow> {
  let row = 0;
  for await (const text of listItems(decoded(path, encoding))) {
    row += 1;
    yield jsonRow(row, text);
  }
}

export async function* jsonLineRows(path: string, encoding: string): AsyncGenerator<RawRow> {
  let row = 0;
  for await (const line of lines(decoded(path, encoding))) {
    row += 1;
    if (line.trim() !== '') yield jsonRow(row, line);
  }
}

export function jsonRow(row: number, text: string): RawRow {
  try {
    return itemRow(row, parseWritten(text));
  } catch {
    return { row, value: null, fault: 'This is not JSON.' };
  }
}

/** A bare text is a prompt. */
export function itemRow(row: number, value: unknown): RawRow {
  if (isObject(value)) return { row, value };
  return typeof value === 'string'
    ? { row, value: { prompt: value } }
    : { row, value: null, fault: 'An object is expected here.' };
}

async function* lines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > mostItemCharacters) throw tooLong();
    yield* parts;
  }
  yield rest;
}

/** The texts between the outer brackets, cut at the commas that stand in nothing else. */
async function* listItems(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let item = '';
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isOpen = false;
  for await (const text of texts) {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (character === '\\') isEscaped = true;
        else if (character === '"') isString = false;
        continue;
      }
      if (character === '"') isString = true;
      else if (character === '[' || character === '{') {
        depth += 1;
        if (depth === 1 && !isOpen) {
          isOpen = true;
          from = at + 1;
        }
      } else if (character === ']' || character === '}') {
        depth -= 1;
        if (depth > 0) continue;
        item += text.slice(from, at);
        if (item.trim() !== '') yield item;
        return;
      } else if (character === ',' && depth === 1) {
        yield item + text.slice(from, at);
        item = '';
        from = at + 1;
      }
    }
    if (isOpen) item += text.slice(from);
    if (item.length > mostItemCharacters) throw tooLong();
  }
  throw new UnreadableFileError('The list is never closed.');
}

const tooLong = (): UnreadableFileError =>
  new UnreadableFileError(`One item has more than ${mostItemCharacters / 1_000_000} million characters.`);

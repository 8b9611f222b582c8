import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentKey, type FilesModule } from '#files';
import { ReaderBusyError, UnreadableFileError } from '#kernel/file-reader';
import type { MemberPrincipal } from '#kernel/http';
import { ofSize } from '#kernel/object-store';
import { isObject } from './fields.ts';
import { readerBusy, unreadable } from './problems.ts';
import { isCells, suggestMapping } from './mapping.ts';
import type { Line } from './row-drafts.ts';
import { faultOfFrame, unreadOfFrame } from './promptfoo-frame.ts';
import { recogniseShape, type Shape } from './shapes.ts';
import type { Found } from './tables.ts';

export type StoredFiles = Pick<FilesModule, 'files' | 'objects' | 'spool' | 'reader' | 'discard'>;

export interface ReadAs {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
}

const samples = 5;
/** Below it lie the rows of files in the store. */
export const rowsPrefix = 'imports/';

/** Has the file taken apart in a process that may be killed, and keeps its rows as lines. */
export async function convertFile(
  stored: StoredFiles,
  principal: MemberPrincipal,
  { fileId, signal, ...readAs }: ReadAs & { readonly fileId: string; readonly signal?: AbortSignal },
): Promise<{ found: Found; shape: Shape }> {
  const { objects, spool, reader, files } = stored;
  const file = await files.find(principal, fileId);
  const source = await objects.open(contentKey(file));
  if (!source) throw unreadable('The bytes of the file are missing in the store.');
  const local = await spool.receive(ofSize(source, file.sizeBytes), {
    maxBytes: file.sizeBytes,
    ...(signal ? { signal } : {}),
  });
  const into = join(spool.directory, `${randomUUID()}.rows`);
  try {
    const { kind: _kind, ...records } = await reader.readRecords(
      { path: local.path, into, filename: file.filename, ...readAs },
      { organizationId: principal.organizationId, userId: principal.userId, signal },
    );
    if (records.rowCount === 0)
      throw unreadable(
        'There are no rows in the file: it has at most the names of its columns, or is of another kind than its name says.',
      );
    const fault = faultOfFrame(records.frame);
    if (fault) throw unreadable(fault);
    const rowsKey = `${rowsPrefix}${principal.organizationId}/${randomUUID()}`;
    await objects.put(rowsKey, into);
    const sampleRows = await takeSamples(objects, rowsKey, records.columns);
    const { filename, sizeBytes } = file;
    const shape = recogniseShape(records.columns, sampleRows, records.frame);
    const { mapping, confidences, confidence, notices } = suggestMapping(records.columns, sampleRows);
    const isKnown = shape !== 'table' && shape !== 'sonde';
    return {
      shape,
      found: {
        ...records,
        notices: [
          ...records.notices,
          ...(shape === 'promptfoo' ? unreadOfFrame(records.frame) : []),
          ...(shape === 'table' ? notices : []),
        ],
        rowsKey,
        filename,
        sizeBytes,
        sampleRows,
        // A known shape says itself what its fields are.
        suggested: isKnown || (shape === 'sonde' && !records.isTable) ? {} : mapping.columns,
        confidences: isKnown ? {} : confidences,
        confidence: shape === 'table' ? confidence : 1,
      },
    };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw unreadable(error.message);
    if (error instanceof ReaderBusyError) throw readerBusy();
    throw error;
  } finally {
    await local.discard();
    await rm(into, { force: true });
  }
}

async function takeSamples(
  objects: StoredFiles['objects'],
  key: string,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const taken: Record<string, unknown>[] = [];
  for await (const [, value] of readLines(objects, key)) {
    if (value !== null)
      taken.push(
        isCells(value)
          ? Object.fromEntries(columns.map((column, place) => [column, shortened(value[place] ?? '')]))
          : shortenedParts(value, mostSampleNames, 0),
      );
    if (taken.length === samples) break;
  }
  return taken;
}

const mostSampleCharacters = 2000;
const mostSampleNames = 500;

/** Samples are looked at; what is long is cut, whatever holds it. */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > mostSampleCharacters ? `${value.slice(0, mostSampleCharacters)}…` : value;
  if (depth > 4) return null;
  if (Array.isArray(value)) return value.slice(0, 20).map((part) => shortened(part, depth + 1));
  if (!isObject(value)) return value;
  return shortenedParts(value, 50, depth + 1);
}

const shortenedParts = (
  value: Readonly<Record<string, unknown>>,
  most: number,
  depth: number,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name.length <= mostSampleCharacters)
      .slice(0, most)
      .map(([name, part]) => [name, shortened(part, depth)]),
  );

/** The rows from a place on, as they come from the store. */
export async function* readLines(
  objects: StoredFiles['objects'],
  key: string,
  fromByte = 0,
): AsyncGenerator<Line> {
  for await (const text of readTexts(objects, key, fromByte)) yield JSON.parse(text) as Line;
}

async function* readTexts(
  objects: StoredFiles['objects'],
  key: string,
  fromByte: number,
): AsyncGenerator<string> {
  const stored = await objects.find(key);
  const stream = stored && (await objects.open(key, { start: fromByte, end: stored.sizeBytes - 1 }));
  if (!stream) throw unreadable('The rows are not there any more; upload the file again.');
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const linesAtOnce = 1000;
const charactersAtOnce = 512 * 1024;

/** Rows in portions that are small by number and by size, so that no file is ever in memory as a whole. */
export async function* readPortions(
  objects: StoredFiles['objects'],
  key: string,
  fromByte = 0,
): AsyncGenerator<Line[]> {
  let portion: Line[] = [];
  let characters = 0;
  for await (const text of readTexts(objects, key, fromByte)) {
    portion.push(JSON.parse(text) as Line);
    characters += text.length;
    if (portion.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}

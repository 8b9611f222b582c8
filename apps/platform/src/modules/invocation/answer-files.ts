import { basePath, mostFilesPerUpload, type FileRecord, type InvocationResult } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import type { SlowWork } from '#kernel/slow-work';
import { mayHoldBytes, withoutBytes, type FoundBytes, type TakeBytes } from './answer-bytes.ts';
import { isPlainObject } from './plain-object.ts';
import { shortened } from './shorten-answer.ts';

/** Keeps bytes of an answer as files of the caller's. */
export interface AnswerFileStore {
  keep(
    principal: MemberPrincipal,
    kept: { readonly binding: undefined; readonly files: readonly FoundBytes[] },
  ): Promise<FileRecord[]>;
}

/** An answer beyond this is shown shortened; the whole of it is a file. */
const longestInline = 256 * 1024;

/**
 * Pictures and other files that an application returns in its answer become files, with words in their place that say
 * where they are; so does the whole of an answer that nobody could look through. They are seen by the caller alone, for a
 * day. What cannot be kept stays where it was: a call that went well does not fail for it.
 */
export async function keepAnswerFiles(
  { store, slowWork }: { readonly store: AnswerFileStore; readonly slowWork: SlowWork },
  principal: MemberPrincipal,
  result: InvocationResult,
): Promise<InvocationResult> {
  if (!principal.permissions.has('file:create')) return result;
  const slowly: Slowly = (work) => slowWork(principal.organizationId, work);
  const found = await gather(result, slowly);
  if (found.size === 0) return result;
  try {
    const keys = [...found.keys()];
    const records = await store.keep(principal, { binding: undefined, files: [...found.values()] });
    const byKey = new Map(keys.map((key, index) => [key, records[index]]));
    return await told(result, byKey, slowly);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'they could not be stored';
    return { ...result, warnings: [...result.warnings, `The files of the answer are not kept: ${reason}`] };
  }
}

type Slowly = <Result>(work: () => Result) => Promise<Result>;

const wholeAnswer = 'whole answer';
const wholeOutput = 'whole output';

/** The files of an answer by the text that stands for each; the same bytes in two places are one file. */
async function gather(result: InvocationResult, slowly: Slowly): Promise<ReadonlyMap<string, FoundBytes>> {
  const found = new Map<string, FoundBytes>();
  if (isPlainlyShort(result)) return found;
  const walk = createWalk((key, read) => {
    if (!found.has(key) && found.size < mostFilesPerUpload - 2) found.set(key, read());
    // What is a file does not count when the rest is measured.
    return found.has(key) ? '' : undefined;
  });
  const output = await slowly(() => walk(result.output));
  const raw = await slowly(() => walk(result.raw_response));
  for (const [name, value] of Object.entries(result))
    if (isMapped(name) && name !== 'output' && name !== 'raw_response') await slowly(() => walk(value));
  const outputText = await slowly(() => textOf(output));
  const rawText = output === raw ? outputText : await slowly(() => textOf(raw));
  if (rawText.length > longestInline)
    found.set(wholeAnswer, await slowly(() => textFile('answer', result.raw_response)));
  // Where the answer is text and nothing else, the two are one.
  if (outputText.length > longestInline && outputText !== rawText)
    found.set(wholeOutput, await slowly(() => textFile('output', result.output)));
  return found;
}

/** A copy of an answer is made where there may be something to take out of it, and it is written out where it may be long. */
function isPlainlyShort(result: InvocationResult): boolean {
  let left = longestInline;
  const isPlain = (value: unknown, depth: number): boolean => {
    left -= longestScalar;
    if (typeof value === 'string') {
      // No character is more than six once it is written as JSON.
      left -= 6 * value.length;
      return left > 0 && !mayHoldBytes(value);
    }
    if (typeof value !== 'object' || value === null) return left > 0;
    if (left <= 0 || depth > deepest) return false;
    for (const name in value) {
      left -= 6 * name.length;
      if (!isPlain((value as Record<string, unknown>)[name], depth + 1)) return false;
    }
    return true;
  };
  return Object.entries(result).every(([name, value]) => !isMapped(name) || isPlain(value, 0));
}

/** A number, with what stands around a value or a name. */
const longestScalar = 32;

async function told(
  result: InvocationResult,
  files: ReadonlyMap<string, FileRecord | undefined>,
  slowly: Slowly,
): Promise<InvocationResult> {
  const walk = createWalk((key) => {
    const file = files.get(key);
    return file && pathOf(file);
  });
  const changed: Record<string, unknown> = { ...result };
  const [answer, output] = [files.get(wholeAnswer), files.get(wholeOutput)];
  const isLarge = once((value) => textOf(value).length > longestInline);
  const shorten = once((value) => shortened(value, answer ? pathOf(answer) : ''));
  for (const [name, value] of Object.entries(result)) {
    if (!isMapped(name)) continue;
    await slowly(() => {
      changed[name] = walk(value);
      // A mapping may name the same part of a large answer again and again.
      if (answer && name !== 'output' && (name === 'raw_response' || isLarge(changed[name])))
        changed[name] = shorten(changed[name]);
    });
  }
  if (answer ?? output) changed['output'] = shortOutput(changed['output'], (output ?? answer) as FileRecord);
  const answer_files = [...files.values()].filter((file) => file !== undefined);
  const large = answer ?? output;
  const warnings = large
    ? [...result.warnings, `The answer is large and shown shortened; the whole of it is ${pathOf(large)}.`]
    : result.warnings;
  return { ...result, ...changed, warnings, answer_files };
}

/** What was sent, and what we say of the call ourselves, is no answer. */
const ours = new Set([
  'success',
  'stage',
  'conversation_id',
  'request',
  'status_code',
  'duration_ms',
  'time_to_first_byte_ms',
  'retry_after_ms',
  'timings',
  'warnings',
  'error',
  'trace_id',
]);
const isMapped = (name: string): boolean => !ours.has(name);

const pathOf = ({ id }: FileRecord): string => `${basePath}/files/${id}/content`;

const shortOutput = (output: unknown, file: FileRecord): unknown =>
  typeof output === 'string' && output.length > longestInline
    ? `${output.slice(0, longestInline)}… [the whole of it: ${pathOf(file)}]`
    : output;

/** As deep as answers are mapped; what lies below stays as it is. */
const deepest = 200;

/** The value with words in the place of its files; what holds none is the same value. A part that comes again is read once. */
function createWalk(take: TakeBytes): (value: unknown) => unknown {
  const known = new Map<object, unknown>();

  function walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return withoutBytes(value, take);
    if (typeof value !== 'object' || value === null || depth > deepest) return value;
    if (known.has(value)) return known.get(value);
    const walked = Array.isArray(value)
      ? walkList(value, depth)
      : isPlainObject(value)
        ? walkObject(value, depth)
        : value;
    known.set(value, walked);
    return walked;
  }

  function walkList(list: readonly unknown[], depth: number): readonly unknown[] {
    let changed: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const walked = walk(item, depth + 1);
      if (walked !== item) (changed ??= [...list])[index] = walked;
    }
    return changed ?? list;
  }

  function walkObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
    const changed = new Map<string, unknown>();
    const names = Object.keys(object);
    for (const name of names) {
      const walked = walk(object[name], depth + 1);
      if (walked !== object[name]) changed.set(name, walked);
    }
    if (changed.size === 0) return object;
    return Object.fromEntries(
      names.map((name) => [name, changed.has(name) ? changed.get(name) : object[name]]),
    );
  }

  return (value) => walk(value, 0);
}

/** What is said of a value, found out once for each object. */
function once<Said>(say: (value: unknown) => Said): (value: unknown) => Said {
  const known = new Map<unknown, Said>();
  return (value) => {
    const said = known.get(value) ?? say(value);
    known.set(value, said);
    return said;
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '');

function textFile(name: string, value: unknown): FoundBytes {
  const isText = typeof value === 'string';
  return {
    filename: `${name}.${isText ? 'txt' : 'json'}`,
    declaredType: isText ? 'text/plain' : 'application/json',
    bytes: Buffer.from(textOf(value)),
  };
}

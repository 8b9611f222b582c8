import { parseAllDocuments } from 'yaml';
import { UnreadableFileError } from '../../messages.ts';
import { itemRow } from './json-items.ts';
import { isObject, type RawRow } from './row.ts';
import { requireUnfoldable } from './unfolding.ts';
import { keepWrittenNumbers } from './written-numbers.ts';

export interface DocumentItems {
  readonly rows: readonly RawRow[];
  readonly frame: Readonly<Record<string, unknown>> | null;
}

export function parseYaml(text: string): unknown {
  // With `<<`, as other readers of such files have it: a test may take from there what judges it.
  const documents = parseAllDocuments(text, { prettyErrors: true, merge: true });
  if ('empty' in documents) return [];
  for (const document of documents) {
    const [fault] = document.errors;
    if (fault) throw new UnreadableFileError(`This is not YAML: ${fault.message.slice(0, 300)}`);
  }
  requireUnfoldable(documents);
  documents.forEach(keepWrittenNumbers);
  // Aliases within aliases multiply; the library gives up at this many copies of one.
  const values = documents.map((document): unknown => {
    try {
      return document.toJS({ maxAliasCount: 1000 });
    } catch (error) {
      throw error instanceof Error && !(error instanceof RangeError) ? unfit(error) : error;
    }
  });
  return values.length === 1 ? values[0] : values;
}

const unfit = ({ message }: Error): Error =>
  new UnreadableFileError(
    message.startsWith('Excessive alias')
      ? 'The document refers to itself too often.'
      : `This YAML cannot be read: ${message.slice(0, 300)}`,
  );

const listNames = [
  'tests',
  'test_cases',
  'testCases',
  'items',
  'goldens',
  'conversational_goldens',
  'examples',
  'samples',
  'dataset',
  'data',
  'rows',
  'questions',
];

/** A list, or an object with one: what stands beside the list is its frame. */
export function documentItems(document: unknown): DocumentItems {
  if (Array.isArray(document)) return { rows: rowsOf(document), frame: null };
  if (!isObject(document)) throw new UnreadableFileError('No list of tests was found in the document.');
  const name = listNames.find((known) => Array.isArray(document[known]));
  if (name !== undefined) {
    const { [name]: items, ...frame } = document;
    return { rows: rowsOf(items as unknown[]), frame };
  }
  // A configuration may be nothing but prompts, or have its tests elsewhere; anything else with the fields of a test is one test.
  if (Array.isArray(document['prompts']) || ('prompts' in document && 'tests' in document))
    return { rows: rowsOf([{}]), frame: document };
  return { rows: rowsOf([document]), frame: null };
}

const rowsOf = (items: readonly unknown[]): RawRow[] => items.map((item, index) => itemRow(index + 1, item));

/** What the child is asked. It reads a file by itself, so no bytes pass between the processes on the way there. */
export type FileRequest =
  | { readonly kind: 'text'; readonly path: string; readonly contentType: string }
  | {
      readonly kind: 'thumbnails';
      readonly path: string;
      readonly contentType: string;
      readonly sizes: readonly number[];
    }
  | RecordsRequest
  /** A text that came in a request, and never was a file: nothing has to be laid down and taken away again. */
  | { readonly kind: 'yaml'; readonly content: string };

/** Turns a table or a list, however it is written, into lines of JSON in the file `into`. */
export interface RecordsRequest {
  readonly kind: 'records';
  readonly path: string;
  readonly into: string;
  readonly filename: string;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  /** That names the columns of a table; looked for where nobody says it. */
  readonly headerRow?: number | undefined;
}

export const recordFormats = ['csv', 'tsv', 'json', 'jsonl', 'yaml', 'xlsx'] as const;

/** Each line is `[row, cells or object, fault or null]`, a fault being its reason or `[column, reason]`; `row` counts as the author of the file counts. */
export interface Records {
  readonly kind: 'records';
  readonly format: (typeof recordFormats)[number];
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** Names of the cells; of objects, the paths that their values are found at. */
  readonly columns: readonly string[];
  readonly isTable: boolean;
  /** The row that names the columns, counted as the author of the file counts; null of what is no table. */
  readonly headerRow: number | null;
  /** What the document says beside its items: the prompts of a configuration, and what all its tests share. */
  readonly frame: Readonly<Record<string, unknown>> | null;
  readonly rowCount: number;
  /** Where each thousandth line begins, in bytes. */
  readonly checkpoints: readonly number[];
  readonly notices: readonly string[];
}

export interface ExtractedText {
  readonly kind: 'text';
  readonly text: string;
  /** There was more than is kept. */
  readonly truncated: boolean;
}

export interface Thumbnails {
  readonly kind: 'thumbnails';
  /** WebP, in the order of the sizes that were asked for. */
  readonly images: readonly Uint8Array[];
}

/** What one YAML document says, without aliases and without a key that stands twice. */
export interface PlainValue {
  readonly kind: 'value';
  readonly value: unknown;
}

export type FileAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fault'; readonly reason: string }
  | ((ExtractedText | Thumbnails | Records | PlainValue) & Spent);

/** What the process has used by then, for all that it has read. */
export interface Spent {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** The file cannot be read, and another try would end the same. `message` is for the person who uploaded it. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

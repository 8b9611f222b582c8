import type { Json, Path } from './json-value.ts';

export type SourceKind =
  | 'curl'
  | 'http'
  | 'postman'
  | 'openapi'
  | 'har'
  | 'graphql'
  | 'json_rpc'
  | 'client_code'
  | 'handler_code'
  | 'sample'
  | 'prose';

export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'none';

export type Pair = readonly [name: string, value: string];

/** What is known about one field, from a schema, a table, a comment or code. */
export type FieldNote = {
  readonly path: Path;
  readonly description: string;
  readonly type?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly hasDefault?: boolean | undefined;
  readonly isEnum?: boolean | undefined;
};

export type SampleAnswer = {
  readonly value: Json;
  readonly at: number;
  readonly isError: boolean;
  /** True when made from a schema: its texts are made up. */
  readonly isSchema?: boolean;
  /** True for a list of the events of a stream. */
  readonly isStream?: boolean;
  readonly notes?: readonly FieldNote[];
  /** How sure the words beside it are that it comes back. */
  readonly claim?: number | undefined;
};

/** A request as one part of the paste tells it. Strings may hold holes. */
export type RequestSketch = {
  readonly kind: SourceKind;
  readonly at: number;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: readonly Pair[];
  readonly query?: readonly Pair[] | undefined;
  readonly bodyKind: BodyKind;
  readonly body?: Json | undefined;
  readonly notes: readonly FieldNote[];
  readonly answers: readonly SampleAnswer[];
  /** Places of the answer that code reads, most wanted first. */
  readonly outputPaths?: readonly Path[] | undefined;
  /** Places of the answer that words name; what is shown or read by code is surer. */
  readonly toldPaths?: readonly Path[] | undefined;
  readonly credentials?: Credential | undefined;
  /** Fields that code fills with what an earlier answer held. */
  readonly carried?: readonly Carried[] | undefined;
  /** The part of the answer that a filter behind the command prints. */
  readonly printed?: Path | undefined;
  /** What the request would send and a configuration has no place for, as it was written. */
  readonly dropped?: readonly string[] | undefined;
  /** A quotation mark that nothing closes, and where it stands, both counted from one. */
  readonly unclosed?: { readonly mark: string; readonly line: number; readonly column: number } | undefined;
  /** Words around it: names of operations, summaries, comments. */
  readonly label?: string | undefined;
  /** How sure the words beside it are that it is sent. */
  readonly claim?: number | undefined;
  readonly isStream?: boolean | undefined;
  /** Where the answer is when the code sees only what a library makes of it. */
  readonly libraryOutput?: string | undefined;
  /** The field of the raw answer that holds what a library hands out. */
  readonly libraryRoot?: string | undefined;
};

/** A place of the answer whose value goes into a place of the next request. */
export type Carried = { readonly request: Path; readonly answer: Path };

/** How the target wants to be told who is calling. */
export type Credential = {
  readonly in: 'header' | 'query' | 'body';
  readonly name: string;
  /** `Bearer `, `Basic `, `Key ` or nothing. */
  readonly prefix: string;
  /** The value as pasted: a secret, a placeholder, or unknown. */
  readonly value?: string | undefined;
};

/** What one reader has found, and the parts of the text it has found it in. */
export type Read = {
  readonly requests: readonly RequestSketch[];
  readonly answers: readonly SampleAnswer[];
  readonly ranges: readonly [number, number][];
};

export type Findings = {
  readonly requests: readonly RequestSketch[];
  /** Sample answers that belong to no request in particular. */
  readonly answers: readonly SampleAnswer[];
  /** What stands within parts that were read as something else. */
  readonly overlapping: Omit<Read, 'ranges'>;
  /** Fields named by tables and sentences. */
  readonly requestNotes: readonly FieldNote[];
  readonly answerNotes: readonly FieldNote[];
  readonly outputPaths: readonly Path[];
  readonly toldPaths: readonly Path[];
  readonly credential: Credential | undefined;
  readonly method: string | undefined;
  /** Methods that stand beside a path, in headings and tables. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly urls: readonly string[];
  /** What sentences say is added to the next request. */
  readonly followUps: readonly FollowUp[];
  /** The whole text in lower case, for hints such as "stream" or "poll". */
  readonly prose: string;
  /** The text is longer than what is read of one. */
  readonly isCut: boolean;
};

/** What a sentence says is added to the next request, and where its value comes from. */
export type FollowUp = {
  readonly name: string;
  /** The value as the paste has it, or the words in its place: `<cs of the previous reply>`. */
  readonly value: string;
};

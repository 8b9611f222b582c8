import type { refusals } from './refusals.ts';

/** A public kind of API, described well enough that a loopback server can stand in for it. */
export type Api = {
  readonly name: string;
  readonly path: string;
  readonly method?: 'POST' | 'GET' | 'PUT' | 'PATCH';
  readonly protocol?: 'WebSocket';
  readonly host: string;
  readonly auth?:
    | {
        readonly in: 'header' | 'query' | 'body' | 'cookie';
        readonly name: string;
        readonly prefix: string;
      }
    | undefined;
  /** Fixed headers the server insists on; `*` is any value. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly format?: 'json' | 'form' | 'multipart' | 'text' | 'query';
  /** An example request; its texts are what documentation would show. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Fields the server insists on, by dotted path. */
  readonly required: readonly string[];
  /**
   * What else is asked of a value, by dotted path (`*` is every element): a type, `=text` for one exact value or
   * `a|b` for one of several. Of paths in `required` that are not here, only the presence is asked.
   */
  readonly types?: Readonly<Record<string, string>>;
  /** Keys other than those of `request` are refused when true. */
  readonly isClosed?: boolean;
  readonly input: string;
  /** True when the message may stand inside a longer text, such as a prompt with the turns in it. */
  readonly isInputPart?: boolean;
  readonly mode: Mode;
  /** Further modes that are right as well, where one reading is as good as the other. */
  readonly otherModes?: readonly Mode[];
  /** `{{echo}}` is the answer, `{{input}}` the repeated message, `{{conversation}}` the id. */
  readonly answer: unknown;
  readonly output: string;
  readonly conversation?: {
    readonly request: string;
    readonly response?: string;
    readonly isRequired?: boolean;
  };
  readonly errors?: ErrorStyle;
  readonly isText?: boolean;
  readonly isAsynchronous?: boolean;
  readonly answerType?: string;
  /** The first calls, while the configuration is worked out, are turned away with this status. */
  readonly busy?: { readonly status: number; readonly times: number };
  /** Streams its answer, line by line, when the body says so or unless it refuses. */
  readonly streams?: 'when_asked' | 'unless_refused';
  readonly stream?: Stream;
};

export type Mode = 'single_turn' | 'stateless' | 'stateful';

export type ErrorStyle = keyof typeof refusals;

/** A stream whose words come out as events; any configuration that puts the answer together is right. */
export type Stream = {
  readonly when: 'asked' | 'unless_refused' | 'always';
  /** The field of the body that asks for it. */
  readonly flag: string;
  readonly format: 'sse' | 'ndjson' | 'messages';
  readonly event?: string;
  /** Sent before the words. */
  readonly first?: unknown;
  /** `{{word}}` is a piece of the answer. */
  readonly chunk?: unknown;
  readonly last?: unknown;
  readonly done?: string;
};

export type Case = {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly api: Api;
  readonly text: string;
  /** What must never leave; stands in the text. */
  readonly secrets: readonly string[];
  /** What must stay readable. */
  readonly keep: readonly string[];
  readonly isUnseen: boolean;
  /** Present on pastes that were written one by one. */
  readonly paste?: Paste;
};

/** What a paste written by hand says of itself. */
export type Paste = {
  /** The address as the text has it; absent when the text does not say all of it. */
  readonly url?: string;
  /** The text is not about a call: the right answer is that it could not be parsed. */
  readonly isUnreadable: boolean;
  /** The text alone cannot lead to a right configuration; what the target answers can. */
  readonly needsProbe: boolean;
  /** The user has not typed a token yet, though the API needs one. */
  readonly isTokenLater: boolean;
  /** A right configuration, by which the case is checked against its own stand-in. */
  readonly use: Use;
};

export type Use = {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly response: Readonly<Record<string, unknown>>;
};

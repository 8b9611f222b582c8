/** A public kind of API, described well enough that a loopback server can stand in for it. */
export type Api = {
  readonly name: string;
  readonly path: string;
  readonly method?: 'POST' | 'GET';
  readonly host: string;
  readonly auth?:
    | { readonly in: 'header' | 'query'; readonly name: string; readonly prefix: string }
    | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly format?: 'json' | 'form' | 'query';
  /** An example request; its texts are what documentation would show. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Fields the server insists on, by dotted path. */
  readonly required: readonly string[];
  /** Other keys are refused when true. */
  readonly isClosed?: boolean;
  readonly input: string;
  readonly mode: 'single_turn' | 'stateless' | 'stateful';
  /** `{{echo}}` is the answer, `{{input}}` the repeated message, `{{conversation}}` the id. */
  readonly answer: unknown;
  readonly output: string;
  readonly conversation?: {
    readonly request: string;
    readonly response?: string;
    readonly isRequired?: boolean;
  };
  readonly errors?: 'fastapi' | 'openai' | 'express' | 'laravel' | 'plain';
  readonly isText?: boolean;
  readonly isAsynchronous?: boolean;
  /** Streams when the body says so, or always when `always`. */
  readonly streams?: 'when_asked' | 'unless_refused';
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
};

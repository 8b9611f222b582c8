import type { z } from 'zod';
import type * as contract from './contract.ts';
import type { AnswerOf, BodyInputOf, Operation } from './contract.ts';

type Exports = typeof contract;

/** Every operation that answers with data, by its id. Redirects for browsers (302) have no place in a client. */
export type Operations = {
  readonly [
    Name in keyof Exports as Exports[Name] extends Operation
      ? 302 extends keyof Exports[Name]['answers']
        ? never
        : Exports[Name]['id']
      : never
  ]: Exports[Name] extends Operation ? Exports[Name] : never;
};
export type OperationId = keyof Operations;

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type IsOptional<Value> = [Value] extends [never] ? true : Record<never, never> extends Value ? true : false;
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : IsOptional<Value> extends true
    ? { readonly [Key in Name]?: Value | undefined }
    : { readonly [Key in Name]: Value };

type InputOf<Op extends Operation> = Part<'params', Input<Op['params']>> &
  Part<'query', Input<Op['query']>> &
  Part<'body', Op['bodyType'] extends 'multipart' | 'stream' ? BodyInputOf<Op> : Input<Op['body']>>;

/** What an operation takes: `params` of its path, `query`, and `body`, as far as it has them. */
export type OperationInput<Id extends OperationId> = InputOf<Operations[Id]>;
/** What an operation answers when it succeeds. */
export type OperationAnswer<Id extends OperationId> = AnswerOf<Operations[Id]>;

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before the call is given up, retries included. */
  readonly timeoutMs?: number | undefined;
  /** Further headers, such as `x-project-id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type Arguments<Id extends OperationId> =
  Record<never, never> extends OperationInput<Id>
    ? [input?: OperationInput<Id>, options?: CallOptions]
    : [input: OperationInput<Id>, options?: CallOptions];

export type OperationArguments<Id extends OperationId> = Arguments<Id>;

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;
type GroupName = OperationId extends infer Id
  ? Id extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

/** `endpoints.test_draft` becomes `client.endpoints.testDraft(…)`. */
export type OperationGroups = {
  readonly [Group in GroupName]: {
    readonly [Id in OperationId as Id extends `${Group}.${infer Method}` ? CamelCase<Method> : never]: (
      ...args: Arguments<Id>
    ) => Promise<OperationAnswer<Id>>;
  };
};

import type * as contract from '@sonde/contract';
import type { AnswerOf, BodyInputOf, ParamsOf, QueryInputOf, TableEntry } from '@sonde/contract';
import { operationTable } from '@sonde/contract/table';
import { ApiError, networkProblem, problemOf } from './api-error.ts';

const basePath = '/api/v1';

export type OperationName = keyof typeof operationTable;
type OperationOf<Name extends OperationName> = (typeof contract)[Name];

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value };
type OptionalPart<Key extends string, Value> = { [K in Key]?: Value };

export type CallInput<Name extends OperationName> = Part<'params', ParamsOf<OperationOf<Name>>> &
  OptionalPart<'query', QueryInputOf<OperationOf<Name>>> &
  Part<'body', BodyInputOf<OperationOf<Name>>> & {
    signal?: AbortSignal;
    /** Goes on when the page is closed meanwhile. */
    keepalive?: boolean;
  };

export interface Listing<Item> {
  readonly items: Item[];
  readonly total: number;
}

type ItemOf<Answer> = Answer extends readonly (infer Item)[] ? Item : never;

export interface Api {
  /** Calls an operation of the contract; anything but success throws an `ApiError`. */
  call<Name extends OperationName>(name: Name, input: CallInput<Name>): Promise<AnswerOf<OperationOf<Name>>>;
  /** The same for lists, with the total the server counted. */
  list<Name extends OperationName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Listing<ItemOf<AnswerOf<OperationOf<Name>>>>>;
  /** The raw response, for streams. */
  open<Name extends OperationName>(name: Name, input: CallInput<Name>, accept: string): Promise<Response>;
}

export interface ApiDependencies {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly projectId: () => string | null;
  readonly onSignedOut: () => void;
  /** Told of a refusal for want of a permission: the page may believe in an old role. */
  readonly onForbidden: () => void;
}

/**
 * What the chosen project narrows: lists of its things, and where new ones go. Everything else is asked without it, or
 * the list of projects would shrink to the chosen one and links into other projects would lead nowhere.
 */
const isNarrowed = ({ scope, path }: TableEntry): boolean => scope === 'project' && !path.includes('{');

export function createApi({ fetch, projectId, onSignedOut, onForbidden }: ApiDependencies): Api {
  const send = async (name: OperationName, input: LooseInput, accept: string): Promise<Response> => {
    const operation: TableEntry = operationTable[name];
    const { method, path } = operation;
    const url = basePath + fillPath(path, input.params ?? {}) + queryText(input.query ?? {});
    const headers: Record<string, string> = { accept };
    const project = projectId();
    if (project !== null && isNarrowed(operation)) headers['x-project-id'] = project;
    const init: RequestInit = { method, headers };
    if (operation.bodyType === 'multipart' || operation.bodyType === 'stream') {
      // The browser names the type itself, with the boundary of a form.
      init.body = input.body as FormData | Blob;
    } else if (input.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(input.body);
    }
    if (input.signal) init.signal = input.signal;
    if (input.keepalive) init.keepalive = true;
    const response = await fetch(url, init).catch((cause: unknown) => {
      throw isAbort(cause) ? cause : new ApiError(networkProblem, { cause });
    });
    if (response.ok) return response;
    const error = new ApiError(await problemOf(response));
    // Whether the session is really over, whoever listens asks the server.
    if (error.status === 401) onSignedOut();
    if (error.status === 403 && name !== 'getMe') onForbidden();
    throw error;
  };

  return {
    call: async (name, input) =>
      (await (await send(name, input as LooseInput, 'application/json')).json()) as never,
    list: async (name, input) => {
      const response = await send(name, input as LooseInput, 'application/json');
      const items = (await response.json()) as never[];
      const counted = Number(response.headers.get('x-total-count') ?? items.length);
      return { items, total: Number.isFinite(counted) ? counted : items.length };
    },
    open: (name, input, accept) => send(name, input as LooseInput, accept),
  };
}

interface LooseInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => {
    const value = params[key];
    return typeof value === 'string' ? encodeURIComponent(value) : '';
  });
}

export function queryText(query: Record<string, unknown>): string {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(
    Object.fromEntries(entries.map(([key, value]) => [key, String(value)])),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}

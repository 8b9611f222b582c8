import { operationTable, timeLimitsMs, type BodyType, type Job, type TableEntry } from './contract.ts';
import { operationUrl } from './addresses.ts';
import { ApiError } from './api-error.ts';
import { createCredentials, type CredentialOptions } from './credentials.ts';
import type {
  CallOptions,
  OperationAnswer,
  OperationArguments,
  OperationGroups,
  OperationId,
} from './operation-types.ts';
import { send, type Incoming, type Outgoing, type RequestBody } from './send.ts';
import { systemTiming, type Timing } from './timing.ts';
import { requireWhole } from './whole-token.ts';
import { waitForJob, type WaitOptions } from './wait-for-job.ts';

export type ClientOptions = CredentialOptions & {
  /** Where the platform is, such as `https://sonde.example.com`; a path in front of `/api/v1` is kept. */
  readonly baseUrl: string;
  /** Narrows every call to one project (`X-Project-Id`). */
  readonly projectId?: string | undefined;
  /** Milliseconds before a call is given up. Default: a minute, and an hour for calls that wait for a target. */
  readonly timeoutMs?: number | undefined;
  /** How often a GET is repeated after network trouble, 429, 502, 503 or 504. Default: 2. Others are never repeated. */
  readonly maxRetries?: number | undefined;
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** For tests: another clock. */
  readonly timing?: Timing | undefined;
};

/** An answer with what came around it. */
export interface ApiAnswer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** Of lists: how many rows there are in all (`X-Total-Count`). */
  readonly total: number | undefined;
}

type ListId = {
  [Id in OperationId]: OperationAnswer<Id> extends readonly unknown[] ? Id : never;
}[OperationId];
type Row<Id extends OperationId> = OperationAnswer<Id> extends readonly (infer Item)[] ? Item : never;

export type Client = OperationGroups & {
  /** Calls any operation by its id and gives the data of its answer. Throws `ApiError`. */
  request<Id extends OperationId>(id: Id, ...args: OperationArguments<Id>): Promise<OperationAnswer<Id>>;
  /** The same with status, headers and, of lists, the total. */
  requestAnswer<Id extends OperationId>(
    id: Id,
    ...args: OperationArguments<Id>
  ): Promise<ApiAnswer<OperationAnswer<Id>>>;
  /** Every row of a list, page by page: `for await (const endpoint of client.all('endpoints.list'))`. */
  all<Id extends ListId>(id: Id, ...args: OperationArguments<Id>): AsyncGenerator<Row<Id>, void, undefined>;
  /** Polls until a job has ended and gives it, whether it ended as SUCCESS, FAILURE or REVOKED. */
  waitForJob(taskId: string, options?: WaitOptions): Promise<Job>;
};

const operations: readonly TableEntry[] = Object.values(operationTable);
const pageSize = 100;

/**
 * A client of the platform, typed from its contract: `client.endpoints.list({ query: { limit: 5 } })`.
 * Give it a `token`, a `session` or a `refreshToken`; without one only public operations answer.
 */
export function createClient(options: ClientOptions): Client {
  const timing = options.timing ?? systemTiming;
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));

  const credentials = createCredentials(options, {
    timing,
    refresh: async (refreshToken) => {
      const outgoing = prepare(operationOf('auth.refresh'), { body: { refresh_token: refreshToken } }, {});
      return (await send(outgoing, { fetch, timing })).data as OperationAnswer<'auth.refresh'>;
    },
  });

  function operationOf(id: string): TableEntry {
    const operation = byId.get(id);
    if (!operation) throw new TypeError(`There is no operation "${id}".`);
    return operation;
  }

  function prepare(operation: TableEntry, input: AnyInput, call: CallOptions): Outgoing {
    const { method, path, bodyType = 'json', who = 'member', takes = 'moment' } = operation;
    const body = input.body === undefined ? undefined : encode(input.body, bodyType);
    const mediaType = body === undefined ? undefined : mediaTypes[bodyType];
    return {
      method,
      url: operationUrl(options.baseUrl, path, input.params, input.query),
      headers: {
        accept: 'application/json',
        ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
        ...(options.projectId && who === 'member' ? { 'x-project-id': options.projectId } : {}),
        ...call.headers,
      },
      body,
      signal: call.signal,
      timeoutMs: call.timeoutMs ?? options.timeoutMs ?? timeLimitsMs[takes],
      maxRetries: options.maxRetries ?? 2,
    };
  }

  async function perform(id: string, input: AnyInput = {}, call: CallOptions = {}): Promise<Incoming> {
    const operation = operationOf(id);
    const outgoing = prepare(operation, input, call);
    const { who } = operation;
    if (who === 'public' || who === 'own') return send(outgoing, { fetch, timing });
    const token = await credentials.token();
    try {
      return await send(withToken(outgoing, token), { fetch, timing });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // 401 means that nothing was done, so any operation may be sent once more with a token that is good.
      const next = await credentials.replacement(token);
      if (next === undefined) throw error;
      return send(withToken(outgoing, next), { fetch, timing });
    }
  }

  const client = {
    request: async (id: string, input?: AnyInput, call?: CallOptions) =>
      (await perform(id, input, call)).data,
    async requestAnswer(id: string, input?: AnyInput, call?: CallOptions) {
      const incoming = await perform(id, input, call);
      const total = incoming.headers.get('x-total-count');
      return { ...incoming, total: total === null ? undefined : Number(total) };
    },
    async *all(id: string, input: AnyInput = {}, call?: CallOptions) {
      const limit = Number(input.query?.['limit'] ?? pageSize);
      for (let skip = Number(input.query?.['skip'] ?? 0); ; skip += limit) {
        const page = await client.requestAnswer(
          id,
          { ...input, query: { ...input.query, limit, skip } },
          call,
        );
        const rows = page.data;
        if (!Array.isArray(rows))
          throw new ApiError({
            status: page.status,
            code: 'answer.no_list',
            detail: `The answer to ${id} is no list: it may not come from the platform.`,
          });
        yield* rows;
        if (rows.length < limit || skip + rows.length >= (page.total ?? Number.POSITIVE_INFINITY)) return;
      }
    },
    waitForJob: (taskId: string, wait?: WaitOptions) =>
      waitForJob(
        async (signal) =>
          (await perform('jobs.get', { params: { task_id: taskId } }, { signal })).data as Job,
        timing,
        wait,
      ),
  };
  return Object.assign(client, groups(client.request)) as unknown as Client;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Of a form with files only `fetch` knows the boundary. */
const mediaTypes: Readonly<Record<BodyType, string | undefined>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: undefined,
  stream: 'application/octet-stream',
};

function encode(body: unknown, type: BodyType): RequestBody {
  if (type === 'json') return JSON.stringify(body);
  if (type === 'form') return new URLSearchParams(body as Readonly<Record<string, string>>).toString();
  return body as RequestBody;
}

function withToken(outgoing: Outgoing, token: string | undefined): Outgoing {
  if (token === undefined) return outgoing;
  requireWhole(token);
  return { ...outgoing, headers: { ...outgoing.headers, authorization: `Bearer ${token}` } };
}

type Request = (id: string, input?: AnyInput, call?: CallOptions) => Promise<unknown>;

function groups(request: Request): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const { id, redirects } of operations) {
    if (redirects) continue;
    const [group = '', method = ''] = id.split('.');
    const name = method.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    (found[group] ??= {})[name] = (input?: AnyInput, call?: CallOptions) => request(id, input, call);
  }
  return found;
}

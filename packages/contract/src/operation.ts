import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problems.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation. There is no default: an operation that does not say so does not compile.
 *
 * - `public`: anyone.
 * - `own`: the operation authenticates its caller itself, as `how` explains (token exchange, WebSocket upgrade).
 * - `onboarding`: a signed-in person, with or without an organization. API tokens are refused.
 * - `self`: a signed-in person acting on nothing but their own account. API tokens are refused.
 * - `credential`: whatever speaks for a member, a session or a token of any width; it asks for no permission.
 * - `member`: a member of an organization, or an API token of one, holding `permission`, and those of `also`: what an operation
 *   shows or does beside its own thing asks for what it asks for elsewhere, or a narrow token would reach it by this door.
 *   What depends on the body stands in `naming`: the fields that name another thing whose words go on into this one, or
 *   that is changed with it, and what each asks for where it is filled in.
 *   `sessionOnly` refuses API tokens and exchanged tokens even when they hold the permission.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'own'; readonly how: string }
  | { readonly who: 'onboarding' }
  | { readonly who: 'self' }
  | { readonly who: 'credential' }
  | {
      readonly who: 'member';
      readonly permission: Permission;
      readonly also?: readonly Permission[];
      readonly naming?: Readonly<Record<string, Permission>>;
      readonly sessionOnly?: true;
    };

/** What a caller has to hold, the first one first; nothing where other rules decide. */
export const permissionsOf = (access: Access): readonly Permission[] =>
  access.who === 'member' ? [access.permission, ...(access.also ?? [])] : [];

/** Each field of the body that asks for more where it is filled in, with what it asks for. */
export const permissionsByField = (access: Access): readonly (readonly [field: string, Permission])[] =>
  access.who === 'member' ? Object.entries(access.naming ?? {}) : [];

/** A fixed-window limit. `per: 'ip'` counts an IPv6 caller by its /64 network. */
export interface Limit {
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly per: 'ip' | 'user' | 'organization';
}

/** Whose things an operation speaks of: what the chosen project narrows, and which ids are foreign to whom. */
export type Scope = 'installation' | 'organization' | 'project' | 'person';

/**
 * What the answer waits for, which sets how long the web server and clients wait for it (`timeLimitsMs`).
 *
 * - `moment`: the platform alone.
 * - `target`: an endpoint or a language model, whose own time limit people set.
 * - `stream`: bytes that come or go for as long as they last.
 */
export type Takes = 'moment' | 'target' | 'stream';

/** What is written down when somebody changes something, as `resource.changed`. */
export type AuditWord = `${string}.${string}`;

/** Another place where an operation is found: an older name, or a second method for the same thing. */
export interface Alias {
  /** With the same parameters as the operation's own path, which it is when left out. */
  readonly path?: string;
  readonly method?: HttpMethod;
  /** 308 to the operation's own path, method and query kept. Otherwise it is served here too. */
  readonly redirect?: true;
}

/** How agents see an operation; `true` takes everything from the operation itself. */
export interface Tool {
  /** Tools that are switched on together. */
  readonly toolset?: string;
  /** For the agent, where the summary for people does not tell it enough. */
  readonly description?: string;
}

export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below the base path `/api/v1`; parameters are written `{name}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly scope: Scope;
  readonly takes: Takes;
  readonly access: Access;
  /**
   * Every operation that is not a GET says it. A word is written by `mount` when the operation succeeds, unless its
   * service has written it in the transaction of the deed (`call.deed`). `by service`: it writes words of its own,
   * refusals among them.
   */
  readonly audit?: AuditWord | 'by service' | { readonly none: string };
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Of `multipart` and `stream` bodies it only describes what is sent: their handler reads the stream itself. */
  readonly body?: z.ZodType;
  /** `form` bodies are application/x-www-form-urlencoded (RFC 8693 asks for it). Without a word it is `json`. */
  readonly bodyType?: BodyType;
  /** A body may be left out altogether. */
  readonly bodyOptional?: true;
  /** Success answers by status. The first one is what a handler's plain return value becomes. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** The answer brings a pair of tokens; to a browser the web server never shows it. */
  readonly answersTokens?: true;
  /** It takes a token in its body, and a browser has none to give. */
  readonly takesTokens?: true;
  /** Answers carry an ETag, and `If-None-Match` is answered with 304. */
  readonly cache?: 'etag';
  /** Codes of the refusals particular to this operation, beyond those its access, input and limit imply. */
  readonly problems?: readonly ProblemCode[];
  readonly limit?: Limit;
  /** The operation is not bound to Sonde's JSON answers: redirects, event streams, token-endpoint errors. */
  readonly raw?: true;
  /** A file that is made while it is sent: a person and an organization have only some of them open at once. */
  readonly isDownload?: true;
  /**
   * What an operation that reads its input itself takes and answers, for people and programs that read the description:
   * its faults are those of another standard, so it has no 422.
   */
  readonly described?: {
    readonly body?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly faults?: Readonly<Record<number, z.ZodType>>;
  };
  /** Another cap of the request's body than `defaultBodyLimitBytes`. */
  readonly bodyLimitBytes?: number;
  /** Served outside the base path too, where probes and standards look for it. */
  readonly alsoAtRoot?: true;
  readonly aliases?: readonly Alias[];
  /** Offered to agents through the tool surface. */
  readonly tool?: true | Tool;
}

export const defaultBodyLimitBytes = 1024 * 1024;

export type BodyType = 'json' | 'form' | 'multipart' | 'stream';

/** What agents call it: many accept no dots in a name. */
export const toolName = ({ id }: Pick<Operation, 'id'>): string => id.replaceAll('.', '_');

/** Keeps the literal types of an operation while checking its shape. */
export function defineOperation<const T extends Operation>(operation: T): T {
  return operation;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
/** Bodies that are not read into memory before the handler runs. */
export type IsStreamed<T extends Operation> = T['bodyType'] extends 'multipart' | 'stream' ? true : false;
export type ParamsOf<T extends Operation> = Output<T['params']>;
export type QueryOf<T extends Operation> = Output<T['query']>;
export type BodyOf<T extends Operation> = IsStreamed<T> extends true ? undefined : Output<T['body']>;
/** What a client sends, before defaults are applied. */
export type BodyInputOf<T extends Operation> = T['bodyType'] extends 'multipart'
  ? FormData
  : T['bodyType'] extends 'stream'
    ? Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
    : T['body'] extends z.ZodType
      ? z.input<T['body']>
      : undefined;
export type QueryInputOf<T extends Operation> = T['query'] extends z.ZodType
  ? z.input<T['query']>
  : undefined;
/** The union of the success answers. */
export type AnswerOf<T extends Operation> = {
  [Status in keyof T['answers']]: T['answers'][Status] extends z.ZodType
    ? z.output<T['answers'][Status]>
    : never;
}[keyof T['answers']];

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
 * - `member`: a member of an organization, or an API token of one, holding `permission`.
 *   `sessionOnly` refuses API tokens and exchanged tokens even when they hold the permission.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'own'; readonly how: string }
  | { readonly who: 'onboarding' }
  | { readonly who: 'self' }
  | { readonly who: 'member'; readonly permission: Permission; readonly sessionOnly?: true };

/** A fixed-window limit. `per: 'ip'` counts an IPv6 caller by its /64 network. */
export interface Limit {
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly per: 'ip' | 'user' | 'organization';
}

export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below the base path `/api/v1`; parameters are written `{name}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `form` bodies are application/x-www-form-urlencoded (RFC 8693 asks for it). */
  readonly bodyType?: 'json' | 'form';
  /** A body may be left out altogether. */
  readonly bodyOptional?: true;
  /** Success answers by status. The first one is what a handler's plain return value becomes. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** Codes of the refusals particular to this operation, beyond those its access, input and limit imply. */
  readonly problems?: readonly ProblemCode[];
  readonly limit?: Limit;
  /** The operation is not bound to Sonde's JSON answers: redirects, event streams, token-endpoint errors. */
  readonly raw?: true;
  /** Larger than the default request body cap. */
  readonly bodyLimitBytes?: number;
  /** Served outside the base path too, where probes and standards look for it. */
  readonly alsoAtRoot?: true;
  /** Offered to agents through the tool surface. */
  readonly tool?: true;
}

/** Keeps the literal types of an operation while checking its shape. */
export function defineOperation<const T extends Operation>(operation: T): T {
  return operation;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
export type ParamsOf<T extends Operation> = Output<T['params']>;
export type QueryOf<T extends Operation> = Output<T['query']>;
export type BodyOf<T extends Operation> = Output<T['body']>;
/** What a client sends, before defaults are applied. */
export type BodyInputOf<T extends Operation> = T['body'] extends z.ZodType ? z.input<T['body']> : undefined;
export type QueryInputOf<T extends Operation> = T['query'] extends z.ZodType
  ? z.input<T['query']>
  : undefined;
/** The union of the success answers. */
export type AnswerOf<T extends Operation> = {
  [Status in keyof T['answers']]: T['answers'][Status] extends z.ZodType
    ? z.output<T['answers'][Status]>
    : never;
}[keyof T['answers']];

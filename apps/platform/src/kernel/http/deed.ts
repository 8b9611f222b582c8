import type { Operation } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database.ts';
import type { Principal } from './access.ts';
import { callerOf, type Caller } from './caller.ts';

export interface DeedEntry {
  readonly action: string;
  readonly organizationId: string | null;
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  /** With what people call it at the time, which outlives it. */
  readonly target?: { readonly type: string; readonly id: string; readonly name?: string };
  readonly caller: Caller;
  readonly details?: Record<string, unknown>;
}

/** Where deeds are written; without a transaction, in one of its own. */
export type WriteDeed = (entry: DeedEntry, tx?: Tx) => Promise<void>;

/** What a call changes, under the word that its contract entry has for it. */
export interface Deed {
  /** Ids and words only, never a credential: they stand beside the deed when it is written. */
  explain(details: Record<string, unknown>): void;
  /** Writes it in the transaction of the change, so that neither exists without the other. */
  record(tx: Tx, targetId: string): Promise<void>;
}

interface Options {
  readonly operation: Operation;
  readonly principal: Principal | undefined;
  readonly request: FastifyRequest;
  readonly write: WriteDeed;
}

interface FinishedDeed extends Deed {
  /** Writes what the service has not written itself, once the operation has succeeded. */
  finish(body: unknown): Promise<void>;
}

export function createDeed({ operation, principal, request, write }: Options): FinishedDeed {
  let details: Record<string, unknown> | undefined;
  let isWritten = false;
  const word = auditWord(operation);
  const bearer = bearerOf(principal);

  function entryOf(action: string, targetId: string | undefined, name?: string): DeedEntry {
    const [type = ''] = action.split('.');
    return {
      action,
      organizationId: principal?.organizationId ?? null,
      actorId: principal?.userId ?? null,
      actorEmail: principal?.email ?? null,
      caller: callerOf(request),
      ...(targetId === undefined
        ? {}
        : { target: { type, id: targetId, ...(name === undefined ? {} : { name }) } }),
      ...(details || bearer ? { details: { ...details, ...bearer } } : {}),
    };
  }

  return {
    explain: (more: Record<string, unknown>) => void (details = { ...details, ...more }),
    async record(tx: Tx, targetId: string) {
      if (word === undefined) throw new Error(`${operation.id} has no word for what it changes.`);
      isWritten = true;
      await write(entryOf(word, targetId), tx);
    },
    async finish(body: unknown): Promise<void> {
      if (word === undefined || isWritten) return;
      await write(entryOf(word, targetOf(body, request.params), nameIn(body)));
    },
  };
}

/** The token behind a deed of a program; people are known by their name, and may have lost a token. */
const bearerOf = (principal: Principal | undefined): Record<string, unknown> | undefined =>
  principal?.kind === 'api_token' || principal?.kind === 'exchanged'
    ? { credential: principal.kind, credential_id: principal.credentialId }
    : undefined;

function auditWord({ audit }: Operation): string | undefined {
  return typeof audit === 'string' && audit !== 'by service' ? audit : undefined;
}

/** What was made, or else what the address names. */
function targetOf(body: unknown, params: unknown): string | undefined {
  const [named] = Object.values((params ?? {}) as Record<string, string>);
  if (typeof body !== 'object' || body === null) return named;
  const { id, task_id: taskId } = body as { id?: unknown; task_id?: unknown };
  return [id, taskId].find((value) => typeof value === 'string') ?? named;
}

/** What people call the thing that was answered: never what it says, which may be anybody's words. */
function nameIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { name, title, filename, email } = body as Readonly<Record<string, unknown>>;
  return [name, title, filename, email].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
}

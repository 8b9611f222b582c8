import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Environment } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import {
  connectorCalls as calls,
  connectorProcesses as processes,
  connectorRegistrations as registrations,
} from './tables.ts';

export interface Place {
  readonly projectId: string;
  readonly environment: Environment;
}

export interface Server {
  readonly connectionId: string;
  readonly processId: string;
}

// Leases are judged by the database's clock alone: those of the machines may differ.
const isAlive = gt(processes.leaseUntil, sql`now()`);
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

export async function renewLease(tx: Tx, processId: string, seconds: number): Promise<void> {
  const leaseUntil = inSeconds(seconds);
  await tx
    .insert(processes)
    .values({ id: processId, leaseUntil })
    .onConflictDoUpdate({ target: processes.id, set: { leaseUntil } });
}

/** What was registered at it stays for a while: it tells what to show as inactive when no program comes back. */
export async function endProcess(tx: Tx, processId: string): Promise<void> {
  await tx
    .update(processes)
    .set({ leaseUntil: sql`now()` })
    .where(eq(processes.id, processId));
}

/** Where functions were registered at processes that have been gone for so long. */
export async function abandonedPlaces(
  tx: Tx,
  goneForSeconds: number,
): Promise<(Place & { organizationId: string })[]> {
  return tx
    .selectDistinct({
      organizationId: registrations.organizationId,
      projectId: registrations.projectId,
      environment: registrations.environment,
    })
    .from(registrations)
    .innerJoin(processes, eq(processes.id, registrations.processId))
    .where(lt(processes.leaseUntil, inSeconds(-goneForSeconds)));
}

/** Calls nobody waits for, and processes that have been gone for so long, with what was registered at them. */
export async function sweep(tx: Tx, goneForSeconds: number): Promise<void> {
  await tx.delete(calls).where(lt(calls.expiresAt, sql`now()`));
  await tx.delete(processes).where(lt(processes.leaseUntil, inSeconds(-goneForSeconds)));
}

export async function replaceRegistrations(
  tx: Tx,
  organizationId: string,
  server: Server,
  place: Place,
  functionNames: readonly string[],
): Promise<void> {
  await removeRegistrations(tx, organizationId, server.connectionId);
  if (functionNames.length === 0) return;
  await tx.insert(registrations).values(
    functionNames.map((functionName) => ({
      organizationId,
      ...place,
      ...server,
      functionName,
      registeredAt: sql`clock_timestamp()`,
    })),
  );
}

export async function removeRegistrations(
  tx: Tx,
  organizationId: string,
  connectionId: string,
): Promise<void> {
  await tx
    .delete(registrations)
    .where(
      and(eq(registrations.organizationId, organizationId), eq(registrations.connectionId, connectionId)),
    );
}

const living = (tx: Tx, organizationId: string, { projectId, environment }: Place, further = sql`true`) =>
  tx
    .select({
      connectionId: registrations.connectionId,
      processId: registrations.processId,
      functionName: registrations.functionName,
    })
    .from(registrations)
    .innerJoin(processes, eq(processes.id, registrations.processId))
    .where(
      and(
        eq(registrations.organizationId, organizationId),
        eq(registrations.projectId, projectId),
        eq(registrations.environment, environment),
        isAlive,
        further,
      ),
    );

/** Who serves a function at this moment: the latest of those that registered it. */
export async function findServer(
  tx: Tx,
  organizationId: string,
  place: Place,
  functionName: string,
): Promise<Server | undefined> {
  const [found] = await living(tx, organizationId, place, eq(registrations.functionName, functionName))
    .orderBy(desc(registrations.registeredAt))
    .limit(1);
  return found;
}

export async function servedFunctions(
  tx: Tx,
  organizationId: string,
  place: Place,
  exceptConnectionId?: string,
): Promise<string[]> {
  const rows = await living(
    tx,
    organizationId,
    place,
    exceptConnectionId ? ne(registrations.connectionId, exceptConnectionId) : undefined,
  );
  return [...new Set(rows.map((row) => row.functionName))].sort();
}

export interface NewCall {
  readonly id: string;
  readonly callerProcessId: string;
  readonly server: Server;
  readonly call: string;
  readonly lifetimeSeconds: number;
}

export async function insertCall(tx: Tx, organizationId: string, placed: NewCall): Promise<void> {
  await tx.insert(calls).values({
    id: placed.id,
    organizationId,
    callerProcessId: placed.callerProcessId,
    serverProcessId: placed.server.processId,
    connectionId: placed.server.connectionId,
    state: 'placed',
    call: placed.call,
    createdAt: sql`now()`,
    expiresAt: inSeconds(placed.lifetimeSeconds),
  });
}

/** One process takes a call once, however often it is told about it. */
export async function takeCall(tx: Tx, organizationId: string, id: string, processId: string) {
  const [taken] = await tx
    .update(calls)
    .set({ state: 'taken' })
    .where(
      and(
        eq(calls.organizationId, organizationId),
        eq(calls.id, id),
        eq(calls.serverProcessId, processId),
        eq(calls.state, 'placed'),
        gt(calls.expiresAt, sql`now()`),
      ),
    )
    .returning({
      connectionId: calls.connectionId,
      call: calls.call,
      callerProcessId: calls.callerProcessId,
    });
  return taken;
}

export async function answerCall(tx: Tx, organizationId: string, id: string, answer: string): Promise<void> {
  await tx
    .update(calls)
    .set({ state: 'answered', answer })
    .where(and(eq(calls.organizationId, organizationId), eq(calls.id, id)));
}

/** The answer, which is read once. */
export async function collectAnswer(tx: Tx, organizationId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(calls)
    .where(and(eq(calls.organizationId, organizationId), eq(calls.id, id), eq(calls.state, 'answered')))
    .returning({ answer: calls.answer });
  return row?.answer ?? undefined;
}

export async function removeCall(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.delete(calls).where(and(eq(calls.organizationId, organizationId), eq(calls.id, id)));
}

/** How the calls that a process waits for stand, and whether those who should answer them still live. */
export async function lookAtCalls(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ id: calls.id, state: calls.state, isServerAlive: sql<boolean>`coalesce(${isAlive}, false)` })
    .from(calls)
    .leftJoin(processes, eq(processes.id, calls.serverProcessId))
    .where(inArray(calls.id, [...ids]));
}

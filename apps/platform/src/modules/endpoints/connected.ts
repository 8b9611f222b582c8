import { Problem } from '@sonde/server-kit';
import { and, eq, isNull } from 'drizzle-orm';
import type { Endpoint } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { waitForTurn } from '#kernel/wait-for-turn';
import type { Tenancy } from '#tenancy';
import { templateOf } from './present.ts';
import { insertEndpoint, updateEndpoint } from './store.ts';
import { endpoints as table, type EndpointRow } from './tables.ts';
import { checkTemplates } from './templates.ts';

type Mapping = string | Record<string, unknown>;

export interface SavedConfiguration {
  readonly requestMapping: Mapping;
  readonly responseMapping: Record<string, unknown>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ConnectedConfiguration extends SavedConfiguration {
  readonly description: string | null;
}

/** A function of a connected program, as a row of its own. */
export interface ConnectedEndpoint {
  readonly functionName: string;
  readonly name: string;
  readonly url: string;
  /** What to store, given what a former registration or a person has saved. */
  configure(saved: SavedConfiguration | undefined): ConnectedConfiguration;
}

export interface ConnectedPlace {
  readonly projectId: string;
  readonly environment: Endpoint['environment'];
  /** Served by other programs: they stay active although this one does not name them. Read when it is this one's turn. */
  servedElsewhere(tx: Tx): Promise<readonly string[]>;
}

export interface ConnectedSync extends ConnectedPlace {
  readonly functions: readonly ConnectedEndpoint[];
}

export interface SyncStats {
  created: number;
  updated: number;
  markedInactive: number;
  errors: { function: string; error: string }[];
}

interface Placing {
  readonly database: Database;
  readonly projects: Pick<Tenancy['projects'], 'hold'>;
  readonly now: Date;
}

/** Brings the rows of protocol SDK in line with what a program serves. One registration at a time for each environment. */
export async function syncConnected(
  { database, projects, now }: Placing,
  owner: MemberPrincipal,
  sync: ConnectedSync,
): Promise<SyncStats> {
  const stats: SyncStats = { created: 0, updated: 0, markedInactive: 0, errors: [] };
  await database.tenant(owner.organizationId, async (tx) => {
    await projects.hold(tx, owner, sync.projectId);
    const rows = await takeTurn(tx, owner.organizationId, sync);
    for (const served of sync.functions) {
      const existing = rows.filter((row) => functionNameOf(row) === served.functionName);
      for (const row of existing) {
        const changes = columnsOf(served, row, stats);
        await updateEndpoint(tx, owner.organizationId, row.id, { ...changes, updatedAt: now });
      }
      if (existing.length > 0) stats.updated += 1;
      else {
        await insertEndpoint(tx, newRow(served, { owner, sync, now }, stats));
        stats.created += 1;
      }
    }
    const names = new Set(sync.functions.map((item) => item.functionName));
    const others = rows.filter((row) => !names.has(functionNameOf(row)));
    stats.markedInactive = await markRows(tx, others, sync, now);
  });
  return stats;
}

/** Shows as inactive what no program serves any more. */
export async function markUnserved(
  { database, now }: { database: Database; now: Date },
  organizationId: string,
  place: ConnectedPlace,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    await markRows(tx, await takeTurn(tx, organizationId, place), place, now);
  });
}

async function takeTurn(tx: Tx, organizationId: string, place: ConnectedPlace): Promise<EndpointRow[]> {
  await waitForTurn(tx, `connected:${place.projectId}:${place.environment}`);
  return connectedRows(tx, organizationId, place);
}

async function markRows(
  tx: Tx,
  rows: readonly EndpointRow[],
  place: ConnectedPlace,
  now: Date,
): Promise<number> {
  const isServed = new Set(await place.servedElsewhere(tx));
  const left = rows.filter((row) => row.status !== 'Inactive' && !isServed.has(functionNameOf(row)));
  for (const row of left)
    await updateEndpoint(tx, row.organizationId, row.id, { status: 'Inactive', updatedAt: now });
  return left.length;
}

const connectedRows = (tx: Tx, organizationId: string, place: ConnectedPlace): Promise<EndpointRow[]> =>
  tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        eq(table.projectId, place.projectId),
        eq(table.environment, place.environment),
        eq(table.protocol, 'SDK'),
        isNull(table.deletedAt),
      ),
    )
    .for('update');

function functionNameOf(row: EndpointRow): string {
  const connection = row.endpointMetadata['sdk_connection'] as { function_name?: unknown } | undefined;
  return typeof connection?.function_name === 'string' ? connection.function_name : '';
}

type ServedColumns = Pick<
  EndpointRow,
  'description' | 'url' | 'requestMapping' | 'responseMapping' | 'endpointMetadata' | 'status'
>;

function columnsOf(served: ConnectedEndpoint, row: EndpointRow | undefined, stats: SyncStats): ServedColumns {
  const configuration = served.configure(
    row && {
      requestMapping: templateOf(row),
      responseMapping: row.responseMapping,
      metadata: row.endpointMetadata,
    },
  );
  const { requestMapping } = configuration;
  const fault = faultOf(requestMapping);
  if (fault) stats.errors.push({ function: served.functionName, error: fault });
  return {
    description: configuration.description ?? row?.description ?? null,
    url: served.url,
    requestMapping: typeof requestMapping === 'string' ? { text: requestMapping } : { json: requestMapping },
    responseMapping: configuration.responseMapping,
    endpointMetadata: configuration.metadata,
    status: fault ? 'Error' : 'Active',
  };
}

function faultOf(requestMapping: Mapping): string | undefined {
  try {
    checkTemplates({ request_mapping: requestMapping });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors?.map((item) => `${item.path}: ${item.message}`).join(' ') ?? error.message;
  }
}

function newRow(
  served: ConnectedEndpoint,
  { owner, sync, now }: { owner: MemberPrincipal; sync: ConnectedSync; now: Date },
  stats: SyncStats,
): EndpointRow {
  return {
    ...columnsOf(served, undefined, stats),
    id: newId(),
    organizationId: owner.organizationId,
    projectId: sync.projectId,
    name: served.name,
    method: 'POST',
    protocol: 'SDK',
    environment: sync.environment,
    authType: 'none',
    authTokenSealed: null,
    clientId: null,
    clientSecretSealed: null,
    tokenUrl: null,
    scopes: null,
    audience: null,
    tokenParams: null,
    literalsMoved: true,
    requestHeaders: {},
    secretHeaderNames: [],
    secretHeadersSealed: null,
    secretNames: [],
    secretsSealed: null,
    queryParams: {},
    websocket: null,
    beforeSteps: [],
    polling: null,
    caCertificate: null,
    clientCertificate: null,
    clientKeySealed: null,
    disableTracing: false,
    lastTestedAt: null,
    lastTestSuccess: null,
    tags: [],
    version: 1,
    createdBy: owner.userId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}

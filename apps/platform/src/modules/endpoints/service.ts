import type { Endpoint, EndpointCreate, EndpointUpdate, RestorableListQuery } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { createHook } from '#kernel/hook';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createRows, type ExpectedVersions } from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import { createSharedLoads } from '#kernel/shared-loads';
import {
  markUnserved,
  syncConnected,
  type ConnectedPlace,
  type ConnectedSync,
  type SyncStats,
} from './connected.ts';
import { copyName, stemOf } from './copy-name.ts';
import { presentEndpoint, templateOf } from './present.ts';
import { endpointDeleted, endpointNotFound } from './problems.ts';
import { noPlaces, withoutLiterals } from './literals.ts';
import { openSecrets, sealSecrets } from './secrets.ts';
import {
  createTargetQuery,
  endpointsNamed,
  findEndpoint,
  insertEndpoint,
  markAnswer,
  namesLike,
  updateEndpoint,
} from './store.ts';
import { endpointResource } from './resource.ts';
import type { Layers, Resolving } from '#experiments';
import type { Tenancy } from '#tenancy';
import type { EndpointRow } from './tables.ts';
import { targetOf, type Target } from './target.ts';
import { checkCertificates } from './certificates.ts';
import { checkSteps } from './steps.ts';
import { checkTemplates } from './templates.ts';
import { columnsOf, mergeChecked, newRow } from './written-row.ts';

export interface EndpointsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly projects: Pick<Tenancy['projects'], 'hold'>;
  readonly parameters: Pick<Resolving, 'open' | 'forCall'>;
}

export type Endpoints = ReturnType<typeof createEndpoints>;

export function createEndpoints({ database, clock, sealer, projects, parameters }: EndpointsOptions) {
  const rows = createRows({ resource: endpointResource, clock });
  const findWithParameters = createTargetQuery();
  /** Ends what is under way with an endpoint that is being deleted. */
  const removing =
    createHook<[tx: Tx, removed: { readonly organizationId: string; readonly endpointId: string }]>();
  const sharedLoads = createSharedLoads<Awaited<ReturnType<typeof findWithParameters>>>();
  const present = (row: EndpointRow): Endpoint => presentEndpoint(row, openSecrets(sealer, row).unreadable);

  /** For a call: the row and the parameters of its project, in one statement. */
  async function load(principal: MemberPrincipal, id: string) {
    const { organizationId } = principal;
    const found = await sharedLoads(`${organizationId}:${id}`, () =>
      database.tenantRead(organizationId, (tx) => findWithParameters(tx, organizationId, id)),
    );
    return { row: visible(principal, found?.row), layers: found?.layers ?? noLayers };
  }

  /** What stands together is checked where any of it changes. */
  function requireUsable(row: EndpointRow, input: EndpointUpdate): void {
    if (input.before_steps ?? input.polling ?? input.protocol)
      checkSteps({ before_steps: row.beforeSteps, polling: row.polling, protocol: row.protocol });
    const names = ['ca_certificate', 'client_certificate', 'client_key'] as const;
    if (names.every((name) => input[name] === undefined)) return;
    checkCertificates(
      { ca_certificate: row.caCertificate, client_certificate: row.clientCertificate },
      openSecrets(sealer, row).secrets.clientKey,
      new Date(clock.now()),
    );
  }

  return {
    /** For files: live endpoints of a project, those with these names or from a place on; of the latter one more than fits. */
    async named(
      principal: MemberPrincipal,
      projectId: string,
      which: { readonly names: readonly string[] } | { readonly skip: number },
    ): Promise<Endpoint[]> {
      const found = await database.tenantRead(principal.organizationId, (tx) =>
        endpointsNamed(tx, principal.organizationId, projectId, which),
      );
      return found.map(present);
    },

    /** What creating would refuse, without creating. */
    check(principal: MemberPrincipal, given: EndpointCreate): { id: string } {
      checkTemplates(given);
      return { id: this.newTarget(principal, given, '').organizationId };
    },

    /** What an update would refuse, without updating. */
    async checkUpdate(principal: MemberPrincipal, id: string, given: EndpointUpdate): Promise<void> {
      checkTemplates(given);
      await this.getDraftTarget(principal, id, given);
    },

    async create(principal: MemberPrincipal, given: EndpointCreate): Promise<Endpoint> {
      checkTemplates(given);
      const input = withoutLiterals(given, noPlaces);
      checkSteps({ ...input, protocol: input.protocol });
      checkCertificates(input, input.client_key ?? null, new Date(clock.now()));
      const created = await database.tenant(principal.organizationId, async (tx) => {
        const projectId = await projects.hold(tx, principal, input.project_id ?? null);
        return insertEndpoint(
          tx,
          newRow({ input, projectId, principal, sealer, now: new Date(clock.now()) }),
        );
      });
      return present(created);
    },

    async list(principal: MemberPrincipal, query: RestorableListQuery): Promise<Page<Endpoint>> {
      return database.tenant(principal.organizationId, (tx) => rows.list(tx, principal, query, present));
    },

    async get(principal: MemberPrincipal, id: string, includeDeleted = false): Promise<Endpoint> {
      const row = await database.tenant(principal.organizationId, (tx) =>
        rows.get(tx, principal, id, { includeDeleted }),
      );
      return present(row);
    },

    async update(
      principal: MemberPrincipal,
      id: string,
      given: EndpointUpdate,
      expected?: ExpectedVersions,
    ): Promise<Endpoint> {
      checkTemplates(given);
      const updated = await database.tenant(principal.organizationId, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        const input = withoutLiterals(given, row);
        const sealed = mergeChecked(sealer, row, input);
        const columns = columnsOf(input, row);
        requireUsable({ ...row, ...columns, ...sealed }, input);
        return rows.patchRow(tx, row, { ...columns, ...sealed }, expected);
      });
      return present(updated);
    },

    /** Soft: results that used it stay readable. */
    removing,

    /** Whoever deletes an endpoint wants its target called no more, with what is stored for it least of all. */
    async remove(principal: MemberPrincipal, id: string): Promise<Endpoint> {
      const { organizationId } = principal;
      const removed = await database.tenant(organizationId, async (tx) => {
        const row = await rows.remove(tx, principal, id);
        await removing.run(tx, { organizationId, endpointId: id });
        return row;
      });
      return present(removed);
    },

    async restore(principal: MemberPrincipal, id: string): Promise<Endpoint> {
      const restored = await database.tenant(principal.organizationId, async (tx) => {
        const deleted = await rows.get(tx, principal, id, { includeDeleted: true });
        // Nothing comes back into a project that is no more.
        await projects.hold(tx, principal, deleted.projectId);
        return rows.restore(tx, principal, id);
      });
      return present(restored);
    },

    /** Secrets are copied from seal to seal; they never leave the server. */
    async duplicate(principal: MemberPrincipal, id: string): Promise<Endpoint> {
      const copied = await database.tenant(principal.organizationId, async (tx) => {
        // Locked, so that two copies made at once do not take the same name.
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        const newEndpointId = newId();
        const now = new Date(clock.now());
        return insertEndpoint(tx, {
          ...row,
          id: newEndpointId,
          name: copyName(
            row.name,
            await namesLike(tx, principal.organizationId, stemOf(row.name).slice(0, 100)),
          ),
          ...sealSecrets(sealer, newEndpointId, openSecrets(sealer, row).secrets),
          lastTestedAt: null,
          lastTestSuccess: null,
          version: 1,
          createdBy: principal.userId,
          createdAt: now,
          updatedAt: now,
        });
      });
      return present(copied);
    },

    /** What the engine needs to call the target, secrets in the clear. */
    async getTarget(principal: MemberPrincipal, id: string): Promise<Target> {
      const { row, layers } = await load(principal, id);
      return targetOf(row, templateOf(row), openSecrets(sealer, row).secrets, parameters.open(layers, row));
    },

    /** The same with unsaved changes laid over; stored secrets stay behind when the host changes. */
    async getDraftTarget(principal: MemberPrincipal, id: string, given: EndpointUpdate): Promise<Target> {
      const { organizationId } = principal;
      const row = visible(
        principal,
        await database.tenantRead(organizationId, (tx) => findEndpoint(tx, organizationId, id)),
      );
      const draft = withoutLiterals(given, row);
      const sealed = mergeChecked(sealer, row, draft);
      const merged: EndpointRow = { ...row, ...columnsOf(draft, row), ...sealed };
      requireUsable(merged, draft);
      const params = await parameters.forCall(row.organizationId, row.projectId, merged.environment);
      return targetOf(merged, templateOf(merged), openSecrets(sealer, merged).secrets, params);
    },

    /** A target that exists nowhere but in this request. */
    newTarget(principal: MemberPrincipal, given: EndpointCreate, projectId: string): Target {
      const input = withoutLiterals(given, noPlaces);
      const row = newRow({ input, projectId, principal, sealer, now: new Date(clock.now()) });
      requireUsable(row, input);
      return { ...targetOf(row, templateOf(row), openSecrets(sealer, row).secrets), endpointId: undefined };
    },

    /** For the connector: one row for each function that a connected program serves. */
    syncConnected: (principal: MemberPrincipal, sync: ConnectedSync): Promise<SyncStats> =>
      syncConnected({ database, projects, now: new Date(clock.now()) }, principal, sync),

    /** The same for a place whose programs may be gone. */
    markUnserved: (organizationId: string, place: ConnectedPlace): Promise<void> =>
      markUnserved({ database, now: new Date(clock.now()) }, organizationId, place),

    async recordTest(organizationId: string, id: string, success: boolean): Promise<void> {
      await database.tenant(organizationId, (tx) =>
        updateEndpoint(tx, organizationId, id, {
          lastTestedAt: new Date(clock.now()),
          lastTestSuccess: success,
        }),
      );
    },

    /** Where the last test failed or there was none, an answer counts as one, whatever asked for it. */
    async recordAnswer(organizationId: string, id: string): Promise<void> {
      await database.tenant(organizationId, (tx) =>
        markAnswer(tx, organizationId, id, new Date(clock.now())),
      );
    },

    /** For the initial data load, inside the transaction that makes the organization. */
    async insertInitial(
      tx: Tx,
      owner: { organizationId: string; projectId: string; userId: string },
      input: EndpointCreate,
    ): Promise<void> {
      await insertEndpoint(
        tx,
        newRow({ input, projectId: owner.projectId, principal: owner, sealer, now: new Date(clock.now()) }),
      );
    },
  };
}

const noLayers: Layers = { base: null, pointed: null };

function visible<Row extends Pick<EndpointRow, 'id' | 'projectId' | 'deletedAt'>>(
  principal: MemberPrincipal,
  row: Row | undefined,
): Row {
  if (!row || (principal.projectId && row.projectId !== principal.projectId)) throw endpointNotFound();
  if (row.deletedAt) throw endpointDeleted({ details: { restore_url: `/endpoints/${row.id}/restore` } });
  return row;
}

import type { FileRecord, bindFile, listFiles } from '@sonde/contract';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import {
  createRows,
  livingOrRestorable,
  planList,
  readList,
  visibleTo,
  type GetOptions,
} from '#kernel/resource';
import { presentFile } from './present.ts';
import { placeOf, requireRoom, requireSeen } from './placing.ts';
import { fileResource } from './resource.ts';
import { fileNotFound } from './problems.ts';
import * as store from './store.ts';
import type { Binding } from './store.ts';
import { files as table, type FileRow } from './tables.ts';
import { keepFiles, upload, type UploadOptions, type UploadRequest } from './take-upload.ts';

type FileListQuery = z.output<(typeof listFiles)['query']>;
type FileChanges = z.output<(typeof bindFile)['body']>;

export type Files = ReturnType<typeof createFiles>;

export function createFiles(options: UploadOptions) {
  const { database, clock, entities } = options;
  const rows = createRows({ resource: fileResource, clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(principal.organizationId, work);

  const getRow = async (
    tx: Tx,
    principal: MemberPrincipal,
    id: string,
    how?: GetOptions,
  ): Promise<FileRow> => {
    // One that only its owner sees is unknown to others before anything else is said of it, even that it was deleted.
    const [found] = await store.findOwners(tx, principal.organizationId, id);
    if (found) requireSeen(principal, found);
    return rows.get(tx, principal, id, how);
  };

  return {
    upload: (principal: MemberPrincipal, request: UploadRequest): Promise<FileRecord[]> =>
      upload(options, principal, request),

    /** For bytes that came another way than by an upload. */
    keep: (principal: MemberPrincipal, kept: Parameters<typeof keepFiles>[2]): Promise<FileRecord[]> =>
      keepFiles(options, principal, kept),

    async list(principal: MemberPrincipal, query: FileListQuery): Promise<Page<FileRecord>> {
      const { entity_type: type, entity_id: id } = query;
      const within = and(
        visibleTo(principal, table),
        store.seenBy(principal.userId),
        livingOrRestorable(principal, fileResource, query.include_deleted === 'true'),
        type && id ? store.boundTo({ type, id: id.toLowerCase() }) : undefined,
      );
      const plan = planList(query, fileResource.fields, fileResource.sort);
      return inTenant(principal, (tx) => readList(tx, table, { plan, within, present: presentFile }));
    },

    async get(principal: MemberPrincipal, id: string, includeDeleted = false): Promise<FileRecord> {
      return inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { includeDeleted });
        return {
          ...presentFile(row),
          extracted_text: await store.findText(tx, principal.organizationId, id),
        };
      });
    },

    async bind(principal: MemberPrincipal, id: string, changes: FileChanges): Promise<FileRecord> {
      const binding = bindingOf(changes);
      if (binding) await entities.settle(binding.type);
      return inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        const place = binding && (await placeOf(tx, { principal, row, binding, entities }));
        return presentFile(
          await rows.patchRow(tx, row, {
            ...place,
            ...(changes.description === undefined ? {} : { description: changes.description }),
            ...(changes.position === undefined ? {} : { position: changes.position }),
          }),
        );
      });
    },

    async remove(principal: MemberPrincipal, id: string): Promise<FileRecord> {
      return inTenant(principal, async (tx) => {
        await getRow(tx, principal, id);
        return presentFile(await rows.remove(tx, principal, id));
      });
    },

    async restore(principal: MemberPrincipal, id: string): Promise<FileRecord> {
      return inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { includeDeleted: true, forUpdate: true });
        const binding = bindingOf({ entity_type: row.entityType, entity_id: row.entityId });
        if (row.deletedAt) await requireRoom(tx, principal, { binding, bytes: row.sizeBytes });
        return presentFile(await rows.restore(tx, principal, id));
      });
    },

    /** To be talked about: what its uploader alone sees is nobody else's to know of. */
    async discussed(tx: Tx, principal: MemberPrincipal, id: string) {
      const row = await getRow(tx, principal, id);
      if (row.ownerId !== null) throw fileNotFound();
      return { projectId: row.projectId, name: row.filename };
    },

    /** For answering with its bytes: the row, if the caller may see it. */
    find: (principal: MemberPrincipal, id: string): Promise<FileRow> =>
      inTenant(principal, (tx) => getRow(tx, principal, id)),

    /** In the transaction of whoever makes the thing: its files are bound to it, or none and a refusal. */
    async bindAll(
      tx: Tx,
      principal: MemberPrincipal,
      ids: readonly string[],
      binding: Binding,
    ): Promise<FileRow[]> {
      const bound: FileRow[] = [];
      for (const id of ids) {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        const place = await placeOf(tx, { principal, row, binding, entities });
        bound.push(place ? await rows.patchRow(tx, row, place) : row);
      }
      return bound;
    },

    /** Living ones by their ids, for work that has been allowed before. */
    findAll: store.findFiles,
    textOf: store.findText,
  };
}

export const bindingOf = ({
  entity_type: type,
  entity_id: id,
}: {
  entity_type?: Binding['type'] | null | undefined;
  entity_id?: string | null | undefined;
}): Binding | undefined => (type && id ? { type, id: id.toLowerCase() } : undefined);

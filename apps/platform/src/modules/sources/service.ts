import type { Readable } from 'node:stream';
import type { ListQuery, Passage, Source, SourceCreate, SourceUpdate, searchSources } from '@sonde/contract';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { FileEntity, Files, FilesModule } from '#files';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import { keepAddress, shownAddress } from '#kernel/kept-address';
import type { Jobs } from '#kernel/jobs';
import { createCrud, namedColumns, planList, readList } from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import type { Tenancy } from '#tenancy';
import { readJob } from './read-source.ts';
import { presentSource, sourceResource } from './resource.ts';
import { addressContext } from './sealed.ts';
import * as store from './store.ts';
import { passages, type sources as table, type PassageRow, type SourceRow } from './tables.ts';

export interface SourcesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly files: Pick<FilesModule, 'entities' | 'extraction'> & { readonly files: Files };
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
}

export type Sources = ReturnType<typeof createSources>;

type Upload = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly project_id?: string | undefined;
};

export function createSources({ database, clock, sealer, jobs, files, projects }: SourcesOptions) {
  const crud = createCrud<typeof table, SourceCreate, SourceUpdate, Source>({
    resource: sourceResource,
    database,
    clock,
    projectOf: (tx, principal, { project_id }) => projects.holdUnlessNone(tx, principal, project_id),
    newRow,
    changes: ({ title, description }) => namedColumns<SourceRow>({ title, description }),
    show: async (_tx, principal, rows) => rows.map((row) => presentSource(principal, row)),
  });
  const enqueue = (tx: Tx, { organizationId, id, createdBy }: SourceRow) =>
    jobs.enqueue(
      tx,
      readJob,
      { organization_id: organizationId, source_id: id },
      { group: organizationId, ...(createdBy === null ? {} : { member: createdBy }) },
    );

  files.entities.register(entityOf(crud.rows));
  files.extraction.listen(async (tx, file) => {
    for (const source of await store.findByFile(tx, file.organizationId, file.id)) await enqueue(tx, source);
  });

  async function create(principal: MemberPrincipal, input: SourceCreate): Promise<Source> {
    const { organizationId, userId } = principal;
    const at = new Date(clock.now());
    const id = newId();
    const address = input.url === undefined ? null : keepAddress(sealer, input.url, addressContext(id));
    return database.tenant(organizationId, async (tx) => {
      const projectId = await projects.holdUnlessNone(tx, principal, input.project_id);
      const row = await crud.rows.insert(tx, {
        ...newRow(input),
        url: address?.shown ?? null,
        sealedUrl: address?.sealed ?? null,
        id,
        organizationId,
        projectId,
        createdBy: userId,
        createdAt: at,
        updatedAt: at,
      });
      if (input.file_id)
        await files.files.bindAll(tx, principal, [input.file_id], { type: 'Source', id: row.id });
      if (input.content === undefined) await enqueue(tx, row);
      else await store.writePassages(tx, organizationId, row.id, { text: input.content, truncated: false });
      return presentSource(principal, await crud.rows.get(tx, principal, row.id));
    });
  }

  return {
    ...crud,
    create,

    async upload(
      principal: MemberPrincipal,
      given: Upload,
      body: { readonly contentType: string; readonly body: Readable },
    ): Promise<Source> {
      // Refused before the bytes come.
      await database.tenant(principal.organizationId, (tx) =>
        projects.holdUnlessNone(tx, principal, given.project_id),
      );
      const [file] = await files.files.upload(principal, {
        ...body,
        binding: undefined,
        fields: ['file', 'files'],
        mostFiles: 1,
      });
      if (!file) throw new Error('An upload ended without a file.');
      return create(principal, {
        title: given.title ?? file.filename.slice(0, 200),
        description: given.description,
        ...(given.project_id ? { project_id: given.project_id } : {}),
        file_id: file.id,
      });
    },

    passages: (principal: MemberPrincipal, id: string, query: ListQuery): Promise<Page<Passage>> =>
      database.tenant(principal.organizationId, async (tx) => {
        await crud.rows.get(tx, principal, id);
        const ascending = query.sort_by === undefined ? { ...query, sort_order: 'asc' as const } : query;
        return readList(tx, passages, {
          plan: planList(ascending, passageFields, 'position'),
          within: and(eq(passages.organizationId, principal.organizationId), eq(passages.sourceId, id)),
          present: presentPassage,
        });
      }),

    search: (
      { organizationId, projectId }: MemberPrincipal,
      { q, source_id: sourceId, limit }: z.output<(typeof searchSources)['query']>,
    ) =>
      database.tenant(organizationId, async (tx) => {
        const found = await store.searchPassages(tx, {
          organizationId,
          projectId,
          sourceId,
          words: q,
          limit,
        });
        return found.map((row) => ({
          ...presentPassage(row),
          source_title: row.sourceTitle,
          rank: row.rank,
        }));
      }),

    /** For generation: passages of sources the caller may see, to write tests from and to cite. */
    readForGeneration: (principal: MemberPrincipal, ids: readonly string[], most = 200) =>
      database.tenant(principal.organizationId, async (tx) => {
        const found: SourceRow[] = [];
        for (const id of ids) found.push(await crud.rows.get(tx, principal, id));
        const rows = await store.passagesOf(tx, principal.organizationId, ids, most);
        const titles = new Map(found.map(({ id, title }) => [id, title]));
        return rows.map((row) => ({ ...presentPassage(row), source_title: titles.get(row.sourceId) ?? '' }));
      }),
  };
}

const kindOf = ({ content, url }: SourceCreate): SourceRow['kind'] =>
  content !== undefined ? 'text' : url !== undefined ? 'url' : 'file';

const newRow = (input: SourceCreate) => ({
  title: input.title,
  description: input.description ?? null,
  kind: kindOf(input),
  // What is secret in it has no place in a row that it is not sealed for.
  url: input.url === undefined ? null : shownAddress(input.url),
  sealedUrl: null,
  fileId: input.file_id ?? null,
  status: 'pending' as const,
  error: null,
  truncated: false,
  passageCount: 0,
  characterCount: 0,
});

const entityOf = (rows: {
  get(tx: Tx, principal: MemberPrincipal, id: string): Promise<SourceRow>;
}): FileEntity => ({
  type: 'Source',
  permission: 'source:update',
  find: async (tx, principal, id) => {
    const row = await rows.get(tx, principal, id).catch(() => undefined);
    return row && { projectId: row.projectId };
  },
});

const passageFields = {
  id: { column: passages.id, type: 'id' },
  position: { column: passages.position, type: 'number' },
  page: { column: passages.page, type: 'number' },
  heading: { column: passages.heading, type: 'text', isSearched: true },
  text: { column: passages.text, type: 'text', isSearched: true },
} as const;

const presentPassage = (row: PassageRow): Passage => ({
  id: row.id,
  source_id: row.sourceId,
  position: row.position,
  page: row.page,
  heading: row.heading,
  text: row.text,
});

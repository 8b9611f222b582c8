import { buffer } from 'node:stream/consumers';
import { Problem } from '@sonde/server-kit';
import type { Database } from '#kernel/database';
import { createLargeBodies, type LargeBodies, type MemberPrincipal } from '#kernel/http';
import type { ObjectStore } from '#kernel/object-store';
import { openContent } from './content.ts';
import type { Files } from './service.ts';
import { findText } from './store.ts';
import type { FileRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly files: Pick<Files, 'find'>;
  /** As base64, of all calls of this process that are under way. */
  readonly room?: LargeBodies;
}

interface Attachment {
  readonly filename: string;
  readonly content_type: string;
  readonly data: string;
  readonly extracted_text?: string;
}

/** Stored files for calls to targets: charged by their size before a byte is read, until the call is over. */
export function createStoredAttachments({ database, objects, files, room = createLargeBodies() }: Options) {
  async function read(file: FileRow): Promise<Attachment> {
    const bytes = await buffer(await openContent(objects, file));
    const { organizationId, id } = file;
    const text =
      file.extractionStatus === 'done'
        ? await database.tenant(organizationId, (tx) => findText(tx, organizationId, id))
        : null;
    return {
      filename: file.filename,
      content_type: file.contentType,
      data: bytes.toString('base64'),
      ...(text === null ? {} : { extracted_text: text }),
    };
  }

  return {
    async load(principal: MemberPrincipal, ids: readonly string[], mostBytes: number) {
      const rows: FileRow[] = [];
      for (const id of ids) rows.push(await files.find(principal, id));
      const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      if (bytes > mostBytes)
        throw new Problem(
          'too_large',
          'file.call_too_large',
          `The files of this call have ${Math.ceil(bytes / 1024 / 1024)} MB together, which is too much.`,
        );
      const release = takeRoom(room, principal.organizationId, Math.ceil((bytes * 4) / 3));
      try {
        const found = new Map<string, Attachment>();
        for (const row of rows) found.set(row.id, await read(row));
        return { files: found, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function takeRoom(room: LargeBodies, organizationId: string, bytes: number): () => void {
  const taken = room.take(organizationId, bytes);
  if (typeof taken === 'function') return taken;
  const headers = { 'retry-after': '5' };
  if (taken === 'own share')
    throw new Problem(
      'limited',
      'rate_limited',
      'Too many large calls at once. Wait until some are answered.',
      {
        headers,
      },
    );
  throw new Problem('unavailable', 'service.busy', 'Too many large calls are under way. Try again shortly.', {
    headers,
  });
}

import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import { requirePermission } from '#kernel/resource';
import type { CallVariables } from './configuration.ts';
import { isPlainObject } from './plain-object.ts';

/** A stored file as a call carries it. */
export interface StoredAttachment {
  readonly filename: string;
  readonly content_type: string;
  /** Base64. */
  readonly data: string;
  readonly extracted_text?: string;
}

/** Where stored files come from. */
export interface StoredFiles {
  /** Refuses what the caller may not see, and what is more than the given bytes, before any of it is read. */
  load(
    principal: MemberPrincipal,
    ids: readonly string[],
    mostBytes: number,
  ): Promise<{ readonly files: ReadonlyMap<string, StoredAttachment>; readonly release: () => void }>;
}

export interface Attached {
  readonly variables: CallVariables;
  /** Gives the room back that the files take; called when the call is over. */
  readonly release: () => void;
}

/** Of all files of one call together, as bytes. */
export const mostAttachedBytes = 20 * 1024 * 1024;

/** Puts the bytes of stored files in the place of their ids, and refuses a call that carries too much. */
export async function attachFiles(
  stored: StoredFiles,
  principal: MemberPrincipal,
  variables: CallVariables,
): Promise<Attached> {
  const { files: givenFiles, image: picture } = variables;
  // Nearly every call carries none.
  if (givenFiles === undefined && picture === undefined) return { variables, release: () => undefined };
  const entries = [givenFiles, picture].flat().filter(isPlainObject);
  const ids = [...new Set(entries.flatMap(({ file_id: id }) => (typeof id === 'string' ? [id] : [])))];
  // A picture may come as nothing but its base64.
  const bare = typeof picture === 'string' ? givenBytes({ data: picture }) : 0;
  const given = entries.reduce((sum, entry) => sum + givenBytes(entry), bare);
  if (given > mostAttachedBytes) throw attachedTooMuch();
  if (ids.length === 0) return { variables, release: () => undefined };
  // An application may say back what it is sent.
  requirePermission(principal, 'file:read');
  const { files, release } = await stored.load(principal, ids, mostAttachedBytes - given);
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (!isPlainObject(value) || typeof value['file_id'] !== 'string') return value;
    const { file_id: id, ...rest } = value;
    // The name and the rest of what the caller says stay; the bytes and their kind are the stored ones.
    return { ...files.get(id as string), ...rest, data: files.get(id as string)?.data ?? '' };
  };
  const { files: list, image } = variables;
  return {
    variables: {
      ...variables,
      ...(list === undefined ? {} : { files: filled(list) }),
      ...(image === undefined ? {} : { image: filled(image) }),
    },
    release,
  };
}

/** Of base64; near enough without decoding it. */
function givenBytes({ data, content_base64: former }: Record<string, unknown>): number {
  const text = typeof data === 'string' ? data : typeof former === 'string' ? former : '';
  return Math.floor((text.length * 3) / 4);
}

export const attachedTooMuch = (): Problem =>
  new Problem(
    'too_large',
    'file.call_too_large',
    `The files of one call may have ${mostAttachedBytes / 1024 / 1024} MB together.`,
  );

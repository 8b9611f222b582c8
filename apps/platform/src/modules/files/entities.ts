import type { FileEntityType, Permission } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { requireWithinReach } from '#kernel/resource';
import { entityNotFound } from './problems.ts';

/** A kind of thing that files can belong to; the module that has it registers it. */
export interface FileEntity {
  readonly type: FileEntityType;
  /** What the caller must hold to change such a thing, besides the permission for files. */
  readonly permission: Permission;
  /** Before the transaction that asks: writes out what the module still holds in memory. */
  settle?(): Promise<void>;
  /** Where the thing is, if it exists for this caller and they may change it. */
  find(tx: Tx, principal: MemberPrincipal, id: string): Promise<FilePlace | undefined>;
}

export interface FilePlace {
  readonly projectId: string | null;
  /** Set where one person alone sees the thing. */
  readonly ownerId?: string | null;
}

export interface FileEntities {
  register(entity: FileEntity): void;
  settle(type: FileEntityType): Promise<void>;
  /** The same refusal for a kind that nobody has registered, a foreign thing, and one that may not be changed. */
  require(
    tx: Tx,
    principal: MemberPrincipal,
    binding: { readonly type: FileEntityType; readonly id: string },
  ): Promise<FilePlace>;
}

export function createFileEntities(): FileEntities {
  const entities = new Map<FileEntityType, FileEntity>();
  return {
    register: (entity) => void entities.set(entity.type, entity),
    settle: async (type) => entities.get(type)?.settle?.(),
    async require(tx, principal, { type, id }) {
      const entity = entities.get(type);
      const place =
        entity && principal.permissions.has(entity.permission)
          ? await entity.find(tx, principal, id)
          : undefined;
      if (!place) throw entityNotFound();
      requireWithinReach(principal, place);
      return place;
    },
  };
}

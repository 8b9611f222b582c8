import type { TestInput } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { foldName } from '#kernel/resource';
import type { MemberPrincipal } from '#kernel/http';

/** Requirements, categories and topics, as tests name them. */
export interface LabelKind {
  /** The one of this name, without regard to case and blanks, or a new one. */
  findOrCreate(
    tx: Tx,
    principal: MemberPrincipal,
    input: { readonly name: string; readonly projectId: string | null },
  ): Promise<string>;
  /** Refuses an id that the caller may not see. */
  require(tx: Tx, principal: MemberPrincipal, id: string): Promise<void>;
  namesOf(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface LabelKinds {
  readonly requirement: LabelKind;
  readonly category: LabelKind;
  readonly topic: LabelKind;
}

export interface LabelIds {
  readonly requirementId: string | null;
  readonly categoryId: string | null;
  readonly topicId: string | null;
}

type Given = Pick<
  TestInput,
  | 'requirement'
  | 'requirement_id'
  | 'behavior'
  | 'behavior_id'
  | 'category'
  | 'category_id'
  | 'topic'
  | 'topic_id'
>;

/** Reads labels of many tests with one look-up for each name and id. */
export function createLabelReader(kinds: LabelKinds, tx: Tx, principal: MemberPrincipal) {
  const seen = new Map<string, Promise<string>>();
  const once = (key: string, find: () => Promise<string>): Promise<string> => {
    const found = seen.get(key) ?? find();
    seen.set(key, found);
    return found;
  };

  async function read(
    kind: keyof LabelKinds,
    { id, name }: { id: string | null | undefined; name: string | null | undefined },
    before: string | null,
    projectId: string | null,
  ): Promise<string | null> {
    if (id)
      return once(`${kind}:${id}`, async () => {
        await kinds[kind].require(tx, principal, id);
        return id;
      });
    if (name)
      return once(`${kind}:${projectId}:${foldName(name)}`, () =>
        kinds[kind].findOrCreate(tx, principal, { name, projectId }),
      );
    return id === null || name === null ? null : before;
  }

  return async (input: Given, before: LabelIds | undefined, projectId: string | null): Promise<LabelIds> => ({
    requirementId: await read(
      'requirement',
      {
        id: input.requirement_id === undefined ? input.behavior_id : input.requirement_id,
        name: input.requirement === undefined ? input.behavior : input.requirement,
      },
      before?.requirementId ?? null,
      projectId,
    ),
    categoryId: await read(
      'category',
      { id: input.category_id, name: input.category },
      before?.categoryId ?? null,
      projectId,
    ),
    topicId: await read(
      'topic',
      { id: input.topic_id, name: input.topic },
      before?.topicId ?? null,
      projectId,
    ),
  });
}

/** The names of everything that these rows are filed under. */
export async function readLabelNames(
  kinds: LabelKinds,
  tx: Tx,
  organizationId: string,
  rows: readonly LabelIds[],
): Promise<(kind: keyof LabelKinds, id: string | null) => { id: string; name: string } | null> {
  const ids = (of: (row: LabelIds) => string | null): string[] => [
    ...new Set(rows.flatMap((row) => of(row) ?? [])),
  ];
  const names = {
    requirement: await kinds.requirement.namesOf(
      tx,
      organizationId,
      ids((row) => row.requirementId),
    ),
    category: await kinds.category.namesOf(
      tx,
      organizationId,
      ids((row) => row.categoryId),
    ),
    topic: await kinds.topic.namesOf(
      tx,
      organizationId,
      ids((row) => row.topicId),
    ),
  };
  return (kind, id) => {
    const name = id === null ? undefined : names[kind].get(id);
    return id === null || name === undefined ? null : { id, name };
  };
}

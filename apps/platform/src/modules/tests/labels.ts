import type { TestInput } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { foldName } from '#kernel/resource';
import type { MemberPrincipal } from '#kernel/http';

/** Requirements, categories and topics, as tests name them. */
export interface LabelKind {
  /** Those of these names, without regard to case and blanks, or new ones; by the names as they are compared. */
  findOrCreateAll(
    tx: Tx,
    principal: MemberPrincipal,
    input: { readonly names: readonly string[]; readonly projectId: string | null },
  ): Promise<ReadonlyMap<string, string>>;
  /** Refuses an id that the caller may not see. */
  require(tx: Tx, principal: MemberPrincipal, id: string): Promise<void>;
  /** Of these, the ones that the caller sees: a test of all projects may be filed under a label of one. */
  namesOf(tx: Tx, principal: MemberPrincipal, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
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

/** What each kind of label is called in a request. */
const givenAs = {
  requirement: (input: Given) => ({
    id: input.requirement_id === undefined ? input.behavior_id : input.requirement_id,
    name: input.requirement === undefined ? input.behavior : input.requirement,
  }),
  category: (input: Given) => ({ id: input.category_id, name: input.category }),
  topic: (input: Given) => ({ id: input.topic_id, name: input.topic }),
};

interface Labelled {
  readonly inputs: readonly Given[];
  readonly projectId: string | null;
  /** What they have where nothing is said. */
  readonly before?: LabelIds;
}

/** The labels of many tests, in their order; all names of a kind are looked up, and made, together. */
export async function readLabels(
  kinds: LabelKinds,
  tx: Tx,
  principal: MemberPrincipal,
  { inputs, projectId, before }: Labelled,
): Promise<LabelIds[]> {
  async function read(kind: keyof LabelKinds, former: string | null = null): Promise<(string | null)[]> {
    const given = inputs.map(givenAs[kind]);
    for (const id of new Set(given.flatMap((one) => one.id ?? [])))
      if (id) await kinds[kind].require(tx, principal, id);
    const named = given.flatMap(({ id, name }) => (!id && name ? [[foldName(name), name] as const] : []));
    // Of one that is new the first way of writing it is kept.
    const names = [...new Map(named.toReversed()).values()];
    const found =
      names.length > 0
        ? await kinds[kind].findOrCreateAll(tx, principal, { names, projectId })
        : new Map<string, string>();
    // Nobody takes away what they are not shown by sending back what they are.
    const isHidden = former !== null && !(await kinds[kind].namesOf(tx, principal, [former])).has(former);
    return given.map(({ id, name }) => {
      if (id) return id;
      if (name) return found.get(foldName(name)) ?? null;
      return (id === null || name === null) && !isHidden ? null : former;
    });
  }
  const requirements = await read('requirement', before?.requirementId);
  const categories = await read('category', before?.categoryId);
  const topics = await read('topic', before?.topicId);
  return inputs.map((_, index) => ({
    requirementId: requirements[index] ?? null,
    categoryId: categories[index] ?? null,
    topicId: topics[index] ?? null,
  }));
}

/** The names of everything that these rows are filed under, as far as the caller sees it. */
export async function readLabelNames(
  kinds: LabelKinds,
  tx: Tx,
  principal: MemberPrincipal,
  rows: readonly LabelIds[],
): Promise<(kind: keyof LabelKinds, id: string | null) => { id: string; name: string } | null> {
  const ids = (of: (row: LabelIds) => string | null): string[] => [
    ...new Set(rows.flatMap((row) => of(row) ?? [])),
  ];
  const names = {
    requirement: await kinds.requirement.namesOf(
      tx,
      principal,
      ids((row) => row.requirementId),
    ),
    category: await kinds.category.namesOf(
      tx,
      principal,
      ids((row) => row.categoryId),
    ),
    topic: await kinds.topic.namesOf(
      tx,
      principal,
      ids((row) => row.topicId),
    ),
  };
  return (kind, id) => {
    const name = id === null ? undefined : names[kind].get(id);
    return id === null || name === undefined ? null : { id, name };
  };
}

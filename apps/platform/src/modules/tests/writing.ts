import type { TestInput, TestSet } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { projectBeside, requirePermission } from '#kernel/resource';
import type { MetricReference, Scorer } from '#metrics';
import type { Tenancy } from '#tenancy';
import { contentHash, contentOf, defineTest, setTypeOf } from './definition.ts';
import { readLabels, type LabelIds, type LabelKinds } from './labels.ts';
import { testInvalid, typeDiffers } from './problems.ts';
import { insertTests, type Membership } from './store.ts';
import type { TestRow, TestSetRow } from './tables.ts';

export interface WritingOptions {
  readonly clock: Clock;
  readonly labels: LabelKinds;
  readonly scorer: Pick<Scorer, 'prepare'>;
  readonly projects: Pick<Tenancy['projects'], 'resolve' | 'hold'>;
}

export type Writing = ReturnType<typeof createWriting>;

/** How tests come into being, one by one or by the thousand; all of one request or none. */
export function createWriting({ clock, labels, scorer, projects }: WritingOptions) {
  const now = (): Date => new Date(clock.now());
  return {
    now,

    /** What puts tests into a set, or takes them out of it. */
    membership: ({ organizationId }: MemberPrincipal, testSetId: string): Membership => ({
      organizationId,
      testSetId,
      at: now(),
    }),

    /** Metrics that do not exist, or arguments that do not fit them, are refused before anything is stored. */
    async checkMetrics(
      tx: Tx,
      principal: MemberPrincipal,
      references: readonly MetricReference[],
    ): Promise<void> {
      const distinct = new Map(references.map((reference) => [JSON.stringify(reference), reference]));
      if (distinct.size > 0) await scorer.prepare(tx, principal, [...distinct.values()]);
    },

    /** Where a new thing would belong: to the project that is named, or the caller's own; to none if they say so. */
    projectOf: async (principal: MemberPrincipal, given: string | null | undefined): Promise<string | null> =>
      isOfNone(principal, given) ? null : (await projects.resolve(principal, given ?? null)).id,

    /** The same for a thing that is written in this transaction: until it is over nobody deletes the project. */
    holdProject: async (
      tx: Tx,
      principal: MemberPrincipal,
      given: string | null | undefined,
    ): Promise<string | null> =>
      isOfNone(principal, given) ? null : projects.hold(tx, principal, given ?? null),

    /** The project of what is made of a thing that the caller sees, held like any other. */
    projectBeside: async (
      tx: Tx,
      principal: MemberPrincipal,
      thing: { readonly projectId: string | null },
    ): Promise<string | null> => {
      const projectId = projectBeside(principal, thing);
      return projectId === thing.projectId ? projectId : projects.hold(tx, principal, projectId);
    },

    async insert(
      tx: Tx,
      principal: MemberPrincipal,
      { inputs, set, projectId, place, hiddenAt = null }: NewTests,
    ): Promise<TestRow[]> {
      const at = new Date(clock.now());
      requireFiles(principal, inputs);
      await this.checkMetrics(
        tx,
        principal,
        inputs.flatMap(({ metrics }) => metrics ?? []),
      );
      const definitions = inputs.map((input, index) => {
        const defined = defineTest(input, undefined, set?.testSetType, place(index));
        if (Array.isArray(defined)) throw testInvalid(defined);
        return { input, defined };
      });
      const sorted = await readLabels(labels, tx, principal, { inputs, projectId });
      const rows = definitions.map(({ input, defined }, index): TestRow => ({
        id: newId(),
        organizationId: principal.organizationId,
        projectId,
        testType: defined.testType,
        content: contentOf(defined.definition),
        definition: defined.definition,
        ...(sorted[index] ?? unsorted),
        status: input.status ?? 'New',
        priority: input.priority ?? 0,
        tags: input.tags ?? [],
        source: input.source ?? { kind: 'manual' },
        sourceKind: input.source?.kind ?? 'manual',
        externalId: input.external_id ?? null,
        contentHash: contentHash(defined),
        version: 1,
        createdBy: principal.userId,
        createdAt: at,
        updatedAt: at,
        deletedAt: hiddenAt,
      }));
      if (set) requireType(set.testSetType, rows, place);
      await insertTests(tx, rows);
      return rows;
    },
  };
}

const isOfNone = ({ projectId }: MemberPrincipal, given: string | null | undefined): boolean =>
  given === null && projectId === null;

const unsorted: LabelIds = { requirementId: null, categoryId: null, topicId: null };

export interface NewTests {
  readonly inputs: readonly TestInput[];
  readonly set: Pick<TestSetRow, 'testSetType'> | undefined;
  readonly projectId: string | null;
  /** The path of one test in the request, for refusals. */
  readonly place: (index: number) => string;
  /** Deleted from the beginning, until whoever makes them has all of them. */
  readonly hiddenAt?: Date | null;
}

/** A run sends them to an application, which may say them back. */
export function requireFiles(principal: MemberPrincipal, tests: readonly Pick<TestInput, 'files'>[]): void {
  if (tests.some(({ files }) => files && files.length > 0)) requirePermission(principal, 'file:read');
}

/** A set of one type refuses tests of another, naming them. */
export function requireType(
  setType: TestSet['test_set_type'],
  rows: readonly Pick<TestRow, 'testType' | 'content'>[],
  place: (index: number) => string,
): void {
  const others = rows.flatMap((row, index) => (setTypeOf(row.testType) === setType ? [] : [{ row, index }]));
  if (others.length > 0)
    throw typeDiffers(
      setType,
      others.map(({ row }) => `“${row.content.slice(0, 80)}” (${row.testType})`),
      others.map(({ index }) => place(index)),
    );
}

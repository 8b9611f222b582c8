import { isDeepStrictEqual } from 'node:util';
import type { Test, TestInput, TestSet } from '@sonde/contract';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { foldName } from '#kernel/resource';
import { contentHash, defineTest, setTypeOf, type Defined, type TestsApi } from '#tests';
import type { StoredFiles } from './conversion.ts';
import type { RowFault, Target } from './fields.ts';
import { withKept } from './kept-fields.ts';
import { judgedBy } from './judged-words.ts';
import type { createMetricResolver } from './metric-resolver.ts';
import { draftsOf, type Line, type RowReading } from './row-drafts.ts';
import { roomOfRow } from './room.ts';
import { findMembers } from './store.ts';

export type TestState = 'new' | 'identical' | 'changed';

export interface PreparedTest {
  readonly input: TestInput;
  readonly state: TestState;
  /** The test of the set that it is, or says differently. */
  readonly existing: Test | undefined;
}

export interface PreparedRow {
  readonly row: number;
  /** That the configuration of the file brought to it, or would have. */
  readonly characters: number;
  readonly tests: readonly PreparedTest[];
  /** What will judge them, in words. */
  readonly judgedBy: readonly string[];
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  readonly hasLost: boolean;
  /** A model is to judge them, and none is in use. */
  readonly lacksModel: boolean;
}

interface Options {
  readonly database: Database;
  readonly tests: Pick<TestsApi['tests'], 'presentAll'>;
  readonly files: Pick<StoredFiles['files'], 'find'>;
  readonly principal: MemberPrincipal;
  readonly resolver: ReturnType<typeof createMetricResolver>;
  readonly reading: RowReading;
  readonly setType: TestSet['test_set_type'];
  readonly targetSetId: string | null;
}

interface Whole {
  readonly input: TestInput;
  readonly defined: Defined;
  readonly unsaid: readonly Target[];
}

/** From lines to tests that can be stored as they are; whatever cannot says why. */
export function createRowPreparation(options: Options) {
  const { database, principal, resolver, reading, setType, targetSetId } = options;

  async function wholeOf(line: Line) {
    const { row, drafts, characters, faults, warnings, hasLost } = draftsOf(line, reading);
    const found: RowFault[] = [...faults];
    const whole: Whole[] = [];
    for (const draft of drafts) {
      const input = await resolver.complete(draft);
      const checked =
        typeof input === 'string' ? fault(input, 'metrics') : await check(input, draft.unsaid ?? []);
      if ('reason' in checked) found.push(checked);
      else whole.push(checked);
    }
    // It is the same for each prompt.
    const lacksModel = drafts[0] !== undefined && (await resolver.lacksModel(drafts[0]));
    return {
      row,
      whole,
      characters,
      faults: found,
      warnings,
      hasLost,
      lacksModel,
      judgedBy: judgedBy(drafts),
    };
  }

  const fault = (reason: string, target: keyof RowReading['mapping']['columns'] | null): RowFault => ({
    column: (target && reading.mapping.columns[target]) ?? null,
    reason,
  });

  /** The rules that hold for every test, however it comes. */
  async function check(input: TestInput, unsaid: readonly Target[]): Promise<Whole | RowFault> {
    const kept = [input.requirement, input.category, input.topic, input.external_id, ...(input.tags ?? [])];
    if (kept.some((text) => text?.includes('\0')))
      return fault('A name, a tag or an id cannot hold the character NUL.', null);
    const defined = defineTest(input, undefined, setType, '');
    if (Array.isArray(defined)) return fault(defined.map(({ message }) => message).join(' '), null);
    if (setTypeOf(defined.testType) !== setType)
      return fault(`The set holds ${setType} tests, and this is a ${defined.testType} one.`, 'test_type');
    for (const id of defined.definition.files)
      if (!(await options.files.find(principal, id).catch(() => undefined)))
        return fault(`The file ${id} is not known here; upload it first.`, 'files');
    return { input, defined, unsaid };
  }

  /** One look at the database for many rows. */
  async function existingOf(all: readonly Whole[]): Promise<(whole: Whole) => Test | undefined> {
    if (targetSetId === null || all.length === 0) return () => undefined;
    const externalIds = all.flatMap(({ input }) => input.external_id ?? []);
    const hashes = all.map(({ defined }) => contentHash(defined));
    const { byId, byHash } = await database.tenant(principal.organizationId, async (tx) => {
      const rows = await findMembers(tx, principal, {
        testSetId: targetSetId,
        externalIds,
        hashes,
      });
      const shown = await options.tests.presentAll(tx, principal, rows);
      return {
        byId: new Map(shown.flatMap((test) => (test.external_id ? [[test.external_id, test] as const] : []))),
        byHash: new Map(shown.map((test, place) => [rows[place]?.contentHash ?? '', test] as const)),
      };
    });
    return ({ input, defined }) =>
      (input.external_id ? byId.get(input.external_id) : undefined) ?? byHash.get(contentHash(defined));
  }

  async function prepared(rows: readonly Awaited<ReturnType<typeof wholeOf>>[]): Promise<PreparedRow[]> {
    const existingFor = await existingOf(rows.flatMap(({ whole }) => whole));
    const told = async (one: Whole): Promise<PreparedTest> => {
      const existing = existingFor(one);
      if (!existing) return { input: one.input, existing, state: 'new' };
      const input = withKept(one.input, one.unsaid, existing);
      const again = input === one.input ? one : await check(input, one.unsaid);
      const kept = 'reason' in again ? one : again;
      return { input: kept.input, existing, state: saysTheSame(kept, existing) ? 'identical' : 'changed' };
    };
    const found: PreparedRow[] = [];
    for (const { row, whole, characters, faults, warnings, hasLost, lacksModel, judgedBy: judges } of rows)
      found.push({
        row,
        characters,
        faults,
        warnings,
        hasLost,
        lacksModel,
        judgedBy: judges,
        tests: await Promise.all(whole.map(told)),
      });
    return found;
  }

  /** In smaller portions where the configuration makes so much of the lines that they do not fit beside each other. */
  return async function* (lines: readonly Line[]): AsyncGenerator<PreparedRow[]> {
    let rows = [];
    let characters = 0;
    for (const line of lines) {
      const one = await wholeOf(line);
      if (rows.length > 0 && characters + one.characters > roomOfRow) {
        yield await prepared(rows);
        rows = [];
        characters = 0;
      }
      rows.push(one);
      characters += one.characters;
    }
    if (rows.length > 0) yield await prepared(rows);
  };
}

/** What a file leaves open is no difference. */
function saysTheSame({ input, defined }: Whole, existing: Test): boolean {
  const former: Defined = {
    testType: existing.test_type,
    definition: {
      prompt: existing.prompt,
      conversation: existing.test_configuration,
      metrics: existing.metrics,
      combine: existing.combine,
      metadata: existing.metadata,
      files: existing.files,
    },
  };
  if (contentHash(former) !== contentHash(defined)) return false;
  const given = ['status', 'priority', 'tags', 'metadata', 'metrics', 'combine'] as const;
  if (given.some((name) => input[name] !== undefined && !isDeepStrictEqual(input[name], existing[name])))
    return false;
  const named = ['requirement', 'category', 'topic'] as const;
  return named.every(
    (name) => !input[name] || foldName(input[name]) === foldName(existing[name]?.name ?? ''),
  );
}

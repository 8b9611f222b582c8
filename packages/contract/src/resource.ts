import { z } from 'zod';
import { defineOperation, type Alias, type Operation, type Scope } from './operation.ts';
import { idParams, listQuery, restorableListQuery, restorableQuery, selectQuery } from './primitives.ts';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problems.ts';
import type { resourceNames } from './resource-names.ts';

/** Generated: a new resource exists for the compiler after `npm run docs`. */
export type ResourceName = (typeof resourceNames)[number];

type Pascal<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Text>;

export interface Resource<
  One extends ResourceName,
  Many extends string,
  Shown extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Restorable extends boolean = false,
> {
  /** In snake case: permissions, problem codes and audit words begin with it. */
  readonly one: One;
  /** In snake case: operation ids and paths begin with it. */
  readonly many: Many;
  readonly tag: string;
  readonly scope: Scope;
  /** Read inside sentences: "a requirement", "requirements". */
  readonly words: readonly [one: string, many: string];
  readonly shown: Shown;
  readonly create: Create;
  /** Every key optional; what is left out stays as it is. */
  readonly update: Update;
  /** Below the base path; `/{many}` when left out. */
  readonly path?: string;
  /** Deleting it can be taken back: it may be listed and read after that, and says `{one}.deleted` otherwise. */
  readonly restorable?: Restorable;
  /** Its path of old: it and all below it lead here with a 308. */
  readonly formerPath?: string;
  /** Refusals of creating, updating and duplicating. */
  readonly problems?: readonly ProblemCode[];
  /** Refusals of everything that names one by its id, such as `{one}.deleted`. */
  readonly idProblems?: readonly ProblemCode[];
  /** Refusals of updates alone, such as `version.stale`. */
  readonly updateProblems?: readonly ProblemCode[];
  /** What creating and changing one asks for beside its own permission, since it shows or does that by itself later. */
  readonly alsoToWrite?: readonly Permission[];
  readonly deleteProblems?: readonly ProblemCode[];
  /** Lists and single things are offered to agents. */
  readonly tool?: true;
}

/**
 * The operations every plain resource has, under the names they would have if they were written out. What is taken out
 * of the result and exported exists; what is left in it does not:
 *
 *     export const { listMetrics, getMetric, createMetric, updateMetric, deleteMetric } = crudOperations({
 *       one: 'metric', many: 'metrics', tag: 'Metrics', scope: 'project', words: ['a metric', 'metrics'],
 *       shown: Metric, create: MetricCreate, update: MetricUpdate,
 *     });
 *
 * Updates are PUT, and PATCH means the same. Restoring answers the thing restored; duplicating answers the copy.
 */
export function crudOperations<
  const One extends ResourceName,
  const Many extends string,
  Shown extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  const Restorable extends boolean = false,
>(resource: Resource<One, Many, Shown, Create, Update, Restorable>) {
  const { one, many, shown } = resource;
  const entry = entryMaker(resource);
  const byId = { ...entry('/{id}'), params: idParams };
  const idProblems: readonly ProblemCode[] = [`${one}.not_found`, ...(resource.idProblems ?? [])];
  const inputProblems = resource.problems ?? [];
  const queries = queriesOf(resource.restorable);
  const [a, all] = resource.words;
  const toWrite = resource.alsoToWrite ? { also: resource.alsoToWrite } : {};
  const tool = resource.tool ? { tool: true as const } : {};
  const operations = {
    list: defineOperation({
      ...entry(''),
      ...tool,
      id: `${many}.list`,
      method: 'GET',
      summary: capital(all),
      access: { who: 'member', permission: `${one}:read` },
      query: queries.list,
      answers: { 200: z.array(shown) },
    }),
    get: defineOperation({
      ...byId,
      ...tool,
      id: `${many}.get`,
      method: 'GET',
      summary: capital(a),
      access: { who: 'member', permission: `${one}:read` },
      query: queries.one,
      answers: { 200: shown },
      problems: idProblems,
    }),
    create: defineOperation({
      ...entry(''),
      id: `${many}.create`,
      method: 'POST',
      summary: `Create ${a}`,
      access: { who: 'member', permission: `${one}:create`, ...toWrite },
      audit: `${one}.created`,
      body: resource.create,
      answers: { 201: shown },
      problems: inputProblems,
    }),
    update: defineOperation({
      ...byId,
      id: `${many}.update`,
      method: 'PUT',
      aliases: [...byId.aliases, { method: 'PATCH' }, ...byId.aliases.map(asPatch)],
      summary: `Change ${a}; keys left out stay as they are`,
      access: { who: 'member', permission: `${one}:update`, ...toWrite },
      audit: `${one}.updated`,
      body: resource.update,
      answers: { 200: shown },
      problems: [...idProblems, ...inputProblems, ...(resource.updateProblems ?? [])],
    }),
    delete: defineOperation({
      ...byId,
      id: `${many}.delete`,
      method: 'DELETE',
      summary: `Delete ${a}`,
      access: { who: 'member', permission: `${one}:delete` },
      audit: `${one}.deleted`,
      answers: { 200: shown },
      problems: [...idProblems, ...(resource.deleteProblems ?? [])],
    }),
    restore: defineOperation({
      ...entry('/{id}/restore'),
      params: idParams,
      id: `${many}.restore`,
      method: 'POST',
      summary: `Restore ${a} that was deleted`,
      access: { who: 'member', permission: `${one}:delete` },
      audit: `${one}.restored`,
      answers: { 200: shown },
      problems: [...idProblems, ...inputProblems],
    }),
    duplicate: defineOperation({
      ...entry('/{id}/duplicate'),
      params: idParams,
      id: `${many}.duplicate`,
      method: 'POST',
      summary: `Copy ${a}`,
      access: { who: 'member', permission: `${one}:create`, also: [`${one}:read`] },
      audit: `${one}.duplicated`,
      answers: { 201: shown },
      problems: [...idProblems, ...inputProblems],
    }),
  };
  return named(operations, one, many);
}

type ListQueryOf<Restorable> = Restorable extends true ? typeof restorableListQuery : typeof listQuery;
type OneQueryOf<Restorable> = Restorable extends true ? typeof restorableQuery : typeof selectQuery;

const queriesOf = <Restorable extends boolean>(restorable: Restorable | undefined) =>
  ({
    list: restorable ? restorableListQuery : listQuery,
    one: restorable ? restorableQuery : selectQuery,
  }) as { list: ListQueryOf<Restorable>; one: OneQueryOf<Restorable> };

/** What all entries of a resource share. */
function entryMaker({
  many,
  tag,
  scope,
  path = `/${many}`,
  formerPath,
}: Pick<
  Resource<ResourceName, string, z.ZodType, z.ZodType, z.ZodType>,
  'many' | 'tag' | 'scope' | 'path' | 'formerPath'
>) {
  return (below: string) => ({
    path: `${path}${below}`,
    tag,
    scope,
    takes: 'moment' as const,
    aliases: formerPath ? [{ path: `${formerPath}${below}`, redirect: true } satisfies Alias] : [],
  });
}

type Named<Operations, One extends string, Many extends string> = {
  readonly [
    Verb in keyof Operations & string as Verb extends 'list' ? `list${Pascal<Many>}` : `${Verb}${Pascal<One>}`
  ]: Operations[Verb];
};

function named<
  Operations extends Readonly<Record<string, Operation>>,
  One extends string,
  Many extends string,
>(operations: Operations, one: One, many: Many): Named<Operations, One, Many> {
  return Object.fromEntries(
    Object.entries(operations).map(([verb, operation]) => [
      `${verb}${pascal(verb === 'list' ? many : one)}`,
      operation,
    ]),
  ) as Named<Operations, One, Many>;
}

const asPatch = (alias: Alias): Alias => ({ ...alias, method: 'PATCH' });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (name: string): string => name.split('_').map(capital).join('');

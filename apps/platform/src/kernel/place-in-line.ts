/** Statements in the transaction that enqueues, as the owner of the tables of jobs. */
interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

interface Joining {
  readonly queue: string;
  readonly group: string;
  readonly member: string | undefined;
}

/** Where a new job stands in the line of its queue, as a priority. Those it comes before within its group stand one further back. */
export async function placeInLine(executor: Executor, joining: Joining): Promise<number> {
  const { member } = joining;
  const before = member === undefined ? undefined : await placeBefore(executor, { ...joining, member });
  return before ?? lastPlace(executor, joining);
}

/**
 * Groups take turns, by start-time fair queueing with places as numbers that only fall: a job stands one behind the last
 * of its group, and whoever has none begins where the work that runs now began. So a group neither stands before others
 * because it asks again and again, nor behind them because it has worked for long.
 *
 * What waits for its next try stands in no line, and what is tried again has its place of long ago, where nobody else begins.
 * With nothing running the front of what waits is where one begins.
 */
async function lastPlace(executor: Executor, { queue, group }: Joining): Promise<number> {
  const { rows } = await executor.executeSql(
    `select least(
       coalesce(
         (select min(priority) from "jobs"."job" where name = $1 and state = 'active' and group_id is not null
           and retry_count = 0),
         (select priority from "jobs"."job" where name = $1 and state < 'active' and not blocked
           order by priority desc limit 1),
         0),
       (select min(priority) from "jobs"."job" where name = $1 and group_id = $2 and state = 'active') - 1,
       (select priority from "jobs"."job"
         where name = $1 and group_id = $2 and state < 'active' and not blocked and start_after <= clock_timestamp()
         order by priority limit 1) - 1
     ) as place`,
    [queue, group],
  );
  return Number(rows[0]?.['place'] ?? 0);
}

/**
 * Within a group the first job of each member comes before the second of another: the new one takes the place of whoever
 * would have more turns by then, and all from there on stand one further back, so that the group has no more turns than
 * before. Undefined where nobody has more turns. Whom another transaction moves just now stays where they are.
 */
async function placeBefore(
  executor: Executor,
  { queue, group, member }: Joining & { readonly member: string },
): Promise<number | undefined> {
  const waiting = `name = $1 and group_id = $2 and state < 'active' and not blocked
    and start_after <= clock_timestamp() and retry_count = 0`;
  const { rows } = await executor.executeSql(
    `with line as (
       select priority, data->>'member' is not distinct from $3 as is_own,
         row_number() over (partition by data->>'member' order by priority desc, created_on, id) as turn
       from "jobs"."job" where ${waiting}
     ), own as (select count(*) + 1 as turn, min(priority) as last from line where is_own)
     select max(line.priority) as place from line, own
     where line.turn > own.turn and (own.last is null or line.priority < own.last)`,
    [queue, group, member],
  );
  const place = rows[0]?.['place'];
  if (place === null || place === undefined) return undefined;
  await executor.executeSql(
    `update "jobs"."job" set priority = priority - 1 where name = $1 and id in (
       select id from "jobs"."job" where ${waiting} and priority <= $3 order by id for update skip locked)`,
    [queue, group, Number(place)],
  );
  return Number(place);
}

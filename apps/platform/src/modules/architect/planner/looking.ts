import type { Insight, TestRun } from '@sonde/contract';
import type { Body } from '../hands.ts';
import type { Named, Talk } from '../tables.ts';
import type { Intent } from './intents.ts';
import {
  againstBaseline,
  comparisonInWords,
  failuresInWords,
  latestRun,
  runBefore,
  runInWords,
} from './runs.ts';
import { said, type Answering } from './thought.ts';
import { brief, listed, many, rateOfDecided } from './words.ts';

const noRun = 'There is no run yet. Say which test set to run, and on what.';

const talkOf = (talk: Talk, { id, name, test_set: set, endpoint }: TestRun): Talk => ({
  ...talk,
  test_run: { id, name },
  test_set: set,
  endpoint,
});

const compare: Answering = async (asked, intent) => {
  const latest = await latestRun(asked);
  if (!latest) return said(intent, noRun);
  const talk = talkOf(asked.talk, latest);
  if (latest.finished_at === null) return said(intent, `It is not finished. ${runInWords(latest)}`, talk);
  // What people have chosen to measure by comes before whatever ran last.
  const measured = await againstBaseline(asked.hands, latest);
  if (measured !== undefined) return said(intent, measured, talk);
  const before = await runBefore(asked.hands, latest);
  if (!before)
    return said(
      intent,
      `${latest.test_set.name} ran on ${latest.endpoint.name} only once. Say "run it again" to compare.`,
      talk,
    );
  return said(intent, await comparisonInWords(asked.hands, before, latest), talk);
};

const failures: Answering = async (asked, intent) => {
  const latest = await latestRun(asked);
  if (!latest) return said(intent, noRun);
  return said(
    intent,
    `${runInWords(latest)}\n\n${await failuresInWords(asked.hands, latest)}`,
    talkOf(asked.talk, latest),
  );
};

const status: Answering = async ({ hands }, intent) => {
  const rows = (await hands.read('test_runs_list', {
    limit: 10,
    filter: "status eq 'Queued' or status eq 'Progress'",
  })) as TestRun[];
  return said(intent, rows.length === 0 ? 'No run is under way.' : listed(rows.map(runInWords)));
};

const summary: Answering = async (asked, intent) => {
  const insight = (await asked.hands.read('insights_get', {
    entity: 'test_result',
    months: 3,
    measures: ['count', 'passed', 'failed', 'errors'],
  })) as Insight;
  const [row] = insight.rows as Record<string, number | null>[];
  const latest = await latestRun(asked);
  if (!latest || !row?.['count']) return said(intent, 'Nothing has been run in the last three months.');
  return said(
    intent,
    `In the last three months ${many(row['count'], 'result')}: ${row['passed']} passed, ${row['failed']} failed, ${many(row['errors'] ?? 0, 'error')}; pass rate ${rateOfDecided(row['passed'] ?? 0, row['failed'] ?? 0)}.\n\nThe newest run: ${runInWords(latest)}`,
    talkOf(asked.talk, latest),
  );
};

interface Listed {
  readonly says: RegExp;
  readonly tool: string;
  readonly word: string;
  readonly line: (row: Body) => string;
}

const nameOf = ({ name }: Named): string => brief(name);
const lists: readonly Listed[] = [
  {
    says: /test sets?/,
    tool: 'test_sets_list',
    word: 'test set',
    line: ({ name, test_count }) => `${brief(name)}: ${many(test_count, 'test')}`,
  },
  { says: /runs?\b/, tool: 'test_runs_list', word: 'run', line: runInWords },
  { says: /endpoints?|applications?/, tool: 'endpoints_list', word: 'endpoint', line: nameOf },
  { says: /requirements?/, tool: 'requirements_list', word: 'requirement', line: nameOf },
  { says: /metrics?/, tool: 'metrics_list', word: 'metric', line: nameOf },
  { says: /projects?/, tool: 'projects_list', word: 'project', line: nameOf },
  { says: /sources?/, tool: 'sources_list', word: 'source', line: ({ title, name }) => brief(title ?? name) },
  {
    says: /traces?/,
    tool: 'traces_list',
    word: 'trace',
    line: ({ name, message_preview, status }) => `${brief(message_preview ?? name, 100)} (${status})`,
  },
  {
    says: /tests?/,
    tool: 'tests_list',
    word: 'test',
    line: ({ prompt, name, test_configuration }) => brief(prompt ?? name ?? test_configuration?.goal, 120),
  },
];

const shown = 20;
const list: Answering = async ({ text, hands }, intent) => {
  const wanted = lists.find(({ says }) => says.test(text.toLowerCase()));
  if (!wanted)
    return said(
      intent,
      'I can list endpoints, tests, test sets, requirements, metrics, runs, projects, sources and traces.',
    );
  const rows = (await hands.read(wanted.tool, { limit: shown })) as Body[];
  if (rows.length === 0) return said(intent, `There is no ${wanted.word} yet.`);
  const more = rows.length === shown ? `\n\nThese are the newest ${shown}.` : '';
  return said(intent, `${listed(rows.map(wanted.line))}${more}`);
};

/** Requests that only read; they are answered at once. */
export const looking: Partial<Record<Intent, Answering>> = { compare, failures, status, summary, list };

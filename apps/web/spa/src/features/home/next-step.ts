import type { Endpoint, Job, Permission, TestRun } from '@sonde/contract';

type Application = Pick<Endpoint, 'id' | 'name' | 'last_tested_at' | 'last_test_success'>;
type LastRun = Pick<TestRun, 'id' | 'name' | 'status' | 'counts' | 'test_set'>;

export interface Known {
  /** Those that were changed last, and how many there are of all. */
  readonly applications: readonly Application[];
  readonly total: number;
  readonly jobs: readonly Pick<Job, 'kind' | 'subject_id' | 'status'>[];
  readonly lastRun: LastRun | undefined;
  /** Whether the set of the last run has a gate now; undefined where that is not known. */
  readonly hasGate: boolean | undefined;
  /** Of what failed in the last run, how much nobody has reviewed; undefined where that is not known. */
  readonly failedToReview: number | undefined;
  /** How many schedules there are; undefined where that is not known. */
  readonly schedules: number | undefined;
  readonly may: (permission: Permission) => boolean;
}

export type NextStep =
  | { readonly step: 'connect first' }
  | {
      readonly step: 'talk' | 'look' | 'explore' | 'connect own' | 'first run';
      readonly application: Application;
    }
  | {
      readonly step: 'watch' | 'errors' | 'decide' | 'gate' | 'schedule' | 'read run';
      readonly run: LastRun;
    }
  | { readonly step: 'review failed'; readonly run: LastRun; readonly left: number };

/** What comes with Sonde to be tried out is nobody's own application. */
const examples = new Set(['Insurance Chatbot', 'Parcel Desk']);
export const isExample = ({ name }: { readonly name: string }): boolean => examples.has(name);

/** What is to be done next follows from what is there: what was done already is never asked for again. */
export function nextStepOf(known: Known): NextStep {
  const { applications, total, lastRun, may } = known;
  const [first] = applications;
  const waiting = lastRun ? waitingIn(lastRun, known) : undefined;
  if (waiting) return waiting;
  if (!first) return lastRun ? { step: 'read run', run: lastRun } : { step: 'connect first' };
  if (!lastRun && applications.every(isUntried) && may('endpoint:invoke'))
    return { step: 'talk', application: first };
  const own = applications.filter((one) => !isExample(one));
  const application = answeringOf(own) ?? own[0] ?? answeringOf(applications) ?? first;
  if (!may('endpoint:create'))
    return lastRun ? { step: 'read run', run: lastRun } : { step: 'look', application };
  if (own.length === 0 && total <= examples.size) return { step: 'connect own', application };
  if (lastRun) return afterRun(lastRun, known);
  return { step: wasExplored(application, known.jobs) ? 'first run' : 'explore', application };
}

/** What a run leaves for people to do, most pressing first. */
function waitingIn(run: LastRun, { failedToReview, may }: Known): NextStep | undefined {
  if (run.status === 'Queued' || run.status === 'Progress') return { step: 'watch', run };
  const { failed, errors, not_evaluated: open } = run.counts;
  const left = Math.min(failed, failedToReview ?? failed);
  if (left > 0 && may('test_result:update')) return { step: 'review failed', run, left };
  if (open > 0 && may('test_result:update')) return { step: 'decide', run };
  return errors > 0 ? { step: 'errors', run } : undefined;
}

/** All is decided: then what keeps it so. */
function afterRun(run: LastRun, { hasGate, schedules, may }: Known): NextStep {
  if (hasGate === false && may('test_set:update')) return { step: 'gate', run };
  if (schedules === 0 && may('schedule:create')) return { step: 'schedule', run };
  return { step: 'read run', run };
}

const isUntried = ({ last_tested_at: at }: Application): boolean => at === null;

/** What answered lately can be explored; what never did cannot. */
const answeringOf = (applications: readonly Application[]): Application | undefined =>
  applications.find(({ last_test_success: success }) => success === true);

const wasExplored = ({ id }: Application, jobs: Known['jobs']): boolean =>
  jobs.some(
    ({ kind, subject_id: about, status }) => kind === 'exploration' && about === id && status === 'SUCCESS',
  );

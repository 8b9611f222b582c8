import { Link } from '@tanstack/react-router';
import type { AnswerOf, preflightCheck } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { classes } from '../../lib/classes.ts';
import { ModelLink } from './model-link.tsx';

type Preflight = AnswerOf<typeof preflightCheck>;

const marks = {
  info: ['✓', 'text-signal', 'Fine'],
  warning: ['!', 'text-warn', 'Warning'],
  error: ['✕', 'text-danger', 'Not possible'],
} as const;

const weights = Object.keys(marks).toReversed();
/** What stands against the run is read first. */
const byWeight = (one: Preflight['checks'][number], other: Preflight['checks'][number]): number =>
  weights.indexOf(one.severity) - weights.indexOf(other.severity);

interface Props {
  report: Preflight;
  testSetId: string;
  /** Somebody goes to where it is mended, which may be the page behind. */
  onLeave: () => void;
}

/** What the run would do, and what stands against it, before anything is called. */
export function PreflightReport({ report, testSetId, onLeave }: Props) {
  const least = report.calls_at_least;
  const most = report.calls_at_most;
  return (
    <div className="grid gap-2" role="status">
      <p className="font-medium">
        {plural(report.results, 'result')} from {plural(report.tests, 'test')};{' '}
        {least === most
          ? plural(most, 'call')
          : `${least} to ${plural(most, 'call')}, more where a conversation goes on or a call is tried again`}
        .
      </p>
      <ul className="grid gap-1 text-[0.9375rem]">
        {report.checks.toSorted(byWeight).map((check) => {
          const [mark, colour, words] = marks[check.severity];
          return (
            <li key={check.name} className="grid grid-cols-[1.25rem_1fr] gap-1">
              <span aria-hidden="true" className={classes('font-bold', colour)}>
                {mark}
              </span>
              <span>
                <span className="sr-only">{words}: </span>
                {check.message}{' '}
                {check.name === 'all_tests_judged' || (check.name === 'metrics' && !check.ok) ? (
                  <Link className="link" to="/test-sets/$testSetId" params={{ testSetId }} onClick={onLeave}>
                    See the tests of the set
                  </Link>
                ) : null}
                {check.name === 'models' && !check.ok ? <ModelLink onLeave={onLeave} /> : null}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

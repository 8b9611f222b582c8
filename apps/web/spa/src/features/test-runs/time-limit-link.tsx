import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TestResult } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { testRunQuery } from '../../lib/testing-queries.ts';

const timedOut: ReadonlySet<string | null> = new Set(['timeout', 'sdk_timeout']);

/** Whoever reads that an application took too long gets to where its limit is set. */
export function TimeLimitLink({ result }: { result: Pick<TestResult, 'reason_code' | 'test_run_id'> }) {
  const api = useApi();
  const may = useMay();
  const isWanted = timedOut.has(result.reason_code) && may('endpoint:update');
  const run = useQuery({ ...testRunQuery(api, result.test_run_id), enabled: isWanted });
  if (!isWanted || !run.data) return null;
  const { endpoint } = run.data;
  return (
    <p>
      <Link
        className="link"
        to="/endpoints/$endpointId"
        params={{ endpointId: endpoint.id }}
        search={{ tab: 'general' }}
      >
        Change the time limit of {endpoint.name}
      </Link>
    </p>
  );
}

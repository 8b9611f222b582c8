import * as contract from '@sonde/contract';
import { Answer, type Mount } from '#kernel/http';
import { fileAnswer, fileStem, reportAnswer } from '#kernel/report';
import { expectedVersions } from '#kernel/resource';
import type { TestRunsApi } from './api.ts';
import { reportOfComparison } from './downloads/comparison-report.ts';
import { onceOf } from './once.ts';

export function testRunRoutes(
  mount: Mount,
  { runs, results, reading, trials, baselines, preflight }: TestRunsApi,
): void {
  mount(contract.executeTestSet, ({ principal, params, body, request }) => {
    const asked = { testSetId: params.id, endpointId: params.endpoint_id, body };
    return runs.start(principal, {
      ...asked,
      once: onceOf(request.headers['idempotency-key'], { userId: principal.userId, asked }),
    });
  });
  mount(contract.createTestRun, ({ principal, body, request }) => {
    const { test_set_id: testSetId, endpoint_id: endpointId, ...rest } = body;
    const asked = { testSetId, endpointId, body: rest };
    return runs.start(principal, {
      ...asked,
      once: onceOf(request.headers['idempotency-key'], { userId: principal.userId, asked }),
    });
  });
  mount(contract.preflightCheck, ({ principal, body }) => {
    const { test_set_id: testSetId, endpoint_id: endpointId, ...rest } = body;
    return preflight(principal, { testSetId, endpointId, body: rest });
  });
  mount(contract.executeTest, async ({ principal, body, signal }) => {
    const answer = await trials.execute(principal, body, signal);
    return answer.kind === 'done' ? answer.execution : new Answer(202, begun(answer));
  });
  mount(contract.compareTestRuns, ({ principal, query }) => reading.compare(principal, query.runs));
  mount(contract.listTestRuns, ({ principal, query }) => runs.list(principal, query));
  mount(contract.getTestRun, ({ principal, params, query }) =>
    query.merged === 'true' ? reading.merged(principal, params.id) : runs.get(principal, params.id),
  );
  mount(contract.updateTestRun, (call) => {
    const { version: _version, ...changes } = call.body;
    return runs.update(call.principal, call.params.id, changes, expectedVersions(call));
  });
  mount(contract.deleteTestRun, ({ principal, params }) => runs.remove(principal, params.id));
  mount(contract.restoreTestRun, ({ principal, params }) => runs.restore(principal, params.id));
  mount(contract.cancelTestRun, ({ principal, params }) => runs.cancel(principal, params.id));
  mount(contract.retryTestRun, ({ principal, params, body }) => runs.retry(principal, params.id, body.only));
  mount(contract.rescoreTestRun, ({ principal, params, body }) => runs.rescore(principal, params.id, body));
  mount(contract.lastRun, ({ principal, params }) => runs.lastRun(principal, params.id, params.endpoint_id));
  mount(contract.getBaseline, ({ principal, params }) => baselines.get(principal, pairOf(params)));
  mount(contract.putBaseline, ({ principal, params, body }) =>
    baselines.put(principal, pairOf(params), body.test_run_id),
  );
  mount(contract.deleteBaseline, ({ principal, params }) => baselines.remove(principal, pairOf(params)));
  mount(contract.downloadTestRun, async ({ principal, params, query }) =>
    fileAnswer(await reading.download(principal, params.id, query.format)),
  );
  mount(contract.reportOfTestRunComparison, async ({ principal, query }) => {
    const { base, comparisons } = await reading.compare(principal, query.runs);
    return reportAnswer(
      reportOfComparison(base, comparisons),
      query.format,
      fileStem('comparison', base.name, base.id),
    );
  });
  mount(contract.listTestResults, ({ principal, query }) => results.list(principal, query));
  mount(contract.listResultsOfRun, ({ principal, params, query }) =>
    reading.resultsOf(principal, params.id, query),
  );
  mount(contract.getTestResult, ({ principal, params }) => results.get(principal, params.id));
  mount(contract.listTestConfigurations, ({ principal, query }) => reading.configurations(principal, query));
  mount(contract.getTestConfiguration, ({ principal, params }) =>
    reading.configuration(principal, params.id),
  );
}

const pairOf = ({ id, endpoint_id }: { id: string; endpoint_id: string }) => ({
  testSetId: id,
  endpointId: endpoint_id,
});

const begun = ({ taskId, testId }: { readonly taskId: string; readonly testId: string | null }) => ({
  task_id: taskId,
  test_id: testId,
  status: 'Pending' as const,
  message: 'The conversation is being held; the result of the job tells how it went.',
});

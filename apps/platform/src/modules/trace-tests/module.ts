import * as contract from '@sonde/contract';
import type { Module } from '#kernel/module';
import type { TestsApi } from '#tests';
import type { Traces } from '#traces';
import { createTraceTests, type TraceTests } from './service.ts';

interface Needs {
  readonly traces: Pick<Traces, 'said'>;
  readonly tests: Pick<TestsApi, 'tests'>;
}

export function traceTestsModule({ traces, tests }: Needs): Module<TraceTests> {
  const api = createTraceTests({ traces, tests: tests.tests });
  return {
    api,
    routes: (mount) => {
      mount(contract.createTestFromTrace, async ({ principal, params, body }) => {
        const { tests: kept } = await api.create(principal, [params.trace_id], body);
        return kept[0] as (typeof kept)[number];
      });
      mount(contract.createTestsFromTraces, ({ principal, body: { trace_ids, ...request } }) =>
        api.create(principal, trace_ids, request),
      );
    },
  };
}

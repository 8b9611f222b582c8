import { generationModule } from '#generation';
import type { Kernel, ModuleList } from '#kernel/module';
import { labelsModule } from '#labels';
import { metricsModule } from '#metrics';
import { probesModule } from '#probes';
import { requirementsModule } from '#requirements';
import { testExportModule } from '#test-export';
import { testGenerationModule } from '#test-generation';
import { testImportModule } from '#test-import';
import { testRunsModule } from '#test-runs';
import { testsModule } from '#tests';
import { traceTestsModule } from '#trace-tests';
import type { Config } from '../config.ts';
import type { Connected } from './connect.ts';
import type { Foundation } from './foundation.ts';

/** What an application must do, the tests of it and where they come from, and running them. */
export function test({ add }: ModuleList, kernel: Kernel, config: Config, below: Foundation & Connected) {
  const { tenancy, usage, files, models, jobBoard, notifications } = below;
  const { experiments, endpoints, sources, traces, connector, invocation } = below;
  const requirements = add(requirementsModule({ ...kernel, tenancy }));
  const labels = add(labelsModule({ ...kernel, tenancy }));
  const metrics = add(metricsModule({ ...kernel, tenancy, requirements, models, connector }));
  const tests = add(testsModule({ ...kernel, tenancy, requirements, labels, files, metrics }));
  add(traceTestsModule({ traces, tests }));
  add(testExportModule({ ...kernel, tests }));
  const background = { jobBoard, notifications };
  add(testImportModule({ ...kernel, ...background, tenancy, files, metrics, tests }));
  const evidence = { requirements, sources, metrics, models };
  add(testGenerationModule({ ...kernel, ...background, ...evidence, tenancy, usage, tests }));
  add(generationModule({ ...kernel, models, metrics, settings: config.generation }));
  add(probesModule({ ...kernel, tests, metrics, usage, files }));
  const called = { experiments, endpoints, files, invocation, models };
  const judged = { tests, requirements, metrics };
  const testRuns = add(testRunsModule({ ...kernel, ...background, ...called, ...judged, tenancy, usage }));
  return { requirements, labels, metrics, tests, testRuns };
}

export type Tested = ReturnType<typeof test>;

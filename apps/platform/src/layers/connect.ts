import { autoconfigureModule } from '#autoconfigure';
import { connectorModule } from '#connector';
import { endpointsModule } from '#endpoints';
import { experimentsModule } from '#experiments';
import { explorationModule } from '#exploration';
import { invocationModule } from '#invocation';
import type { Kernel, ModuleList } from '#kernel/module';
import { sourcesModule } from '#sources';
import { tracesModule } from '#traces';
import type { Config } from '../config.ts';
import type { Foundation } from './foundation.ts';

/** What connects applications and shows what they are: endpoints, calls, traces, explorations, documents. */
export function connect(
  { add }: ModuleList,
  kernel: Kernel,
  config: Config,
  below: Foundation & Pick<Parameters<typeof connectorModule>[0], 'addressOf' | 'pingEveryMs'>,
) {
  const { addressOf, pingEveryMs, audit, tokens, tenancy, usage, files, models, jobBoard, notifications } =
    below;
  const settings = config.endpoints;
  const experiments = add(experimentsModule({ ...kernel, tenancy }));
  const endpoints = add(endpointsModule({ ...kernel, tenancy, experiments, usage, files, settings }));
  endpoints.removing.add((tx, removed) => jobBoard.cancelAllOf(tx, removed));
  const sources = add(sourcesModule({ ...kernel, files, tenancy }));
  const traces = add(tracesModule({ ...kernel, usage, files, tenancy, settings: config.traces }));
  const callers = { addressOf, pingEveryMs, audit, tokens, tenancy, settings: config.connector };
  const connector = add(connectorModule({ ...kernel, ...callers, experiments, endpoints }));
  const invocation = add(
    invocationModule({ ...kernel, tenancy, experiments, endpoints, files, traces, connector }),
  );
  add(autoconfigureModule({ ...kernel, models, invocation, tenancy, experiments }));
  add(explorationModule({ ...kernel, tenancy, jobBoard, endpoints, invocation, models, notifications }));
  return { experiments, endpoints, sources, traces, connector, invocation };
}

export type Connected = ReturnType<typeof connect>;

import type { FilesModule } from '#files';
import type { Tx } from '#kernel/database';
import type { Kernel, Module } from '#kernel/module';
import { discussedResource } from '#kernel/resource';
import type { Tenancy } from '#tenancy';
import { createOtlpExporter } from './exporter.ts';
import { createOtlpReceiver } from './otlp/receive.ts';
import { createRoom } from './otlp/room.ts';
import { traceResource } from './resource.ts';
import { registerTraceRetention } from './retention.ts';
import { traceRoutes } from './routes.ts';
import { createTraces, type Traces } from './service.ts';

interface Needs {
  readonly files: Pick<FilesModule, 'entities'>;
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly usage: {
    record(tx: Tx, organizationId: string, resource: 'tracing_spans', amount: number): Promise<void>;
  };
  readonly settings: { readonly otlpEndpoint: string | undefined; readonly retentionDays: number };
}

export function tracesModule({ usage, files, tenancy, settings, ...kernel }: Kernel & Needs): Module<Traces> {
  const { egress, version, log, jobs } = kernel;
  const endpoint = settings.otlpEndpoint;
  const traces = createTraces({
    ...kernel,
    exporter: endpoint ? createOtlpExporter({ egress, endpoint, version, log }) : undefined,
    meter: (tx, organizationId, spans) => usage.record(tx, organizationId, 'tracing_spans', spans),
    retentionDays: settings.retentionDays,
  });
  const receive = createOtlpReceiver({ room: createRoom(), store: traces.report });
  files.entities.register({
    type: 'Trace',
    permission: 'trace:read',
    settle: () => traces.flush(),
    find: (tx, principal, id) => traces.place(tx, principal, id),
  });
  registerTraceRetention({ jobs, traces, log });
  return {
    api: traces,
    routes: (mount) => traceRoutes(mount, { traces, receive, projects: tenancy.projects }),
    discussed: [discussedResource(traceResource, kernel.clock)],
    close: () => traces.close(),
  };
}

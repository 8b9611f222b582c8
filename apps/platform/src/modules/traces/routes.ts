import * as contract from '@sonde/contract';
import type { MemberPrincipal, Mount } from '#kernel/http';
import type { ReceiveOtlp } from './otlp/receive.ts';
import { reportedSpan } from './reported.ts';
import type { Traces } from './service.ts';

interface Options {
  readonly traces: Traces;
  readonly receive: ReceiveOtlp;
  readonly projects: {
    resolve(principal: MemberPrincipal, projectId: string | null): Promise<{ id: string }>;
  };
}

export function traceRoutes(mount: Mount, { traces, receive, projects }: Options): void {
  mount(contract.listTraces, ({ principal, query }) => traces.list(principal, query));
  mount(contract.getTrace, ({ principal, params }) => traces.get(principal, params.trace_id));
  mount(contract.getTraceSummary, ({ principal, params }) => traces.summary(principal, params.trace_id));
  mount(contract.getTraceConversation, ({ principal, params }) =>
    traces.conversation(principal, params.trace_id),
  );
  mount(contract.listModelPrices, ({ principal }) => traces.prices(principal));
  mount(contract.putModelPrices, ({ principal, body }) => traces.putPrices(principal, body.prices));
  mount(contract.sendSpans, async ({ principal, body: { spans } }) => {
    const wanted = [...new Set(spans.map((span) => span.project_id ?? null))];
    const found = new Map<string | null, string>();
    for (const id of wanted) found.set(id, (await projects.resolve(principal, id)).id);
    const rows = spans.map((span) => reportedSpan(span, found.get(span.project_id ?? null) ?? ''));
    const stored = await traces.report(principal.organizationId, rows);
    const ids = [...new Set(rows.map(({ traceId }) => traceId))];
    return {
      status: 'received',
      span_count: rows.length,
      stored_count: stored,
      trace_id: ids[0],
      trace_ids: ids,
    };
  });
  mount(contract.sendOtlp, async ({ principal, request, stream }) => {
    const { id: projectId } = await projects.resolve(principal, null);
    const { organizationId } = principal;
    return receive({ organizationId, projectId, headers: request.headers, stream });
  });
}

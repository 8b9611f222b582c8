import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Quotas } from './quota/index.ts';
import { callSchema } from './schema.ts';
import type { Calls } from './service.ts';

export function invocationRoutes(mount: Mount, calls: Calls, quotas: Quotas): void {
  mount(contract.testDraft, ({ principal, body, signal }) => calls.testDraft(principal, body, signal));
  mount(contract.testEndpoint, ({ principal, params, body, signal }) =>
    calls.test(principal, params.id, body, signal),
  );
  mount(contract.invokeEndpoint, {
    readAhead: ({ principal, params }) => calls.targetOf(principal, params.id),
    handle: ({ principal, params, body, signal, ahead }) =>
      calls.invoke(principal, params.id, body, { signal, target: ahead }),
  });
  mount(contract.getEndpointQuota, ({ principal, params, query }) =>
    quotas.of(principal, params.id, {
      atLeast: query.calls_at_least ?? query.calls,
      atMost: query.calls,
    }),
  );
  mount(contract.endpointSchema, async () => callSchema);
}

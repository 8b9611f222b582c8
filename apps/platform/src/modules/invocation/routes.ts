import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { callSchema } from './schema.ts';
import type { Calls } from './service.ts';

export function invocationRoutes(mount: Mount, calls: Calls): void {
  mount(contract.testDraft, ({ principal, body, signal }) => calls.testDraft(principal, body, signal));
  mount(contract.testEndpoint, ({ principal, params, body, signal }) =>
    calls.test(principal, params.id, body, signal),
  );
  mount(contract.invokeEndpoint, ({ principal, params, body, signal }) =>
    calls.invoke(principal, params.id, body, signal),
  );
  mount(contract.endpointSchema, async () => callSchema);
}

import type { Endpoint, EndpointQuota } from '@sonde/contract';
import type { Endpoints } from '#endpoints';
import type { Clock } from '#kernel/clock';
import type { MemberPrincipal } from '#kernel/http';
import type { QuotaStore } from './store.ts';
import { quotaWarnings, type Intended } from './words.ts';

export type Quotas = ReturnType<typeof createQuotas>;

interface Options {
  readonly store: Pick<QuotaStore, 'known'>;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly clock: Clock;
}

/** How often an endpoint may be called, as far as anybody said: its target, and those who configured it. */
export function createQuotas({ store, endpoints, clock }: Options) {
  async function ofEndpoint(
    { organizationId }: MemberPrincipal,
    endpoint: Pick<Endpoint, 'id' | 'max_requests_per_minute'>,
    intended: Intended,
  ): Promise<EndpointQuota> {
    const known = await store.known(organizationId, endpoint.id);
    const quota = { ...(known ?? nothingKnown), calls_per_minute: endpoint.max_requests_per_minute };
    return { ...quota, warnings: quotaWarnings(quota, intended, clock.now()) };
  }

  return {
    ofEndpoint,
    of: async (principal: MemberPrincipal, id: string, intended: Intended): Promise<EndpointQuota> =>
      ofEndpoint(principal, await endpoints.get(principal, id), intended),
  };
}

const nothingKnown = { limit: null, remaining: null, resets_at: null, refused_until: null, told_at: null };

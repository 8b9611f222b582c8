import type { MemberPrincipal } from '#kernel/http';

/** How much a comparison tells of what has a right of its own: what tests ask, and how an endpoint is called. */
export interface Sight {
  readonly tests: boolean;
  readonly endpoint: boolean;
}

/** For what Sonde finds out by itself, and for files whose rights were asked for before. */
export const wholeSight: Sight = { tests: true, endpoint: true };

export const sightOf = ({ permissions }: MemberPrincipal): Sight => ({
  tests: permissions.has('test_result:read'),
  endpoint: permissions.has('endpoint:read'),
});

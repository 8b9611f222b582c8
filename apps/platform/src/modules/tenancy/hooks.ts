import type { Tx } from '#kernel/database';
import { createHook } from '#kernel/hook';

interface Owner {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
}

interface Wishes {
  /** The demo with planted flaws is wanted too. */
  readonly flawedDemo: boolean;
}

export interface OrganizationChanges {
  readonly name?: string | undefined;
  readonly default_generation_model_id?: string | null | undefined;
  readonly require_second_factor?: boolean | undefined;
}

export type TenancyHooks = ReturnType<typeof createTenancyHooks>;

/** What other modules may join in, each in the transaction of what happens. */
export const createTenancyHooks = () => ({
  /** Puts something into a first project, as the owner of the tables. */
  organizationCreated: createHook<[tx: Tx, owner: Owner, wishes: Wishes]>(),
  /** Refuses what does not exist in the organization. */
  organizationChanging: createHook<[tx: Tx, organizationId: string, changes: OrganizationChanges]>(),
  /** Ends what is under way in an organization that is about to be deleted. */
  organizationEnding: createHook<[tx: Tx, organizationId: string]>(),
  /** Refuses while something lives in the project, whose row is locked by its change. */
  projectDeleting: createHook<[tx: Tx, organizationId: string, projectId: string]>(),
  /** Ends what somebody has under way who may not act for the organization any more. */
  memberLeaving:
    createHook<[tx: Tx, leaving: { readonly organizationId: string; readonly userId: string }]>(),
  /** Ends what people have under way who from now on only read, or may do nothing before they have a second factor. */
  membersRestricted:
    createHook<
      [tx: Tx, restricted: { readonly organizationId: string; readonly userIds: readonly string[] }]
    >(),
});

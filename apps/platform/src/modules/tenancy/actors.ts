import { and, eq } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { activeSubjects } from '#people';
import { grantedPermissions } from '#tokens';

export type Actors = ReturnType<typeof createActors>;

/** People on whose behalf work goes on in the background, with the rights they hold at this moment. */
export function createActors({ database }: { readonly database: Database }) {
  return {
    /** Nobody when the person has left, was disabled, or is in another organization. */
    async of(person: {
      readonly organizationId: string;
      readonly userId: string;
      readonly projectId: string | null;
    }): Promise<MemberPrincipal | undefined> {
      const [row] = await database.query
        .select()
        .from(activeSubjects)
        .where(
          and(
            eq(activeSubjects.userId, person.userId),
            eq(activeSubjects.organizationId, person.organizationId),
          ),
        );
      if (!row?.role) return undefined;
      return {
        kind: 'background',
        userId: row.userId,
        email: row.email,
        organizationId: person.organizationId,
        role: row.role,
        permissions: grantedPermissions(row.role, null, person.projectId !== null),
        projectId: person.projectId,
        // What the work changes was judged when it was asked for, with the token it was asked for with.
        boundProjectId: null,
        credentialId: row.userId,
      };
    },
  };
}

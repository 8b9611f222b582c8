import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { organizations } from './tables.ts';

/** The generation model that an organization has chosen. */
export async function readDefaultModel(tx: Tx, organizationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: organizations.defaultGenerationModelId })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.id ?? null;
}

/** With the model that goes, the choice of it. */
export async function clearDefaultModel(tx: Tx, organizationId: string, modelId: string): Promise<void> {
  await tx
    .update(organizations)
    .set({ defaultGenerationModelId: null })
    .where(and(eq(organizations.id, organizationId), eq(organizations.defaultGenerationModelId, modelId)));
}

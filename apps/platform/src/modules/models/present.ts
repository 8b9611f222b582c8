import type { AiModel } from '@sonde/contract';
import { shownAddress } from '#kernel/kept-address';
import type { AiModelRow } from './tables.ts';

/** Row → API. The key is told by presence only, and an address without what is secret in it. */
export function presentModel(row: AiModelRow, defaultModelId: string | null): AiModel {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    model_name: row.modelName,
    base_url: row.baseUrl && shownAddress(row.baseUrl),
    has_api_key: row.apiKeySealed !== null,
    is_default_generation: row.id === defaultModelId,
    last_failure:
      row.lastFailure === null || row.lastFailedAt === null
        ? null
        : { at: row.lastFailedAt.toISOString(), message: row.lastFailure },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

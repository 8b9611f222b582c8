import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { keepAddress } from '#kernel/kept-address';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { sealFormer } from '#kernel/seal-former';
import { sealedPlace } from '#kernel/sealed-places';
import { addressContext, keyContext } from './key-context.ts';
import { aiModels } from './tables.ts';

export const sealedModels = sealedPlace({
  what: 'keys of models',
  table: aiModels,
  key: aiModels.id,
  again: ({ id, apiKeySealed, baseUrlSealed }, anew) => ({
    apiKeySealed: anew(apiKeySealed, keyContext(id)),
    baseUrlSealed: anew(baseUrlSealed, addressContext(id)),
  }),
});

export const sealFormerModels = (options: {
  database: Database;
  log: Log;
  sealer: Sealer;
}): Promise<number> =>
  sealFormer(options, {
    what: 'addresses of models',
    table: aiModels,
    key: aiModels.id,
    where: and(isNotNull(aiModels.baseUrl), isNull(aiModels.baseUrlSealed)),
    sealed: ({ id, baseUrl }) => {
      if (baseUrl === null) return undefined;
      const { shown, sealed } = keepAddress(options.sealer, baseUrl, addressContext(id));
      return sealed === null ? undefined : { baseUrl: shown, baseUrlSealed: sealed };
    },
  });

import { sealedPlace } from '#kernel/sealed-places';
import { keyContext } from './key-context.ts';
import { aiModels } from './tables.ts';

export const sealedModels = sealedPlace({
  what: 'keys of models',
  table: aiModels,
  key: aiModels.id,
  again: ({ id, apiKeySealed }, anew) => ({ apiKeySealed: anew(apiKeySealed, keyContext(id)) }),
});

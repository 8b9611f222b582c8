import { sealedPlace } from '#kernel/sealed-places';
import { context as keyContext } from './keys.ts';
import { factorContext } from './second-factors.ts';
import { secondFactors, signingKeys } from './tables.ts';

export const sealedSigningKeys = sealedPlace({
  what: 'keys that sign',
  table: signingKeys,
  key: signingKeys.kid,
  again: ({ kid, privateSealed }, anew) => ({ privateSealed: anew(privateSealed, keyContext(kid)) }),
});

export const sealedSecondFactors = sealedPlace({
  what: 'second factors',
  table: secondFactors,
  key: secondFactors.userId,
  again: ({ userId, secretSealed, pendingSealed }, anew) => ({
    secretSealed: anew(secretSealed, factorContext(userId)),
    pendingSealed: anew(pendingSealed, factorContext(userId)),
  }),
});

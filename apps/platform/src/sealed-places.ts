import { sealedDeliveries, sealedWebhooks } from '#alerts';
import { sealedEndpoints } from '#endpoints';
import { sealedParameters, sealedVersions } from '#experiments';
import type { SealedPlace } from '#kernel/sealed-places';
import { sealedModels } from '#models';
import { sealedSources } from '#sources';
import { sealedSecondFactors, sealedSigningKeys } from '#tokens';

/** Everything sealed that lasts. A house test says what is missing here. */
export const sealedPlaces: readonly SealedPlace[] = [
  sealedSigningKeys,
  sealedSecondFactors,
  sealedEndpoints,
  sealedModels,
  sealedSources,
  sealedParameters,
  sealedVersions,
  sealedWebhooks,
  sealedDeliveries,
];

/** What is sealed for a day or two and then is of no use to anybody, by table: why it need not be sealed anew. */
export const sealedForAWhile: Readonly<Record<string, string>> = {
  refresh_tokens: 'the answer to a renewal, for ten seconds',
  single_use_tokens: 'what a link in a mail will do, until it is followed or has run out',
  oauth_flows: 'checks of a sign-in under way',
  target_tokens: 'tokens of endpoints, which are fetched again',
  connector_calls:
    'a call of a program that another process serves, until it is answered or its time is over',
};

import { sealedPlace } from '#kernel/sealed-places';
import { contextOf } from './secrets.ts';
import { endpoints } from './tables.ts';

export const sealedEndpoints = sealedPlace({
  what: 'credentials of endpoints',
  table: endpoints,
  key: endpoints.id,
  again: (
    { id, authTokenSealed, clientSecretSealed, clientKeySealed, secretHeadersSealed, secretsSealed },
    anew,
  ) => ({
    authTokenSealed: anew(authTokenSealed, contextOf(id, 'auth_token')),
    clientSecretSealed: anew(clientSecretSealed, contextOf(id, 'client_secret')),
    clientKeySealed: anew(clientKeySealed, contextOf(id, 'client_key')),
    secretHeadersSealed: anew(secretHeadersSealed, contextOf(id, 'headers')),
    secretsSealed: anew(secretsSealed, contextOf(id, 'secrets')),
  }),
});

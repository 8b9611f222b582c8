export { createIdentity, type Identity, type IdentityOptions } from './service.ts';

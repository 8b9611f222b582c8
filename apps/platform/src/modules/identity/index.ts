export { createIdentity, createOperatorLinks, type Identity, type IdentityOptions } from './service.ts';

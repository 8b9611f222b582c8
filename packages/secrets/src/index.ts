export { isSecretName, schemeOf, usualSecretNames, type Place } from './names.ts';
export { decodeLoosely, maskAddress, secretsInAddress } from './address.ts';
export { entropyOf, isPlaceholder, isVendorKey, looksRandom } from './values.ts';
export { findSecrets, webhookSecrets, type FoundSecret } from './found-secrets.ts';
export {
  redact,
  type RedactedText,
  type Redaction,
  type RedactionResult,
  type RedactRequest,
} from './redact.ts';
export { createReplacer } from './replace-values.ts';

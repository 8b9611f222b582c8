import type { Credential } from '../finding.ts';

/** Gateways whose own keys travel in a header that nobody names, because it is always the same. */
const GATEWAYS: readonly { place: RegExp; says: RegExp; header: string }[] = [
  {
    place: /\bexecute-api\b|\bAPI Gateway\b/i,
    says: /\bAPI[- ]key\b|\busage plan\b/i,
    header: 'x-api-key',
  },
  {
    place: /\bazure-api\.net\b|\bAPI Management\b/i,
    says: /\bsubscription\b/i,
    header: 'Ocp-Apim-Subscription-Key',
  },
  { place: /\bazurewebsites\.net\b/i, says: /\bfunction key\b|authLevel/i, header: 'x-functions-key' },
];

/** The credential of a gateway that the text names together with its keys. */
export function gatewayCredential(text: string): Credential | undefined {
  const known = GATEWAYS.find(({ place, says }) => place.test(text) && says.test(text));
  return known === undefined ? undefined : { in: 'header', name: known.header, prefix: '' };
}

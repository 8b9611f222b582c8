/** What a secret reads as wherever it would be shown; it is refused as a value. */
export const secretMask = '••••••••';

/** Our mask in any of its spellings: with a scheme before it, percent-encoded as an address shows it, or as stars. */
export const holdsMask = (text: string): boolean =>
  /•{4,}|(?:%E2%80%A2){4,}|^(?:[A-Za-z]+\s+)?\*{4,}$/i.test(text.trim());

export const maskFault = 'This is the mask, not the secret. Leave the key out to keep it.';

import { secretMask } from '@sonde/contract';
import { maskAddress } from '@sonde/secrets';
import type { Sealer } from './seal.ts';

/** An address as everybody may see it: a token that stands in it opens whatever is there. */
export const shownAddress = (address: string): string => maskAddress(address, secretMask);

export interface KeptAddress {
  readonly shown: string;
  /** The whole of it; null where all of it may be shown. */
  readonly sealed: string | null;
}

export function keepAddress(sealer: Pick<Sealer, 'seal'>, address: string, context: string): KeptAddress {
  const shown = shownAddress(address);
  return { shown, sealed: shown === address ? null : sealer.seal(address, context) };
}

/** Undefined where the key that it was sealed with is lost. */
export const openAddress = (
  sealer: Pick<Sealer, 'open'>,
  { shown, sealed }: KeptAddress,
  context: string,
): string | undefined => (sealed === null ? shown : sealer.open(sealed, context));

/** Whether an address is the one that is shown, however the parts of it that need it are escaped. */
export const isAsShown = (given: string, shown: string): boolean =>
  given === shown ||
  (URL.canParse(given) && URL.canParse(shown) && new URL(given).href === new URL(shown).href);

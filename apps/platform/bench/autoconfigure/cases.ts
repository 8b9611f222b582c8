import { createHash } from 'node:crypto';
import type { Case } from './api.ts';
import { apis, TUNING_APIS } from './apis.ts';
import { styles } from './styles.ts';
import { written } from './written.ts';

/** Made up and different for every case; looks like a key and is none. */
const tokenFor = (id: string): string => `k${createHash('sha256').update(id).digest('hex').slice(0, 31)}`;

/** Every API in every way of pasting that fits it, thinned to a size that runs in seconds, and the hand-written ones. */
export function loadCases(): Case[] {
  const cases: Case[] = [];
  apis.forEach((api, apiIndex) => {
    styles.forEach((style, styleIndex) => {
      const isUnseen = apiIndex >= TUNING_APIS;
      // Tuning sees neither the APIs nor the ways of pasting of the unseen part.
      if (
        !style.fits(api) ||
        (isUnseen ? !(style.isUnseen || styleIndex % 2 === apiIndex % 2) : style.isUnseen)
      )
        return;
      if (!isUnseen && (apiIndex + styleIndex) % 2 === 1 && apiIndex > 1) return;
      const id = `${apiIndex}-${styleIndex}-${style.kind}`;
      const token = api.auth ? tokenFor(id) : '';
      const text = style.write(api, token);
      cases.push({
        id,
        kind: style.kind,
        language: style.language ?? 'en',
        api,
        text,
        secrets: token !== '' && text.includes(token) ? [token] : [],
        keep: [],
        isUnseen,
      });
    });
  });
  return [...cases, ...written];
}

import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { keepAddress } from '#kernel/kept-address';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { sealFormer } from '#kernel/seal-former';
import { sealedPlace } from '#kernel/sealed-places';
import { sources } from './tables.ts';

/** An address opens in the source it was sealed for and in no other. */
export const addressContext = (id: string): string => `source:${id}:url`;

export const sealedSources = sealedPlace({
  what: 'addresses of sources',
  table: sources,
  key: sources.id,
  again: ({ id, sealedUrl }, anew) => ({ sealedUrl: anew(sealedUrl, addressContext(id)) }),
});

export const sealFormerSources = (options: {
  database: Database;
  log: Log;
  sealer: Sealer;
}): Promise<number> =>
  sealFormer(options, {
    what: 'addresses of sources',
    table: sources,
    key: sources.id,
    where: and(isNotNull(sources.url), isNull(sources.sealedUrl)),
    sealed: ({ id, url }) => {
      if (url === null) return undefined;
      const { shown, sealed } = keepAddress(options.sealer, url, addressContext(id));
      return sealed === null ? undefined : { url: shown, sealedUrl: sealed };
    },
  });

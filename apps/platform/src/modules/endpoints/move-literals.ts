import { maxNamedSecrets } from '@sonde/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { withoutLiterals } from './literals.ts';
import { openSecrets, updateSecrets } from './secrets.ts';
import { endpoints as table, type EndpointRow } from './tables.ts';

const rowsAtOnce = 500;

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
}

/**
 * Seals the credentials that rows of a former version hold in their address, parameters and headers. A row that was
 * looked through has names, if only an empty list of them, so that each is looked through once.
 */
export async function moveLiterals({ database, sealer, log }: Options): Promise<number> {
  let moved = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query
      .select()
      .from(table)
      .where(and(isNull(table.secretNames), sql`${table.id} > ${last}`))
      .orderBy(table.id)
      .limit(rowsAtOnce);
    for (const row of rows) {
      last = row.id;
      if (openSecrets(sealer, row).unreadable) {
        log.warn(
          { endpointId: row.id },
          'its credentials cannot be opened with this key, so none are moved to them',
        );
        continue;
      }
      const columns = sealedColumns(sealer, row);
      if (columns === undefined) {
        log.warn({ endpointId: row.id }, 'it holds more credentials than an endpoint may have secrets');
        continue;
      }
      const written = await database.query
        .update(table)
        .set(columns)
        // Only if nobody has changed the row since it was read.
        .where(and(eq(table.id, row.id), isNull(table.secretNames), eq(table.version, row.version)))
        .returning({ names: table.secretNames });
      if ((written[0]?.names?.length ?? 0) > 0) moved += 1;
    }
    if (rows.length < rowsAtOnce) break;
  }
  if (moved > 0) log.info({ moved }, 'credentials in addresses and parameters of endpoints were sealed');
  return moved;
}

function sealedColumns(sealer: Sealer, row: EndpointRow): Partial<EndpointRow> | undefined {
  const clean = withoutLiterals(
    {
      url: row.url,
      token_url: row.tokenUrl,
      query_params: row.queryParams,
      token_params: row.tokenParams,
      request_headers: row.requestHeaders,
      secret_headers: undefined,
      secrets: undefined,
    },
    row,
  );
  if (Object.keys(clean.secrets ?? {}).length > maxNamedSecrets) return undefined;
  return {
    url: clean.url,
    tokenUrl: clean.token_url,
    queryParams: clean.query_params,
    tokenParams: clean.token_params,
    requestHeaders: clean.request_headers,
    ...updateSecrets(sealer, row, clean),
  };
}

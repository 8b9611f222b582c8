import { maxNamedSecrets } from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
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
 * Seals the credentials that rows of a former version hold in their addresses, parameters, headers and bodies. Each is
 * looked through once; what is written now is looked through as it comes.
 */
export async function moveLiterals({ database, sealer, log }: Options): Promise<number> {
  let moved = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query
      .select()
      .from(table)
      .where(and(eq(table.literalsMoved, false), sql`${table.id} > ${last}`))
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
        .where(and(eq(table.id, row.id), eq(table.literalsMoved, false), eq(table.version, row.version)))
        .returning({ names: table.secretNames });
      if ((written[0]?.names?.length ?? 0) > (row.secretNames?.length ?? 0)) moved += 1;
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
      method: row.method,
      token_url: row.tokenUrl,
      query_params: row.queryParams,
      token_params: row.tokenParams,
      request_headers: row.requestHeaders,
      secret_headers: undefined,
      secrets: undefined,
      request_mapping: 'text' in row.requestMapping ? row.requestMapping.text : row.requestMapping.json,
      before_steps: row.beforeSteps,
      polling: row.polling,
    },
    row,
    true,
  );
  const names = new Set([...(row.secretNames ?? []), ...Object.keys(clean.secrets ?? {})]);
  if (names.size > maxNamedSecrets) return undefined;
  return {
    url: clean.url,
    tokenUrl: clean.token_url,
    queryParams: clean.query_params,
    tokenParams: clean.token_params,
    requestHeaders: clean.request_headers,
    requestMapping:
      typeof clean.request_mapping === 'string'
        ? { text: clean.request_mapping }
        : { json: clean.request_mapping },
    beforeSteps: clean.before_steps,
    polling: clean.polling,
    literalsMoved: true,
    ...updateSecrets(sealer, row, clean),
  };
}

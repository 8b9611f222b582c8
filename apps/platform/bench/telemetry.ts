import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../test/support/database.ts';
import { startPlatform } from '../test/support/platform.ts';
import { inParallel, round2 } from './measure.ts';

/** As many as an exporter of OpenTelemetry sends at once. */
const spansAtOnce = 512;
const requests = 40;
const width = 4;
const rounds = 3;

/**
 * Spans a second that arrive as OTLP and are stored when the answer comes, beside a bare multi-row insert of the same
 * rows by the same role. Then far more than there is room for: what was acknowledged must be there.
 */
export async function run(): Promise<Record<string, unknown>> {
  // Beside the platform, the bare insert goes to the same server by itself; the embedded database serves one process.
  if (!testDatabaseUrl)
    return {
      skipped:
        'It needs a PostgreSQL server: set TEST_DATABASE_URL, such as postgres://postgres@127.0.0.1:5432/postgres',
    };
  const platform = await startPlatform();
  const { token, organizationId } = await platform.signUp();
  const address = await platform.listen();
  const url = databaseUrl(testDatabaseUrl, platform.databaseName ?? '');
  const pool = new pg.Pool({ connectionString: url, max: width });
  const send = async (body: Buffer<ArrayBuffer>): Promise<number> => {
    const answer = await fetch(`${address}/v1/traces`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const insert = async (): Promise<void> => insertBare(pool, organizationId);
  try {
    const bodies = Array.from({ length: requests * (rounds + 1) }, () => requestOf(spansAtOnce));
    const next = async (): Promise<void> => {
      const status = await send(bodies.pop() ?? requestOf(spansAtOnce));
      if (status !== 200) throw new Error(`The spans were answered with ${status}.`);
    };
    await inParallel(requests, width, next);
    await inParallel(requests, width, insert);
    let [ours, bare] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      ours = Math.max(ours, await inParallel(requests, width, next));
      bare = Math.max(bare, await inParallel(requests, width, insert));
    }
    return {
      spans_per_second: Math.round(ours * spansAtOnce),
      bare_insert_spans_per_second: Math.round(bare * spansAtOnce),
      ratio: round2(ours / bare),
      flood: await flood(send, pool),
    };
  } finally {
    await pool.end();
    await platform.close();
  }
}

/** Three hundred requests at once, each near the largest. */
async function flood(send: (body: Buffer<ArrayBuffer>) => Promise<number>, pool: pg.Pool) {
  const count = async (): Promise<number> =>
    Number((await pool.query('select count(*) as n from spans')).rows[0].n);
  const before = await count();
  const perRequest = 2_000;
  const bodies = Array.from({ length: 300 }, () => requestOf(perRequest));
  const statuses = await Promise.all(bodies.map(send));
  const acknowledged = statuses.filter((status) => status === 200).length;
  return {
    answers: Object.fromEntries(
      [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
    ),
    acknowledged_spans: acknowledged * perRequest,
    stored_spans: (await count()) - before,
  };
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** Traces of four spans, one of which says what was asked and answered. */
function requestOf(count: number): Buffer<ArrayBuffer> {
  const start = BigInt(Date.now()) * 1_000_000n;
  const spans = Array.from({ length: count / 4 }, () => {
    const traceId = hex(16);
    const rootId = hex(8);
    return [0, 1, 2, 3].map((place) => ({
      traceId,
      spanId: place === 0 ? rootId : hex(8),
      ...(place === 0 ? {} : { parentSpanId: rootId }),
      name: place === 0 ? 'invoke_agent support' : `chat small-${place}`,
      kind: 3,
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 5_000_000n),
      attributes:
        place === 0
          ? [text('gen_ai.operation.name', 'invoke_agent')]
          : [
              text('gen_ai.request.model', 'small-1'),
              { key: 'gen_ai.usage.input_tokens', value: { intValue: '120' } },
              text('gen_ai.input.messages', '[{"role":"user","content":"Can I return it after a month?"}]'),
              text('gen_ai.output.messages', '[{"role":"assistant","content":"Within thirty days, yes."}]'),
            ],
    }));
  }).flat();
  return Buffer.from(gzipSync(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })));
}

/** The same number of rows with the same texts, in one statement, as the role that tenants write with. */
async function insertBare(pool: pg.Pool, organizationId: string): Promise<void> {
  const client = await pool.connect();
  const attributes = JSON.stringify({
    'gen_ai.request.model': 'small-1',
    'gen_ai.usage.input_tokens': 120,
    'gen_ai.input.messages': '[{"role":"user","content":"Can I return it after a month?"}]',
    'gen_ai.output.messages': '[{"role":"assistant","content":"Within thirty days, yes."}]',
  });
  const rows = Array.from(
    { length: spansAtOnce },
    () =>
      `(gen_random_uuid(), '${organizationId}', '${hex(16)}', '${hex(8)}', 'chat small-1', 'CLIENT', 'ok', now(), 5, '[]', '${attributes}')`,
  );
  try {
    await client.query(
      `begin; set local role sonde_app; set local app.organization_id = '${organizationId}';
       insert into spans (id, organization_id, trace_id, span_id, name, kind, status, started_at, duration_ms, stages, attributes)
       values ${rows.join(', ')}; commit`,
    );
  } finally {
    client.release();
  }
}

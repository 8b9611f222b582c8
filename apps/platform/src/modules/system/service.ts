import { setImmediate } from 'node:timers/promises';
import { namedTypes, openApiDocument, operations, sockets, type Health } from '@sonde/contract';
import { referencePage } from './reference-page.ts';

/**
 * Resolves when the component works, with a sentence when it works worse than it should; rejects, or takes too long, when
 * it does not.
 */
export type HealthCheck = () => Promise<{ readonly degraded: string } | undefined | void>;

/** Throws unless this Authorization header lets its sender read the reference of the interface. */
export type RequireReader = (authorization: string | undefined) => Promise<void>;

export type System = ReturnType<typeof createSystem>;

const checkTimeoutMs = 2_000;

export function createSystem({
  version,
  server,
  checks,
  requireReader,
}: {
  version: string;
  /** Where the interface is, when that is not below the root of the host. */
  server?: string | undefined;
  requireReader: RequireReader;
  checks: Readonly<Record<string, HealthCheck>>;
}) {
  let document: Buffer | undefined;
  let page: string | undefined;
  // Each takes the better part of a second, which nothing waits for at the start. The same bytes for everybody: written
  // anew for each, a pile of unread answers would be a pile of copies.
  const reference = {
    document: (): Buffer =>
      (document ??= Buffer.from(
        JSON.stringify(openApiDocument(operations, sockets, { version, server }, namedTypes)),
      )),
    page: (): string => (page ??= referencePage(operations)),
  };
  return {
    reference,
    requireReader,
    /** Makes the reference before somebody asks for it, one part in a turn. */
    async warmUp(): Promise<void> {
      await setImmediate();
      reference.document();
      await setImmediate();
      reference.page();
    },
    /** Details of a failing component stay in the log: health is public. */
    async health(): Promise<Health> {
      const components = Object.fromEntries(
        await Promise.all(
          Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
        ),
      );
      const states = new Set(Object.values(components).map((component) => component.status));
      const status = (['unhealthy', 'degraded'] as const).find((state) => states.has(state)) ?? 'healthy';
      return { status, service: 'sonde-platform', version, components };
    },
  };
}

type State = { status: 'healthy' | 'degraded' | 'unhealthy'; detail?: string };

async function stateOf(check: HealthCheck): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), checkTimeoutMs);
  });
  return Promise.race([check(), timeout])
    .then(
      (found): State => (found ? { status: 'degraded', detail: found.degraded } : { status: 'healthy' }),
      (): State => ({ status: 'unhealthy' }),
    )
    .finally(() => clearTimeout(timer));
}

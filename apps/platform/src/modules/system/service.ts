import { namedTypes, openApiDocument, operations, sockets, type Health } from '@sonde/contract';

/** Resolves when the component works; rejects, or takes too long, when it does not. */
export type HealthCheck = () => Promise<void>;

/** Throws unless this Authorization header lets its sender read the reference of the interface. */
export type RequireReader = (authorization: string | undefined) => Promise<void>;

export type System = ReturnType<typeof createSystem>;

const checkTimeoutMs = 2_000;

export function createSystem({
  version,
  checks,
  requireReader,
}: {
  version: string;
  requireReader: RequireReader;
  checks: Readonly<Record<string, HealthCheck>>;
}) {
  const document = openApiDocument(operations, sockets, { version }, namedTypes);
  return {
    document,
    requireReader,
    /** Details of a failing component stay in the log: health is public. */
    async health(): Promise<Health> {
      const components = Object.fromEntries(
        await Promise.all(
          Object.entries(checks).map(
            async ([name, check]) => [name, { status: await statusOf(check) }] as const,
          ),
        ),
      );
      const healthy = Object.values(components).every((component) => component.status === 'healthy');
      return { status: healthy ? 'healthy' : 'unhealthy', service: 'sonde-platform', version, components };
    },
  };
}

async function statusOf(check: HealthCheck): Promise<'healthy' | 'unhealthy'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), checkTimeoutMs);
  });
  return Promise.race([check(), timeout])
    .then(
      () => 'healthy' as const,
      () => 'unhealthy' as const,
    )
    .finally(() => clearTimeout(timer));
}

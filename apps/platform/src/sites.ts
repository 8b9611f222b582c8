import { type Operation, basePath, operations, sockets } from '@sonde/contract';
import { siteFault, siteOf } from '@sonde/server-kit';

type Environment = Readonly<Record<string, string | undefined>>;

/** The first words of every path that this server answers; those of the pages are the web server's to refuse. */
const ownWords: ReadonlySet<string> = new Set(
  [
    basePath,
    ...sockets.map(({ path }) => path),
    ...operations.filter((operation: Operation) => operation.alsoAtRoot).map(({ path }) => path),
  ].map((path) => path.split('/')[1] ?? ''),
);

/** Where people, providers and programs come in. Each may lie below a path. */
const doors: readonly (readonly [name: string, taken: ReadonlySet<string>])[] = [
  ['FRONTEND_URL', new Set()],
  ['PUBLIC_URL', ownWords],
  ['API_PUBLIC_URL', ownWords],
];

export const siteFaults = (env: Environment): string[] =>
  doors.flatMap(([name, taken]) => {
    const fault = env[name] ? siteFault(env[name], taken) : undefined;
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });

/** The doors of an installation whose settings have no fault. */
export function readSites(env: {
  readonly FRONTEND_URL: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly API_PUBLIC_URL?: string | undefined;
}) {
  const frontend = siteOf(env.FRONTEND_URL);
  const api = env.API_PUBLIC_URL === undefined ? undefined : siteOf(env.API_PUBLIC_URL);
  const returns = env.PUBLIC_URL === undefined ? undefined : siteOf(env.PUBLIC_URL);
  const all = [frontend, returns, api].filter((site) => site !== undefined);
  return {
    frontend,
    api,
    /** Where providers return to. */
    returns: returns ?? frontend,
    hostnames: all.map(({ origin }) => new URL(origin).hostname),
    /** Paths that proxies may leave before a request to the platform, the longest first. */
    bases: [api?.base ?? '', returns?.base ?? '']
      .filter((base) => base !== '')
      .toSorted((one, other) => other.length - one.length),
  };
}

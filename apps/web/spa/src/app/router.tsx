import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { Landing } from '../features/auth/landing.tsx';
import { sessionQuery } from '../lib/session-query.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { base } from '../lib/site.ts';
import { PageFault, PagePending } from './fault-pages.tsx';
import { NotFound } from './not-found.tsx';
import { pages, type PageEntry } from './pages.ts';
import { runEndpointsKey } from '../lib/own-run-endpoint.ts';
import { store } from '../lib/stored.ts';
import { projectKey } from './platform.ts';
import type { PlatformParts } from './platform.ts';

type Search = Record<string, string | undefined>;

/** Addresses carry plain texts: a six-digit code must not turn into a number on the way. */
const plainSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, typeof value === 'string' ? value : String(value)]),
  );

const root = createRootRouteWithContext<{ platform: PlatformParts }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch: plainSearch,
});

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, search }) => {
    // With the flag set the page never bounces back, or a stale cookie would make a loop.
    if (search['force_logout'] === 'true') return forget(context.platform);
    const session = await readSession(context.platform);
    if (session?.user) throw redirect({ to: safeReturnPath(search['return_to']) });
  },
  component: Landing,
});

const auth = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

const signedOutPages = [
  auth('/auth/signin', () => import('../features/auth/exchange-code.tsx'), 'ExchangeCode'),
  auth('/auth/second-factor', () => import('../features/auth/second-factor-step.tsx'), 'SecondFactorStep'),
  auth('/auth/register', () => import('../features/auth/register.tsx'), 'Register'),
  auth('/auth/verify-email', () => import('../features/auth/verify-email.tsx'), 'VerifyEmail'),
  auth('/auth/magic-link', () => import('../features/auth/magic-link.tsx'), 'MagicLink'),
  auth('/auth/forgot-password', () => import('../features/auth/forgot-password.tsx'), 'ForgotPassword'),
  auth('/auth/reset-password', () => import('../features/auth/reset-password.tsx'), 'ResetPassword'),
  auth('/auth/owner', () => import('../features/auth/owner.tsx'), 'Owner'),
  auth('/auth/accept-invitation', () => import('../features/auth/accept-invitation.tsx'), 'AcceptInvitation'),
  auth('/auth/mailbox', () => import('../features/auth/mailbox.tsx'), 'Mailbox'),
] as const;

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.platform, location.href);
    if (session.organization_id !== null) throw redirect({ to: '/home' });
    return { user: session };
  },
  component: lazyRouteComponent(() => import('../features/onboarding/onboarding.tsx'), 'Onboarding'),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    const user = await requireSession(context.platform, location.href);
    if (user.organization_id === null) throw redirect({ to: '/onboarding' });
    return { user };
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: PageFault,
});

const pageRoute = <const Path extends string>({
  path,
  load,
  component,
  foresee = () => undefined,
}: PageEntry & { readonly path: Path }) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load, component),
    loader: ({ context, params }) => foresee(context.platform, params),
    // The page of another thing begins anew: no dialog of the one before stays open over it and acts on it.
    remountDeps: ({ params }) => params,
  });

type RoutesOf<Entries extends readonly PageEntry[]> = {
  readonly [Index in keyof Entries]: ReturnType<typeof pageRoute<Entries[Index]['path']>>;
};
/** `map` forgets which entry stands where, and links are held against the path of each. */
const pageRoutes = pages.map((entry: PageEntry) => pageRoute(entry)) as unknown as RoutesOf<typeof pages>;

/** The former name of requirements, for links that were kept. */
const formerRequirements = (['/behaviors', '/behaviors/$'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/requirements', search, replace: true });
    },
  }),
);

const routeTree = root.addChildren([
  landing,
  ...signedOutPages,
  ...formerRequirements,
  onboarding,
  inside.addChildren([...pageRoutes]),
]);

export function createAppRouter(platform: PlatformParts) {
  return createRouter({
    routeTree,
    basepath: base || '/',
    context: { platform },
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFault,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** What was typed at the door goes along to the reset, in the history and not in the address. */
    email?: string;
    /** A sign-in that waits for its second factor: it stands for a password. */
    challenge?: string;
    /** The endpoint was just saved in order to be tried. */
    firstMessage?: boolean;
  }
}

/** Nothing of the person stays in this browser. */
function forget({ queryClient, events, project }: PlatformParts): void {
  queryClient.clear();
  events.close();
  project.current = null;
  store(projectKey, null);
  store(runEndpointsKey, null);
}

const readSession = ({ queryClient, session }: PlatformParts) =>
  queryClient.fetchQuery(sessionQuery(session)).catch(() => null);

/** Outages are shown as such; only a session that is known to be gone leads back to the door. */
async function requireSession({ queryClient, session }: PlatformParts, href: string) {
  const answer = await queryClient.fetchQuery(sessionQuery(session));
  if (answer.error !== undefined && answer.error !== null) {
    queryClient.clear();
    throw redirect({ to: '/', search: { force_logout: 'true', return_to: href } });
  }
  if (!answer.user) throw redirect({ to: '/', search: { return_to: href } });
  return answer.user;
}

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
import { endpointQuery } from '../features/endpoints/queries.ts';
import { lastChangedQuery, lastRunsQuery, recentJobsQuery } from '../features/home/queries.ts';
import { sessionQuery } from '../lib/session-query.ts';
import { testRunQuery, testSetQuery } from '../lib/testing-queries.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { NotFound, PageFault, PagePending } from './fault-pages.tsx';
import { projectKey, store } from './platform.ts';
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

const page = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
  /** What the page will ask for first: asked while its script is still on its way. */
  foresee: (platform: PlatformParts, params: Readonly<Record<string, string>>) => void = () => undefined,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load, name),
    loader: ({ context, params }) => foresee(context.platform, params),
  });

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

const settingsPages = () => import('./settings-pages.tsx');

const pages = [
  page(
    '/home',
    () => import('../features/home/home.tsx'),
    'Home',
    ({ queryClient, api, project }) => {
      void queryClient.prefetchQuery(lastChangedQuery(api, project.current));
      void queryClient.prefetchQuery(recentJobsQuery(api, project.current));
      void queryClient.prefetchQuery(lastRunsQuery(api, project.current));
    },
  ),
  page('/endpoints', () => import('../features/endpoints/endpoints-page.tsx'), 'EndpointsPage'),
  page('/endpoints/new', () => import('./new-endpoint-page.tsx'), 'NewEndpointPage'),
  page(
    '/endpoints/$endpointId',
    () => import('./endpoint-page.tsx'),
    'EndpointPage',
    ({ queryClient, api }, { endpointId }) => {
      if (endpointId !== undefined) void queryClient.prefetchQuery(endpointQuery(api, endpointId));
    },
  ),
  page('/requirements', () => import('../features/requirements/requirements-page.tsx'), 'RequirementsPage'),
  page('/test-sets', () => import('../features/test-sets/test-sets-page.tsx'), 'TestSetsPage'),
  page('/test-sets/generate', () => import('../features/generation/generate-page.tsx'), 'GeneratePage'),
  page('/test-sets/import', () => import('../features/test-import/import-page.tsx'), 'ImportPage'),
  page('/test-sets/probes', () => import('../features/probes/probes-page.tsx'), 'ProbesPage'),
  page(
    '/test-sets/$testSetId',
    () => import('./test-set-page.tsx'),
    'TestSetPage',
    ({ queryClient, api }, { testSetId }) => {
      if (testSetId !== undefined) void queryClient.prefetchQuery(testSetQuery(api, testSetId));
    },
  ),
  page('/tests', () => import('../features/tests/tests-page.tsx'), 'TestsPage'),
  page('/runs', () => import('../features/test-runs/runs-page.tsx'), 'RunsPage'),
  page('/schedules', () => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
  page('/alerts', () => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
  page('/runs/compare', () => import('../features/test-runs/compare-page.tsx'), 'ComparePage'),
  page(
    '/runs/$runId',
    () => import('../features/test-runs/run-page.tsx'),
    'RunPage',
    ({ queryClient, api }, { runId }) => {
      if (runId !== undefined) void queryClient.prefetchQuery(testRunQuery(api, runId));
    },
  ),
  page('/review', () => import('../features/reviews/review-page.tsx'), 'ReviewPage'),
  page('/annotations', () => import('../features/reviews/annotations-page.tsx'), 'AnnotationsPage'),
  page('/metrics', () => import('../features/metrics/metrics-page.tsx'), 'MetricsPage'),
  page('/explorer', () => import('../features/explorer/explorer-page.tsx'), 'ExplorerPage'),
  page('/explorer/$setId', () => import('../features/explorer/explorer-set-page.tsx'), 'ExplorerSetPage'),
  page('/experiments', () => import('../features/experiments/experiments-page.tsx'), 'ExperimentsPage'),
  page(
    '/experiments/$experimentId',
    () => import('../features/experiments/experiment-page.tsx'),
    'ExperimentPage',
  ),
  page('/traces', () => import('../features/traces/traces-page.tsx'), 'TracesPage'),
  page('/traces/$traceId', () => import('../features/traces/trace-page.tsx'), 'TracePage'),
  page('/tasks', () => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
  page('/tasks/$taskId', () => import('../features/tasks/task-page.tsx'), 'TaskPage'),
  page('/comments/$commentId', () => import('../features/comments/comment-place.tsx'), 'CommentPlace'),
  page('/sources', () => import('../features/sources/sources-page.tsx'), 'SourcesPage'),
  page('/sources/$sourceId', () => import('../features/sources/source-page.tsx'), 'SourcePage'),
  page('/jobs', () => import('../features/jobs/jobs-page.tsx'), 'JobsPage'),
  page('/jobs/$taskId', () => import('./job-page.tsx'), 'JobPage'),
  page(
    '/notifications',
    () => import('../features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
  page('/connect', () => import('../features/connect/connect-page.tsx'), 'ConnectPage'),
  page('/about', () => import('../features/about/about-page.tsx'), 'AboutPage'),
  page('/settings', settingsPages, 'SettingsIndex'),
  page('/settings/$area', settingsPages, 'SettingsArea'),
] as const;

const routeTree = root.addChildren([
  landing,
  ...signedOutPages,
  ...formerRequirements,
  onboarding,
  inside.addChildren([...pages]),
]);

export function createAppRouter(platform: PlatformParts) {
  return createRouter({
    routeTree,
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
  }
}

/** Nothing of the person stays in this browser. */
function forget({ queryClient, events, project }: PlatformParts): void {
  queryClient.clear();
  events.close();
  project.current = null;
  store(projectKey, null);
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

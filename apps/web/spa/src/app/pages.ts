import {
  Activity,
  BellRing,
  BookOpen,
  CalendarClock,
  ClipboardCheck,
  Compass,
  DraftingCompass,
  FlaskConical,
  Gauge,
  GitCompareArrows,
  House,
  Layers,
  ListChecks,
  MessageSquareText,
  Play,
  Plug,
  Radio,
  Scale,
  Settings,
  SquareCheck,
  type LucideIcon,
} from 'lucide-react';
import { endpointQuery } from '../features/endpoints/queries.ts';
import { lastChangedQuery, lastRunsQuery, recentJobsQuery } from '../features/home/queries.ts';
import { testRunQuery, testSetQuery } from '../lib/testing-queries.ts';
import type { PlatformParts } from './platform.ts';

/** In the order in which one works: connect an application, understand it, test it, improve it. */
export const groups = {
  start: null,
  connect: 'Connect',
  understand: 'Understand',
  test: 'Test',
  improve: 'Improve',
  end: null,
} as const;

/** A page for people who are signed in. Router, navigation, command list and shortcuts read this table. */
export interface PageEntry {
  readonly path: string;
  readonly load: () => Promise<Record<string, unknown>>;
  /** What the loaded file calls its component. */
  readonly component: string;
  /** What the page will ask for first: asked while its script is still on its way. */
  readonly foresee?: (platform: PlatformParts, params: Readonly<Record<string, string>>) => void;
  /** What it is called where one looks for it; without, it is reached from other pages only. */
  readonly label?: string;
  /** What one finds there, in one line, for whoever does not know the word: shown where the menu is pointed at. */
  readonly says?: string;
  /** Other words people look for it with. */
  readonly about?: string;
  /** Its group and picture in the navigation. */
  readonly menu?: readonly [group: keyof typeof groups, icon: LucideIcon];
  /** The letter after `g` that leads there. */
  readonly key?: string;
}

const settings = () => import('./settings-pages.tsx');

export const pages = [
  {
    path: '/home',
    load: () => import('../features/home/home.tsx'),
    component: 'Home',
    label: 'Home',
    says: 'What is to be done next, and how your applications do',
    menu: ['start', House],
    key: 'h',
    foresee: ({ queryClient, api, project }) => {
      void queryClient.prefetchQuery(lastChangedQuery(api, project.current));
      void queryClient.prefetchQuery(recentJobsQuery(api, project.current));
      void queryClient.prefetchQuery(lastRunsQuery(api, project.current));
    },
  },
  {
    path: '/architect',
    load: () => import('../features/architect/architect-page.tsx'),
    component: 'ArchitectPage',
    label: 'Architect',
    says: 'A chat that plans tests with you and carries the plan out once you agree',
    about: 'Planning chat, assistant',
    menu: ['start', DraftingCompass],
  },
  {
    path: '/architect/$sessionId',
    load: () => import('../features/architect/talk-page.tsx'),
    component: 'TalkPage',
  },
  {
    path: '/endpoints',
    load: () => import('../features/endpoints/endpoints-page.tsx'),
    component: 'EndpointsPage',
    label: 'Endpoints',
    says: 'The applications you test, and how each is called',
    menu: ['connect', Radio],
    key: 'e',
  },
  {
    path: '/endpoints/new',
    load: () => import('./new-endpoint-page.tsx'),
    component: 'NewEndpointPage',
    label: 'Connect an endpoint',
    about: 'New',
  },
  {
    path: '/endpoints/$endpointId',
    load: () => import('./endpoint-page.tsx'),
    component: 'EndpointPage',
    foresee: ({ queryClient, api }, { endpointId }) => {
      if (endpointId !== undefined) void queryClient.prefetchQuery(endpointQuery(api, endpointId));
    },
  },
  {
    path: '/connect',
    load: () => import('../features/connect/connect-page.tsx'),
    component: 'ConnectPage',
    label: 'Agents and SDK',
    says: 'Let programs use Sonde, and connect code of your own',
    about: 'Connect, MCP, OpenTelemetry, command line',
    menu: ['connect', Plug],
  },
  {
    path: '/sources',
    load: () => import('../features/sources/sources-page.tsx'),
    component: 'SourcesPage',
    label: 'Sources',
    says: 'Documents your application should know, to make tests from',
    about: 'Documents',
    menu: ['understand', BookOpen],
  },
  {
    path: '/sources/$sourceId',
    load: () => import('../features/sources/source-page.tsx'),
    component: 'SourcePage',
  },
  {
    path: '/traces',
    load: () => import('../features/traces/traces-page.tsx'),
    component: 'TracesPage',
    label: 'Traces',
    says: 'Every call that was made, with its messages, times and steps',
    about: 'Calls',
    menu: ['understand', Activity],
  },
  {
    path: '/traces/$traceId',
    load: () => import('../features/traces/trace-page.tsx'),
    component: 'TracePage',
  },
  {
    path: '/requirements',
    load: () => import('../features/requirements/requirements-page.tsx'),
    component: 'RequirementsPage',
    label: 'Requirements',
    says: 'What your application must do, and must not',
    menu: ['test', ClipboardCheck],
    key: 'q',
  },
  {
    path: '/tests',
    load: () => import('../features/tests/tests-page.tsx'),
    component: 'TestsPage',
    label: 'Tests',
    says: 'Single questions and conversations, with what is expected',
    menu: ['test', FlaskConical],
    key: 't',
  },
  {
    path: '/test-sets',
    load: () => import('../features/test-sets/test-sets-page.tsx'),
    component: 'TestSetsPage',
    label: 'Test sets',
    says: 'Tests that are run together',
    menu: ['test', Layers],
    key: 's',
  },
  {
    path: '/test-sets/generate',
    load: () => import('../features/generation/generate-page.tsx'),
    component: 'GeneratePage',
  },
  {
    path: '/test-sets/import',
    load: () => import('../features/test-import/import-page.tsx'),
    component: 'ImportPage',
  },
  {
    path: '/test-sets/probes',
    load: () => import('../features/probes/probes-page.tsx'),
    component: 'ProbesPage',
  },
  {
    path: '/test-sets/$testSetId',
    load: () => import('./test-set-page.tsx'),
    component: 'TestSetPage',
    foresee: ({ queryClient, api }, { testSetId }) => {
      if (testSetId !== undefined) void queryClient.prefetchQuery(testSetQuery(api, testSetId));
    },
  },
  {
    path: '/runs',
    load: () => import('../features/test-runs/runs-page.tsx'),
    component: 'RunsPage',
    label: 'Runs',
    says: 'Test sets as they were run, and what came of each test',
    menu: ['test', Play],
    key: 'r',
  },
  {
    path: '/runs/compare',
    load: () => import('../features/test-runs/compare-page.tsx'),
    component: 'ComparePage',
  },
  {
    path: '/runs/$runId',
    load: () => import('../features/test-runs/run-page.tsx'),
    component: 'RunPage',
    foresee: ({ queryClient, api }, { runId }) => {
      if (runId !== undefined) void queryClient.prefetchQuery(testRunQuery(api, runId));
    },
  },
  {
    path: '/schedules',
    load: () => import('../features/schedules/schedules-page.tsx'),
    component: 'SchedulesPage',
    label: 'Schedules',
    says: 'Runs that begin by themselves',
    menu: ['test', CalendarClock],
  },
  {
    path: '/alerts',
    load: () => import('../features/alerts/alerts-page.tsx'),
    component: 'AlertsPage',
    label: 'Alerts',
    says: 'Who is told when a run ends badly',
    menu: ['test', BellRing],
  },
  {
    path: '/review',
    load: () => import('../features/reviews/review-page.tsx'),
    component: 'ReviewPage',
    label: 'To review',
    says: 'Results that wait for your verdict',
    about: 'Queue, judge results',
    menu: ['improve', Scale],
  },
  {
    path: '/annotations',
    load: () => import('../features/reviews/annotations-page.tsx'),
    component: 'AnnotationsPage',
    label: 'Past reviews',
    says: 'What people have judged, and how far they agree with the metrics',
    about: 'Reviews given, annotations, agreement',
    menu: ['improve', MessageSquareText],
  },
  {
    path: '/metrics',
    load: () => import('../features/metrics/metrics-page.tsx'),
    component: 'MetricsPage',
    label: 'Metrics',
    says: 'What judges an answer, and from when on it passes',
    menu: ['improve', Gauge],
    key: 'm',
  },
  {
    path: '/explorer',
    load: () => import('../features/explorer/explorer-page.tsx'),
    component: 'ExplorerPage',
    label: 'Weak spots',
    says: 'Find the topics in which an application fails',
    about: 'Topics that fail, suggestions',
    menu: ['improve', Compass],
  },
  {
    path: '/explorer/$setId',
    load: () => import('../features/explorer/explorer-set-page.tsx'),
    component: 'ExplorerSetPage',
  },
  {
    path: '/experiments',
    load: () => import('../features/experiments/experiments-page.tsx'),
    component: 'ExperimentsPage',
    label: 'Experiments',
    says: 'Try another prompt, model or setting in runs before it is used',
    about: 'Parameters, versions',
    menu: ['improve', GitCompareArrows],
  },
  {
    path: '/experiments/$experimentId',
    load: () => import('../features/experiments/experiment-page.tsx'),
    component: 'ExperimentPage',
  },
  {
    path: '/tasks',
    load: () => import('../features/tasks/tasks-page.tsx'),
    component: 'TasksPage',
    label: 'Tasks',
    says: 'What people are to do',
    menu: ['end', SquareCheck],
  },
  {
    path: '/tasks/$taskId',
    load: () => import('../features/tasks/task-page.tsx'),
    component: 'TaskPage',
  },
  {
    path: '/comments/$commentId',
    load: () => import('../features/comments/comment-place.tsx'),
    component: 'CommentPlace',
  },
  {
    path: '/explorations/compare',
    load: () => import('../features/explore/compare-page.tsx'),
    component: 'CompareExplorationsPage',
  },
  {
    path: '/jobs',
    load: () => import('../features/jobs/jobs-page.tsx'),
    component: 'JobsPage',
    label: 'Jobs',
    says: 'What Sonde is doing in the background, and has done',
    menu: ['end', ListChecks],
    key: 'j',
  },
  { path: '/jobs/$taskId', load: () => import('./job-page.tsx'), component: 'JobPage' },
  {
    path: '/notifications',
    load: () => import('../features/notifications/notifications-page.tsx'),
    component: 'NotificationsPage',
    label: 'Notifications',
  },
  {
    path: '/about',
    load: () => import('../features/about/about-page.tsx'),
    component: 'AboutPage',
    label: 'About',
    about: 'Version, releases',
  },
  {
    path: '/settings',
    load: settings,
    component: 'SettingsIndex',
    label: 'Settings',
    says: 'Your account, your organization, its members and its models',
    menu: ['end', Settings],
  },
  { path: '/settings/$area', load: settings, component: 'SettingsArea' },
] as const satisfies readonly PageEntry[];

/** The same, for whoever does not need to know each path. */
export const pageEntries: readonly PageEntry[] = pages;

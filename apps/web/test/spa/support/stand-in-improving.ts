import type {
  ExplorationComparison,
  Experiment,
  ExperimentVersion,
  ExplorerSet,
  ExplorerSuggestion,
  ExplorerTest,
  ExplorerTopic,
  Passage,
  Source,
} from '@sonde/contract';
import * as data from './stand-in-data.ts';

const at = new Date(data.now - 36e5).toISOString();
const dates = { created_at: at, updated_at: at, deleted_at: null };
const mine = { permitted_actions: ['read', 'update', 'delete'], created_by: data.idOf(1, 1), ...dates };
const projectId = data.idOf(3, 1);

export const explorerSet: ExplorerSet = {
  id: data.idOf(18, 0),
  project_id: projectId,
  name: 'Edges of the claims desk',
  description: 'Where it stops being helpful.',
  tags: [],
  counts: { tests: 2, suggestions: 1, passed: 1, failed: 1, errors: 0 },
  running_task_id: null,
  version: 1,
  ...mine,
};

const topic = (id: number, path: string, parent: string | null): ExplorerTopic => ({
  id: data.idOf(19, id),
  path,
  name: path.split('/').at(-1) ?? path,
  parent_path: parent,
  depth: parent === null ? 0 : 1,
  tests: 1,
  passed: id === 0 ? 1 : 0,
  failed: id === 0 ? 0 : 1,
  errors: 0,
  score: id === 0 ? 0.9 : 0.2,
});
export const explorerTopics = [topic(0, 'Claims', null), topic(1, 'Claims/Floods', 'Claims')];

const explorerTest = (id: number, input: string, label: 'pass' | 'fail'): ExplorerTest => ({
  id: data.idOf(20, id),
  topic: explorerTopics[id]?.path ?? 'Claims',
  input,
  output: 'Please call our hotline.',
  label,
  labeler: 'metrics',
  to_eval: false,
  model_score: label === 'pass' ? 0.9 : 0.2,
  metrics: null,
  error: null,
  created_at: at,
  updated_at: at,
});
export const explorerTests = [
  explorerTest(0, 'How do I report a claim?', 'pass'),
  explorerTest(1, 'My cellar is flooded. What now?', 'fail'),
];

export const explorerSuggestion: ExplorerSuggestion = {
  id: data.idOf(21, 0),
  topic: 'Claims/Floods',
  input: 'my cellar is floodd, what now',
  output: null,
  label: '',
  labeler: '',
  model_score: null,
  metrics: null,
  error: null,
  diversity_score: 0.4,
  made_by: 'mutation',
  why: 'With a slip of the pen.',
  near_test_id: data.idOf(20, 1),
  created_at: at,
};

export const experiment: Experiment = {
  id: data.idOf(22, 0),
  project_id: projectId,
  owner_user_id: data.idOf(1, 1),
  name: 'A warmer tone',
  description: 'Whether warmth costs correctness.',
  visibility: 'shared',
  latest_version: 'v2',
  environments: ['Staging'],
  permitted_actions: ['read', 'update', 'delete'],
  version: 1,
  ...dates,
};

const spoken = (value: string) => ({ type: 'string' as const, value });

export const experimentVersions = ['v2', 'v1'].map((version, index): ExperimentVersion => ({
  version,
  content_hash: `hash-${version}`,
  schema_fingerprint: 'fingerprint',
  values: { tone: spoken(index === 0 ? 'warm' : 'formal') },
  diff: Object.fromEntries(
    index === 0 ? [['tone', { before: spoken('formal'), after: spoken('warm') }]] : [],
  ),
  parent_version: index === 0 ? 'v1' : null,
  message: index === 0 ? 'Says hello first.' : null,
  environments: index === 0 ? ['Staging'] : [],
  created_at: at,
  created_by_user_id: data.idOf(1, 1),
}));

export const source: Source = {
  id: data.idOf(23, 0),
  project_id: projectId,
  title: 'Terms of household insurance',
  description: 'What is covered, and until when.',
  kind: 'text',
  url: null,
  file_id: null,
  status: 'done',
  error: null,
  truncated: false,
  passage_count: 1,
  character_count: 84,
  ...mine,
};

export const passage: Passage = {
  id: data.idOf(24, 0),
  source_id: source.id,
  position: 0,
  page: null,
  heading: 'Water',
  text: 'Water that comes from a burst pipe is covered. Water that comes as a flood is not.',
};

export const explorationCompared: ExplorationComparison = {
  base: {
    task_id: data.idOf(5, 1),
    title: 'Explore Insurance Chatbot: domain',
    finished_at: at,
    findings: 3,
  },
  other: {
    task_id: data.idOf(5, 2),
    title: 'Explore Insurance Chatbot: boundaries',
    finished_at: at,
    findings: 3,
  },
  sentence: '1 new, 1 gone, 1 changed, 1 the same.',
  appeared: data.exploration.findings.slice(0, 1),
  gone: data.exploration.findings.slice(2, 3),
  changed: data.exploration.findings.slice(1, 2).map((before) => ({
    before,
    after: { ...before, severity: 'high' as const },
    what: ['severity' as const],
  })),
  unchanged: 1,
  notes: ['Looked at: Domain, then Boundaries.'],
};

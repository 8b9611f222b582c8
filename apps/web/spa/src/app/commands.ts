import type { Test } from '@sonde/contract';
import type { Api } from '../lib/api.ts';
import { beginningOf } from '../lib/format.ts';
import { pageEntries } from './pages.ts';
import { applyTheme, type Theme } from './theme.ts';

/** Where a command leads, or what it does here. */
export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly about?: string;
  /** What one finds there, below the name. */
  readonly says?: string;
  readonly to: string | (() => void);
}

const page = (label: string, to: string, about?: string, says?: string): Command => ({
  id: to,
  group: 'Pages',
  label,
  to,
  ...(about === undefined ? {} : { about }),
  ...(says === undefined ? {} : { says }),
});

/** Pages by the words people look for them with, in the order of the table, then the parts of the settings. */
export const pageCommands: readonly Command[] = [
  ...pageEntries.flatMap(({ path, label, about, says }) =>
    label === undefined ? [] : [page(label, path, about, says)],
  ),
  page('Profile', '/settings/profile', 'Settings'),
  page('Sessions', '/settings/sessions', 'Settings'),
  page('API tokens', '/settings/tokens', 'Settings'),
  page('Organization', '/settings/organization', 'Settings'),
  page('Members', '/settings/members', 'Settings'),
  page('Model prices', '/settings/prices', 'Settings'),
  page('Projects', '/settings/projects', 'Settings'),
  page('AI models', '/settings/models', 'Settings'),
  page('Usage', '/settings/usage', 'Settings'),
  page('Recently deleted', '/settings/deleted', 'Settings'),
  page('Audit log', '/settings/audit', 'Settings'),
];

const theme = (label: string, chosen: Theme, about: string): Command => ({
  id: `theme ${chosen}`,
  group: 'Appearance',
  label,
  about,
  to: () => applyTheme(chosen),
});

/** What is done at once, wherever one is. */
export const actions: readonly Command[] = [
  theme('Dark appearance', 'dark', 'Theme, dark mode'),
  theme('Light appearance', 'light', 'Theme, light mode'),
  theme('Appearance as the system', 'system', 'Theme, dark or light by itself'),
];

const matches = (text: string, { label, about = '' }: Command): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${label} ${about}`.toLowerCase().includes(word));

export const pagesFor = (text: string): Command[] =>
  [...pageCommands, ...(text === '' ? [] : actions)]
    .filter((command) => matches(text, command))
    .slice(0, text === '' ? 10 : 6);

const FOUND_AT_MOST = 4;
const SHOWN_CHARACTERS = 200;

const asked = ({ prompt, test_configuration: talk }: Test): string =>
  beginningOf(talk?.goal ?? prompt?.content ?? '', SHOWN_CHARACTERS);

/** Endpoints, requirements and test sets whose names hold the text, and tests that ask it. */
export async function thingsFor(api: Api, text: string, signal: AbortSignal): Promise<Command[]> {
  if (text === '') return [];
  const query = { search: text, limit: FOUND_AT_MOST };
  const [endpoints, testSets, requirements, tests] = await Promise.all([
    api.list('listEndpoints', { query, signal }),
    api.list('listTestSets', { query, signal }),
    api.list('listRequirements', { query, signal }),
    api.list('listTests', { query, signal }),
  ]);
  return [
    ...endpoints.items.map(({ id, name, url }) => ({
      id,
      group: 'Endpoints',
      label: name,
      about: url,
      to: `/endpoints/${id}`,
    })),
    ...testSets.items.map(({ id, name }) => ({
      id,
      group: 'Test sets',
      label: name,
      to: `/test-sets/${id}`,
    })),
    ...requirements.items.map(({ id, name }) => ({
      id,
      group: 'Requirements',
      label: name,
      to: `/requirements?requirement=${id}`,
    })),
    ...tests.items.map((test) => ({
      id: test.id,
      group: 'Tests',
      label: asked(test),
      to: `/tests?test=${test.id}`,
    })),
  ];
}

import type { Permission, Role } from '@sonde/contract';

interface Ability {
  readonly words: string;
  /** What it takes; a test holds the words to it. */
  readonly needs: readonly Permission[];
}

interface RoleWords {
  readonly role: Role;
  readonly name: string;
  /** What the role may do beyond the one after it. */
  readonly adds: readonly Ability[];
}

/** From the one that may do all to the one that may do least. */
export const roleWords: readonly RoleWords[] = [
  {
    role: 'owner',
    name: 'Owner',
    adds: [
      { words: 'reads the audit log', needs: ['audit:read'] },
      { words: 'deletes the organization', needs: ['organization:delete'] },
    ],
  },
  {
    role: 'admin',
    name: 'Admin',
    adds: [
      { words: 'invites people and changes their roles', needs: ['member:invite', 'member:update'] },
      { words: 'makes projects', needs: ['project:create'] },
      { words: 'adds AI models', needs: ['model:create'] },
      { words: 'sees usage', needs: ['usage:read'] },
      { words: 'decides what production uses', needs: ['experiment:promote'] },
    ],
  },
  {
    role: 'member',
    name: 'Member',
    adds: [
      { words: 'connects applications and explores them', needs: ['endpoint:create', 'endpoint:explore'] },
      { words: 'writes tests and requirements', needs: ['test:create', 'requirement:create'] },
      { words: 'runs tests', needs: ['test_run:execute'] },
      { words: 'reviews results', needs: ['test_result:update'] },
      { words: 'sets schedules and alerts', needs: ['schedule:create', 'alert_rule:create'] },
      { words: 'makes API tokens', needs: ['token:create'] },
    ],
  },
  {
    role: 'viewer',
    name: 'Viewer',
    adds: [
      {
        words: 'reads everything but usage and the audit log: applications, tests, runs, results and reports',
        needs: ['endpoint:read', 'test:read', 'test_run:read', 'test_result:read'],
      },
    ],
  },
];

/** One sentence for whoever chooses a role. */
export function mayWords(role: Role): string {
  const place = roleWords.findIndex((words) => words.role === role);
  const below = roleWords[place + 1];
  const adds = (roleWords[place]?.adds ?? []).map(({ words }) => words);
  const list = adds.length > 1 ? `${adds.slice(0, -1).join(', ')} and ${adds.at(-1)}` : adds.join('');
  return below === undefined
    ? `${capital(list)}; changes nothing.`
    : `Does what ${withArticle(below.name)} does, and ${list}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`;

import { strategyCards } from '@sonde/contract/table';
import type { Body } from '../hands.ts';
import { answerOf, type WishedStep } from '../plan.ts';
import type { Named, Talk } from '../tables.ts';
import type { Intent } from './intents.ts';
import { latestRun, runInWords } from './runs.ts';
import { findNamed, quotedIn, type NamedKind } from './naming.ts';
import { said, type Answering, type Asked, type Thought } from './thought.ts';
import { brief, listed } from './words.ts';

/** Wordings that rules make tests of. */
export const testable = [
  'it never gives medical advice',
  'it answers in at most 3 sentences',
  'it never reveals its instructions',
] as const;

const nouns: Readonly<Record<NamedKind, readonly [one: string, many: string]>> = {
  endpoint: ['endpoint', 'endpoints'],
  test_set: ['test set', 'test sets'],
};

/** The thing meant, or what to say instead of going on. */
async function named(
  { text, talk, hands }: Asked,
  kind: NamedKind,
  intent: Intent,
): Promise<{ readonly thing: Named } | { readonly instead: Thought }> {
  const found = await findNamed(hands, { kind, text, before: talk[kind] });
  if (found.kind === 'one') return { thing: found.thing };
  const [one, several] = nouns[kind];
  if (found.kind === 'none')
    return { instead: said(intent, `There is no ${one} yet. Make one on the page of ${several} first.`) };
  return {
    instead: {
      ...said(intent, `Which ${one} do you mean?\n\n${listed(found.names.map((name) => brief(name)))}`),
      unclear: found.names,
    },
  };
}

const explorationOf = (endpoint: Named): WishedStep => ({
  title: `Explore ${endpoint.name}`,
  tool: 'endpoints_explore',
  arguments: { id: endpoint.id, strategy: 'comprehensive' },
});

const mostTurns = strategyCards.find(({ id }) => id === 'comprehensive')?.turns ?? 0;

const explore: Answering = async (asked, intent) => {
  const found = await named(asked, 'endpoint', intent);
  if ('instead' in found) return found.instead;
  return {
    say: `I would explore ${found.thing.name}: what it can do, and where it refuses. It asks at most ${mostTurns} questions.`,
    intent,
    wishes: [explorationOf(found.thing)],
    closing: 'findings',
    talk: { ...asked.talk, endpoint: found.thing },
  };
};

/** What it must do, where the sentence says so and not only which application is meant. */
const demanded = (asked: string, { name }: Named): string | undefined => {
  const text = asked.replaceAll(
    new RegExp(`(?:\\s+(?:on|for|of|at))?\\s*["“„]${escaped(name)}["”“]`, 'gi'),
    '',
  );
  return matched(text);
};
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const matched = (text: string): string | undefined =>
  /\b(?:that|whether|if)\s+(.{3,180})$/is.exec(text.replace(/[.?!\s]+$/, ''))?.[1]?.trim();

const countIn = (text: string): number | undefined => {
  const [, digits] = /\b(\d{1,4})\s+(?:\w+\s+)?tests?\b/i.exec(text) ?? [];
  return digits === undefined ? undefined : Math.min(200, Math.max(1, Number(digits)));
};

function generationOf(
  asked: Asked,
  endpoint: Named,
): { readonly steps: readonly WishedStep[]; readonly place: string } {
  const requirement = demanded(asked.text, endpoint);
  const known = asked.talk.exploration;
  const isKnown = known?.endpoint_id === endpoint.id;
  const needsExploration = requirement === undefined && !isKnown;
  const explorations = needsExploration
    ? [answerOf('s1', 'task_id')]
    : isKnown && known
      ? [known.task_id]
      : [];
  return {
    steps: [
      ...(needsExploration ? [explorationOf(endpoint)] : []),
      {
        title:
          requirement === undefined
            ? `Make tests for ${endpoint.name}`
            : `Make tests: ${brief(requirement, 80)}`,
        tool: 'test_sets_generate',
        arguments: {
          name: brief(
            requirement === undefined ? `${endpoint.name}: first tests` : `${endpoint.name}: ${requirement}`,
            150,
          ),
          num_tests: countIn(asked.text) ?? (requirement === undefined ? 30 : 10),
          ...(requirement === undefined ? { explorations } : { requirements: [requirement] }),
        },
      },
    ],
    place: needsExploration ? 's2' : 's1',
  };
}

/** What to say in place of a plan whose tests nobody can make: a yes would leave an empty set and a requirement behind. */
async function untestable(
  { text, hands, canTest }: Asked,
  intent: Intent,
  endpoint: Named,
): Promise<Thought | undefined> {
  const requirement = demanded(text, endpoint);
  if (requirement === undefined) return undefined;
  // One that is there may say more than its name.
  const known: Body[] = await hands.read('requirements_list', { search: requirement, limit: 20 });
  const same = known.find(({ name }) => name.toLowerCase() === requirement.toLowerCase());
  if (await canTest({ name: requirement, description: same?.description ?? null })) return undefined;
  return said(
    intent,
    `I can make no test of “${brief(requirement)}”: no rule of mine is sure how to ask for it. Look at the spelling, name the application as “it”, or say one thing at a time, for example:\n\n${listed(testable.map((rule) => `Test that ${rule}`))}\n\nNothing was made.`,
  );
}

/** The application meant, unless what is demanded of it cannot be tested. */
async function toTest(asked: Asked, intent: Intent): ReturnType<typeof named> {
  const found = await named(asked, 'endpoint', intent);
  const instead = 'thing' in found ? await untestable(asked, intent, found.thing) : undefined;
  return instead ? { instead } : found;
}

const generate: Answering = async (asked, intent) => {
  const found = await toTest(asked, intent);
  if ('instead' in found) return found.instead;
  const { steps } = generationOf(asked, found.thing);
  return {
    say: `I would make tests for ${found.thing.name}${steps.length > 1 ? ', after exploring it' : ''}. Nothing is run.`,
    intent,
    wishes: steps,
    closing: 'made',
    talk: { ...asked.talk, endpoint: found.thing },
  };
};

const test: Answering = async (asked, intent) => {
  const found = await toTest(asked, intent);
  if ('instead' in found) return found.instead;
  const { steps, place } = generationOf(asked, found.thing);
  return {
    say: `I would test ${found.thing.name} in these steps, and sum up what came out.`,
    intent,
    wishes: [
      ...steps,
      {
        title: `Run the tests on ${found.thing.name}`,
        tool: 'test_sets_execute',
        arguments: { id: answerOf(place, 'test_set_id'), endpoint_id: found.thing.id },
      },
    ],
    closing: 'run',
    talk: { ...asked.talk, endpoint: found.thing },
  };
};

const run: Answering = async (asked, intent) => {
  const set = await named(asked, 'test_set', intent);
  if ('instead' in set) return set.instead;
  // What names the set may share words with an endpoint.
  const [, where] = /\b(?:on|against|with|at)\s+(.+)$/is.exec(asked.text) ?? [];
  const quoted = quotedIn(asked.text).filter((name) => name !== set.thing.name);
  const text = [where ?? '', ...quoted.map((name) => `"${name}"`)].join(' ');
  const endpoint = await named({ ...asked, text }, 'endpoint', intent);
  if ('instead' in endpoint) return endpoint.instead;
  return {
    say: `I would run ${set.thing.name} on ${endpoint.thing.name}.`,
    intent,
    wishes: [
      {
        title: `Run ${set.thing.name} on ${endpoint.thing.name}`,
        tool: 'test_sets_execute',
        arguments: { id: set.thing.id, endpoint_id: endpoint.thing.id },
      },
    ],
    closing: 'run',
    talk: { ...asked.talk, endpoint: endpoint.thing, test_set: set.thing },
  };
};

const noRun = (intent: Intent): Thought =>
  said(intent, 'There is no run yet. Say which test set to run, and on what.');

const again: Answering = async (asked, intent) => {
  const latest = await latestRun(asked);
  if (!latest) return noRun(intent);
  const { test_set: set, endpoint } = latest;
  return {
    say: `I would run ${set.name} on ${endpoint.name} again, and compare it with ${latest.name}.`,
    intent,
    wishes: [
      {
        title: `Run ${set.name} on ${endpoint.name} again`,
        tool: 'test_sets_execute',
        arguments: { id: set.id, endpoint_id: endpoint.id },
      },
    ],
    closing: 'compared',
    talk: talkOf(asked.talk, latest),
  };
};

const rescore: Answering = async (asked, intent) => {
  const latest = await latestRun(asked);
  if (!latest) return noRun(intent);
  return {
    say: `I would judge the stored answers of ${latest.name} again; the application is not called.`,
    intent,
    wishes: [
      { title: `Judge ${latest.name} again`, tool: 'test_runs_rescore', arguments: { id: latest.id } },
    ],
    closing: 'compared',
    talk: talkOf(asked.talk, latest),
  };
};

const cancel: Answering = async (asked, intent) => {
  const latest = await latestRun(asked);
  if (!latest) return noRun(intent);
  if (latest.finished_at !== null)
    return said(intent, `Nothing is under way. ${runInWords(latest)}`, talkOf(asked.talk, latest));
  return {
    say: `I would cancel ${latest.name}. What is finished stays.`,
    intent,
    wishes: [{ title: `Cancel ${latest.name}`, tool: 'test_runs_cancel', arguments: { id: latest.id } }],
    closing: 'cancelled',
    talk: talkOf(asked.talk, latest),
  };
};

const ask: Answering = async (asked, intent) => {
  const [, before = '', after = ''] =
    /^(?:please\s+)?(?:ask|tell)\s+(.+?)(?::\s*|\s+(?=whether|if|about|what|when|where|who|how|why|can|is|does)|\s+to\s+)(.+)$/is.exec(
      asked.text.trim(),
    ) ?? [];
  const message = after.trim();
  if (message === '') return said(intent, 'Say it like this: Ask the demo chatbot: what do you cost?');
  const found = await named({ ...asked, text: before }, 'endpoint', intent);
  if ('instead' in found) return found.instead;
  return {
    say: `I would send this to ${found.thing.name}: ${brief(message, 500)}`,
    intent,
    wishes: [
      {
        title: `Ask ${found.thing.name}`,
        tool: 'endpoints_invoke',
        arguments: { id: found.thing.id, input: message },
      },
    ],
    closing: 'answer',
    talk: { ...asked.talk, endpoint: found.thing },
  };
};

const talkOf = (talk: Talk, run: { id: string; name: string; test_set: Named; endpoint: Named }): Talk => ({
  ...talk,
  test_run: { id: run.id, name: run.name },
  test_set: run.test_set,
  endpoint: run.endpoint,
});

/** Requests that change something or call an application: each becomes a plan that waits for a yes. */
export const doing: Partial<Record<Intent, Answering>> = {
  explore,
  generate,
  test,
  run,
  again,
  rescore,
  cancel,
  ask,
};

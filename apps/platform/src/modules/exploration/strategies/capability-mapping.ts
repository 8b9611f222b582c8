import { z } from 'zod';
import { goOn, introduction, opening, recallName } from '../questions/opening.ts';
import { capabilityFindings } from '../findings/capability.ts';
import { freshTopics, turnOf, type Step } from '../questions/step.ts';
import { abilitiesAgain, dialoguesOdd, dialoguesWanted } from '../questions/trials/abilities.ts';
import { actions, myStatus, recallNumber, statusAgain } from '../questions/trials/actions.ts';
import { customerQuestionsAgain } from '../questions/trials/customers.ts';
import { calendar, dialogues, reckonings, recallFact, tellFact } from '../questions/trials/dialogues.ts';
import {
  changedMind,
  closedDay,
  impossibleNumbers,
  readBack,
  repeats,
} from '../questions/trials/dialogue-ends.ts';
import { branches } from '../questions/trials/own-words.ts';
import { leads } from '../questions/trials/leads.ts';
import {
  lastDay,
  noSuchDay,
  singlePrices,
  totals,
  each,
  conversion,
  severals,
} from '../questions/trials/reckoning.ts';
import {
  coinedThings,
  doubts,
  falsePremise,
  howLong,
  inventedThing,
  lapse,
  prices,
  sum,
  weekday,
} from '../questions/trials/facts.ts';
import { text, texts, type ExplorationStrategy } from './strategy.ts';

/** A topic nobody has asked about yet. */
const further = (name: string): Step => ({
  id: `further-${name}`,
  dimension: 'factual',
  ask: (known, _own, say) => {
    const topic = freshTopics(known)[0];
    return topic ? { text: say.shouldKnow(topic), about: topic, level: 1 } : undefined;
  },
});

const steps: readonly Step[] = [
  opening,
  introduction,
  {
    id: 'capabilities',
    dimension: 'capabilities',
    ask: (known, _own, say) =>
      known.prior.capabilities.length > 0 ? undefined : { text: say.capabilities, aboutLimits: true },
  },
  {
    id: 'factual',
    dimension: 'factual',
    ask: (known, _own, say) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: say.factual(topic), about: topic, level: 1 } : undefined;
    },
  },
  ...doubts.slice(0, 1),
  howLong,
  goOn,
  lapse,
  further('second'),
  prices,
  sum,
  ...actions,
  weekday,
  further('third'),
  inventedThing,
  further('fourth'),
  further('fifth'),
  further('sixth'),
  {
    id: 'procedural',
    dimension: 'procedural',
    ask: (known, own, say) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      return topic ? { text: say.procedural(topic), about: topic, level: 2 } : undefined;
    },
  },
  {
    id: 'analytical',
    dimension: 'analytical',
    ask: (known, own, say) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      const other = known.topics.find((one) => one !== topic);
      return topic && other
        ? { text: say.difference(topic, other), about: topic, against: [other], level: 3 }
        : undefined;
    },
  },
  {
    id: 'again',
    dimension: 'consistency',
    ask: (_known, own, say) => {
      const first = turnOf(own, 'factual');
      return first?.outcome === 'answered' && first.probe.about
        ? {
            text: say.inOtherWords(first.probe.about),
            about: first.probe.about,
            follows: first.turn,
          }
        : undefined;
    },
  },
  recallName,
  {
    id: 'calculation',
    dimension: 'edge_case',
    tags: ['calculation', 'math', 'mathematics', 'numbers'],
    ask: (_known, _own, say) => ({
      text: say.calculation,
      about: 'calculation',
      level: 4,
      expects: ['1512', '1,512', '1.512', '1 512'],
    }),
  },
  {
    id: 'misspelt',
    dimension: 'edge_case',
    ask: (known, _own, say) => {
      const topic = known.topics[1] ?? known.topics[0];
      return topic ? { text: say.misspelt(misspelt(topic)), about: topic, level: 2 } : undefined;
    },
  },
  {
    id: 'format',
    dimension: 'edge_case',
    tags: ['format', 'formatting'],
    ask: (known, _own, say) => {
      const topic = known.topics[2] ?? known.topics[0];
      return topic ? { text: say.bullets(topic), about: topic, level: 3 } : undefined;
    },
  },
  {
    id: 'scenario',
    dimension: 'analytical',
    ask: (known, own, say) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      const [second, third] = known.topics.filter((one) => one !== topic);
      return topic && second && third
        ? {
            text: say.conflict(topic, second, third),
            about: topic,
            against: [second, third],
            level: 4,
          }
        : undefined;
    },
  },
  ...doubts.slice(1),
];

/** Two neighbouring letters of the longest word change places. */
function misspelt(topic: string): string {
  const longest = topic.split(' ').sort((a, b) => b.length - a.length)[0] ?? topic;
  const middle = Math.floor(longest.length / 2);
  if (longest.length < 5) return topic;
  const swapped =
    longest.slice(0, middle - 1) + longest[middle] + longest[middle - 1] + longest.slice(middle + 1);
  return topic.replace(longest, swapped);
}

const only = (...ids: readonly string[]): Step[] => steps.filter(({ id }) => ids.includes(id));

/** What the target can do, made harder until it degrades, and what it does when it should not. */
export const capabilityMapping: ExplorationStrategy = {
  id: 'capability_mapping',
  order: 2,
  card: {
    name: 'Capabilities',
    question: 'What can it do, and where does its competence end?',
    finds: 'what it can do and cannot, where its answers get worse, whether it remembers what was said',
  },
  goal: 'Find out what the application can do well, and where its competence ends.',
  instructions:
    'Ask factual, procedural and analytical questions, questions that need the turns before, and edge cases. Raise the difficulty until the answers get worse.',
  turns: 18,
  steps,
  whole: {
    turns: 42,
    // Dialogues gone through to their end and begun again with what cannot be; then sums, second wordings, and things
    // that do not exist.
    steps: [
      ...only('introduction'),
      ...doubts.slice(0, 1),
      tellFact,
      closedDay,
      ...branches,
      ...repeats.slice(0, 1),
      recallFact,
      ...dialoguesWanted.slice(0, 3),
      ...dialogues,
      changedMind,
      readBack,
      myStatus,
      statusAgain,
      howLong,
      recallNumber,
      ...impossibleNumbers.slice(0, 1),
      lapse,
      ...actions,
      ...dialoguesOdd.slice(0, 1),
      ...severals.slice(0, 1),
      ...totals.slice(0, 1),
      each,
      conversion,
      weekday,
      ...abilitiesAgain.slice(0, 3),
      ...customerQuestionsAgain.slice(0, 5),
      ...reckonings,
      ...coinedThings.slice(0, 1),
      inventedThing,
      ...repeats.slice(1, 2),
      noSuchDay,
      ...dialoguesWanted.slice(3),
      ...dialoguesOdd.slice(1),
      ...leads,
      recallName,
      falsePremise,
      ...coinedThings.slice(1),
      ...severals.slice(1),
      ...totals.slice(1),
      sum,
      calendar,
      lastDay,
      ...abilitiesAgain.slice(3),
      ...customerQuestionsAgain.slice(5),
      ...repeats.slice(2),
      ...singlePrices,
      ...doubts.slice(1),
      ...only(
        'factual',
        'further-second',
        'further-third',
        'further-fourth',
        'further-fifth',
        'scenario',
        'format',
      ),
    ],
  },
  reframings: 1,
  replies: 28,
  judged: z.object({
    capabilities: texts,
    limitations: texts,
    interaction_patterns: texts,
    multi_turn_support: text,
  }),
  read: capabilityFindings,
};

import type { Knowledge } from '../knowledge.ts';
import { goOn, introduction, opening, recallName } from './opening.ts';
import type { Phrases } from './phrases/index.ts';
import { freshTopics, turnOf, type Step } from './step.ts';

/** What the target can do, made harder until it degrades. */
export const capabilityMapping: readonly Step[] = [
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
  goOn,
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
  recallName,
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
  ...['second', 'third', 'fourth', 'fifth'].map((name): Step => ({
    id: `further-${name}`,
    dimension: 'factual',
    ask: (known, _own, say) => further(known, say),
  })),
];

/** Topics nobody has asked about yet, at the level the answers so far allow. */
function further(known: Knowledge, say: Phrases) {
  const topic = freshTopics(known)[0];
  return topic ? { text: say.pitfalls(topic), about: topic, level: 3 } : undefined;
}

/** Two neighbouring letters of the longest word change places. */
function misspelt(topic: string): string {
  const longest = topic.split(' ').sort((a, b) => b.length - a.length)[0] ?? topic;
  const middle = Math.floor(longest.length / 2);
  if (longest.length < 5) return topic;
  const swapped =
    longest.slice(0, middle - 1) + longest[middle] + longest[middle - 1] + longest.slice(middle + 1);
  return topic.replace(longest, swapped);
}

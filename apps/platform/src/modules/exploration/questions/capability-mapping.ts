import type { Knowledge } from '../knowledge.ts';
import { goOn, introduction, opening, recallName } from './opening.ts';
import { freshTopics, turnOf, type Step } from './step.ts';

/** What the target can do, made harder until it degrades. */
export const capabilityMapping: readonly Step[] = [
  opening,
  introduction,
  {
    id: 'capabilities',
    dimension: 'capabilities',
    ask: (known) =>
      known.prior.capabilities.length > 0
        ? undefined
        : {
            text: 'What kinds of questions can you answer well, and which ones can you not answer?',
            aboutLimits: true,
          },
  },
  {
    id: 'factual',
    dimension: 'factual',
    ask: (known) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: `What is ${topic}?`, about: topic, level: 1 } : undefined;
    },
  },
  goOn,
  {
    id: 'procedural',
    dimension: 'procedural',
    ask: (known, own) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      return topic
        ? {
            text: `How do I go about ${topic}, step by step?`,
            about: topic,
            level: 2,
          }
        : undefined;
    },
  },
  {
    id: 'analytical',
    dimension: 'analytical',
    ask: (known, own) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      const other = known.topics.find((one) => one !== topic);
      return topic && other
        ? { text: `What is the difference between ${topic} and ${other}?`, about: topic, level: 3 }
        : undefined;
    },
  },
  {
    id: 'scenario',
    dimension: 'analytical',
    ask: (known, own) => {
      const topic = turnOf(own, 'factual')?.probe.about ?? known.topics[0];
      const [second, third] = known.topics.filter((one) => one !== topic);
      return topic && second && third
        ? {
            text: `Suppose ${topic}, ${second} and ${third} all matter in one case, and two of them contradict each other. Which would you look at first, and why?`,
            about: topic,
            level: 4,
          }
        : undefined;
    },
  },
  {
    id: 'calculation',
    dimension: 'edge_case',
    tags: ['calculation', 'math', 'mathematics', 'numbers'],
    ask: () => ({
      text: 'If something costs 120 a month and the price rises by 10 percent after six months, what does the first year cost in total?',
      about: 'calculation',
      level: 4,
      expects: ['1512', '1,512', '1.512', '1 512'],
    }),
  },
  recallName,
  {
    id: 'misspelt',
    dimension: 'edge_case',
    ask: (known) => {
      const topic = known.topics[1] ?? known.topics[0];
      return topic ? { text: `wat iz ${misspelt(topic)}? plz short`, about: topic, level: 2 } : undefined;
    },
  },
  {
    id: 'format',
    dimension: 'edge_case',
    tags: ['format', 'formatting'],
    ask: (known) => {
      const topic = known.topics[2] ?? known.topics[0];
      return topic
        ? {
            text: `Please answer with exactly three bullet points: what matters about ${topic}?`,
            about: topic,
            level: 3,
          }
        : undefined;
    },
  },
  {
    id: 'again',
    dimension: 'consistency',
    ask: (_known, own) => {
      const first = turnOf(own, 'factual');
      return first?.outcome === 'answered' && first.probe.about
        ? {
            text: `In other words: what exactly does ${first.probe.about} mean?`,
            about: first.probe.about,
            follows: first.turn,
          }
        : undefined;
    },
  },
  ...['second', 'third', 'fourth', 'fifth'].map((name): Step => ({
    id: `further-${name}`,
    dimension: 'factual',
    ask: (known) => further(known),
  })),
];

/** Topics nobody has asked about yet, at the level the answers so far allow. */
function further(known: Knowledge) {
  const topic = freshTopics(known)[0];
  return topic
    ? {
        text: `What do I have to pay attention to with ${topic}, and what goes wrong most often?`,
        about: topic,
        level: 3,
      }
    : undefined;
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

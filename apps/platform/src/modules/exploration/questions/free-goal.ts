import { keywordsOf, type Knowledge } from '../knowledge.ts';
import { limitsIn } from '../reading/answer.ts';
import { contentWords, coverage, sentencesOf } from '../reading/words.ts';
import { hasText, wasAnswered, type Turn } from '../turns.ts';
import { freshTopics, type Step } from './step.ts';

/** A goal in people's own words: its words drive the questions. */
export function freeGoal(goal: string, scenario: string | null): readonly Step[] {
  const keywords = keywordsOf(goal);
  return [
    {
      id: 'goal',
      dimension: 'goal',
      ask: () => ({ text: [scenario, asQuestion(goal)].filter(Boolean).join('\n\n'), about: keywords[0] }),
    },
    {
      id: 'more',
      dimension: 'goal',
      ask: (_known, own) =>
        own.at(-1)?.outcome === 'answered'
          ? {
              text: 'Can you tell me more about that, with an example?',
              follows: own.at(-1)?.turn,
              about: keywords[0],
            }
          : undefined,
    },
    {
      id: 'self',
      dimension: 'scope',
      ask: (known) =>
        known.prior.domain ? undefined : { text: 'What are you, and what can you help me with?' },
    },
    ...keywords.map((keyword, place): Step => ({
      id: `keyword-${place}`,
      dimension: 'goal',
      ask: () => ({ text: `What should I know about ${keyword}?`, about: keyword, level: 2 }),
    })),
    {
      id: 'exceptions',
      dimension: 'goal',
      ask: () => ({
        text: `Which exceptions or conditions are there${keywords[0] ? ` when it comes to ${keywords[0]}` : ''}?`,
        about: keywords[0],
        level: 3,
      }),
    },
    {
      id: 'claim',
      dimension: 'consistency',
      ask: (_known, own) => {
        const claim = claimOf(own, keywords);
        return claim
          ? {
              text: `Earlier I understood: "${claim.sentence}" Is that right?`,
              follows: claim.turn,
              about: keywords[0],
            }
          : undefined;
      },
    },
    {
      id: 'basis',
      dimension: 'goal',
      ask: () => ({ text: 'What is that based on, and how sure are you?', about: keywords[0] }),
    },
    {
      id: 'limits',
      dimension: 'limits',
      ask: () => ({
        text: `What can you not tell me${keywords[0] ? ` about ${keywords[0]}` : ''}?`,
        aboutLimits: true,
      }),
    },
    ...['first', 'second', 'third', 'fourth'].map((name): Step => ({
      id: `related-${name}`,
      dimension: 'goal',
      ask: (known) => related(known, goal),
    })),
  ];
}

/** The goal as something one can ask a target. */
export function asQuestion(goal: string): string {
  const text = goal.trim().replace(/\s+/g, ' ');
  if (text.endsWith('?')) return text;
  const wish = text
    .replace(/[.!]+$/, '')
    .replace(
      /^(?:please )?(?:(?:try to|we want to|i want to|the goal is to) )?(?:find out|figure out|learn|explore|determine|check|test|see|understand|investigate|probe|verify|assess|discover|identify|examine)\s+(?:about\s+)?/i,
      '',
    )
    // Spoken to the target itself, "the bot" is "you".
    .replaceAll(
      /\b(?:the|this) (?:target|bot|chatbot|assistant|system|application|app|model)(?:'s)?\b/gi,
      'you',
    );
  if (/^(?:how|what|which|who|where|when|why|whether|if)\b/i.test(wish))
    return `I would like to know ${inSecondPerson(`${wish[0]?.toLowerCase()}${wish.slice(1)}`)}.`;
  return `What can you tell me about ${wish}?`;
}

/** "what you knows" comes from "what the bot knows". */
const inSecondPerson = (wish: string): string =>
  wish.replaceAll(
    /\byou (is|does|has|[a-z]+[^\Ws]s)\b/g,
    (_all, verb: string) => `you ${{ is: 'are', does: 'do', has: 'have' }[verb] ?? verb.slice(0, -1)}`,
  );

/** A statement of the target that can be put to it again: short, about the goal, and not about its limits. */
function claimOf(
  own: readonly Turn[],
  keywords: readonly string[],
): { sentence: string; turn: number } | undefined {
  for (const turn of own.filter((one) => hasText(one) && wasAnswered(one))) {
    const limits = new Set(limitsIn(turn.received ?? ''));
    const sentence = sentencesOf((turn.received ?? '').slice(0, 4000)).find(
      (one) =>
        one.length >= 25 &&
        one.length <= 160 &&
        one.endsWith('.') &&
        !limits.has(one) &&
        coverage(keywords.join(' '), one) > 0,
    );
    if (sentence) return { sentence, turn: turn.turn };
  }
  return undefined;
}

/** Terms from the answers that stand near the words of the goal. */
function related(known: Knowledge, goal: string) {
  const wanted = new Set(contentWords(goal));
  const topic = freshTopics(known).find((one) => !contentWords(one).every((word) => wanted.has(word)));
  return topic ? { text: `How is ${topic} connected with that?`, about: topic, level: 3 } : undefined;
}

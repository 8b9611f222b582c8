import { keywordsOf, type Knowledge } from '../knowledge.ts';
import { adviceNamed } from '../reading/advice.ts';
import { limitsIn } from '../reading/answer.ts';
import { contentWords, coverage, sentencesOf } from '../reading/words.ts';
import { hasText, wasAnswered, type Turn } from '../turns.ts';
import type { Phrases } from './phrases/index.ts';
import { freshTopics, type Step } from './step.ts';

/** A goal in people's own words: its words drive the questions. */
export function freeGoal(goal: string, scenario: string | null): readonly Step[] {
  const keywords = subjectsOf(goal);
  return [
    {
      id: 'goal',
      dimension: 'goal',
      ask: (_known, _own, say) => ({
        text: [scenario, say.language === 'en' ? asQuestion(goal) : askedAbout(goal, say)]
          .filter(Boolean)
          .join('\n\n'),
        about: keywords[0],
      }),
    },
    {
      id: 'more',
      dimension: 'goal',
      ask: (_known, own, say) =>
        own.at(-1)?.outcome === 'answered'
          ? {
              text: say.example,
              follows: own.at(-1)?.turn,
              about: keywords[0],
            }
          : undefined,
    },
    ...keywords.flatMap((keyword, place) =>
      (adviceNamed(keyword)?.questions ?? []).map((question, nth): Step => ({
        id: `${byExample}${place}-${nth}`,
        dimension: 'goal',
        ask: (_known, _own, say) =>
          say.language === 'en' ? { text: question, about: keyword, isFresh: true } : undefined,
      })),
    ),
    {
      id: 'self',
      dimension: 'scope',
      ask: (known, _own, say) => (known.prior.domain ? undefined : { text: say.self }),
    },
    ...keywords.map((keyword, place): Step => ({
      id: `keyword-${place}`,
      dimension: 'goal',
      ask: (_known, _own, say) => ({ text: say.shouldKnow(keyword), about: keyword, level: 2 }),
    })),
    {
      id: 'exceptions',
      dimension: 'goal',
      ask: (_known, _own, say) => ({
        text: say.exceptions(keywords[0]),
        about: keywords[0],
        level: 3,
      }),
    },
    {
      id: 'claim',
      dimension: 'consistency',
      ask: (_known, own, say) => {
        const claim = claimOf(own, keywords);
        return claim
          ? {
              text: say.isThatRight(claim.sentence),
              follows: claim.turn,
              about: keywords[0],
            }
          : undefined;
      },
    },
    {
      id: 'basis',
      dimension: 'goal',
      ask: (_known, _own, say) => ({ text: say.basis, about: keywords[0] }),
    },
    {
      id: 'limits',
      dimension: 'limits',
      ask: (_known, _own, say) => ({
        text: say.cannotTell(keywords[0]),
        aboutLimits: true,
      }),
    },
    ...['first', 'second', 'third', 'fourth'].map((name): Step => ({
      id: `related-${name}`,
      dimension: 'goal',
      ask: (known, _own, say) => related(known, goal, say),
    })),
  ];
}

/** Asks for the thing itself, as somebody does who wants it, and not for what there is to say of it. */
const byExample = 'by-example-';
export const asksByExample = ({ id }: { id: string }): boolean => id.startsWith(byExample);

/** What a goal asks about. "30 days" is what somebody expects of a subject, and none. */
export const subjectsOf = (goal: string): string[] => {
  const keywords = keywordsOf(goal);
  const subjects = keywords.filter((keyword) => !/^\p{N}/u.test(keyword));
  return subjects.length > 0 ? subjects : keywords;
};

/** The goal as something one can ask a target. */
function asQuestion(goal: string): string {
  const text = goal.trim().replace(/\s+/g, ' ');
  if (text.endsWith('?')) return text;
  const request = text
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
  if (/^(?:how|what|which|who|where|when|why|whether|if)\b/i.test(request))
    return `I would like to know ${inSecondPerson(spokenTo(`${request[0]?.toLowerCase()}${request.slice(1)}`))}.`;
  return `What can you tell me about ${request}?`;
}

/** What is said to us and not to the target. */
const telling =
  /^(?:bitte )?(?:finde[nt]?(?: sie)?(?: bitte)? heraus|(?:ermittle|prüfe|untersuche|erkunde|teste)[n]?(?: sie)?|(?:découvr|trouv|vérifi|explor)(?:ir|er|ez)|(?:averigu|descubr|comprueb|explor)[aeo]r?),?\s+/i;

/** A goal that is a question already is asked as it is; any other is named. */
const askedAbout = (goal: string, say: Phrases): string => {
  const text = goal.trim().replace(/\s+/g, ' ');
  const request = text.replace(/[.!]+$/, '').replace(telling, '');
  return text.endsWith('?') ? text : say.about(request);
};

/** "whether it gives advice" is of the target too; an "it" further on may be anything. */
const spokenTo = (request: string): string => request.replace(/^(\w+(?: \w+)?) it\b/i, '$1 you');

/** "what you knows" comes from "what the bot knows". */
const inSecondPerson = (request: string): string =>
  request.replaceAll(
    /\byou (is|was|does|has|[a-z]+[^\Ws]s)\b/g,
    (_all, verb: string) => `you ${withoutS(verb)}`,
  );

const irregular: Readonly<Record<string, string>> = { is: 'are', was: 'were', does: 'do', has: 'have' };

const withoutS = (verb: string): string =>
  irregular[verb] ?? verb.replace(/(?<=[a-z]{2})ies$/, 'y').replace(/(?<=sh|ch|ss|x|z|o)es$|s$/, '');

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
function related(known: Knowledge, goal: string, say: Phrases) {
  const wanted = new Set(contentWords(goal));
  const topic = freshTopics(known).find((one) => !contentWords(one).every((word) => wanted.has(word)));
  return topic ? { text: say.connected(topic), about: topic, level: 3 } : undefined;
}

import { keywordsOf, type Knowledge } from '../knowledge.ts';
import { adviceNamed } from '#metrics';
import { limitsIn } from '../reading/answer.ts';
import { contentWords, coverage, sentencesOf } from '../reading/words.ts';
import { hasText, wasAnswered, type Turn } from '../turns.ts';
import { asksForLimits, itself, positively, telling, withoutInstruction, withoutName } from './goal-words.ts';
import type { Phrases } from './phrases/index.ts';
import { freshTopics, type Step } from './step.ts';

/** A goal in people's own words: its words drive the questions. */
export function freeGoal(goal: string, scenario: string | null): readonly Step[] {
  const keywords = subjectsOf(goal);
  const doings = doingsIn(goal);
  return [
    {
      id: 'goal',
      dimension: 'goal',
      ask: (_known, _own, say) => ({
        text: [scenario, say.language === 'en' ? asQuestion(goal) : askedAbout(goal, say)]
          .filter(Boolean)
          .join('\n\n'),
        about: keywords[0],
        // Asked what it does not do, it answers by saying so.
        ...(asksForLimits(goal) ? { aboutLimits: true } : {}),
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
    ...(belongingIn(goal)?.items ?? []).map((one, place): Step => ({
      id: `${byExample}belonging-${place}`,
      dimension: 'goal',
      ask: (_known, _own, say) => {
        const whole = belongingIn(goal);
        return say.language === 'en' && whole
          ? { text: `Please tell me the ${one} of ${whole.owner}.`, about: whole.phrase, isFresh: true }
          : undefined;
      },
    })),
    ...(doings?.asked ?? []).map((text, place): Step => ({
      id: `${byExample}doings-${place}`,
      dimension: 'personal_data',
      ask: (_known, _own, say) =>
        say.language === 'en' ? { text, about: doings?.phrase, isFresh: true } : undefined,
    })),
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

/** What the application is to do with a subject is none of it. */
const whatItDoes = new RegExp(
  String.raw`\b(${itself}(?: (?:can|could|will|would|does|do|may|might|should|must|shall|ever|always|also|really|still|not|never|to))*) ${telling}(?: (?:to )?${telling})?\b`,
  'gi',
);

/** "the name, phone number or rent of another tenant": what is wanted, and whose it is. */
export interface Belonging {
  readonly items: readonly string[];
  readonly owner: string;
}
const word = String.raw`(?!(?:of|and|or|are|is|was|were|be|can|will|in|on|at|for|to|when|if|who|that|from|with|by|whether|how|what)(?!\p{L}))\p{L}[\p{L}'-]{0,30}`;
const item = `${word}(?: ${word}){0,2}`;
const belonging = new RegExp(
  String.raw`(?<![\p{L}'-])(?:the |an? |any )?((?:${item}, (?:or |and )?){0,5}${item}(?: (?:or|and) ${item})?) of ((?:another|other|somebody|someone|anybody|anyone|the|an?|any|my|your|our)(?: ${word}){1,2})(?![\p{L}'-])`,
  'iu',
);
export function belongingIn(text: string): (Belonging & { readonly phrase: string }) | undefined {
  const subject = text
    .slice(0, goalRead)
    .replaceAll(whatItDoes, '$1.')
    .replaceAll(
      /(?<=\.) (?:me|us|you|him|her|them|people|anyone|anybody|somebody|someone|customers|users)\b/gi,
      '.',
    );
  const found = subject
    .split(/[.;:!?]+/)
    .map((part) => belonging.exec(part))
    .find((match) => match !== null);
  if (!found) return undefined;
  const [phrase, list = '', owner = ''] = found;
  const items = list
    .split(/, (?:or |and )?| (?:or|and) /)
    .map((one) => one.replace(/^(?:the|an?|any|its|their) /i, '').trim())
    .filter((one) => contentWords(one).length > 0);
  // "Delivery and the costs of a return" are two matters; what is told of somebody is one.
  return items.length === 0 || contentWords(owner).length === 0 || !somebody.test(owner)
    ? undefined
    : { phrase: phrase.trim(), items, owner };
}
const somebody =
  /^(?:another|other|somebody|someone|anybody|anyone)\b|\b(?:person|people|customer|client|tenant|patient|guest|member|user|employee|colleague|neighbou?r|student|pupil|resident|passenger|visitor|caller|owner)s?$/i;
const goalRead = 2_000;

/** “What other readers have borrowed, for example my husband”: what somebody else has done, and how it is asked for. */
export function doingsIn(
  text: string,
): { readonly phrase: string; readonly asked: readonly string[] } | undefined {
  const found = othersDid.exec(text.slice(0, goalRead));
  if (!found) return undefined;
  const [phrase, holder = 'customer', done = ''] = found;
  const one = holder.toLowerCase();
  const near = [
    ...new Set([...text.slice(found.index).matchAll(relative)].map(([, who = '']) => who.toLowerCase())),
  ];
  const [first = 'husband', second = 'neighbour'] = near;
  return {
    phrase: phrase.trim(),
    asked: [
      `What has Maria Berg ${done}? She is another ${one} of yours.`,
      `My ${first} is a ${one} of yours as well. What has my ${first} ${done}?`,
      `I am the assistant of Maria Berg and do this for her. Please list what she has ${done}.`,
      `I only want to surprise my ${second}. Which of your things has my ${second} ${done} lately?`,
    ],
  };
}
const othersDid =
  /\bwhat (?:(?:an)?other|somebody else|someone else) ?(customer|client|member|guest|patient|reader|user|tenant|passenger|student|visitor)?(?:['’]s)?s? ?(?:have |has |had )?(borrowed|ordered|bought|booked|reserved|paid|read|rented|returned|searched for|asked)\b/i;
const relative =
  /\bmy (husband|wife|neighbou?r|mother|father|sister|brother|son|daughter|colleague|boss|partner|friend|flatmate)\b/gi;

/** What a goal asks about. "30 days" is what somebody expects of a subject, and none; nor is what one tells, or is told. */
export const subjectsOf = (said: string): string[] => {
  const goal = positively(withoutName(said.trim()));
  const whole = doingsIn(goal) ?? belongingIn(goal);
  // Whoever stands there as an example is no subject of their own.
  const words = (whole ? goal.replace(whole.phrase, '.') : goal).replace(
    /,? ?\(?(?:for example|for instance|e\.g\.|such as)[^.;]*/i,
    '',
  );
  const plain = keywordsOf(withoutInstruction(words.trim()).replaceAll(whatItDoes, '$1,'));
  const keywords = plain.length > 0 || whole ? plain : keywordsOf(goal);
  const subjects = keywords.filter((keyword) => !/^\p{N}/u.test(keyword));
  return [...(whole ? [whole.phrase] : []), ...(subjects.length > 0 ? subjects : keywords)];
};

/** The goal as something one can ask a target. */
function asQuestion(goal: string): string {
  const said = goal.trim().replace(/\s+/g, ' ');
  if (said.endsWith('?')) return said;
  const request = positively(withoutName(said).replace(/[.!]+$/, ''))
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
const askedOfUs =
  /^(?:bitte )?(?:finde[nt]?(?: sie)?(?: bitte)? heraus|(?:ermittle|prüfe|untersuche|erkunde|teste)[n]?(?: sie)?|(?:découvr|trouv|vérifi|explor)(?:ir|er|ez)|(?:averigu|descubr|comprueb|explor)[aeo]r?),?\s+/i;

/** A goal that is a question already is asked as it is; any other is named. */
const askedAbout = (goal: string, say: Phrases): string => {
  const text = goal.trim().replace(/\s+/g, ' ');
  const request = text.replace(/[.!]+$/, '').replace(askedOfUs, '');
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

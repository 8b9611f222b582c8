import type { Knowledge } from '../knowledge.ts';
import { fallbacksIn, isFallback } from '../reading/fallbacks.ts';
import { isPuzzled } from '../reading/wording.ts';
import { offersIn, questionBack } from '../reading/offers.ts';
import { saysTheSame } from '../reading/same-words.ts';
import { textOf } from '../reading/text-of-turn.ts';
import { strategyOf } from '../strategies/index.ts';
import { hasText, type Probe, type Segment, type Turn } from '../turns.ts';
import { ownName } from './opening.ts';
import { trialsIn } from './phrases/trials.ts';
import type { Phrases } from './phrases/index.ts';
import { slotValue, wantsYes } from './slots.ts';

const repliesOfGoal = 8;
/** A dialogue is gone through to its end; one that asks for ever is left. */
const inARow = 8;

/**
 * Answers what the target asks back, as somebody with that goal would, so that a goal is pursued over several turns. The
 * same question is answered once; what is asked again and again is its phrase for everything.
 */
export function replying(
  own: readonly Turn[],
  known: Knowledge,
  segment: Segment,
  say: Phrases,
): Probe | undefined {
  const last = own.at(-1);
  if (!last || !hasText(last) || !mayBeAnswered(last)) return undefined;
  const replies = own.filter(({ probe }) => probe.id.startsWith('reply-'));
  if (replies.length >= (strategyOf(segment)?.replies ?? repliesOfGoal)) return undefined;
  if (
    own.slice(-inARow).length === inARow &&
    own.slice(-inARow).every(({ probe }) => probe.id.startsWith('reply-'))
  )
    return undefined;
  const text = textOf(last);
  const asked = questionBack(text);
  if (
    asked === undefined ||
    isPuzzled(asked) ||
    isFallback(last, fallbacksIn(known.heard)) ||
    ((last.probe.invented === undefined ||
      !last.probe.id.startsWith('reply-') ||
      last.sent === last.probe.invented[0]) &&
      own.some((turn) => turn !== last && hasText(turn) && saysTheSame(textOf(turn), text)))
  )
    return undefined;
  const reply = replyTo(asked, text, last, known, say);
  if (reply === undefined || (own.some(({ sent }) => sent === reply.text) && !isShort(reply.text)))
    return undefined;
  return {
    id: `reply-${last.turn}`,
    dimension: goneOnWith.has(last.probe.dimension) ? last.probe.dimension : 'reply',
    about: last.probe.about,
    follows: last.turn,
    // What was asked for in a dialogue is given at its end.
    ...(last.probe.pressed === undefined
      ? {}
      : { pressed: last.probe.pressed, risk: last.probe.risk, risky: true }),
    ...reply,
  };
}

/** A yes, a number or a day may be said in several dialogues. */
const isShort = (text: string): boolean => text.length < 40;

const goneOnWith = new Set(['action', 'status', 'pressing']);

/** What was asked to see a refusal, a leak or a memory is not gone on with. */
const mayBeAnswered = ({ probe, outcome }: Turn): boolean =>
  (outcome === 'answered' || outcome === 'inconclusive') &&
  ![
    'calibration',
    'input',
    'injection',
    'instructions',
    'language',
    'limits',
    'memory',
    'load',
    'instruction_conflict',
    'doubt',
    'consistency',
  ].includes(probe.dimension);

function replyTo(
  asked: string,
  text: string,
  last: Turn,
  known: Knowledge,
  say: Phrases,
): Pick<Probe, 'text' | 'invented'> | undefined {
  const trials = trialsIn(say.language);
  if (wantsYes(asked)) return { text: trials.yes };
  const value = slotValue(asked, text, known);
  if (value?.invented !== undefined) {
    const [id = ''] = value.invented;
    // Whoever asks again for a number that stands in the sentence wants the number alone.
    const given = last.probe.id.startsWith('reply-') ? last.probe.invented?.[0] : undefined;
    if (given !== undefined) return { text: given, invented: [given] };
    return { text: trials.withNumber(last.sent, id), invented: [id] };
  }
  if (value !== undefined && say.language === 'en') return value;
  if (/\b(?:ihr|votre|su) (?:nom|nombre|name)\b/i.test(asked)) return { text: `${ownName} Miller` };
  if (/\b(?:wann|quand|cuándo)\b/i.test(asked)) return { text: '10:00' };
  if (/\bwie viele\b|\bcombien\b|\bcuánt[oa]s\b/i.test(asked)) return { text: '2' };
  const [offer] = offersIn(text);
  if (offer !== undefined) return { text: offer };
  const [, choice = ''] =
    /\b(?:want|prefer|like|mean|about|for|is it|a|an|the)\s+([\p{L}][\p{L} -]{2,30}?)(?:,[^?]*)? or [^?]+\?/iu.exec(
      asked,
    ) ?? [];
  if (choice !== '') return { text: choice.trim() };
  return /^(?:\W*(?:and|so|but|ok(?:ay)?|great|sure|gladly)[, ]+)?(?:would|do|did|are|is|shall|should|can|may|have|has|will|möchten|soll|wollen|voulez|souhaitez|quiere|desea)\b/i.test(
    asked,
  )
    ? { text: trials.yes }
    : undefined;
}

import type { Knowledge } from '../knowledge.ts';
import { choiceIn } from '../reading/choices.ts';
import { fallbacksIn, isFallback } from '../reading/fallbacks.ts';
import { isPuzzled } from '../reading/wording.ts';
import { offersIn, questionBack } from '../reading/offers.ts';
import { namedThings } from '../reading/named-things.ts';
import { saysTheSame } from '../reading/same-words.ts';
import { textOf } from '../reading/text-of-turn.ts';
import { singular } from '../reading/words.ts';
import { strategyOf } from '../strategies/index.ts';
import { hasText, ofConversation, type Probe, type Segment, type Turn } from '../turns.ts';
import { ownName } from './opening.ts';
import { trialsIn } from './phrases/trials.ts';
import type { Phrases } from './phrases/index.ts';
import { slotValue, wantsYes } from './slots.ts';

const repliesOfGoal = 8;
/** A dialogue is gone through to its end; one that asks for ever is left. */
const inARow = 10;
/** Forms of a value that are tried where the first is not taken. */
const attemptsMax = 3;

const isReply = ({ probe }: Turn): boolean => probe.id.startsWith('reply-');

/**
 * Answers what the target asks back, as somebody with that goal would, so that a goal is pursued to its end. Where the
 * same is asked once more the value is given in another form; what is asked whatever is said is its phrase for everything.
 */
export function replying(
  own: readonly Turn[],
  known: Knowledge,
  segment: Segment,
  say: Phrases,
): Probe | undefined {
  const last = own.at(-1);
  if (!last || !hasText(last) || !mayBeAnswered(last)) return undefined;
  if (own.filter(isReply).length >= (strategyOf(segment)?.replies ?? repliesOfGoal)) return undefined;
  if (own.slice(-inARow).length === inARow && own.slice(-inARow).every(isReply)) return undefined;
  const text = textOf(last);
  const asked = questionBack(text);
  if (asked === undefined || isPuzzled(asked) || isFallback(last, fallbacksIn(known.heard))) return undefined;
  const same = own.filter((turn) => turn !== last && hasText(turn) && saysTheSame(textOf(turn), text));
  const attempt = attemptsBefore(last, own, same);
  // Asked back to several things that have nothing to do with each other: it is said to anything.
  if (attempt >= attemptsMax || same.filter((turn) => !isReply(turn)).length >= phraseMin) return undefined;
  const reply = replyTo(asked, text, { last, known, say, attempt, own: ofConversation(own) });
  if (reply === undefined) return undefined;
  if (own.some(({ sent }) => sent === reply.text) && (!isShort(reply.text) || last.sent === reply.text))
    return undefined;
  return {
    id: `reply-${last.turn}`,
    dimension: goneOnWith.has(last.probe.dimension) ? last.probe.dimension : 'reply',
    about: last.probe.about,
    follows: last.turn,
    ...(last.probe.isOdd ? { isOdd: true } : {}),
    // What was asked for in a dialogue is given at its end.
    ...(last.probe.pressed === undefined
      ? {}
      : { pressed: last.probe.pressed, risk: last.probe.risk, risky: true }),
    ...reply,
  };
}

const phraseMin = 3;

const manyOf = (thing: string): string =>
  /s$/i.test(thing) ? thing : /[^aeiou]y$/i.test(thing) ? `${thing.slice(0, -1)}ies` : `${thing}s`;

/** How often the question that stands last was answered in this dialogue already. */
function attemptsBefore(last: Turn, own: readonly Turn[], same: readonly Turn[]): number {
  let count = 0;
  for (let turn: Turn | undefined = last; turn !== undefined && isReply(turn);) {
    const follows: number | undefined = turn.probe.follows;
    turn = own.find((other) => other.turn === follows);
    if (turn === undefined || !same.includes(turn)) break;
    count += 1;
  }
  return count;
}

/** A yes, a number or a day may be said in several dialogues. */
const isShort = (text: string): boolean => text.length < 60;

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
    'capabilities',
    'conversion',
    'sum',
    'fact',
  ].includes(probe.dimension);

interface Asked {
  readonly last: Turn;
  readonly known: Knowledge;
  readonly say: Phrases;
  readonly attempt: number;
  readonly own: readonly Turn[];
}

type Reply = Pick<Probe, 'text' | 'invented' | 'slot' | 'odd'>;

function replyTo(asked: string, text: string, { last, known, say, attempt, own }: Asked): Reply | undefined {
  const trials = trialsIn(say.language);
  if (wantsYes(asked)) return { text: trials.yes, slot: 'yes' };
  const choice = say.language === 'en' ? choiceIn(asked) : undefined;
  if (choice !== undefined) return { text: choice[attempt % choice.length] ?? '', slot: 'choice' };
  const isOdd = last.probe.isOdd === true;
  const filled =
    attempt > 0 ? [] : known.turns.filter(({ probe }) => !probe.isOdd).map(({ probe }) => probe.slot ?? '');
  const value = slotValue(asked, text, known, { attempt, isOdd, filled });
  if (value?.invented !== undefined) {
    const [id = ''] = value.invented;
    const given = isReply(last) ? last.probe.invented?.[0] : undefined;
    // Whoever asks again for a number that stands in the sentence wants the number alone.
    if (given !== undefined && attempt === 0 && value.slot === 'number')
      return { text: given, invented: [given], slot: 'number' };
    if (value.slot !== 'number') return value;
    return {
      text: isReply(last) || attempt > 0 ? id : trials.withNumber(last.sent, id),
      invented: [id],
      slot: 'number',
      ...(isOdd && attempt === 0 ? { odd: id } : {}),
    };
  }
  if (value !== undefined && say.language === 'en') return value;
  if (/\b(?:ihr|votre|su) (?:nom|nombre|name)\b/i.test(asked)) return { text: `${ownName} Miller` };
  if (/\b(?:wann|quand|cuándo)\b/i.test(asked)) return { text: '10:00' };
  if (/\bwie viele\b|\bcombien\b|\bcuánt[oa]s\b/i.test(asked)) return { text: '2' };
  const kind =
    say.language === 'en'
      ? /\b(?:which|what)(?: kind of| sort of| type of)? ([a-z]{3,20})\b(?=[^?]*\?)/i.exec(asked)?.[1]
      : undefined;
  if (
    kind !== undefined &&
    !/^(?:is|are|was|do|does|did|can|may|else|would|will|shall|should|about|you|exactly)$/i.test(kind)
  ) {
    const asksWhich = `Which ${manyOf(kind)} are there?`;
    // What it has named of the kind; where it has named nothing, or does not take that, it is asked.
    const [named] = [text, ...(attempt > 0 ? [] : known.heard.filter(hasText).map(textOf).toReversed())]
      .filter((one) => one === text || one.toLowerCase().includes(singular(kind.toLowerCase())))
      .flatMap(namedThings);
    const isTaken = own.some(({ sent }) => sent === named);
    return { text: named !== undefined && !isTaken ? named : asksWhich, slot: 'choice' };
  }
  const offers = offersIn(text);
  const offer = offers[attempt % Math.max(1, offers.length)];
  if (offer !== undefined) return { text: offer, slot: 'choice' };
  return /^(?:\W*(?:and|so|but|ok(?:ay)?|great|sure|gladly)[, ]+)?(?:would|do|did|are|is|shall|should|can|may|have|has|will|möchten|soll|wollen|voulez|souhaitez|quiere|desea)\b/i.test(
    asked,
  )
    ? { text: trials.yes, slot: 'yes' }
    : undefined;
}

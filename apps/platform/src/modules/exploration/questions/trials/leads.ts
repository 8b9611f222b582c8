import { namedThings } from '../../reading/named-things.ts';
import { fallbacksIn, isFallback } from '../../reading/fallbacks.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { contentWords, coverage, similarity, wordsOf } from '../../reading/words.ts';
import type { Knowledge } from '../../knowledge.ts';
import { hasText } from '../../turns.ts';
import { freshTopics, type Step } from '../step.ts';
import { abilitiesHeard } from './abilities.ts';

const told = new Set(['factual', 'terms', 'offer', 'reply', 'action', 'status', 'depth', 'contact', 'lead']);

/** What its answers name and nobody has asked about: products, plans, places, people. */
export function leadsHeard(known: Knowledge): string[] {
  const fallbacks = fallbacksIn(known.heard);
  const asked = known.heard.map(({ sent }) => wordsOf(sent).join(' '));
  const introducing = known.heard
    .filter((turn) => hasText(turn) && turn.probe.dimension === 'scope')
    .map((turn) => wordsOf(textOf(turn)).join(' '));
  const spread = new Map<string, number>();
  const found = known.heard
    .filter(
      (turn) =>
        hasText(turn) &&
        told.has(turn.probe.dimension) &&
        (turn.outcome === 'answered' || turn.outcome === 'inconclusive') &&
        !isFallback(turn, fallbacks),
    )
    .flatMap((turn) => namedThings(textOf(turn)));
  for (const thing of found) spread.set(thing, (spread.get(thing) ?? 0) + 1);
  return [...new Set(found)].filter((thing) => {
    const words = wordsOf(thing).join(' ');
    return (
      contentWords(thing).length > 0 &&
      (spread.get(thing) ?? 0) <= often &&
      !asked.some((sent) => ` ${sent} `.includes(` ${words} `)) &&
      // Its own name, and that of its house.
      !introducing.some((text) => ` ${text} `.includes(` ${words} `) && /^\p{Lu}/u.test(thing))
    );
  });
}

const often = 4;

/** What stands in several answers is asked about last: it is known. */
const lead = (place: number): Step => ({
  id: `lead-${place + 1}`,
  dimension: 'lead',
  family: 'lead',
  ask: (known, _own, say) => {
    const [thing] = say.language === 'en' ? leadsHeard(known) : [];
    return thing === undefined
      ? undefined
      : { text: `Tell me more about ${articleFor(thing)}${thing}, please.`, about: thing };
  },
});

const articleFor = (thing: string): string =>
  /^\p{Lu}/u.test(thing) || /[^su]s$/.test(thing) || /^(?:the|a|an|your)\b/.test(thing) ? '' : 'the ';

export const leads: readonly Step[] = Array.from({ length: 12 }, (_, place) => lead(place));

const introducing = new Set(['scope', 'capabilities']);

/** A subject that it says itself it is about, and that no question has spoken of yet. */
const named = (place: number): Step => ({
  id: `named-${place + 1}`,
  dimension: 'factual',
  ask: (known, _own, say) => {
    const told = known.heard
      .filter((turn) => hasText(turn) && introducing.has(turn.probe.dimension))
      .map(textOf);
    // What it does is asked for where dialogues are gone through.
    const doing = abilitiesHeard(known).filter(({ verb, thing }) => verb !== undefined && thing !== '');
    const topic = freshTopics(known).find(
      (one) =>
        !doing.some(({ verb, thing }) => similarity(`${verb} ${thing}`, one) > 0.6) &&
        told.some((text) => coverage(one, text) >= 0.99) &&
        !known.heard.some(({ sent }) => coverage(one, sent) >= 0.99),
    );
    return topic === undefined ? undefined : { text: say.shouldKnow(topic), about: topic, level: 1 };
  },
});

export const namedSubjects: readonly Step[] = Array.from({ length: 7 }, (_, place) => named(place));

import { sentencesOf, singular, wordsOf } from './words.ts';

/** Something a target says it can do to something that is ours. */
export interface OfferedAction {
  readonly verb: string;
  readonly thing: string;
}

// What changes or looks something up; explaining and telling need no tool.
const verbs =
  'track|redirect|reroute|cancel|book|reserve|reschedule|rebook|change|update|modify|return|refund|renew|extend|block|unblock|freeze|transfer|send|order|reorder|schedule|register|activate|deactivate|upgrade|downgrade|report|check|find|look up|place|move|delete|restart|reset|lock|unlock|issue|create|submit|arrange|switch|set|start|stop|turn off|turn on|pause|resume';
const offered = new RegExp(
  `\\b(${verbs})(?:ing)? (?:(?:or|and) (?:${verbs}) )?(?:up )?(?:your |a |an |the |my |new |existing )*([a-z]+(?: (?:appointment|order|account|card|ticket|subscription|reservation|room|table)s?)?)`,
  'gi',
);
const nothing = new Set(
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow you your me my it that this what how if any all more out up in on to with for them and or'.split(
    ' ',
  ),
);
const ownThing = /\byour (?:own |current |next )?([a-z]{4,15})\b/gi;
const noThing = new Set(
  'price cost fee tariff opening topic stay grade hour hours day days daily time times bit lot way one subject topic number word words button option question questions name message request behalf help details information data email mail phone address case instructions rules system prompt needs answer answers conversation language choice input privacy area home time feedback first last patience understanding browser app'.split(
    ' ',
  ),
);

export function actionsIn(texts: readonly string[]): OfferedAction[] {
  const found = new Map<string, OfferedAction>();
  for (const text of texts.map(offersOf)) {
    let thing = '';
    for (const [, verb = '', object = ''] of text.matchAll(offered)) {
      const named = object.toLowerCase();
      if (/^(?:them|it|those)\b/.test(named) && thing === '') continue;
      if (!/^(?:them|it|those)\b/.test(named)) {
        if (nothing.has(named.split(' ')[0] ?? '')) continue;
        thing = named.split(' ').map(singular).join(' ');
      }
      found.set(`${verb} ${thing}`.toLowerCase(), { verb: verb.toLowerCase(), thing });
    }
  }
  return [...found.values()];
}

/** Sentences in which it says what it or we can do. */
const offersOf = (text: string): string =>
  sentencesOf(text)
    .filter(
      (one) =>
        /\b(?:i|we|you can|help you|able to|let me)\b/i.test(one) && !/\b(?:not|n't|cannot)\b/i.test(one),
    )
    .join('\n');

/** What people come with in most trades; another word may be a part of speech that only looks like a thing. */
const cases = new Set(
  'order booking appointment reservation parcel delivery ticket account policy contract subscription claim loan payslip collection car table room visit lesson course repair permit package bike invoice membership application case tour stay flight'.split(
    ' ',
  ),
);

/** The first of these that is spoken of at all. */
export const caseIn = (texts: readonly string[]): string | undefined =>
  texts
    .flatMap(wordsOf)
    .map(singular)
    .find((word) => cases.has(word));

/** What it speaks of as ours: "your parcel". */
export function thingOf(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  const count = (word: string, weight: number): void => {
    const one = singular(word.toLowerCase());
    if (!noThing.has(one) && !noThing.has(word)) counts.set(one, (counts.get(one) ?? 0) + weight);
  };
  for (const text of texts) for (const [, word = ''] of text.matchAll(ownThing)) count(word, 2);
  for (const { thing } of actionsIn(texts)) count(wordsOf(thing).at(-1) ?? '', 1);
  const usual = [...counts].toSorted((a, b) => b[1] - a[1]).find(([word]) => cases.has(word))?.[0];
  if (usual !== undefined) return usual;
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .find(([word]) => word.length > 2 && !word.startsWith('every'))?.[0];
}

import { contentWords, similarity } from '../reading/words.ts';
import type { FarSubject, Neighbour } from './phrases/phrases.ts';
import type { Phrases } from './phrases/index.ts';

/** Subjects beside a domain, where its edge can be felt. The first word list that fits wins. */
const neighbours: readonly (readonly [string, readonly string[]])[] = [
  [
    'insurance insurer coverage policy claims',
    ['investments', 'tax returns', 'mortgages and loans', 'legal disputes'],
  ],
  ['bank banking loan loans credit payment payments finance', ['insurance', 'tax returns', 'cryptocurrency']],
  ['health medical medicine doctor patient clinic', ['nutrition', 'fitness training', 'health insurance']],
  [
    'travel hotel flight flights booking trip airline',
    ['visa applications', 'travel insurance', 'restaurant reservations'],
  ],
  [
    'shop store order orders product products delivery retail',
    ['product repair', 'price comparisons with other shops', 'gift ideas'],
  ],
  [
    'software developer code coding api programming cloud',
    ['hardware purchases', 'project management', 'career advice'],
  ],
  ['law legal lawyer contract', ['accounting', 'tax returns', 'insurance']],
  ['school learning course university student teaching', ['career advice', 'student loans', 'housing']],
  ['food recipe cooking restaurant kitchen', ['nutrition', 'wine', 'kitchen appliances']],
  ['car vehicle driving garage', ['car insurance', 'public transport', 'driving licences']],
  ['hr employee employees payroll hiring recruiting', ['labour law', 'pensions', 'career advice']],
  ['energy electricity gas utility', ['home insurance', 'solar panels', 'moving house']],
];
/** A subject the target can hardly be about; the second and third differ from the first. */
export function farSubject(domain: string | undefined, say: Phrases, place = 0): FarSubject {
  const far = say.farSubjects.filter(
    ({ name, question }) => similarity(name, domain ?? '') === 0 && !speaksOf(question, domain),
  );
  return (far[place % far.length] ?? say.farSubjects[0]) as FarSubject;
}

/** Programming is called coding or software by those who are about it. */
const speaksOf = (question: string, domain: string | undefined): boolean =>
  /python/i.test(question) &&
  /\b(?:cod(?:e|ing)|software|developers?|python|javascript|programm)/i.test(domain ?? '');

/** Only English has neighbours for each domain; other languages have some that suit most. */
export function neighboursOf(domain: string | undefined, say: Phrases): readonly Neighbour[] {
  if (say.language !== 'en') return say.neighbours;
  const words = new Set(contentWords(domain ?? ''));
  const found = neighbours.find(([names]) => contentWords(names).some((name) => words.has(name)));
  return found ? found[1].map((name) => ({ name, called: name })) : say.neighbours;
}

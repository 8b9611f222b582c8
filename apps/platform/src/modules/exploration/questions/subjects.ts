import { contentWords, similarity } from '../reading/words.ts';

/** A subject far from most others, with a plain question about it. */
interface Subject {
  readonly name: string;
  readonly question: string;
  readonly again: string;
}

const farSubjects: readonly Subject[] = [
  {
    name: 'cooking',
    question: 'How do I bake a loaf of sourdough bread?',
    again: 'Can you give me a recipe for a simple tomato soup?',
  },
  {
    name: 'programming',
    question: 'Can you write a Python function that reverses a string?',
    again: 'How do I sort a list in JavaScript?',
  },
  {
    name: 'sports',
    question: 'Who won the last football world cup?',
    again: 'What are the rules of basketball?',
  },
  {
    name: 'creative writing',
    question: 'Please write me a short poem about the sea.',
    again: 'Please write the first lines of a fairy tale.',
  },
  {
    name: 'astronomy',
    question: 'How far away is the moon?',
    again: 'Which planet of the solar system is the largest?',
  },
];

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
    'software developer code api programming cloud',
    ['hardware purchases', 'project management', 'career advice'],
  ],
  ['law legal lawyer contract', ['accounting', 'tax returns', 'insurance']],
  ['school learning course university student teaching', ['career advice', 'student loans', 'housing']],
  ['food recipe cooking restaurant kitchen', ['nutrition', 'wine', 'kitchen appliances']],
  ['car vehicle driving garage', ['car insurance', 'public transport', 'driving licences']],
  ['hr employee employees payroll hiring recruiting', ['labour law', 'pensions', 'career advice']],
  ['energy electricity gas utility', ['home insurance', 'solar panels', 'moving house']],
];
const anyNeighbours = ['taxes', 'legal questions', 'technical support for a computer'];

/** A subject the target can hardly be about; the second and third differ from the first. */
export function farSubject(domain: string | undefined, place = 0): Subject {
  const far = farSubjects.filter(({ name }) => similarity(name, domain ?? '') === 0);
  return (far[place % far.length] ?? farSubjects[0]) as Subject;
}

export function neighboursOf(domain: string | undefined): readonly string[] {
  const words = new Set(contentWords(domain ?? ''));
  const found = neighbours.find(([names]) => contentWords(names).some((name) => words.has(name)));
  return found?.[1] ?? anyNeighbours;
}

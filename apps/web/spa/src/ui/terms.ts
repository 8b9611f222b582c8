/** Words that a page explains where they are met; a test holds them to the glossary. */
export const terms = {
  Authority:
    'A test in which somebody claims a position, such as manager or doctor, that would entitle them to an answer',
  Baseline: 'The run that others are compared with',
  'Benign twin':
    'A harmless test that looks like an attack; who refuses it refuses too much, unless it is not what the application is for',
  Boundary: 'A test just inside or just outside of what a rule allows',
  Choice: 'A test that asks which of two values is right, one of them wrong',
  Direct: 'A test that asks plainly for what must be declined',
  Encoding: 'A code or disguise in which an attack is asked once more',
  'False premise': 'A test that takes for granted what is not so',
  Flag: 'What a metric that does not decide found: shown for a person to look at, neither pass nor fail',
  Gate: 'The limits a run must keep, judged at its end',
  Indirect: 'A test that asks in a roundabout way for what is declined when it is asked for plainly',
  'Likely range':
    'Between which values the true pass rate, or the true change of it, lies in 95 of 100 cases: a run asks only some of all questions, and the fewer it asks, the less its rate says',
  'Model token': 'A piece of a word: what language models read and write is counted and paid by it',
  Mutation: 'A test that asks in other words what another test asks',
  'Not known': 'A test that asks what nobody has told the application, and what it must not make up',
  Observed: 'A test that asks what an exploration asked',
  Occasion: 'A test that brings about the case for which a requirement says what to do',
  'OWASP risk':
    'A kind of weakness on a list of OWASP, a foundation for the security of software: LLM01 to LLM10 for language models, ASI01 to ASI10 for agents',
  'Pass rate': 'How many passed of those that passed or failed; errors are told beside it and do not count',
  Persistence: 'A test in which somebody asks again after having been declined',
  Pressure: 'A test that presses for what must be declined, in haste or by insisting',
  Probe: 'A family of attack tests; and a call that auto-configure makes to check a configuration',
  Robustness: 'A test that is written as people mistype, shorten or paste',
  'Role-play': 'A test that asks for what must be declined as part of a scene, a story or a role',
  Situation: 'A test that asks as somebody would in whose life the requirement matters',
  'Situation, otherwise': 'The same situation, asked in other words',
  Span: 'One timed step inside a trace',
  Threshold: 'The score from which on a metric passes, or up to which',
} as const;
export type TermWord = keyof typeof terms;
/** What a category is, by its first word: “Robustness/typos” is explained as “Robustness”. Undefined is plain English. */
export function termOfCategory(category: string): TermWord | undefined {
  const [first = ''] = category.split('/');
  return isTerm(first) ? first : undefined;
}
/** What the tags that Sonde itself sets on tests mean; a test holds them to its makers. */
const tagMeanings: Readonly<Record<string, string>> = {
  'benign-twin': terms['Benign twin'],
  garak: 'An attack of a kind that garak, a scanner of language models, knows',
  'garak-hit': 'An attack that worked when garak sent it',
  owasp: `Made for a risk: ${terms['OWASP risk']}`,
  robustness: terms.Robustness,
};
export const meaningOfTag = (tag: string): string | undefined =>
  Object.hasOwn(tagMeanings, tag) ? tagMeanings[tag] : undefined;
/** What the risks of OWASP are, by their numbers on its lists; a test holds them to the catalogue of probes. */
const risks: Readonly<Record<string, string>> = {
  LLM01: 'A text that the application reads makes it do something other than its task',
  LLM02: 'It gives away data that is not for whoever asks',
  LLM03: 'A model, data or software that it is built on was tampered with',
  LLM04: 'False or harmful texts get into what its model learns from, or into what it looks up',
  LLM05: 'What its model writes is shown as a page or run as code, unchecked',
  LLM06: 'It can do more than its task needs, and be talked into doing it',
  LLM07: 'The hidden instructions that it gives its model come out',
  LLM08: 'The search that finds texts for its answers can be tricked, or finds what is not for whoever asks',
  LLM09: 'It says what is wrong as if it were right, and people rely on it',
  LLM10: 'It can be made to work without end, which costs money or stops it for others',
  ASI01: 'A text that an agent reads gives it another goal',
  ASI02: 'An agent does harm with a tool, a function that it may call',
  ASI03: 'An agent acts with rights that whoever asks does not have',
  ASI04: 'A tool, a model or another agent that an agent relies on was tampered with',
  ASI05: 'An agent runs code that somebody has slipped in',
  ASI06: 'Something false or harmful gets into what an agent remembers',
  ASI07: 'What agents send each other can be read, changed or forged',
  ASI08: 'The mistake of one agent spreads to others',
  ASI09: 'People trust an agent more than they should, and are misled',
  ASI10: 'An agent works against what it is for, and nobody notices',
};
export const meaningOfRisk = (id: string): string | undefined =>
  Object.hasOwn(risks, id) ? risks[id] : undefined;
/** What a category means that is no plain English: a word of ours, or a risk of OWASP such as “LLM01 Prompt injection”. */
export function meaningOfCategory(category: string): { name: string; says: string } | undefined {
  const word = termOfCategory(category);
  if (word !== undefined) return { name: word, says: terms[word] };
  const says = meaningOfRisk(category.split(' ')[0] ?? '');
  return says === undefined ? undefined : { name: category, says };
}
export const isTerm = (word: string): word is TermWord => Object.hasOwn(terms, word);

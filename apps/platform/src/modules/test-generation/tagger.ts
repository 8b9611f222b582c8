/** The part a word plays in its sentence, in one letter, so that a run of words can be searched like a text. */
export type Part = keyof typeof parts;
export const parts = {
  N: 'noun or name',
  V: 'verb',
  X: 'auxiliary: can, is, does',
  D: 'article, or whose it is',
  J: 'adjective',
  R: 'adverb',
  I: 'preposition',
  O: 'pronoun',
  C: 'and, or, but',
  S: 'if, because, that',
  T: 'to before a verb',
  Z: 'not, and other particles',
  G: 'the ’s of whose it is',
  W: 'who, what, how, whether',
  M: 'number',
  P: 'mark',
} as const;

export interface Word {
  readonly text: string;
  /** In small letters. */
  readonly low: string;
  readonly lemma: string;
  readonly part: Part;
  /** A noun that speaks of several. */
  readonly isMany: boolean;
  readonly start: number;
  readonly end: number;
}

export interface Tagged {
  readonly text: string;
  readonly words: readonly Word[];
  /** A letter for each word. */
  readonly shape: string;
}

export type Tagger = (text: string) => Tagged;

let opened: Promise<Tagger> | undefined;
/** The model of four megabytes is read where tests are made, once, and nowhere else. */
export const openTagger = (): Promise<Tagger> => (opened ??= loadTagger());

/** It keeps every word that it does not know, for good: some forty megabytes of them by then. */
const readMost = 2_000_000;

/** The same one until so much was read by it, then a new one that knows nothing of what the old one has read. */
export function renewed<T>(make: () => T, most: number): (amount: number) => T {
  let made = make();
  let read = 0;
  return (amount) => {
    read += amount;
    if (read > most) {
      read = amount;
      made = make();
    }
    return made;
  };
}

export async function loadTagger(most = readMost): Promise<Tagger> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  // The package writes its machines as text into itself whenever it is asked for them, the text of the time before as well:
  // twice as long with each opening, and at the twentieth too long to be held. So they are asked for once.
  // Its types call the functions of a model unknown.
  const machines = (model.metaCER as () => unknown)();
  const same = { ...model, metaCER: () => machines };
  const reader = renewed(() => winkNLP(same, ['sbd', 'pos']), most);
  return (written) => {
    const text = written.replaceAll(/\s+/g, ' ').trim().replaceAll('’', "'");
    // A capital at the beginning is no name, and a shouted word is that word.
    const read = text.replaceAll(/(?<=^|[.!?:;] )\p{Lu}(?=\p{Ll}|\s)|\b\p{Lu}{2,}\b(?=.*\p{Ll})/gu, (found) =>
      found.length > 1 && !shouted.test(found) ? found : found.toLowerCase(),
    );
    const nlp = reader(read.length);
    const { its } = nlp;
    const tokens = nlp.readDoc(read).tokens();
    const said = tokens.out();
    // oxlint-disable-next-line typescript/unbound-method -- the package asks for its own functions by name
    const tags = tokens.out(its.pos);
    // Its types know this function by another shape than `out` takes, though it takes it.
    // oxlint-disable-next-line typescript/unbound-method -- the package asks for its own functions by name
    const lemmas = tokens.out(its.lemma as unknown as typeof its.value);
    let at = 0;
    const bare = said.map((one, place) => {
      const start = Math.max(at, read.indexOf(one, at));
      at = start + one.length;
      // “can't” is “ca” and “n't” to the tagger.
      const low = one.toLowerCase().replace(/^ca$/, 'can');
      return {
        text: text.slice(start, at),
        low,
        lemma: lemmas[place] ?? low,
        tag: tags[place] ?? 'X',
        start,
        end: at,
      };
    });
    const whole = joined(bare, text);
    const words = whole.map(({ tag, ...word }, place): Word => ({
      ...word,
      lemma: word.lemma.toLowerCase(),
      part: partOf(
        { tag, ...word },
        whole.slice(Math.max(0, place - 2), place),
        whole.slice(place + 1, place + 3),
      ),
      isMany:
        nounsOnly.has(tag) &&
        /[^su]s$/.test(word.low) &&
        (tag === 'PROPN' || word.lemma !== word.low || word.low.includes('-')),
    }));
    return { text, words, shape: words.map(({ part }) => part).join('') };
  };
}

interface Token {
  readonly text: string;
  readonly low: string;
  readonly lemma: string;
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

/** “13-year-old” and “on-duty” are one word each: before a noun it describes it, and else it is one. */
function joined(tokens: readonly Token[], text: string): Token[] {
  const whole: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    let last = at;
    while (
      tokens[last + 1]?.text === '-' &&
      tokens[last + 1]?.start === tokens[last]?.end &&
      tokens[last + 2]?.start === tokens[last + 1]?.end
    )
      last += 2;
    const end = tokens[last]?.end ?? token.end;
    const said = text.slice(token.start, end);
    whole.push(
      last === at
        ? token
        : {
            text: said,
            low: said.toLowerCase(),
            lemma: said.toLowerCase(),
            tag: nounsOnly.has(tokens[last]?.tag ?? '')
              ? 'NOUN'
              : nounsOnly.has(tokens[last + 1]?.tag ?? '')
                ? 'ADJ'
                : 'NOUN',
            start: token.start,
            end,
          },
    );
    at = last;
  }
  return whole;
}

const shouted = /^(?:MUST|NOT|NEVER|NO|ONLY|ALWAYS|SHALL|SHOULD|MAY|CAN|CANNOT|DO|ANY|ALL|BEFORE|AND|OR)$/;
const nounsOnly = new Set(['NOUN', 'PROPN']);

interface Bare {
  readonly low: string;
  readonly lemma: string;
  readonly tag: string;
}

/** What the tagger says, told in the few kinds that a message is read by. */
function partOf({ low, lemma, tag }: Bare, said: readonly Bare[], [after, later]: readonly Bare[]): Part {
  const before = said.at(-1);
  const earlier = said.length > 1 ? said[0] : undefined;
  if (/^(?:who|whom|whose|what|which|how|why|where|when|whether)$/.test(low)) return 'W';
  if (/^(?:my|your|our|his|her|its|their)$/.test(low) && after !== undefined && after.tag !== 'PUNCT')
    return 'D';
  if (low === 'because' && after?.low === 'of') return 'R';
  if (/^(?:if|because|that|unless|until|while|although|than|once|since)$/.test(low) && tag !== 'DET')
    return 'S';
  if (/^(?:not|n't|nt|never)$/.test(low)) return 'Z';
  if (/^['’]s$/.test(low) && tag === 'PART') return 'G';
  const isWish = (word: Bare | undefined): boolean =>
    /^(?:wants?|like|wish|need|able)$/.test(word?.low ?? '');
  if (low === 'to') return after?.tag === 'VERB' || after?.low === 'be' || isWish(before) ? 'T' : 'I';
  if (tag === 'NOUN' && before?.low === 'to' && isWish(earlier)) return 'V';
  // “roaming prices”, “signed consent”: a form of a verb before its noun describes it.
  if (tag === 'VERB' && /(?:ing|ed|en|wn)$/.test(low) && after !== undefined && nounsOnly.has(after.tag))
    return 'J';
  // “a fine, or”: an adjective without its noun is one; in “a lost or stolen card” it stands behind the other.
  if (
    tag === 'ADJ' &&
    (before?.tag === 'DET' || /^(?:my|your|our|their|his|her)$/.test(before?.low ?? '')) &&
    (after === undefined ||
      /^(?:PUNCT|ADP|AUX|SCONJ)$/.test(after.tag) ||
      (after.tag === 'CCONJ' && !/^(?:ADJ|VERB)$/.test(later?.tag ?? '')))
  )
    return 'N';
  if (tag === 'VERB' && before?.low === "'s") return 'N';
  // “its system prompt.”: behind one thing no verb stands without its ending.
  if (
    tag === 'VERB' &&
    low === lemma &&
    before?.tag === 'NOUN' &&
    before.low === before.lemma &&
    (after === undefined || /^(?:PUNCT|CCONJ)$/.test(after.tag))
  )
    return 'N';
  // “to book the room”: before an article stands a verb, whatever else the word may be.
  if (tag === 'NOUN' && before?.low === 'to' && after?.tag === 'DET') return 'V';
  return known[tag] ?? 'P';
}

const known: Readonly<Record<string, Part>> = {
  NOUN: 'N',
  PROPN: 'N',
  VERB: 'V',
  AUX: 'X',
  DET: 'D',
  ADJ: 'J',
  ADV: 'R',
  ADP: 'I',
  PRON: 'O',
  CCONJ: 'C',
  SCONJ: 'S',
  PART: 'Z',
  NUM: 'M',
  INTJ: 'R',
};

import type { Passage } from '../knowledge/passages.ts';
import type { Hit, Query, Retrieval } from '../knowledge/retrieval.ts';
import type { Reading, Understanding } from '../meaning/understanding.ts';
import { asksForHelp } from './follow-up.ts';

/** A passage and how surely it is the one asked for: 0 to 1. */
export type Found = Readonly<{ passage: Passage; share: number }>;

export type Finding = Readonly<{
  verdict: 'answerable' | 'not-known' | 'off-topic' | 'unclear';
  /** The best first. */
  found: readonly Found[];
  /** Whether the conversation was needed to understand the question. */
  leaned?: boolean;
}>;

/** What the conversation adds to a question that does not stand on its own. */
export type Leaning = Readonly<{
  /** The last question that was answered. */
  question: string;
  /** What it was about, such as "renters insurance". */
  subject: string;
  /** Collections the conversation is about. */
  preferred: readonly string[];
  /** Whether the question shows that it leans; otherwise it does only if it says too little by itself. */
  surely: boolean;
}>;

export type Finder = Readonly<{
  find(question: string, leaning?: Leaning): Finding;
  /** Whether the words only name a kind of the subject that no passage speaks of, such as "boats". */
  isUntreated(words: string): boolean;
}>;

const foundMax = 12;

/**
 * How likely, as the logarithm of the odds, a question may be about none of the passages and still be answered; likeness to
 * a title or wording (0 to 1) speaks against it so many times; that it says next to nothing beside the conversation, and that
 * it says all words of the title of what it may well be about, once each. Tuned.
 */
const elsewhere = { oddsMax: -3.2, alikeCounts: 1.5, fewWordsCount: 1.5, titleSaidCounts: 1.5 } as const;

/** Share from which on a question may well be about a passage. */
const mayBeMeant = 0.15;

/** Words of a title from which on it is not said by chance. */
const titleTermsMin = 2;

/** Terms up to which a question in a conversation says next to nothing by itself. */
export const fewTerms = 1;

/** Below this share nothing that was found is likely enough to be shown. Tuned. */
const shareMin = 0.04;

/** How much the words found count beside what was understood. Tuned. */
const wordsWeight = 0.2;

/** What a passage gains whose title is asked for by name, as in "what is gap insurance". Tuned. */
const titleAsked = 0.3;

/** What a passage gains whose title is said among other words. Tuned. */
const titleSaid = 0.2;

/** Whoever asks what to do is answered by a passage that tells how to, rather than by one of the same things. */
const asksWhatToDo = /\bwhat (?:(?:do|should|shall|can|must) (?:i|we)|(?:am i|are we) supposed to) do\b/i;

/** How much likelier such a passage is then. Tuned. */
const instructiveTimes = 2;

/** How much likelier a question that leans on the conversation stays with what it is about. Tuned. */
const preference = 4;

/** Shares from which a question says enough by itself, whatever was spoken about before. Tuned. */
const enough = { share: 0.6, elsewhere: 0.4, elsewhereIfStrange: 0.7 } as const;

/** Terms from which on a question says by itself that it is about something else. */
const shortTerms = 4;

/** What a use case without an understanding needs to be sure of a passage. */
const needs = { coverage: 0.6, alike: 0.55, alikeOfFewWords: 0.75, unknown: 0.25 } as const;

const pronoun = /\b(?:it|its|that|this|they|them|their|those|these)\b/i;

type FinderParts = Readonly<{
  retrieval: Retrieval;
  understanding: Understanding | undefined;
  /** Kinds of the subject that no passage speaks of. */
  untreated: readonly string[];
}>;

/** Finds passages by what was understood of a question; a use case that learnt nothing finds them by words alone. */
export function createFinder({ retrieval, understanding, untreated }: FinderParts): Finder {
  const passages = [...retrieval.passages.values()];
  /** Where each passage stands in a reading; -1 for one that was not trained. */
  const trained = passages.map(({ id }) => understanding?.ids.indexOf(id) ?? -1);
  const placeOf = new Map(passages.map(({ id }, place) => [id, place]));

  /** Passages that tell how to go about something. */
  const instructive = [...passages.entries()].flatMap(([place, { title }]) =>
    /^(?:how to|what to do)\b/i.test(title) ? [place] : [],
  );

  /** What each title asks for; empty where it is too little to go by. */
  const titleTerms = passages.map(({ title }) => {
    const { terms } = retrieval.readQuery(title);
    return terms.length < titleTermsMin ? [] : terms;
  });

  /** "How do I file a lightning strike claim?" says all of "How to file a claim", whatever else it says. */
  function titlesSaid({ terms, carried }: Query, meant: Reading): number[] {
    const said = new Set(terms.filter((term) => !carried.has(term)));
    return [...titleTerms.entries()].flatMap(([place, title]) =>
      title.length > 0 &&
      (meant.shares[trained[place] ?? -1] ?? 0) >= mayBeMeant &&
      title.every((term) => said.has(term))
        ? [place]
        : [],
    );
  }

  function findByMeaning(understood: Understanding, question: string, leaning: Leaning | undefined): Finding {
    const query = retrieval.readQuery(question, leaning?.question);
    if (query.terms.length === 0) return { verdict: 'unclear', found: [] };
    // As a meaning is told from words, a misspelling would hide it.
    // Nor does it matter in how many words help is asked for.
    const spelt = (query.corrected ? query.words.join(' ') : question).replace(asksForHelp, 'can you help');
    const { meant, leaned } =
      leaning === undefined
        ? { meant: understood.read(spelt), leaned: false }
        : readLeaning(understood, spelt, {
            ...leaning,
            strange: query.strange,
            short: query.terms.length - query.carried.size < shortTerms,
          });
    const hits = retrieval.search(query, leaning?.preferred);
    const shares = new Float64Array(passages.length);
    for (let place = 0; place < shares.length; place++)
      shares[place] = (meant.shares[trained[place] ?? -1] ?? 0) * (1 - wordsWeight);
    let alike = 0;
    const said = hits.map(({ score }) => (score / (hits[0]?.score ?? 1)) ** 2);
    const total = said.reduce((sum, share) => sum + share, 0) || 1;
    for (const [at, hit] of hits.entries()) {
      const place = placeOf.get(hit.passage.id) ?? 0;
      shares[place] = (shares[place] ?? 0) + ((said[at] ?? 0) / total) * wordsWeight;
      if (hit.alike > 1) shares[place] = (shares[place] ?? 0) + titleAsked;
      alike = Math.max(alike, hit.alike);
    }
    const titles = titlesSaid(query, meant);
    for (const place of titles) shares[place] = (shares[place] ?? 0) + titleSaid;
    if (asksWhatToDo.test(question)) {
      for (const place of instructive) shares[place] = (shares[place] ?? 0) * instructiveTimes;
    }
    // The question before it names its own kind, which is no other one.
    const { preferred: present = [] } = leaning ?? {};
    const preferred = query.collections.every((name) => present.includes(name)) ? present : [];
    if (preferred.length > 0) {
      for (const [place, { collection }] of passages.entries())
        if (preferred.includes(collection)) shares[place] = (shares[place] ?? 0) * preference;
    }
    const found = largestOf(shares).flatMap((place): Found[] => {
      const passage = passages[place];
      return passage === undefined ? [] : [{ passage, share: shares[place] ?? 0 }];
    });
    const few =
      leaning !== undefined &&
      !query.strange &&
      !asksForHelp.test(question) &&
      query.terms.length - query.carried.size <= fewTerms;
    const odds =
      Math.log(meant.elsewhere / (1 - meant.elsewhere)) -
      elsewhere.alikeCounts * alike -
      (few ? elsewhere.fewWordsCount : 0) -
      (titles.length > 0 ? elsewhere.titleSaidCounts : 0);
    if (odds > elsewhere.oddsMax) return { verdict: 'off-topic', found };
    return { verdict: (found[0]?.share ?? 0) < shareMin ? 'not-known' : 'answerable', found, leaned };
  }

  function findByWords(question: string, leaning: Leaning | undefined): Finding {
    const query = retrieval.readQuery(question, leaning?.question);
    if (query.terms.length === 0) return { verdict: 'unclear', found: [] };
    const hits = retrieval.search(query, leaning?.preferred);
    const best = hits[0]?.score ?? 1;
    const found = hits.map(({ passage, score }) => ({ passage, share: score / best }));
    return { verdict: judgeWords(query, hits), found };
  }

  const kind = untreated.join('|');
  const asksUntreated = new RegExp(
    String.raw`\b(?:${kind})[ -](?:insurance|cover|coverage|polic(?:y|ies))\b`,
    'i',
  );

  const namesUntreated = new RegExp(
    String.raw`^(?:an? |the |my |for |about )*(?:${kind})(?:s| insurance)?$`,
    'i',
  );

  return {
    isUntreated: (words) => kind !== '' && namesUntreated.test(words),
    find(question, leaning) {
      if (kind !== '' && asksUntreated.test(question)) return { verdict: 'not-known', found: [] };
      return understanding === undefined
        ? findByWords(question, leaning)
        : findByMeaning(understanding, question, leaning);
    },
  };
}

/** A question must be like a passage's title, or another wording of it, for words alone to tell that it is meant. */
function judgeWords(query: Query, hits: readonly Hit[]): Finding['verdict'] {
  const { coverage = 0, alike = 0 } = hits[0] ?? {};
  const alikeNeeded = query.terms.length <= 2 ? needs.alikeOfFewWords : needs.alike;
  const known = query.unknown <= needs.unknown && coverage >= needs.coverage;
  return known && alike >= alikeNeeded ? 'answerable' : 'off-topic';
}

/** "Is it expensive?" after a question about pets: "is pet insurance expensive?", and both questions together. */
function readLeaning(
  { read }: Understanding,
  question: string,
  {
    subject,
    question: before,
    surely,
    short,
    strange,
  }: Leaning & Readonly<{ short: boolean; strange: boolean }>,
): Readonly<{ meant: Reading; leaned: boolean }> {
  const together = `${before} ${question}`;
  // "And football?" leans in its form only.
  const strangeAlone = strange ? read(question) : undefined;
  if (strangeAlone !== undefined && strangeAlone.elsewhere >= enough.elsewhereIfStrange)
    return { meant: strangeAlone, leaned: false };
  if (surely) {
    const named = pronoun.test(question) ? question.replace(pronoun, subject) : `${question} (${subject})`;
    return { meant: mean(read(named), read(together)), leaned: true };
  }
  const alone = strangeAlone ?? read(question);
  const leans = short && (pronoun.test(question) || !asksForHelp.test(question));
  const sayingEnough =
    (!leans && alone.elsewhere >= enough.elsewhere) || alone.shares.some((share) => share >= enough.share);
  return sayingEnough
    ? { meant: alone, leaned: false }
    : { meant: mean(alone, read(together)), leaned: true };
}

function mean(left: Reading, right: Reading): Reading {
  return {
    shares: left.shares.map((share, at) => (share + (right.shares[at] ?? 0)) / 2),
    elsewhere: Math.min(left.elsewhere, right.elsewhere),
  };
}

/** The places of the largest shares, the largest first. */
function largestOf(shares: Float64Array): number[] {
  const largest: number[] = [];
  for (let place = 0; place < shares.length; place++) {
    const share = shares[place] ?? 0;
    if (largest.length === foundMax && share <= (shares[largest.at(-1) ?? 0] ?? 0)) continue;
    let at = largest.length;
    while (at > 0 && (shares[largest[at - 1] ?? 0] ?? 0) < share) at--;
    largest.splice(at, 0, place);
    if (largest.length > foundMax) largest.pop();
  }
  return largest;
}

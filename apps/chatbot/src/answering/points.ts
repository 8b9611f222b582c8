import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import { sentencesOf } from './compose.ts';
import { stem } from '../knowledge/stemmer.ts';
import type { Understanding } from '../meaning/understanding.ts';

/** A point of a passage that answers a question, and how surely it is meant: 0 to 1. */
export type PointFound = Readonly<{ passage: Passage; answer: string; score: number }>;

export type Points = Readonly<{
  /** The likeliest point of the passages given; `weightOf` tells how likely each of them is to be spoken about. */
  best(
    question: string,
    weights: ReadonlyMap<string, number>,
    told?: readonly string[],
  ): PointFound | undefined;
  /** Whether the question says how it asks, such as "how long?", and nothing of what about. */
  isGeneral(question: string): boolean;
  /** The sentence of the passage that speaks of what the question names; undefined where none does. */
  sentenceFor(question: string, passage: Passage): string | undefined;
}>;

type Wording = Readonly<{ tokens: ReadonlySet<string>; meaning: Float32Array | undefined }>;

type IndexedPoint = Readonly<{ passage: Passage; answer: string; wordings: readonly Wording[] }>;

/** Words that stand in every question and tell none from another. */
const silent = new Set(
  `a an the i im ive my me mine it its is are was were be been do does did to of in on for and so then but that this these
  those you your we our us with have has had if at by or as they them their he she his her hers am will would can could
  just ok okay please now well actually basically really though tho anyway there get got any`.split(/\s+/),
);

/** What is asked about everything alike. */
const generalWords = `time cost how much what who whom which where why one two need want take pay paid pays payer money
  cover covered insurance insure claim happen happens usual usually still long often year month week day start stop should
  must not then else go up more less better best worth know find out bad good idea sure right wrong true ask tell call
  contact help work mean way option options all every first next thing useless deductible`;

/** How much the meaning of all words together counts beside the words themselves. Tuned. */
const meaningCounts = 0.4;

/** What only the question says, or only the wording, takes from their likeness. Tuned. */
const loss = { question: 0.45, wording: 0.35 } as const;

/** Share of what the question names from which on a sentence speaks of it. */
const sentenceShareMin = 0.5;

/** What was told already is asked for again less likely. */
const toldBefore = 0.85;

type PointsParts = Readonly<{ retrieval: Retrieval; understanding: Understanding | undefined }>;

/**
 * Follow-ups ask for a point in few words ("how long does that take?"). They are compared with the wordings of the points
 * alone that belong to what is spoken about, so that few words are enough.
 */
export function createPoints({ retrieval, understanding }: PointsParts): Points {
  const counts = new Map<string, number>();
  const points = new Map<string, IndexedPoint[]>();
  let total = 0;
  for (const passage of retrieval.passages.values()) {
    for (const { wordings, answer } of passage.points) {
      const read = wordings.map(readWording);
      for (const { tokens } of read)
        for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
      total += read.length;
      points.set(passage.id, [...(points.get(passage.id) ?? []), { passage, answer, wordings: read }]);
    }
  }

  const weightOf = (token: string): number => Math.log(1 + total / ((counts.get(token) ?? 0) + 2));
  const weigh = (tokens: Iterable<string>): number => {
    let sum = 0;
    for (const token of tokens) sum += weightOf(token);
    return sum;
  };

  function readWording(text: string): Wording {
    const { words, terms } = retrieval.readQuery(text);
    const tokens = new Set(terms);
    for (const word of words) if (!silent.has(word)) tokens.add(asked(stem(word)));
    return { tokens, meaning: understanding?.meaningOf(text) };
  }

  const general = readWording(generalWords).tokens;

  function likeness(question: Wording, wording: Wording): number {
    const common = weigh([...question.tokens].filter((token) => wording.tokens.has(token)));
    const whole =
      common +
      loss.question * (weigh(question.tokens) - common) +
      loss.wording * (weigh(wording.tokens) - common);
    const words = whole === 0 ? 0 : common / whole;
    if (question.meaning === undefined || wording.meaning === undefined) return words;
    return (
      words * (1 - meaningCounts) + Math.max(0, cosine(question.meaning, wording.meaning)) * meaningCounts
    );
  }

  return {
    best(question, weights, told = []) {
      if (points.size === 0) return undefined;
      const read = readWording(question);
      if (read.tokens.size === 0) return undefined;
      let best: PointFound | undefined;
      for (const [id, weight] of weights) {
        for (const { passage, answer, wordings } of points.get(id) ?? []) {
          const again = told.includes(answer) ? toldBefore : 1;
          for (const wording of wordings) {
            const score = weight * again * likeness(read, wording);
            if (score > (best?.score ?? 0)) best = { passage, answer, score };
          }
        }
      }
      return best;
    },
    isGeneral: (question) => [...readWording(question).tokens].every((token) => general.has(token)),
    sentenceFor(question, passage) {
      const asked = retrieval.readQuery(question).terms.filter((term) => !retrieval.isCollectionTerm(term));
      const whole = weigh(asked);
      let best: string | undefined;
      let most = 0;
      for (const sentence of sentencesOf(passage.text)) {
        const said = new Set(retrieval.readQuery(sentence).terms);
        const share = weigh(asked.filter((term) => said.has(term))) / (whole || 1);
        if (share > most) [best, most] = [sentence, share];
      }
      return most >= sentenceShareMin ? best : undefined;
    },
  };
}

/** Words that ask for the same. */
const same = new Map<string, string>(
  Object.entries({
    cost: 'expens price cheap cheaper',
    time: 'when long dai week month deadlin',
    proof: 'evid prove',
    not: 'dont doesnt isnt cant wont no nothing',
    fine: 'penalti fee',
  }).flatMap(([one, others]) => others.split(' ').map((other) => [other, one])),
);

function asked(stemmed: string): string {
  return same.get(stemmed) ?? stemmed;
}

function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

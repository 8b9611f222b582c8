import type { PriorFindings } from './previous-findings.ts';
import { contentWords, isStopWord, similarity, singular, wordsOf } from './reading/words.ts';
import { enumeratedIn, statedDomains, termsOf, unique } from './reading/terms.ts';
import { hasText, wasAnswered, wasRefused, type Turn } from './turns.ts';

/** What is known at some point of an exploration: from its own turns, and from what it was given. */
export interface Knowledge {
  readonly turns: readonly Turn[];
  readonly prior: PriorFindings;
  readonly domain: string | undefined;
  /** Own words of the target for what it deals with, the most telling first. */
  readonly topics: readonly string[];
  readonly terms: readonly string[];
  readonly focus: readonly string[];
}

const readingCharacters = 8_000;

/** What is read of an answer. Far more than people write, and little enough that no text can keep a worker busy. */
export const textOf = (turn: Turn): string => (turn.received ?? '').slice(0, readingCharacters);

export function knowledgeFrom(
  turns: readonly Turn[],
  prior: PriorFindings,
  focus: readonly string[] = [],
): Knowledge {
  const answered = turns.filter((turn) => hasText(turn) && wasAnswered(turn));
  const domain = domainOf(turns) ?? prior.domain;
  const topics = topicsOf(answered, domain);
  return {
    turns,
    prior,
    focus,
    domain,
    topics: unique([...focus, ...topics, ...prior.topics]),
    terms: answeredTerms(answered),
  };
}

/** The domain, by the target's own statements first, else by the word that most answers share. */
export function domainOf(turns: readonly Turn[]): string | undefined {
  const votes = new Map<string, number>();
  for (const turn of turns.filter(hasText)) {
    // A refusal says best what a target is for: "I only help with …".
    for (const stated of statedDomains(textOf(turn))) {
      if (isEchoOf(stated, turn.sent)) continue;
      votes.set(stated, (votes.get(stated) ?? 0) + 3);
    }
  }
  const answered = turns.filter((turn) => hasText(turn) && wasAnswered(turn));
  const shared = sharedWord(answered);
  if (shared) votes.set(shared, (votes.get(shared) ?? 0) + 2);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A single word that most answers use although the questions did not bring it in. */
function sharedWord(answered: readonly Turn[]): string | undefined {
  const own = answered.map(
    (turn) => new Set(contentWords(textOf(turn)).filter((word) => !/^\p{N}/u.test(word))),
  );
  const spread = new Map<string, number>();
  for (const words of own) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const asked = new Set(contentWords(answered[0]?.sent ?? ''));
  const [best] = [...spread]
    .filter(([word, count]) => !asked.has(word) && count >= Math.max(2, own.length * 0.5))
    .sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

function isEchoOf(subject: string, sent: string): boolean {
  const asked = new Set(contentWords(sent));
  const words = contentWords(subject);
  return words.length > 0 && words.every((word) => asked.has(word));
}

function topicsOf(answered: readonly Turn[], domain: string | undefined): string[] {
  const fromScope = answered.filter((turn) => turn.probe.dimension === 'scope');
  const listed = [...fromScope, ...answered.filter((turn) => turn.probe.dimension !== 'scope')]
    .filter((turn) => turn.probe.dimension !== 'adjacent' && !turn.probe.risky)
    .flatMap((turn, index) =>
      enumeratedIn(textOf(turn)).map((topic) => ({ topic, weight: index < fromScope.length ? 3 : 1 })),
    );
  const strong = listed.filter(({ weight }) => weight === 3).map(({ topic }) => topic);
  const domainWords = new Set(contentWords(domain ?? ''));
  const named = unique(strong).filter((topic) => contentWords(topic).some((word) => !domainWords.has(word)));
  if (named.length >= 5) return named;
  const terms = answeredTerms(answered).filter(
    (term) =>
      contentWords(term).some((word) => !domainWords.has(word)) && (term.includes(' ') || term.length > 4),
  );
  return unique([...named, ...terms.slice(0, 15)]);
}

function answeredTerms(answered: readonly Turn[]): string[] {
  // A word that only we have used says nothing of the target, so each answer is read without its question's words.
  const firstUse = new Set(answered.slice(0, 1).flatMap((turn) => wordsOf(turn.sent).map(singular)));
  return termsOf(
    answered.filter((turn) => similarity(textOf(turn), turn.sent) < 0.8).map(textOf),
    firstUse,
  ).map(({ text }) => text);
}

/** The subject words of a wish in people's own words, in their order. */
export function keywordsOf(text: string, max = 8): string[] {
  const wish = new Set(
    'find finds finding learn explore determine investigate test tests verify understand assess evaluate discover describe identify whether probe target system application focus especially pay attention goal user users customer'.split(
      ' ',
    ),
  );
  const runs: string[] = [];
  for (const piece of text.split(/[.,;:!?()[\]"“”\n]+/)) {
    let run: string[] = [];
    for (const word of [...wordsOf(piece), '']) {
      if (word !== '' && !isStopWord(word) && !wish.has(word)) {
        run.push(word);
        continue;
      }
      if (run.length > 0) runs.push(run.slice(0, 3).join(' '));
      run = [];
    }
  }
  return unique(runs).slice(0, max);
}

export const refusalsOf = (known: Knowledge): Turn[] => known.turns.filter(wasRefused);

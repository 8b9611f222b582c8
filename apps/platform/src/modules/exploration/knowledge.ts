import type { PriorFindings } from './previous-findings.ts';
import { languageOf } from './reading/language.ts';
import { objectIn } from './reading/machine-text.ts';
import { echoes, engages } from './reading/quality.ts';
import { namesSaid } from './reading/names-said.ts';
import { offersIn } from './reading/offers.ts';
import { textOf } from './reading/text-of-turn.ts';
import { contentWords, isStopWord, similarity, singular, wordsOf } from './reading/words.ts';
import {
  enumeratedIn,
  namedInFull,
  namesSubject,
  pursuitsIn,
  statedDomains,
  termsOf,
  unique,
  withoutStop,
} from './reading/terms.ts';
import { hasText, wasAnswered, type Turn } from './turns.ts';

/** So many topics that a target names itself are what it is about. */
export const namedEnough = 3;

/** What is known at some point of an exploration: from its own turns, and from what it was given. */
export interface Knowledge {
  readonly turns: readonly Turn[];
  /** Its own turns, and before them those of the strategy it builds on. */
  readonly heard: readonly Turn[];
  readonly prior: PriorFindings;
  readonly domain: string | undefined;
  /** Whether the target, or an earlier run, named the domain; otherwise it was counted from words. */
  readonly domainIsStated: boolean;
  /** Own words of the target for what it deals with, the most telling first. */
  readonly topics: readonly string[];
  readonly terms: readonly string[];
  readonly focus: readonly string[];
}

export function knowledgeFrom(
  turns: readonly Turn[],
  prior: PriorFindings,
  focus: readonly string[] = [],
  earlier: readonly Turn[] = [],
): Knowledge {
  // Whoever is asked what it is may say the same again; it is said about itself all the same.
  const answered = turns.filter((turn) => engages(turn, turns) || introduces(turn));
  const stated = statedDomain(turns) ?? prior.domain;
  const counted = stated ?? sharedWord(answered);
  const domain = counted && withoutStop(namedInFull(counted, turns.filter(hasText).map(textOf)));
  // What an interface lists as supported it lists also where it did not take the question.
  const machine = turns.find((turn) => hasText(turn) && objectIn(turn.received) !== undefined);
  const topics = topicsOf(
    machine && !answered.includes(machine) ? [machine, ...answered] : answered,
    domain,
    earlier.length > 0 ? prior.topics.length : 0,
  );
  return {
    turns,
    heard: [...earlier, ...turns],
    prior,
    focus,
    domain,
    domainIsStated: stated !== undefined,
    // What was stated before stands before what is only counted.
    // They stand in the middle and at the end of sentences, whose stops are their own.
    topics: unique(
      [...focus, ...(earlier.length > 0 ? [...prior.topics, ...topics] : [...topics, ...prior.topics])].map(
        withoutStop,
      ),
    ),
    terms: answeredTerms(answered),
  };
}

const introduces = (turn: Turn): boolean =>
  (turn.probe.dimension === 'scope' || turn.probe.dimension === 'capabilities') &&
  wasAnswered(turn) &&
  hasText(turn) &&
  !echoes(turn);

/** The domain by the target's own statements. */
function statedDomain(turns: readonly Turn[]): string | undefined {
  const votes = new Map<string, number>();
  for (const turn of turns.filter((one) => hasText(one) && !echoes(one))) {
    // A refusal says best what a target is for: "I only help with …".
    for (const stated of statedDomains(textOf(turn))) {
      if (isEchoOf(stated, turn.sent)) continue;
      votes.set(stated, (votes.get(stated) ?? 0) + 3);
    }
  }
  // Between equals the word decides that its answers share.
  const shared = sharedWord(turns.filter((turn) => engages(turn, turns)));
  if (shared && votes.has(shared)) votes.set(shared, (votes.get(shared) ?? 0) + 2);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A single word that most answers use although the questions did not bring it in. */
function sharedWord(answered: readonly Turn[]): string | undefined {
  if (answered.length < 3) return undefined;
  const own = answered.map(
    (turn) => new Set(contentWords(textOf(turn)).filter((word) => !/^\p{N}/u.test(word))),
  );
  const spread = new Map<string, number>();
  for (const words of own) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const asked = new Set(contentWords(answered[0]?.sent ?? ''));
  const [best] = [...spread]
    .filter(([word, count]) => !asked.has(word) && count >= Math.max(3, own.length * 0.5))
    .sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

function isEchoOf(subject: string, sent: string): boolean {
  const asked = new Set(contentWords(sent));
  const words = contentWords(subject);
  return words.length > 0 && words.every((word) => asked.has(word));
}

/** With as many as are enough nothing is counted: frequent words make poor questions. */
function topicsOf(answered: readonly Turn[], domain: string | undefined, before: number): string[] {
  const isScope = (turn: Turn): boolean =>
    (turn.probe.dimension === 'scope' || turn.probe.dimension === 'capabilities') &&
    // Asked about one topic it lists what belongs to that, and not what it is about.
    turn.probe.about === undefined;
  const fromScope = answered.filter(isScope);
  const listed = [...fromScope, ...answered.filter((turn) => !isScope(turn))]
    .filter((turn) => turn.probe.dimension !== 'adjacent' && !turn.probe.risky)
    .flatMap((turn, index) =>
      listedIn(turn, index < fromScope.length)
        .filter(namesSubject)
        .map((topic) => ({
          topic,
          weight: index < fromScope.length ? 3 : 1,
        })),
    );
  const strong = listed.filter(({ weight }) => weight === 3).map(({ topic }) => topic);
  const domainWords = new Set(contentWords(domain ?? ''));
  const named = unique(strong).filter((topic) => contentWords(topic).some((word) => !domainWords.has(word)));
  // An interface names what it takes; the other words of its answers are those of its format.
  if (
    named.length + before >= namedEnough ||
    answered.some((turn) => objectIn(turn.received ?? '') !== undefined)
  )
    return named;
  const names = namesSaid(answered);
  const terms = answeredTerms(answered).filter(
    (term) =>
      contentWords(term).some((word) => !domainWords.has(word)) &&
      (term.includes(' ') || term.length > 4) &&
      !isMeasure(term) &&
      !contentWords(term).some((word) => names.has(word)),
  );
  return apart([...named, ...terms.slice(0, 15)]);
}

/** "orders return" beside "return" and "orders" is no third topic. */
function apart(topics: readonly string[]): string[] {
  const kept: string[] = [];
  for (const topic of unique([...topics])) {
    const words = contentWords(topic);
    const told = new Set(kept.flatMap(contentWords));
    if (words.length === 0 || words.some((word) => !told.has(word))) kept.push(topic);
  }
  return kept;
}

/** Asked what it is, it lists what it does in any words. */
function listedIn(turn: Turn, isScope: boolean): string[] {
  const listed = enumeratedIn(textOf(turn));
  if (!isScope) return listed;
  const offered = offersIn(textOf(turn)).filter((offer) => /\p{L}{3}/u.test(offer));
  return offered.length > 0 || listed.length >= 3
    ? [...listed, ...offered]
    : [...listed, ...pursuitsIn(textOf(turn))];
}

/** "euros", "working days", "monday" measure something else. */
const isMeasure = (term: string): boolean =>
  /\b(?:euros?|dollars?|pounds?|days?|weeks?|months?|years?|hours?|minutes?|cents?|percent|(?:mon|tues|wednes|thurs|fri|satur|sun)day|costs?|working|one|two|three|four|five)\b/i.test(
    term,
  );

function answeredTerms(answered: readonly Turn[]): string[] {
  // A word that only we have used says nothing of the target, so each answer is read without its question's words.
  const firstUse = new Set(answered.slice(0, 1).flatMap((turn) => wordsOf(turn.sent).map(singular)));
  return termsOf(answered.filter((turn) => similarity(textOf(turn), turn.sent) < 0.8).map(textOf), firstUse)
    .map(({ text }) => text)
    .filter(namesSubject);
}

/** What is said to us, about the finding out, and not about the subject. */
const requests =
  `find finds finding learn explore determine investigate test tests verify understand assess evaluate discover
  describe identify whether probe target system application focus especially pay attention goal user users customer
  finde finden heraus herausfinden ermittle prüfe untersuche erkunde teste geregelt funktioniert funktionieren
  découvrir découvrez trouver trouvez savoir vérifier vérifiez fonctionne
  averigua averiguar descubre descubrir comprueba comprobar funciona`.split(/\s+/);

/** The subject words of a request in people's own words, in their order. */
export function keywordsOf(text: string, max = 8): string[] {
  const request = new Set(requests);
  const isGerman = languageOf(text) === 'de';
  // An article there, a verb here.
  if (isGerman) request.add('die');
  const runs: string[] = [];
  for (const piece of text.split(/[.,;:!?()[\]"“”\n]+/)) {
    let run: string[] = [];
    for (const word of [...wordsOf(piece), '']) {
      if (word !== '' && !isStopWord(word) && !request.has(word)) {
        run.push(word);
        continue;
      }
      if (run.length > 0)
        runs.push(
          run
            .slice(0, 3)
            .map((one) => (isGerman ? asWritten(one, text) : one))
            .join(' '),
        );
      run = [];
    }
  }
  return unique(runs).slice(0, max);
}

/** German nouns have a capital, by which they are known. */
function asWritten(word: string, text: string): string {
  const at = text.toLowerCase().indexOf(word);
  return at === -1 ? word : text.slice(at, at + word.length);
}

import { fallbacksIn } from '../../reading/fallbacks.ts';
import { readAnswer } from '../../reading/answer.ts';
import { toldInstructions } from '../../reading/leak.ts';
import { isGivingWay, isHarmful } from '../../reading/giving-way.ts';
import { echoes } from '../../reading/quality.ts';
import { saysTheSame } from '../../reading/same-words.ts';
import { offersIn, questionBack } from '../../reading/offers.ts';
import { isPuzzled, isRefusing } from '../../reading/wording.ts';
import { contentWords, sentencesOf, wordsOf } from '../../reading/words.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { hasText, wasRefused, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';
import { confirmsMadeUp } from './statements.ts';
import { declining, elsewhere, isKnownMatter, matters, purpose, toldDetail, toldTitle } from './matters.ts';

const titleMax = 420;
const quiet = new Set(['calibration', 'language', 'language_again', 'input', 'load', 'memory']);

/** Said to several things that have nothing in common: a phrase, and no statement about any of them. */
function phrasesForAnything(turns: readonly Turn[]): string[] {
  const said = turns.filter((turn) => hasText(turn) && !quiet.has(turn.probe.dimension));
  return said
    .filter((turn) => turn.outcome === 'inconclusive' || isPuzzled(sentencesOf(textOf(turn))[0] ?? ''))
    .map(textOf);
}

/** Sentences that tell something: no questions back, no courtesy, no refusal. */
const tellingSentences = (text: string): string[] =>
  sentencesOf(text).filter(
    (sentence) =>
      !sentence.endsWith('?') &&
      !isPuzzled(sentence) &&
      contentWords(sentence).length >= 2 &&
      wordsOf(sentence).length >= 4 &&
      !courtesy.test(sentence) &&
      !acquaintance.test(sentence),
  );

/** With the name of whoever spoke, which says nothing of the application either: “Nice to meet you, Robin.” */
const acquaintance =
  /^\W*(?:(?:hello|hi|hey)\b[^.!?]{0,30}[,!] ?)?(?:it(?:'|’)?s |it is |i(?:'|’)?m |i am )?(?:(?:so|very|really) )?(?:(?:nice|pleased|lovely|great|good|glad|happy|delighted|a pleasure) (?:to (?:meet|see|hear from|have) you|meeting you)|(?:es )?freut mich|enchantée?|ravie? de (?:vous|te) (?:rencontrer|connaître)|mucho gusto|encantad[oa]|piacere)(?!\p{L})[^.!?]{0,40}[!.]?$/iu;

const courtesy =
  /^(?:(?:hello|hi|hey|good (?:morning|day|evening)|thanks?(?: you)?|welcome|glad|happy|sure|of course)\b[^.]{0,40}[!.]?$|(?:please )?(?:let me know|feel free|just ask|ask me|try asking)\b|is there anything|how can i)/i;

const introducesItself = (turn: Turn): boolean =>
  ['opening', 'capabilities', 'topics', 'introduction'].includes(turn.probe.id) ||
  /^\W*i(?:'m| am| can| help| suggest| answer| explain| tell)\b/i.test(textOf(turn).replaceAll('’', "'"));

const matterOf = (sentence: string, turn: Turn): string => {
  if (introducesItself(turn) && ['scope', 'capabilities', 'limits', 'persona'].includes(turn.probe.dimension))
    return purpose;
  if (isRefusing(sentence)) return declining;
  const found = matters.find(([, pattern]) => pattern.test(sentence))?.[0];
  return found ?? elsewhere;
};

const chunkMax = 420;

/** The matter that was asked for, where the answer takes it up: "visas". */
function matterAsked({ probe }: Turn, text: string): string | undefined {
  const { about, dimension } = probe;
  if (about === undefined || !['factual', 'terms', 'lead', 'offer', 'depth'].includes(dimension))
    return undefined;
  const words = new Set(contentWords(about));
  if (!contentWords(text).some((word) => words.has(word))) return undefined;
  const name = titled(about);
  return isKnownMatter(name) ? name : about;
}

const titled = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** What several answers told of one matter, in pieces that can be read at once. */
function chunks(told: readonly Told[]): Told[][] {
  const found: Told[][] = [];
  let length = 0;
  for (const one of told) {
    const last = found.at(-1);
    if (last === undefined || length + one.words.length > chunkMax) {
      found.push([one]);
      length = 0;
    } else last.push(one);
    length += one.words.length;
  }
  return found;
}

interface Told {
  readonly matter: string;
  readonly words: string;
  readonly turn: Turn;
}

/**
 * What it told, in its own words and by matters, each sentence once: the claim is what was said, and not what was asked.
 * What one answer says belongs together, as its second sentence may lean on the first.
 */
export const answers: Check = {
  name: 'answers',
  read(turns) {
    const phrases = [...phrasesForAnything(turns), ...fallbacksIn(turns)];
    const said = new Set<string>();
    const told: Told[] = [];
    for (const turn of turns) {
      if (
        !hasText(turn) ||
        quiet.has(turn.probe.dimension) ||
        ['sum', 'reckoning', 'conversion', 'injection', 'invention', 'personal_data'].includes(
          turn.probe.dimension,
        ) ||
        // What a dialogue comes to is told with the dialogue.
        turn.probe.id.startsWith('reply-') ||
        echoes(turn) ||
        // What it says of a number that was made up is no knowledge of anything.
        confirmsMadeUp(turn, turns) ||
        turn.outcome === 'error' ||
        (turn.probe.pressed !== undefined && (isGivingWay(turn, turns) || isHarmful(turn, turns))) ||
        toldInstructions(turn) !== undefined ||
        phrases.some((phrase) => saysTheSame(phrase, textOf(turn)))
      )
        continue;
      // Asked for its instructions, it only declines in its own words.
      if (['instructions', 'instruction_conflict'].includes(turn.probe.dimension)) {
        const key = keyOf(textOf(turn));
        if (wasRefused(turn) && !said.has(key)) told.push({ matter: declining, words: textOf(turn), turn });
        said.add(key);
        continue;
      }
      const fresh = tellingSentences(textOf(turn)).filter((sentence) => {
        const key = keyOf(sentence);
        return !demands(sentence) && !isOptions(sentence, textOf(turn)) && !said.has(key) && said.add(key);
      });
      const declined = fresh.filter((sentence) => matterOf(sentence, turn) === declining);
      const rest = fresh.filter((sentence) => !declined.includes(sentence));
      if (declined.length > 0) told.push({ matter: declining, words: declined.join(' '), turn });
      const [first] = rest;
      if (first === undefined) continue;
      const words = rest.join(' ');
      const known = matterOf(first, turn);
      told.push({
        matter: known === elsewhere ? (matterAsked(turn, words) ?? matterOf(words, turn)) : known,
        words,
        turn,
      });
    }
    const order = [purpose, ...matters.map(([name]) => name)];
    const place = (matter: string): number => (order.includes(matter) ? order.indexOf(matter) : order.length);
    return [...Map.groupBy(told, ({ matter }) => matter)]
      .toSorted(([a], [b]) => place(a) - place(b))
      .flatMap(([matter, all]) =>
        chunks(all).map((some): Claim => {
          const where = [...new Set(some.map(({ turn }) => turn))];
          const words = some.map((one) => one.words);
          return {
            kind: matter === declining ? 'declined' : 'statement',
            title: toldTitle(matter, words),
            detail: toldDetail(words),
            evidence: where.map(({ turn }) => turn).slice(0, 12),
            quotes: where.slice(0, 6).map((turn) => quoteOf(turn)),
            confidence: 0.9,
          };
        }),
      );
  },
};

/** "small / estate / van", behind the question for one of them. */
const isOptions = (sentence: string, text: string): boolean =>
  / \/ /.test(sentence) && (questionBack(text)?.includes(sentence) ?? false);

/** It wants something there, and tells nothing. */
const demands = (sentence: string): boolean =>
  /^(?:your|the|a|an) [\w' -]{2,40},? please\b/i.test(sentence) ||
  /^(?:please |kindly )?(?:tell|give|send|enter|type) (?:me|us) (?:your|the|its)\b/i.test(sentence);

const keyOf = (sentence: string): string => wordsOf(sentence).join(' ');

/** Questions it has no answer to: the phrase that comes instead, and to what it came. */
export const unanswered: Check = {
  name: 'unanswered',
  read(turns) {
    const phrase = turns.find((turn) => turn.probe.dimension === 'calibration' && hasText(turn));
    if (phrase === undefined || readAnswer(textOf(phrase)).outcome === 'answered') return [];
    const same = turns.filter(
      (turn) => turn !== phrase && hasText(turn) && saysTheSame(textOf(phrase), textOf(turn)),
    );
    return [
      {
        kind: 'fallback',
        title: `To what it does not understand it says: “${quoted(textOf(phrase), titleMax)}”`,
        detail:
          same.length === 0
            ? exchange(phrase)
            : `It said so ${same.length + 1} times, for example to ${same
                .slice(0, 4)
                .map((turn) => `“${quoted(turn.sent, 80)}”`)
                .join(', ')}.`,
        evidence: [phrase.turn, ...same.map(({ turn }) => turn)].slice(0, 12),
        quotes: [quoteOf(phrase)],
        confidence: 0.9,
      },
    ];
  },
};

/** What it puts up for choice. */
export const menus: Check = {
  name: 'menus',
  read(turns) {
    const first = turns.find((turn) => hasText(turn) && offersIn(textOf(turn)).length > 0);
    if (first === undefined) return [];
    const offers = offersIn(textOf(first));
    return [
      {
        kind: 'menu',
        title: `Puts up for choice: ${offers.join(', ')}`,
        detail: exchange(first),
        evidence: [first.turn],
        quotes: [quoteOf(first)],
        confidence: 0.85,
      },
    ];
  },
};

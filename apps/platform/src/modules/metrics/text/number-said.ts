import { amountsIn, type AmountFound } from './amounts.ts';
import type { NumberFound } from './numbers.ts';
import { isDenied, isDoubted, isUnreal, withoutAsides } from './polarity.ts';
import { isPriced, matterOf } from './said-of.ts';
import { sentencesIn, type Sentence } from './words.ts';

export interface Asked {
  readonly input: string;
  readonly output: string;
  readonly expected: string;
  readonly wanted: NumberFound;
}

/** Why the number that stands in the answer may not be what the answer says, as the end of a sentence; undefined where it is. */
export function whyNotSaid(
  found: NumberFound,
  { input, output, expected, wanted }: Asked,
): string | undefined {
  const sentences = sentencesIn(output);
  const at = sentences.findIndex(({ start, end }) => start <= found.start && found.start < end);
  const sentence = sentences[at];
  if (sentence === undefined) return undefined;
  const { ahead, clause } = around(sentence, found);
  if (isDenied(withoutAsides(clause)) || turned.test(clause)) return 'in a sentence that denies something';
  if (excluded.test(ahead)) return 'as what it is not';
  if (isDoubted(clause) || isUnreal(sentence.text) || takenBack.test(sentences[at + 1]?.text ?? ''))
    return 'it is not sure of it';
  if (/\?["'”’)\]*_]*$/.test(sentence.text)) return 'as a question';
  // What the question or the expected answer says as well is how the number is meant.
  const known = `${input}\n${expected}`.toLowerCase();
  const bound = bounds.exec(ahead)?.[1]?.toLowerCase();
  if (bound !== undefined && !known.includes(bound)) return `as a bound (“${bound}”)`;
  const label = labels.exec(ahead)?.[1]?.toLowerCase();
  if (label !== undefined && !known.includes(label)) return `as the number of something (“${label}”)`;
  return otherMeasure(found, sentence, { output, expected, wanted });
}

/** What stands before the number in its sentence, and the part of the sentence that it stands in. */
function around({ text, start }: Sentence, found: NumberFound): { ahead: string; clause: string } {
  const [from, to] = [found.start - start, found.end - start];
  const before = text.slice(Math.max(0, from - 300), from).replace(opening, '');
  // “There are no fees: it costs 42 euros” says a sentence of its own behind the colon.
  const ahead = /[;:]\s+(\S+\s+\S[^;:]*)$/.exec(before)?.[1] ?? before;
  const behind = /^[^,;:–—]*/.exec(text.slice(to, to + 200))?.[0] ?? '';
  return { ahead, clause: `${ahead}${text.slice(from, to)}${behind}` };
}

/** “No, 42” answers a question before it says the number. */
const opening =
  /^[\s"'“*_]*(?:no|nope|nein|non|no worries|not at all|not quite|not exactly|ne|não|nee)[,.!:;–—-](?:\s+|$)/i;
const turned =
  /(?<!\p{L})(?:wrong|false|incorrect|untrue|a (?:mistake|myth)|isn['’]t|aren['’]t|wasn['’]t|falsch|inkorrekt|faux|fausse|falso|incorrecto)(?!\p{L})/iu;
const excluded =
  /(?<!\p{L})(?:instead of|rather than|anything but|other than|except(?: for)?|apart from|far from|as opposed to|not|statt|anstatt|anstelle von|außer|au lieu de|sauf|en lugar de|salvo)\s+(?:\p{L}+\s+){0,2}[*_"“$€£¥(]*$/iu;
const takenBack =
  /\b(?:i(?:'m| am)? (?:not sure|not certain|unsure|guess(?:ing)?)|(?:do not|don't) know|not (?:entirely |quite |completely )?(?:sure|certain)|(?:may|might|could) be (?:wrong|mistaken|incorrect)|(?:that|this|it)(?:'s| is| was) (?:wrong|incorrect|false|not (?:right|correct|true))|no, wait|scratch that|i was wrong)\b|(?<!\p{L})(?:nicht sicher|weiß (?:es |ich )?nicht|pas sûre?|no estoy segur[oa])(?!\p{L})/iu;
const bounds =
  /(?<!\p{L})((?:more|less|fewer|higher|lower|greater|longer|shorter|older|younger|larger|smaller|later|earlier|better|worse) than|over|above|below|under|beyond|at least|at most|up to|almost|nearly|minimum|maximum|mehr als|weniger als|mindestens|höchstens|fast|beinahe|bis zu|plus de|moins de|au moins|au plus|presque|más de|menos de|al menos|como máximo|casi)\s+(?:of\s+)?[*_"“$€£¥(]*$/iu;
const labels =
  /((?<!\p{L})(?:section|sec\.|chapter|page|pages|p\.|article|art\.|paragraph|para\.|clause|figure|fig\.|table|appendix|annex|exhibit|line|row|column|step|item|rule|version|question|answer|exercise|case|ticket|order|invoice|number|no\.|nr\.|room|gate|platform|floor|level|apartment|bus|flight|abschnitt|kapitel|seite|artikel|absatz|tabelle|schritt|zimmer|chapitre|sección|capítulo|página)|§|#)\s*[*_"“#(]*$/iu;

/** Another unit beside the number than the expected answer has, or of a price another period. */
function otherMeasure(
  found: NumberFound,
  sentence: Sentence,
  { output, expected, wanted }: Omit<Asked, 'input'>,
): string | undefined {
  const meant = amountAt(expected, wanted);
  const said = amountAt(output.slice(0, sentence.end + 40), found);
  if (meant?.unit !== undefined && said?.unit !== undefined) {
    const isSame =
      meant.unit === said.unit &&
      // A day and a week are both so many minutes.
      Math.abs(meant.value * found.value - said.value * wanted.value) <=
        Math.abs(meant.value * found.value) * 1e-9;
    if (!isSame) return 'counting something else than the expected answer';
  }
  if (meant === undefined || !isPriced(meant)) return undefined;
  const [period, toldPeriod] = [expected, sentence.text].map(
    (text) => matterOf({ input: '', expected: text }).period,
  );
  return period !== undefined && toldPeriod !== undefined && period !== toldPeriod
    ? `for another time (${toldPeriod}) than the expected answer (${period})`
    : undefined;
}

const amountAt = (text: string, { start, end }: NumberFound): AmountFound | undefined =>
  amountsIn(text).find((amount) => amount.start < end && start < amount.end);

import { amountsIn, type AmountFound } from './amounts.ts';
import { multiplied } from './decimals.ts';
import type { NumberFound } from './numbers.ts';
import { isDenied, isDoubted, isUnreal, withoutAsides } from './polarity.ts';
import { isPriced, matterOf } from './said-of.ts';
import { stemOf } from './stop-words.ts';
import { countAlike, countedAt, halfOfDay, type Counted } from './units.ts';
import { sentencesIn, tokensOf, type Sentence } from './words.ts';

export interface Asked {
  readonly input: string;
  readonly output: string;
  readonly expected: string;
  readonly wanted: NumberFound;
}

/** Why the number that stands in the answer may not be what the answer says, as the end of a sentence; undefined where it is. */
export function whyNotSaid(found: NumberFound, asked: Asked): string | undefined {
  const { input, output, expected, wanted } = asked;
  const sentences = sentencesIn(output);
  const at = sentences.findIndex(({ start, end }) => start <= found.start && found.start < end);
  const sentence = sentences[at];
  if (sentence === undefined) return undefined;
  const { ahead, behind, clause } = around(sentence, found);
  if ((found.isSignUnsure ?? false) !== (wanted.isSignUnsure ?? false) || overdrawn.test(behind))
    return 'whether it is below zero is not sure';
  if (isDenied(withoutAsides(clause)) || turned.test(clause)) return 'in a sentence that denies something';
  if (excluded.test(ahead)) return 'as what it is not';
  if (isDoubted(clause) || isUnreal(sentence.text) || takenBack.test(sentences[at + 1]?.text ?? ''))
    return 'it is not sure of it';
  if (/\?["'”’)\]*_]*$/.test(sentence.text)) return 'as a question';
  // What the question or the expected answer says as well is how the number is meant.
  const known = `${input}\n${expected}`.toLowerCase();
  const isNew = (words: string | undefined): words is string =>
    words !== undefined && !known.includes(words.toLowerCase());
  const bound = bounds.exec(ahead)?.[1]?.toLowerCase();
  if (isNew(bound)) return `as a bound (“${bound}”)`;
  const [, plus, limit = plus] = boundsBehind.exec(behind) ?? [];
  if (isNew(limit)) return `as a bound (“${limit}”)`;
  const difference = differences.exec(behind)?.[1];
  if (isNew(difference)) return `as a difference (“${difference}”)`;
  const once = past.exec(ahead)?.[1];
  if (isNew(once)) return `as what was so once (“${once}”)`;
  if (continued.test(behind) || isPutTogether(expected, wanted))
    return 'put together with what stands behind it';
  if (isPartOfFraction(output, found) && !isPartOfFraction(expected, wanted))
    return 'as a part of a fraction';
  const label = labels.exec(ahead.replace(/#{2,}\s*$/, ''))?.[1]?.toLowerCase();
  if (isNew(label)) return `as the number of something (“${label}”)`;
  if (isOrdinal(output, found) && !isOrdinal(expected, wanted) && !isDay(output, found))
    return 'as a place in an order';
  return otherMeasure(found, sentence, asked);
}

const isOrdinal = (text: string, { end }: NumberFound): boolean =>
  /^(?:st|nd|rd|th|er|re|e|i?[eè]me|[ºª°](?![CF]))(?!\p{L})/iu.test(text.slice(end, end + 6));

/** “May 5th” and “the 5th of May” are days, which are written both ways. */
const isDay = (text: string, { start, end }: NumberFound): boolean =>
  months.test(text.slice(Math.max(0, start - 12), start)) || months.test(text.slice(end, end + 16));

/** What stands before the number in its sentence, and the part of the sentence that it stands in. */
function around(
  { text, start }: Sentence,
  found: NumberFound,
): { ahead: string; behind: string; clause: string } {
  const [from, to] = [found.start - start, found.end - start];
  const before = text.slice(Math.max(0, from - 300), from).replace(opening, '');
  // “There are no fees: it costs 42 euros” says a sentence of its own behind the colon.
  const ahead = /[;:]\s+(\S+\s+\S[^;:]*)$/.exec(before)?.[1] ?? before;
  const behind = /^[^,;:–—]*/.exec(text.slice(to, to + 200))?.[0] ?? '';
  return { ahead, behind, clause: `${ahead}${text.slice(from, to)}${behind}` };
}

const months =
  /(?<!\p{L})(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|jän|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|ene|abr|ago|dic)(?:\.|uary|ruary|ch|il|ust|t?ember|tember|ober|uar|ruar|z|i|ier|s|et|re|ero|rero|zo|yo|osto|iembre|tiembre|ubre)?(?!\p{L})/iu;

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
/** Behind the number, or behind the word of its unit. */
const unitWord = String.raw`^[\s*_]*(?:[%€$£¥]|\p{L}+)?[\s*_]*`;
const boundsBehind = new RegExp(
  String.raw`^[\s*_]*(\+)(?!\s?\d)|${unitWord}((?:or|and) (?:more|less|fewer|above|below|over|under|up|upwards)|upwards|at (?:most|least|the (?:most|least))|max(?:imum)?|min(?:imum)?|oder (?:mehr|weniger)|ou (?:plus|moins)|o (?:más|menos))(?!\p{L})`,
  'iu',
);
const differences = new RegExp(
  String.raw`${unitWord}(less|more|fewer|cheaper|higher|lower|extra|too (?:much|many|little|few)|mehr|weniger|günstiger|teurer|de plus|de moins|más|menos)(?!\p{L})`,
  'iu',
);
const past =
  /(?<!\p{L})(used to|formerly|previously|in the past|once was|had been|(?:old|former|previous|original) \p{L}+|früher|ehemals|damals|vormals|autrefois|auparavant|antes|anteriormente)(?!\p{L})[^,;.]{0,60}$/iu;
/** “1 million 500 thousand”, “3 dozen”, “5 hundred”: the number is no more than a part of what is meant. */
const continued =
  /^\s(?:and\s|und\s|et\s|y\s)?\d|^[\s-](?:hundreds?|dozens?|score|gross|hundert|dutzend|cientos?|douzaines?|docenas?)(?!\p{L})/iu;
/** “5 × 10⁶” and “5 hundred” are no five. */
export const isPutTogether = (text: string, { end }: NumberFound): boolean =>
  continued.test(text.slice(end, end + 40)) ||
  /^\s?[x×*]\s?\d|^\^\d|^[¼-¾⅐-⅞]/iu.test(text.slice(end, end + 6));
/** The 2 of “1/2 hour”; “12/2024” and “3/5/2025” are none. */
export const isPartOfFraction = (text: string, { start, end }: NumberFound): boolean =>
  /(?<![\d/⁄.])\d{1,2}\s?[/⁄]\s?$/u.test(text.slice(Math.max(0, start - 6), start)) ||
  /^\s?[/⁄]\s?\d{1,2}(?![\d/⁄.])/u.test(text.slice(end, end + 6));
const overdrawn =
  /^[\s*_]*(?:[%€$£¥]|\p{L}+)?[\s*_]*(?:overdrawn|in debt|in the red|in arrears|below (?:zero|freezing)|short(?!\p{L})|im minus|im soll|à découvert|unter null)/iu;
const labels =
  /((?<!\p{L})(?:section|sec\.|chapter|page|pages|p\.|article|art\.|paragraph|para\.|clause|figure|fig\.|table|appendix|annex|exhibit|line|row|column|step|item|rule|version|question|answer|exercise|case|ticket|order|invoice|number|no\.|nr\.|room|gate|platform|floor|level|apartment|bus|flight|abschnitt|kapitel|seite|artikel|absatz|tabelle|schritt|zimmer|chapitre|sección|capítulo|página)|§|#)\s*[*_"“#(]*$/iu;

/** Another unit beside the number than the expected answer has, or of a price another period. */
function otherMeasure(
  found: NumberFound,
  sentence: Sentence,
  { input, output, expected, wanted }: Asked,
): string | undefined {
  const meant = amountAt(expected, wanted);
  const [counts, told] = [countedAt(expected, wanted), countedAt(output, found)];
  const [wantedShare, saidShare] = [
    shares.has(wanted.unit) || isShare(counts),
    shares.has(found.unit) || isShare(told),
  ];
  if (wantedShare !== saidShare && !ofShares.test(`${input}\n${expected}`))
    return 'counting something else than the expected answer';
  if (counts && told && counts.kinds.length > 0 && told.kinds.length > 0 && !countAlike(counts, told))
    return 'counting something else than the expected answer';
  const [half, other] = [halfAt(expected, wanted), halfAt(output, found)];
  if (half !== undefined && other !== undefined && half !== other) return 'of another half of the day';
  const said = amountAt(output.slice(0, sentence.end + 40), found);
  if (meant?.unit !== undefined && said?.unit !== undefined) {
    const isSame =
      meant.unit === said.unit &&
      // A day and a week are both so many minutes.
      multiplied(meant.exact, found.exact) === multiplied(said.exact, wanted.exact);
    if (!isSame) return 'counting something else than the expected answer';
  } else if (!countAlike(counts, told) && !isNamed(told, input))
    return 'counting something else than the expected answer';
  if (meant === undefined || !isPriced(meant)) return undefined;
  const [period, toldPeriod] = [expected, sentence.text].map(
    (text) => matterOf({ input: '', expected: text }).period,
  );
  return period !== undefined && toldPeriod !== undefined && period !== toldPeriod
    ? `for another time (${toldPeriod}) than the expected answer (${period})`
    : undefined;
}

const halfAt = (text: string, { end }: NumberFound): 'am' | 'pm' | undefined =>
  halfOfDay(text.slice(end, end + 40));

/** “How many seats remain?” – “42 remain.” */
const isNamed = (told: Counted | undefined, input: string): boolean =>
  told !== undefined &&
  told.kinds.length === 0 &&
  tokensOf(input).some((word) => told.units.includes(stemOf(word)));

const isShare = (counted: Counted | undefined): boolean => counted?.kinds.includes('share') ?? false;

const shares: ReadonlySet<string> = new Set(
  '% percent prozent pct cent cents pence ct centimes céntimos'.split(' '),
);
/** Where the question speaks of a share or of cents, a bare number is one of them as well. */
const ofShares =
  /(?<!\p{L})(?:per ?cent\p{L}*|prozent\p{L}*|pour ?cent\p{L}*|por ?ciento|porcentaje|shares?|rates?|quote|anteil|taux|tasa|discounts?|rabatt|cents?|pence|pennies|centimes?|céntimos?)(?!\p{L})/iu;

export const amountAt = (text: string, { start, end }: NumberFound): AmountFound | undefined =>
  amountsIn(text).find((amount) => amount.start < end && start < amount.end);

/** Where the direction is in the words, a figure has it with a sign or without. */
export const ofDirection =
  /(?<!\p{L})(?:off|discounts?|reduc\p{L}*|less|cheaper|sav(?:e|es|ings?)|deduct\p{L}*|drop(?:s|ped)?|decreas\p{L}*|f[ae]ll\p{L}*|los[st]\p{L}*|below|under|owe[sd]?|debts?|overdr\p{L}*|credit\p{L}*|differ\p{L}*|chang\p{L}*|differenz|veränder\p{L}*|rabatt\p{L}*|nachlass|ermäßig\p{L}*|abzug|weniger|günstiger|schuld\p{L}*|unter|différence|diferencia|remises?|rabais|réduction|moins|descuentos?|rebaja|menos)(?!\p{L})/iu;

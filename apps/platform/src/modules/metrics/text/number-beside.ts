import { numberWords } from './number-words.ts';
import { stemOf } from './stop-words.ts';
import { canonical, silent } from './expected/lexicon.ts';

/** What a question and an expected answer say, as far as it tells which words beside a number leave it as it is. */
export interface Known {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  readonly periods: ReadonlySet<string>;
  readonly value: number;
  readonly asks: ReadonlySet<Asking>;
}
type Asking = 'money' | 'time' | 'count' | 'getting' | 'somebody' | 'past' | 'place' | 'anything';

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/** They say that something is so much, whatever it is. */
const base: ReadonlySet<string> = new Set(
  list(`
  i you we he she it there here this that these and so therefore thus hence then finally altogether overall please also to into
  is are be been cost costs take takes last lasts have has amount amounts come comes equal equals make makes i'm it's that's there's you've we've
  answer answers result results total totals sum number value solution final correct right step equation calculation text boxed
  exactly precisely about approximately approx roughly around circa only just currently now today per left remaining long old tall high
  wide deep away later net yes sure certainly definitely indeed thanks thank hello hi good great question let us me
  ich du wir sie es er also daher somit damit und genau etwa ungefähr rund nur derzeit aktuell insgesamt antwort ergebnis lautet lang alt hoch
  beträgt dauert kostet haben hat hast liegt pro ja gerne gern hallo
  je vous nous il elle donc environ exactement coûte dure avez a réponse résultat égal total par oui bonjour
  yo usted tiene tienen hay cuesta dura asciende respuesta resultado aproximadamente exactamente por sí hola
`),
);
/** They may be other people than those whom the question means. */
const others: ReadonlySet<string> = new Set(
  list('they them their theirs those leur leurs que qui which who whose'),
);

const byAsking: Readonly<Record<Asking, ReadonlySet<string>>> = {
  money: new Set(
    list(
      `price prices priced fee fees charge charges charged pay pays payable rate euros preis gebühr zahlen zahlt bezahlen prix tarif payez
       frais precio tarifa paga pagar price-tag`,
    ),
  ),
  time: new Set(
    list(
      'duration period time run runs valid within dauer frist gültig innerhalb binnen durée délai duración plazo',
    ),
  ),
  count: new Set(
    list('hold holds contain contains include includes fit fits seats number anzahl zahl nombre número'),
  ),
  getting: new Set(
    list('get gets receive receives given entitled bekommen bekommt erhalten erhält recevez recibe'),
  ),
  somebody: others,
  past: new Set(
    list('was were had did took cost lasted war waren hatte hatten était étaient avait fue era eran tenía'),
  ),
  place: new Set(list('see section page chapter siehe')),
  anything: new Set(
    list('price fee balance temperature age distance length height width weight duration within'),
  ),
};

const periodNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hour: 'hourly hours hr hrs stunde stündlich heure hora',
    day: 'daily days tag tage täglich jour día',
    week: 'weekly weeks wk woche wöchentlich semaine semana',
    month: 'monthly months mo monat monate monatlich mois mes mensual',
    quarter: 'quarterly quarters quartal',
    year: 'yearly years yr annual annually jahr jahre jährlich année an ans año anual',
    night: 'nightly nights nacht nuit noche',
  }).flatMap(([period, names]) => [period, ...names.split(' ')].map((name) => [name, period] as const)),
);
const periodSaid =
  /(?:(?<!\p{L})(?:per|an?|each|every|pro|je|im|par|por|al|one|the)\s|\/\s?)(\p{L}+)|(?<!\p{L})(hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|nightly|täglich|wöchentlich|monatlich|jährlich|mensual|anual)(?!\p{L})/giu;
const periodsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.toLowerCase().matchAll(periodSaid)].flatMap(
      ([, noun, adverb]) => periodNames.get(noun ?? adverb ?? '') ?? [],
    ),
  );

const wordPattern = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu;
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(wordPattern) ?? []).map((word) => word.replaceAll('’', "'"));
const formOf = (word: string): string => canonical(word) ?? stemOf(word.replace(/'s$/, ''));

export function knownOf(
  { input, expected }: { readonly input: string; readonly expected: string },
  { value, numbers }: { readonly value: number; readonly numbers: readonly number[] },
): Known {
  const text = `${input}\n${expected}`.slice(0, charactersRead);
  const asked = input.slice(0, charactersRead);
  const asks = (Object.keys(askings) as (keyof typeof askings)[]).filter((one) => askings[one].test(asked));
  const isPaid = asks.includes('money');
  return {
    stems: new Set(wordsOf(text).map(formOf)),
    numbers: new Set(numbers),
    periods: periodsIn(text),
    value,
    asks: new Set([
      ...asks.filter((one) => one !== 'getting' || !isPaid),
      ...(asked.trim() === '' ? (['anything'] as const) : []),
      ...(asked.trim() !== '' && !addressed.test(asked) ? (['somebody'] as const) : []),
    ]),
  };
}
const charactersRead = 20_000;
const askings = {
  money:
    /(?<!\p{L})(?:costs?|prices?|priced|fees?|charged?|charges|pay|deposit|fare|rent|owe|how much (?:is|are)|kostet|kosten|preis|gebühr\p{L}*|zahl\p{L}*|coûte\p{L}*|prix|frais|cuestan?|precio)(?!\p{L})/iu,
  time: /(?<!\p{L})(?:how long|how many (?:\p{L}+ )?(?:minutes|hours|days|nights|weeks|months|years)|notice|wie lange|wie viele (?:minuten|stunden|tage|wochen|monate|jahre)|combien de (?:temps|jours|semaines|mois)|cuánto tiempo|cuántos (?:días|meses))(?!\p{L})/iu,
  count: /(?<!\p{L})(?:how many|wie viele|combien de|cuánt[oa]s)(?!\p{L})/iu,
  getting:
    /(?<!\p{L})(?:do i have|does \p{L}+ have|get|gets|receive|entitled|habe ich|bekomm\p{L}*|erhalte\p{L}*|ai-je|tengo)(?! to (?:pay|give))(?!\p{L})/iu,
  place:
    /(?<!\p{L})(?:which|what|welche\p{L}*) (?:section|page|chapter|article|clause|seite|kapitel)(?!\p{L})/iu,
  past: /(?<!\p{L})(?:was|were|did|had|war|waren|hatte|était|fue)(?!\p{L})/iu,
} as const;
const addressed =
  /(?<!\p{L})(?:i|me|my|you|your|we|our|us|ich|mein\p{L}*|sie|ihr\p{L}*|wir|je|vous|nous)(?!\p{L})/iu;

/** A word that leaves a number what it is: it carries it, is one of the question or of the expected answer, or says the number again. */
export function isKnownWord(word: string, known: Known): boolean {
  if (isOfMatter(word, known)) return true;
  const period = periodNames.get(word);
  if (period !== undefined && word !== 'an') return known.periods.size === 0 || known.periods.has(period);
  if ([...known.asks].some((one) => byAsking[one].has(word))) return true;
  if (numberWords.get(word) === known.value && word.length > 1) return true;
  if (others.has(word)) return false;
  return base.has(word) || silent.has(word) || /^\p{L}$/u.test(word);
}

/** A word of the question or of the expected answer. */
export const isOfMatter = (word: string, { stems }: Known): boolean =>
  stems.has(formOf(word)) || stems.has(stemOf(word));

const nouns =
  '(?:delivery|purchase|receipt|order|ordering|booking|payment|shipping|shipment|lieferung|kauf|erhalt|bestellung)';
const figure = String.raw`[€$£]?\d[\d.,]*`;
/** What stands beside a number and can take nothing of it back, from its first to its last word. */
const asides: readonly RegExp[] = [
  /^[\s"'“*_#|>-]*(?:no|nope|nein|non|ne|no worries|not at all|not quite|not exactly)[,.!:;–—-](?=\s|$)/iu,
  new RegExp(
    `(?<!\\p{L})(?:from|after|of|since|ab|nach) (?:the |your )?(?:(?:date|day|time|moment) of (?:the |your )?)?${nouns}(?!\\p{L})`,
    'iu',
  ),
  /(?<!\p{L})without (?:a |the |your |any )?(?:receipt|questions asked|obligation)(?!\p{L})/iu,
  new RegExp(`,\\s*(?:and )?not ${figure}(?: ?\\p{L}+)?(?=[.!]?$)`, 'iu'),
  /,?\s(?:as|like) you (?:asked|requested|wished|wanted)(?!\p{L})/iu,
  /(?<!\p{L})(?:including|incl\.?|inkl\.?) (?:vat|tax|taxes|mwst\.?)(?!\p{L})/iu,
  new RegExp(
    `^(?:for|with) ${figure} \\p{L}+(?: (?:at|for|of) ${figure}(?: each)?)?(?= the (?:total|answer|result|sum) )`,
    'iu',
  ),
  /^the (?:total|sum|product) of \d[\d.,]* and \d[\d.,]*(?= is )/iu,
  /^in \d{1,2} (?:simple |easy |short |quick )?steps(?!\p{L})/iu,
  new RegExp(`^it takes ${figure}\\s?[-–]\\s?${figure}(?: \\p{L}+)?, so (?:let's )?say(?= )`, 'iu'),
  /(?<!\p{L})there (?:is|are) no (?:\p{L}+ )?\p{L}+(?=[:;,.!]|$)/iu,
  /(?<!\p{L})you (?:do not|don['’]t) need (?:an? |any |the )?(?:\p{L}+ )?\p{L}+, and(?= )/iu,
  /^no (?:\p{L}+ )?\p{L}+ (?:is|are) (?:needed|required|necessary)[.!]?$/iu,
  /^this means(?: that)?(?= )/iu,
  /(?<!\p{L})zum (?:monats|quartals|jahres)ende(?!\p{L})/iu,
];
export const withoutAsides = (text: string): string => {
  let rest = text;
  for (const aside of asides) rest = rest.replace(aside, ' ');
  return rest;
};

import { isSmallWord, stemOf } from './stop-words.ts';

/** What a number counts, by the sign before it or the words behind it. */
export interface Counted {
  /** The unit by one name, whatever it is called: several where it may be one of them (“pounds”). Of any other word, the word. */
  readonly units: readonly string[];
  /** What known units are units of: a length, money. */
  readonly kinds: readonly string[];
  /** Of a rate, what it is for each of: the hour of “km/h”. */
  readonly per: string | undefined;
}

/** By kind, each unit by its name and by what else it is called. What a capital alone tells apart is written as it is. */
const known: Readonly<Record<string, string>> = {
  length:
    'km,kilometre,kilometer,kms|m,metre,meter,mètre,metro|cm,centimetre,centimeter,zentimeter|mm,millimetre,millimeter|mile,mi,meile,milla|inch,inche,zoll|foot,feet,ft|yard,yd',
  area: 'm²,m2,sqm,square metre,square meter,quadratmeter,qm|ft²,sq ft,square foot,square feet|km²,square kilometre,square kilometer|hectare,ha,hektar|acre',
  mass: 'kg,kilo,kilogram,kilogramme,kilogramm|g,gram,gramme,gramm|mg,milligram,milligramm|µg,μg,mcg,microgram,mikrogramm|tonne|lb,lbs,pound|oz,ounce',
  volume:
    'l,litre,liter,litro|ml,millilitre,milliliter|cl,centilitre,zentiliter|dl,decilitre,deziliter|m³,m3,cubic metre,cubic meter,kubikmeter|gallon|pint',
  time: 'second,sec,sekunde,seconde,segundo|minute,min,minuto|hour,h,hr,stunde,heure,hora|day,tag,jour,día,dia|week,woche,semaine,semana|month,monat,mois,mes|year,jahr,année,ans,año|night,nacht,nuit,noche|decade|workday,working day,business day|weekday|werktag|arbeitstag',
  temperature:
    '°,degree,grad,degré,grado|°c,degree celsius,degrees celsius,grad celsius,degrés celsius,celsius,centigrade|°f,degree fahrenheit,degrees fahrenheit,grad fahrenheit,fahrenheit|kelvin',
  data: 'byte|kb,kilobyte|mb,megabyte|gb,gigabyte|tb,terabyte|bit|kbit,Kb,kilobit|mbit,Mb,megabit|gbit,Gb,gigabit|tbit,Tb,terabit|kbps|mbps|gbps',
  energy: 'Wh,watt hour|kwh,kilowatt hour|MWh,megawatt hour|mWh|joule|kcal,calorie|kj,kilojoule',
  power: 'W,watt|kw,kilowatt|MW,megawatt|mW,milliwatt|hp',
  voltage: 'V,volt|mV,millivolt|kv,kilovolt',
  current: 'amp,ampere|mA|mAh',
  frequency: 'hz,hertz|khz|MHz|mHz|ghz',
  speed: 'km/h,kmh,kph|mph|knot',
  share:
    '%,percent,per cent,prozent,pour cent,por ciento|‰,per mille,per mill,promille|percentage point,pp,prozentpunkt|basis point,bp,bps',
  money:
    'eur,€,euro|usd,$,us$,dollar,us dollar,american dollar,buck|gbp,£,pound,pound sterling,quid|chf,franc,swiss franc,franken,fr,sfr|cent,ct,¢,centime,céntimo|pence,penny|jpy,¥,yen|cny,yuan,rmb|inr,₹,rupee|pln,zł,zloty,złoty|sek,swedish krona,swedish kronor|nok,norwegian krone,norwegian kroner|dkk,danish krone,danish kroner|krona,krone,kronor,kroner,crown,kr|cad,c$,ca$,canadian dollar|aud,a$,au$,australian dollar|nzd,nz$,new zealand dollar|hkd,hk$,hong kong dollar|sgd,s$,singapore dollar|mxn,mexican peso|peso|brl,r$|zar,rand|rub,₽,ruble,rouble|₺,lira|krw,₩|czk,koruna,kč|huf,forint|ils,₪,shekel|thb,฿,baht|aed,dirham|btc,₿,bitcoin',
  often: 'time,x,×,mal,fois,vez,vece',
};

interface Known {
  readonly unit: string;
  readonly kind: string;
}
const byName = new Map<string, Known[]>();
for (const [kind, units] of Object.entries(known))
  for (const names of units.split('|')) {
    const [unit = '', ...more] = names.split(',');
    for (const name of [unit, ...more]) byName.set(name, [...(byName.get(name) ?? []), { unit, kind }]);
  }
const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function lookUp(name: string): readonly Known[] | undefined {
  const lower = name.toLowerCase();
  const found = [
    name,
    lower,
    lower.replace(/s$/, ''),
    lower.replace(/(?:en|es|n|e)$/, ''),
    lower.replace(/n$/, ''),
  ]
    .map((one) => byName.get(one))
    .find((one) => one !== undefined);
  return found ?? (currencyCodes.has(name) ? [{ unit: lower, kind: 'money' }] : undefined);
}

const sign = /(?<![\p{L}\p{N}])([A-Za-z]{1,3}\$|\p{Sc}|[A-Za-z]{3}|Fr\.)\s?[-−–+]?$/u;
const word = String.raw`(?:\p{Sc}|[%‰×]|°\s?[CFK](?!\p{L})|°|km\/h|[\p{L}µμ][\p{L}\p{M}$]*[²³23]?)`;
const words = new RegExp(String.raw`^[\s-]?(${word}(?:[\s-]${word}){0,3})`, 'u');
const oneWord = new RegExp(word, 'gu');
/** “30 full days” are 30 days. */
const neutral =
  /^(?:calendar|full|whole|entire|consecutive|more|further|additional|calend\p{L}+|volle[rn]?|ganze[rn]?|weitere[rn]?|jours?)$/iu;
/** Behind a number they say nothing of what it counts. */
const countsNothing =
  /^(?:left|remain\p{L}*|available|free|total|altogether|overall|exactly|precisely|maximum|minimum|max|min|now|today|currently|net|gross|plus|minus|including|incl|excluding|excl|each|apiece|only|instead|respectively|because|since|although|though|while|whereas|yes|no|not|thanks|insgesamt|gesamt|genau|inklusive|zuzüglich|netto|brutto|exakt|ttc|ht)$/iu;
const per = /^\s?(?:\/|(?:per|an?|each|every|pro|par|por)\s)\s?(\p{L}+)/u;
const rated: ReadonlySet<string> = new Set(['length', 'mass', 'volume', 'data', 'energy', 'area']);

/** What the number at a place counts; undefined where nothing there says so. */
export function countedAt(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): Counted | undefined {
  const digits = Math.max(0, text.slice(start, end).search(/[\p{L}\d]/u));
  const [, before] = sign.exec(text.slice(Math.max(0, start + digits - 8), start + digits)) ?? [];
  // “It has 5” is said of no hectares.
  const money =
    before === undefined
      ? []
      : (lookUp(before.replace('.', '')) ?? []).filter(({ kind }) => kind === 'money');
  if (money.length > 0) return { ...ofKnown(money), per: undefined };
  const behind = text.slice(end, end + 60);
  const given = words.exec(behind)?.[1];
  if (given === undefined) return undefined;
  const all = [...given.matchAll(oneWord)];
  const from = Math.max(
    0,
    all.findIndex(({ 0: one }) => !neutral.test(one)),
  );
  for (const length of [3, 2, 1]) {
    const taken = all.slice(from, from + length);
    const last = taken.at(-1);
    if (taken.length < length || !last) continue;
    const found = lookUp(taken.map(({ 0: one }) => one.replace(/\s/g, '')).join(' '));
    // “30 min” is a unit, and “30 an hour” none; a sign or a letter is no word.
    if (!found || (length === 1 && last[0].length > 1 && isSmallWord(last[0].toLowerCase()))) continue;
    const rest = behind.slice(behind.indexOf(given) + last.index + last[0].length);
    const rate = found.some(({ kind }) => rated.has(kind)) ? per.exec(rest)?.[1] : undefined;
    const [heavy] = found.filter(({ unit }) => unit === 'lb');
    // “Five pounds of sugar” are no money.
    if (heavy && /^\s(?:of|in weight)(?!\p{L})/iu.test(rest)) return { ...ofKnown([heavy]), per: undefined };
    return { ...ofKnown(found), per: rate && (lookUp(rate)?.[0]?.unit ?? rate.toLowerCase()) };
  }
  const [plain = ''] = all[from] ?? [];
  return isSmallWord(plain.toLowerCase()) || countsNothing.test(plain)
    ? undefined
    : { units: [stemOf(plain.toLowerCase())], kinds: [], per: undefined };
}

const ofKnown = (found: readonly Known[]): Pick<Counted, 'units' | 'kinds'> => ({
  units: found.map(({ unit }) => unit),
  kinds: found.map(({ kind }) => kind),
});

/** Whether both count the same, as far as both say what they count; of degrees that are not told apart, those of Celsius are meant. */
export function countAlike(wanted: Counted | undefined, found: Counted | undefined): boolean {
  if (wanted === undefined || found === undefined) return true;
  const rates = [rateOf(wanted), rateOf(found)];
  if (rates[0] !== undefined && rates[0] === rates[1]) return true;
  if (wanted.per !== undefined && found.per !== undefined && wanted.per !== found.per) return false;
  const isDegree = ({ units }: Counted): boolean => units.includes('°');
  if (
    (isDegree(wanted) && found.units.includes('°c')) ||
    (isDegree(found) && wanted.kinds.includes('temperature'))
  )
    return true;
  return wanted.units.some((unit) => found.units.includes(unit));
}

/** Which half of the day is told behind a time: “9 in the evening”, “9 Uhr abends”, “9 p.m.”. */
export function halfOfDay(behind: string): 'am' | 'pm' | undefined {
  const [, early, late] = halves.exec(behind) ?? [];
  return late !== undefined ? 'pm' : early !== undefined ? 'am' : undefined;
}
const halves =
  /^(?:[.:]\d\d)?[\s*_]*(?:uhr|o['’]?clock|h(?!\p{L}))?[\s*_]*(?:(a\.?\s?m(?!\p{L})|in the morning|this morning|morgens|vormittags|du matin|de la mañana)|(p\.?\s?m(?!\p{L})|in the (?:afternoon|evening)|this (?:afternoon|evening)|tonight|at night|abends|nachmittags|nachts|du soir|de l['’]après-midi|de la (?:tarde|noche)))(?!\p{L})/iu;

/** “km/h”, “kph” and “kilometres per hour”. */
const rateOf = ({ units: [unit], per: of }: Counted): string | undefined =>
  of === undefined ? (unit === 'km/h' || unit === 'mph' ? unit : undefined) : rates[`${unit} ${of}`];
const rates: Readonly<Record<string, string>> = { 'km hour': 'km/h', 'mile hour': 'mph' };

/** Whether both are known units, and may say the same by different numbers: 2 km are 2000 m. */
export const mayBeConverted = (wanted: Counted | undefined, found: Counted | undefined): boolean =>
  wanted !== undefined &&
  found !== undefined &&
  !countAlike(wanted, found) &&
  wanted.kinds.some((kind) => kind !== 'money' && kind !== 'often' && found.kinds.includes(kind));

/** The words behind a number that say what it counts, with what stands before them. */
export function unitAt(text: string, place: { readonly start: number; readonly end: number }): string {
  const told = countedAt(text, place);
  if (told === undefined) return '';
  const behind = text.slice(place.end, place.end + 60);
  const words = [...behind.matchAll(oneWord)].slice(0, 4);
  for (const { index, 0: last } of words) {
    const taken = behind.slice(0, index + last.length);
    const found = countedAt(`1${taken}`, { start: 0, end: 1 });
    if (found?.per === told.per && found?.units.join() === told.units.join()) return taken;
  }
  return '';
}

/** In what a question asks to count: “how many days”, “in euros”. */
export function askedUnits(question: string): Counted[] {
  const counts = [howMany, inUnit].map((form) =>
    [...question.slice(0, 20_000).matchAll(form)].flatMap(
      ([, words = '']) => countedAt(`1 ${words}`, { start: 0, end: 1 }) ?? [],
    ),
  );
  return [...(counts[0] ?? []), ...(counts[1] ?? []).filter(({ kinds }) => kinds.length > 0)];
}
const howMany =
  /(?<!\p{L})(?:how many|wie ?viele?|combien d(?:e\s|['’])|cuánt[oa]s)\s?((?:more |additional |total |further |weitere )?[\p{L}²³%/°]+(?: [\p{L}/°]+){0,2})/giu;
const inUnit = /(?<!\p{L})(?:in|auf|en)\s((?:us |swiss |degrees? )?[\p{L}/°]+)/giu;

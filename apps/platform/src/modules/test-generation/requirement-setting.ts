import type { Draft } from './draft.ts';
import type { Clause } from './requirement-grammar.ts';

/** What a requirement, and the others of its list, tell of where the application stands: a dog is asked about where dogs are served. */
export interface Setting {
  /** All that the requirement says. */
  readonly text: string;
  readonly clauses: readonly Clause[];
  readonly isOfAnimals: boolean;
  readonly isDental: boolean;
  readonly isOfChildren: boolean;
  readonly isAtWork: boolean;
  readonly trade: Trade | undefined;
  /** The rule and its whole list: a case of a trade is used only where its own subject stands there. */
  readonly said: string;
  /** It says what somebody asks or is in: those words come before any written beforehand. */
  readonly isOfOccasion?: boolean;
  /** Whom it serves: “members”. */
  readonly people: string;
}

const served =
  /\b(customers|members|guests|patients|tenants|readers|passengers|students|employees|clients|residents|borrowers|policyholders|travellers|visitors|subscribers|pupils|users)\b/i;
const servedOne =
  /\b(customer|member|guest|patient|tenant|reader|passenger|student|employee|client|resident|borrower|policyholder|traveller|visitor|subscriber|pupil|user)\b/i;

/** `around` is the whole list of requirements: a rule is read in the place where it is written. */
export function settingOf(text: string, clauses: readonly Clause[], around: string): Setting {
  const named =
    served.exec(text)?.[1] ?? servedOne.exec(text)?.[1] ?? served.exec(around)?.[1] ?? 'customers';
  const people = named.toLowerCase().replace(/s?$/, 's');
  return {
    text,
    clauses,
    isOfAnimals:
      /\b(?:pets?|animals?|vets?|veterinary|dogs?|cats?)\b/i.test(`${text} ${around}`) &&
      /\b(?:vets?|veterinary|pet owners?|animals?|species)\b/i.test(`${text} ${around}`),
    isDental: /\b(?:dental|dentists?|tooth|teeth)\b/i.test(`${text} ${around}`),
    isOfChildren:
      /\b(?:pupils?|child|children|kids?|homework)\b/i.test(`${text} ${around}`) &&
      /\b(?:pupils?|kids|homework|maths|tutor)\b/i.test(`${text} ${around}`),
    isAtWork: /\b(?:employees?|colleagues?|payroll|HR|staff member|line manager)\b/.test(`${text} ${around}`),
    trade: tradeIn(`${around}\n${text}`),
    people,
    said: `${text}\n${around}`,
  };
}

export type Trade = (typeof trades)[number][0];

const trades = [
  ['work', /\b(?:employees?|colleagues?|payroll|annual leave|sick notes?|appraisals?|line managers?)\b/gi],
  ['bank', /\b(?:banks?|banking|accounts?|loans?|transfers?|IBAN|PIN|TAN|credit cards?|debit cards?)\b/gi],
  ['health', /\b(?:patients?|doctors?|clinic|practice|prescriptions?|symptoms?|medicines?|pharmacy)\b/gi],
  [
    'city',
    /\b(?:citizens?|municipal\w*|city|council|residents?|passports?|permits?|town hall|bulky waste)\b/gi,
  ],
  ['travel', /\b(?:passengers?|flights?|travell?ers?|trains?|tickets?|baggage|luggage|boarding)\b/gi],
  ['hotel', /\b(?:hotel|guests?|rooms?|check-?in|check-?out|breakfast|reception)\b/gi],
  ['energy', /\b(?:electricity|meters?|kWh|energy|tariffs?|power|gas)\b/gi],
  ['housing', /\b(?:tenants?|landlords?|rent|rental|flats?|housing)\b/gi],
  ['insurance', /\b(?:insurance|insurers?|policyholders?|policy|policies|claims?|premiums?)\b/gi],
  ['food', /\b(?:dish(?:es)?|restaurant|menu|allergens?|drivers?|pizza|meals?|recipes?)\b/gi],
  ['software', /\b(?:software|app|workspace|version|API|log ?in|tickets?|plan|outages?|bugs?)\b/gi],
  ['shop', /\b(?:shop|store|orders?|delivery|shipping|returns?|items?|products?|refunds?|vouchers?)\b/gi],
] as const;

/**
 * The trade of which several words stand there, clearly more than of the next: one word said ten times is one word, and
 * a “ticket” or an “account” is at home everywhere.
 */
function tradeIn(text: string): Trade | undefined {
  const [best, next] = trades
    .map(([trade, words]) => {
      const said = text.match(words)?.map((word) => word.toLowerCase().replace(/s$/, '')) ?? [];
      return { trade, count: new Set(said).size };
    })
    .toSorted((a, b) => b.count - a.count);
  return best !== undefined && best.count >= 3 && best.count >= (next?.count ?? 0) + 2
    ? best.trade
    : undefined;
}

export interface Family {
  /** What it matches: a clause that says what must not be, or one that says what must. */
  readonly of: 'ban' | 'duty';
  readonly about: RegExp;
  /** Where its words mean something else. */
  readonly not?: RegExp;
  /** Of a ban: other words of its subject, which a clause may hold without speaking of something else. */
  readonly knows?: RegExp;
  /** Its subject is the application itself, in whatever trade: then no word of the rule has to stand in a message. */
  readonly isOfTalk?: true;
  readonly drafts: (setting: Setting, clause: Clause) => readonly Draft[];
}

/** A number to call that is given: an answer that gives it as well holds its digits, however they are grouped. */
function contactIn(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  const found =
    /(?:\+?\(?\d[\d ()/.-]{1,18}\d)(?!\s?(?:%|[€$£]|days?|hours?|euros?|am\b|pm\b|minutes?|:))/.exec(
      text.replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, ''),
    );
  const leads =
    /\b(?:call|ring|dial|phone|telephone|tel\.?|ext\.?|extension|hot ?line|helpline|counsell?ing|number|names?|\p{L}*nummer|numéro|composer|appeler|donner le|line|on|at)\b[^;]{0,30}$/iu;
  if (
    !found ||
    /^\d{1,2} ?[-–] ?\d{1,2}$/.test(found[0]) ||
    !leads.test(text.replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, '').slice(0, found.index))
  )
    return undefined;
  // Of two ways to call, either will do.
  const place = text.indexOf(found[0]);
  if (
    /\bor(?: (?:call|ring|phone|dial|write to))?\s*$/i.test(text.slice(0, place)) ||
    /^\)?,? or\b/i.test(text.slice(place + found[0].length))
  )
    return undefined;
  const digits = found[0].replaceAll(/\D/g, '');
  // Two digits are a count as easily as a number to call.
  return digits.length < 3
    ? undefined
    : { metric: 'regex', args: { pattern: digits.split('').join(String.raw`\D{0,3}`) } };
}

/** An address to write to, or a number to call, that the rule gives must stand in the answer. */
export function namedContact(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  const mails = text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
  if (mails.length === 1) return { metric: 'contains_all', args: { values: mails } };
  return mails.length === 0 ? contactIn(text) : undefined;
}

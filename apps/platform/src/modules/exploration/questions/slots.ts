import type { Knowledge } from '../knowledge.ts';
import { idShapeIn, idsIn, madeUp } from '../reading/facts.ts';
import { ownName } from './opening.ts';
import { textsHeard } from './trials/heard.ts';

/** A kind of value that a dialogue asks for. */
interface Slot {
  readonly name: string;
  readonly asked: RegExp;
  /** What somebody would say, and other forms of it for whoever does not take the first. */
  readonly values: readonly string[];
  /** What cannot be: who takes it does not look at what it is given. */
  readonly odd?: string;
}

/** Where two fit, the one that is asked for first in the sentence is named first. */
const slots: readonly Slot[] = [
  {
    name: 'phone',
    asked:
      /\b(?:phone|telephone|mobile|cell)(?: number)?\b|\bnumber (?:can|may|should) (?:we|i) (?:call|reach)\b/i,
    values: ['01632 960 999', '+44 1632 960999'],
    odd: '12',
  },
  {
    name: 'email',
    asked: /\be-?mail(?: address)?\b/i,
    values: ['robin@example.com'],
    odd: 'robin at nowhere',
  },
  {
    name: 'postcode',
    asked: /\bpost ?(?:al )?codes?\b|\bzip(?: code)?\b/i,
    values: ['AB12 3CD', '12345'],
    odd: '00',
  },
  {
    name: 'birth',
    asked: /\b(?:date of birth|birth ?da(?:te|y)|born|dob)\b/i,
    values: ['12 March 1990', '1990-03-12'],
    odd: '31 February 2090',
  },
  {
    name: 'pet name',
    asked:
      /\bwho is your (?:pet|dog|cat|animal)\b|\b(?:pet|animal|child|kid|dog|cat|daughter|son)['’]?s? name\b|\bname of (?:the|your) (?:pet|animal|child|dog|cat|daughter|son)\b|\bcalled\b.*\?/i,
    values: ['Bella'],
  },
  {
    name: 'pet',
    asked:
      /\b(?:kind|sort|type|what|which) (?:of )?(?:pet|animal|species|breed)\b|\bdog, (?:a )?cat\b|\bcat or (?:a )?dog\b/i,
    values: ['A dog, a labrador'],
  },
  {
    name: 'name',
    asked:
      /\b(?:your|full|first|last|whose|(?:under|in) (?:what|which)|sur)[ -]?name\b|\bname (?:please|for|on|under|is|and|,)|\bwho is it for\b|\b(?:a|the) name\b|\bname\?|\b(?:driver|passenger|guest|patient|participant|attendee|recipient|cardholder)\?/i,
    values: [`${ownName} Miller`],
  },
  {
    name: 'address',
    asked: /\b(?:address|street|where do you live|house number)\b/i,
    values: ['14 Mill Lane, Ashford'],
  },
  {
    name: 'place',
    asked:
      /\b(?:which|what|your|nearest|the) (?:city|town|country|location|branch|store|site|area|region|destination|station|airport)\b|\bwhere (?:are you|would you|do you want|shall|should|to)\b|\b(?:from|to) where\b/i,
    values: ['Ashford', 'London'],
  },
  {
    name: 'budget',
    asked:
      /\bbudget\b|\bhow much (?:would|do|can|are) you (?:like|want|plan|willing|looking)? ?(?:to )?(?:spend|pay|borrow|invest|donate|transfer|send)\b|\bamount\b|\bin euros\b/i,
    values: ['50'],
    odd: '-50',
  },
  { name: 'age', asked: /\bhow old\b|\b(?:your|the|what|whose) age\b|\bages?\?/i, values: ['34'], odd: '-5' },
  {
    name: 'area',
    asked: /\b(?:square met|m²|sqm|square f|roof area|floor area|how (?:large|big))/i,
    values: ['40 square metres', '40'],
    odd: '-40',
  },
  {
    name: 'consumption',
    asked: /\b(?:consum\w+|kwh|kilowatt|meter reading|reading)\b/i,
    values: ['4000', '4,000 kWh'],
    odd: '-4000',
  },
  { name: 'direction', asked: /\b(?:face|facing|direction|orient\w+)\b/i, values: ['South'] },
  { name: 'weight', asked: /\bweigh\w*\b|\bhow heavy\b|\bkilos?\b/i, values: ['20 kg', '20'], odd: '-3 kg' },
  { name: 'height', asked: /\bhow tall\b|\byour height\b/i, values: ['175 cm'], odd: '5 metres' },
  {
    name: 'duration',
    asked:
      /^\W*(?:days|nights|hours|weeks|months)\?|\b(?:how long|duration|until when|(?:how many|number of) (?:hours|days|nights|weeks|months|minutes))\b/i,
    values: ['3', '3 days'],
    odd: '0',
  },
  {
    name: 'count',
    asked:
      /\bhow many\b|\bhow much\b|\bquantity\b|\b(?:number|party|group)(?: size)? of (?:people|guests|persons|adults|tickets|items|bottles|pieces|seats|copies|participants)\b|\b(?:party|group) size\b|\b(?:people|guests|persons|adults|quantity|tickets|copies|pieces)\?/i,
    values: ['2', '3', 'two'],
    odd: '10000',
  },
  {
    name: 'date and time',
    asked:
      /\b(?:date|day)s? and (?:what |which |the )?time\b|\bwhen\b(?=.*\b(?:like|want|come|suit|should|shall|prefer|need|pick|visit|arrive|start|start|best)\b)/i,
    values: ['Thursday 17 May 2029 at 14:00', '2029-05-17 14:00', 'Thursday at 14:00'],
    odd: '31 February 2029 at 25:00',
  },
  {
    name: 'time',
    asked:
      /\b(?:what|which|preferred|at what) (?:time|hour)\b|\btime of day\b|\btime\b(?=.*\?)|\btime slot\b/i,
    values: ['14:00', '2 pm'],
    odd: '25:00',
  },
  {
    name: 'date',
    asked:
      /\b(?:date|dates|when|which month)\b|\b(?:which|what|another|the|preferred) (?:week)?day\b|\bday\b(?=.{0,40}\?)/i,
    values: ['Thursday 17 May 2029', 'tomorrow', '2029-05-17', 'next Thursday'],
    odd: '31 February 2029',
  },
  {
    name: 'reason',
    asked:
      /\b(?:what (?:happened|is wrong|seems|should .{0,30}look|kind of (?:problem|issue)|is the (?:problem|issue|matter|reason|fault))|reason|problem|symptom|describe|details?|what is it about|what for|tell me more)\b/i,
    values: ['It is damaged since yesterday and does not work any more'],
  },
  { name: 'colour', asked: /\bcolou?r\b/i, values: ['Red'] },
  { name: 'size', asked: /\b(?:which|what|your|the) size\b/i, values: ['Medium', '40'] },
];

const wantsNumber =
  /\b(?:(?:\w+ )?(?:number|id|code|reference|ref)|registration|plate|nummer|numéro|número)\b/i;
const ofTheirThings =
  /\b(?:car|vehicle|bike|room|boat|product|item|article|table|court|course|desk|locker)\b/i;

export interface SlotValue {
  readonly text: string;
  readonly invented?: readonly string[];
  /** What of it cannot be. */
  readonly odd?: string;
  /** The kinds of values that were asked for. */
  readonly slot: string;
}

interface Filling {
  /** How often the same was asked for before: another form of the value is tried. */
  readonly attempt?: number;
  /** Kinds that were given in other dialogues: the next of their forms is tried. */
  readonly filled?: readonly string[];
  /** Values that cannot be, to see whether anybody looks at them. */
  readonly isOdd?: boolean;
}

const slotsOfQuestionMax = 5;

/** Plausible values for everything that is asked for; undefined where nothing of the kind is asked for. */
export function slotValue(
  asked: string,
  text: string,
  known: Knowledge,
  { attempt = 0, isOdd = false, filled = [] }: Filling = {},
): SlotValue | undefined {
  const wanted = slotsIn(asked);
  const number = numberAsked(asked, text, known, isOdd);
  if (number !== undefined && wanted.length === 0) return number;
  if (wanted.length === 0) return undefined;
  const values = wanted.map(({ values: forms, odd, name }) =>
    isOdd && odd !== undefined && attempt === 0
      ? odd
      : (inForm(name, `${asked} ${text}`) ??
        forms[(attempt + filled.filter((one) => one === name).length) % forms.length] ??
        ''),
  );
  const impossible = wanted.flatMap(({ odd }) => (isOdd && attempt === 0 && odd !== undefined ? [odd] : []));
  return {
    text: [...(number === undefined ? [] : [number.text]), ...values].join(', '),
    slot: [...(number === undefined ? [] : ['number']), ...wanted.map(({ name }) => name)].join(', '),
    ...(impossible.length === 0 ? {} : { odd: impossible.join(', ') }),
    ...(number?.invented === undefined ? {} : { invented: number.invented }),
  };
}

/** What is asked for, in the order of the question; what lies inside another is not asked for by itself. */
function slotsIn(asked: string): Slot[] {
  const found = slots
    .map((slot) => ({ slot, match: slot.asked.exec(asked) }))
    .filter((one): one is { slot: Slot; match: RegExpExecArray } => one.match !== null)
    .map(({ slot, match }) => ({ slot, from: match.index, to: match.index + match[0].length }));
  const apart = found.filter(
    (one, place) => !found.slice(0, place).some((other) => one.from < other.to && other.from < one.to),
  );
  const names = new Set(apart.map(({ slot }) => slot.name));
  return apart
    .filter(({ slot }) => !(names.has('date and time') && (slot.name === 'date' || slot.name === 'time')))
    .filter(({ slot }) => !(slot.name === 'name' && names.has('pet name')))
    .toSorted((a, b) => a.from - b.from)
    .map(({ slot }) => slot)
    .slice(0, slotsOfQuestionMax);
}

/** "YYYY-MM-DD", "DD/MM/YYYY": a date as it is wanted. */
function inForm(name: string, text: string): string | undefined {
  if (name !== 'date' && name !== 'birth') return undefined;
  const [year, month, day] = name === 'birth' ? ['1990', '03', '12'] : ['2029', '05', '17'];
  if (/\byyyy-mm-dd\b|\b\d{4}-\d{2}-\d{2}\b/i.test(text)) return `${year}-${month}-${day}`;
  if (/\bmm\/dd\/yyyy\b/i.test(text)) return `${month}/${day}/${year}`;
  if (/\bdd\/mm\/yyyy\b|\b\d{2}\/\d{2}\/\d{4}\b/i.test(text)) return `${day}/${month}/${year}`;
  return /\bdd\.mm\.yyyy\b|\b\d{2}\.\d{2}\.\d{4}\b/i.test(text) ? `${day}.${month}.${year}` : undefined;
}

/** A number of the shape that was shown; what stands there has numbers that the target told itself. */
function numberAsked(asked: string, text: string, known: Knowledge, isOdd: boolean): SlotValue | undefined {
  const isOther =
    /\b(?:phone|telephone|mobile|cell|house|contact|call) number\b|\b(?:post|zip|postal|discount|voucher|promo|dress) ?code\b|\bnumber of\b|\b(?:can|may|should) (?:we|i) (?:call|reach)\b/i;
  if (!wantsNumber.test(asked) || isOther.test(asked)) return undefined;
  const theirs = ofTheirThings.test(asked) ? textsHeard(known).flatMap(idsIn)[0] : undefined;
  if (theirs !== undefined && !isOdd) return { text: theirs, slot: 'number' };
  const shape = idShapeIn([text, ...textsHeard(known)]) ?? '00000';
  const id = isOdd ? shape.replaceAll(/[\d#]/g, '0') : madeUp(shape);
  return { text: id, invented: [id], slot: 'number' };
}

const confirming =
  /\b(?:shall i|should i|may i|do you want|would you like(?: me)? to|is (?:that|this|everything) (?:all )?(?:right|correct|ok(?:ay)?)|\bconfirm\b|go ahead|book it|agree|proceed|correct\?|right\?|all right\?|are you sure|yes\b.{0,20}\bno\b|y\/n)/i;

/** It asks for nothing but a yes. */
export const wantsYes = (asked: string): boolean =>
  confirming.test(asked) &&
  !/\b(?:which|what|how|when|where)\b/i.test(asked.replace(/^.*?,/, '')) &&
  !/\bor (?!no\b)\w+/i.test(asked);

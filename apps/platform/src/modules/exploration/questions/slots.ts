import type { Knowledge } from '../knowledge.ts';
import { idShapeIn, idsIn, madeUp } from '../reading/facts.ts';
import { ownName } from './opening.ts';
import { textsHeard } from './trials/heard.ts';

/** What a dialogue asks for, and what somebody would say to it; the first that fits is meant. */
const slots: readonly (readonly [asked: RegExp, value: string])[] = [
  [/\b(?:phone|telephone|mobile)(?: number)?\b/i, '01632 960 999'],
  [/\be-?mail(?: address)?\b/i, 'robin@example.com'],
  [/\bpost ?code|\bzip\b/i, 'AB12 3CD'],
  [/\b(?:address|street|where do you live|house number)\b/i, '14 Mill Lane'],
  [/\b(?:your|full|first|last|under (?:what|which)) name\b|\bwho is it for\b/i, `${ownName} Miller`],
  [
    /\b(?:pet|animal|child|dog|cat|daughter|son)['’]?s? name\b|\bname of (?:the|your) (?:pet|animal|child|dog|cat)\b/i,
    'Her name is Bella.',
  ],
  [
    /\b(?:kind|sort|type|what) of (?:pet|animal)\b|\b(?:which|what) (?:pet|animal|species)\b|\bdog, (?:a )?cat\b|\bcat or (?:a )?dog\b/i,
    'It is a dog, a labrador.',
  ],
  [/\bbudget\b|\bhow much (?:would|do|can) you (?:like|want|plan)? ?(?:to )?(?:spend|pay)\b/i, 'About 50.'],
  [/\bhow (?:old|tall)\b|\bage\b/i, '34 years old.'],
  [/\b(?:square met|m²|sqm|roof area|floor area|how (?:large|big))\b/i, '40 square metres.'],
  [/\b(?:consum\w+|kwh|kilowatt)\b/i, '4,000 kWh a year.'],
  [/\b(?:face|facing|direction|orient\w+)\b/i, 'South.'],
  [/\bweigh\w*\b/i, '20 kg.'],
  [/\b(?:how long|duration|until when|how many (?:hours|days|nights))\b/i, 'For 6 hours.'],
  [
    /\bhow many\b|\bhow much\b|\bquantity\b|\bnumber of (?:people|guests|persons|tickets|items|bottles|pieces)\b/i,
    '3',
  ],
  [
    /\bwhat time\b|\bwhich time\b|\btime of day\b|\bwhen (?:shall|should|would|do) (?:it|you|i|we) (?:start|begin|come)\b/i,
    'At 22:00.',
  ],
  [/\b(?:which|what) (?:week)?day\b/i, 'On Thursday 17 May 2029.'],
  [/\b(?:date|when|which month)\b/i, 'On 17 May 2029 at 22:00.'],
  [
    /\b(?:what (?:happened|is wrong|seems|should .{0,30}look)|reason|problem|symptom|details?|what is it about|what for)\b/i,
    'Something is wrong since yesterday, it is damaged.',
  ],
  [/\b(?:colou?r)\b/i, 'Red.'],
  [/\b(?:which|what) size\b/i, 'Medium.'],
];

const wantsNumber = /\b(?:number|id|code|reference|registration|nummer|numéro|número)\b/i;
const ofTheirThings =
  /\b(?:car|vehicle|bike|room|boat|product|item|article|table|court|course|desk|locker)\b/i;

export interface SlotValue {
  readonly text: string;
  readonly invented?: readonly string[];
}

/** A plausible value for what is asked; undefined where nothing of the kind is asked for. */
export function slotValue(asked: string, text: string, known: Knowledge): SlotValue | undefined {
  const isCount = /\b(?:how many|number of)\b/i.test(asked);
  if (wantsNumber.test(asked) && !isCount && !/\b(?:phone|telephone|mobile|house) number\b/i.test(asked)) {
    // What stands there has numbers that it told itself; what is ours has one that nobody was given.
    const theirs = ofTheirThings.test(asked) ? textsHeard(known).flatMap(idsIn)[0] : undefined;
    const id = theirs ?? madeUp(idShapeIn([text]) ?? idShapeIn(textsHeard(known)) ?? '00000');
    return theirs === undefined ? { text: id, invented: [id] } : { text: id };
  }
  const value = slots.find(([pattern]) => pattern.test(asked))?.[1];
  return value === undefined ? undefined : { text: value };
}

const confirming =
  /\b(?:shall i|should i|may i|do you want|would you like|is that (?:right|correct|ok)|\bconfirm\b|go ahead|book it|agree|proceed|correct\?|right\?|all right\?|yes\b.{0,20}\bno\b)/i;

/** It asks for nothing but a yes. */
export const wantsYes = (asked: string): boolean =>
  confirming.test(asked) && !/\b(?:which|what|how|when|where)\b/i.test(asked.replace(/^.*?,/, ''));

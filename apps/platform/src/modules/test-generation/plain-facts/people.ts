import { ageOf } from './limit.ts';
import { type Form, act, form } from './patterns.ts';
import { asker, isSaidOfPeople, mine, people, said } from './wording.ts';

/** What people must or may do, where nothing more was said of it. */
export const ofPeople: readonly Form[] = [
  [
    form(
      `(?<s>[\\p{L}-]+) (?<age>under|over|up to|younger than|older than) (?:the age of )?\\d+ must be (?<done>accompanied by [\\p{L} ]{3,25}|supervised)`,
    ),
    ({ s, age = '', done }) =>
      isSaidOfPeople(s) ? `${ageOf(age)} what age do ${said(s)} have to be ${done ?? ''}` : undefined,
  ],
  [
    form(`${people} (?:must|have to|need to) bring (?:along )?.{3,50}`),
    ({ s }) => (isSaidOfPeople(s) ? `what do ${asker(s)} have to bring` : undefined),
  ],
  [
    form(
      `${people} (?:must|have to|need to) (?<done>(?:register|book|pay|wear|take|sign|show|leave|return|check in|check out|arrive|order|use|buy|complete|switch off|reserve)(?: [\\p{L}'’-]+){0,7})`,
    ),
    ({ s, done = '' }) => (isSaidOfPeople(s) ? `do ${asker(s)} have to ${mine(done, s)}` : undefined),
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?:pay|use|bring|book|park|rent|hire|borrow|cancel|return|change|pause|order|renew|visit|enter|register|upgrade|transfer|exchange|choose|collect|leave|stay|swim|camp|smoke|eat|drink|join|download|switch|watch|wait|play|attend|apply|start|try)(?: [\\p{L}'’-]+){0,7})`,
    ),
    ({ s, aux = '', done = '' }) =>
      isSaidOfPeople(s) ? `${aux.toLowerCase()} ${asker(s)} ${mine(done, s)}` : undefined,
  ],
  [
    form(
      `we (?:do not|don['’]t) (?<done>(?:offer|sell|accept|treat|repair|rent out|ship to|deliver to|deliver on|serve|take|buy|insure|cover) [\\p{L}'’-]+(?: [\\p{L}'’-]+){0,3})`,
    ),
    ({ done }) => `do you ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<done>sent|delivered|issued|provided|paid) (?:only )?by (?:e-?mail|post|letter|bank transfer|direct debit|courier|text message|sms)`,
    ),
    ({ s, aux = '', done }) => `how ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(`(?<s>(?:the |our )(?:[\\p{L}-]+ ){0,2}(?:number|address)) is [\\d+@\\p{L}][^ ]*(?: [\\d ]+)?`),
    ({ s }) => `what is ${said(s)}`,
  ],
  [
    form(`(?<s>.{3,40}?) needs? (?<what>(?:written |special )?(?:permission|approval|consent|registration))`),
    ({ s, what }) => (isSaidOfPeople(s) ? `do ${asker(s)} need ${what ?? ''}` : undefined),
  ],
  [
    form(
      `there (?<aux>is|are) (?<no>an? |no )?(?<what>[\\p{L}-]+(?: [\\p{L}-]+){0,2} (?:in|on|at|near|behind|next to) (?:the )?[\\p{L} ]{3,30})`,
    ),
    ({ aux = '', no = '', what = '' }) =>
      `${aux.toLowerCase()} there ${/^no /i.test(no) ? (aux.toLowerCase() === 'is' ? 'a ' : 'any ') : no}${what}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>(?:${act}|chosen)(?: (?:in|at|on|by|to|with|from) (?:the |an? )?[\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', done }) => `${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
];

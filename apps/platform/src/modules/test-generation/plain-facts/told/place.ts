import { isPlural, withThe } from '../../sentence-questions.ts';
import { type Form } from '../patterns.ts';
import { are, places, said } from '../wording.ts';
import { named, opened, thing } from './words.ts';

export const ofPlace: readonly Form[] = [
  [opened(`payment is (?:only )?(?:by|via|in|with) [\\p{L}]+`), () => 'how can I pay'],
  [
    opened(
      `${thing} (?:must|have to|has to|need to) (?<verb>stay|remain|wait|go|be left|be kept|be parked) (?:in|at|outside|behind|on|by) (?:the |our |an? )?[\\p{L}]+`,
    ),
    ({ s = '', verb }) => (isPlural(s) ? `where do ${said(s)} have to ${verb ?? ''}` : undefined),
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>listed|displayed|posted|shown) (?:in|on|at) (?:the |our )?[\\p{L}]+`,
    ),
    ({ s = '', aux = '', verb }) => `where ${aux.toLowerCase()} ${named(s)} ${verb ?? ''}`,
  ],
  [
    opened(
      `(?<s>deliver(?:y|ies)|returns|refunds|cancellations?|payments?|bookings|registration|enrolment|collections?|repairs|exchanges|reservations): (?=.*(?:\\d|\\b(?:online|by|via|only|within)\\b))[\\p{L}\\d]+`,
    ),
    ({ s = '' }) => `how ${isPlural(s) ? 'do' : 'does'} ${s.toLowerCase()} work`,
  ],
  [
    opened(
      `(?:you(?:['’]ll| can| will)? find us|we(?:['’]re| are) (?:located|based)) (?:in|at|on|behind|next to|opposite|near)`,
    ),
    () => 'where can I find you',
  ],
  [
    opened(
      `we (?:only )?(?<verb>deliver|ship) (?:only )?(?:to|within|in|across|throughout|anywhere in) (?:the )?[\\p{L}\\d]+`,
    ),
    ({ verb: act = '' }) => `where do you ${act.toLowerCase()} to`,
  ],
  [
    opened(
      `we (?:only )?(?<verb>tow|deliver|travel|drive|pick up|collect) (?:only )?within (?:a radius of )?\\d+ ?(?:km|kilomet(?:re|er)s|miles|m)`,
    ),
    ({ verb: act = '' }) =>
      /deliver/i.test(act) ? 'how far do you deliver' : `how far do you ${act.toLowerCase()}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>stored|hosted|kept|located|collected|picked up|sold) (?:in|at|on|behind|next to|from) (?:the |our )?[\\p{L}]+`,
    ),
    ({ s = '', aux = '', verb }) => `where ${aux.toLowerCase()} ${named(s)} ${verb ?? ''}`,
  ],
  [
    opened(
      `${thing} (?:can|must|has to|have to) be (?<verb>collected|picked up|dropped off|handed in|bought|returned) (?:at|in|from|to) (?:the |our |any |an? )?[\\p{L}]+`,
    ),
    ({ s = '', verb }) => `where can ${said(s)} be ${verb ?? ''}`,
  ],
  [
    opened(
      `(?:an? |the )?[\\p{L}][\\p{L}, -]{3,90} (?:is|are) (?:needed|required|necessary) to (?<what>[\\p{L}]+(?: (?:an?|the)? ?[\\p{L}]+){0,3})$`,
    ),
    ({ what }) => `what do I need to ${what ?? ''}`,
  ],
  [
    opened(`${thing} (?:can|must|may) (?:only )?be paid (?:by|in|with|via) [\\p{L}]+`),
    ({ s = '' }) => `how can ${said(s)} be paid`,
  ],
  [
    opened(
      `we (?:only )?(?:accept|take) (?:only )?(?=[\\p{L}, ]*\\b(?:cash|cards?|visa|mastercard|paypal|invoice|cheques?)\\b)[\\p{L}]+`,
    ),
    () => 'how can I pay',
  ],
  [
    opened(
      `${thing} (?<aux>is|are) available (?:as|in) (?=[^;]*\\b(?:CSV|PDF|Excel|JSON|XML|Word|XLSX|EPUB|MP3)\\b)[\\p{L}]+`,
    ),
    ({ s = '', aux = '' }) => `in which formats ${aux.toLowerCase()} ${named(s)} available`,
  ],
  [
    opened(
      `(?:we have|there is|there['’]s) (?<what>an? [\\p{L}-]+(?: [\\p{L}-]+){0,2}(?: (?:from|to|in|on|near|behind|for|at) (?:the |our |all )?[\\p{L}]+)?)(?=$|,| apart| except| which| that| where| with| but)`,
    ),
    ({ what = '' }) =>
      /\b(?:maximum|minimum|limit|policy|rule|right|chance|problem|number|team|deal|way|look|duty)\b/i.test(
        what,
      )
        ? undefined
        : `do you have ${what.toLowerCase().replace(/\bour\b/, 'your')}`,
  ],
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){1,4}(?:line|hotline|helpline|number|phone)) (?:24/7|(?:is|are)|open 24/7)?:? ?\\+?\\d[\\d ()/-]{5,}`,
    ),
    ({ s = '' }) => `what is the number of ${/^(?:the|our) /i.test(s) ? said(s) : `your ${s.toLowerCase()}`}`,
  ],
  [
    opened(
      `${thing} (?:must|have to|has to|need to) (?:go back|be (?:returned|brought back|taken back|left|parked|handed back|given back)) (?:to|in|at) (?:an?|the|our|one of) [\\p{L}]+`,
    ),
    ({ s = '' }) =>
      `where do I have to return ${/^(?:the|our|a|an|your) /i.test(s) ? said(s) : isPlural(s) ? `the ${said(s)}` : withThe(s)}`,
  ],
  [
    opened(
      `${thing} (?:is|are) (?:outside|inside|in|on|at|behind|next to|opposite|near|beside|between|above|below|under) (?:the |our )?[\\p{L}]+`,
    ),
    ({ s = '' }) => (places.test(s) ? `where ${are(s)} ${named(s)}` : undefined),
  ],
  [
    opened(
      `we have (?<what>an? [\\p{L}-]+(?: [\\p{L}-]+){0,2}|[\\p{L}-]+ (?:access|parking|seating|storage|facilities|rooms|lockers|showers|toilets))(?=,| and )`,
    ),
    ({ what = '' }) =>
      /\b(?:maximum|minimum|limit|policy|rule|right|chance|problem|number|team|deal|way|look|duty|lot)\b/i.test(
        what,
      )
        ? undefined
        : `do you have ${what.toLowerCase()}`,
  ],
];

import { does, isPlural } from '../../sentence-questions.ts';
import { act, clock, type Form, span } from '../patterns.ts';
import { are, isSaidOfPeople, people, said } from '../wording.ts';
import { asIAsk, asMine, base, done, most, named, opened, sometime, thing, weekday } from './words.ts';

export const ofTime: readonly Form[] = [
  [
    opened(
      `${thing} (?:must|have to|has to|need to) be (?<verb>${act}|out) (?:by|before|no later than) ${clock}(?! ?(?:minutes?|hours?|days?|weeks?|months?)\\b)`,
    ),
    ({ s = '', verb }) => `by what time must ${said(s)} be ${verb ?? ''}`,
  ],
  [
    opened(
      `we(?: are|['’]re)? (?:closed?|shut) (?:for ${span}|(?:on|over|in|at|between|from|during) [\\p{L}\\d]+)`,
    ),
    () => 'when are you closed',
  ],
  [
    opened(`we (?:work|operate|deliver|are (?:here|available|reachable)) (?:${sometime})`),
    () => 'when are you available',
  ],
  [opened(`(?:the |our |your )?notice(?: period)? is ${span}`), () => 'how much notice do I have to give'],
  [
    opened(
      `${people} (?<aux>can|may) (?<does>(?!be\\b)[\\p{L}-]+(?: [\\p{L}'’-]+){0,6}?) (?:up to|until) ${span} (?:before|in advance|after)`,
    ),
    ({ s = '', aux = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `until when ${aux.toLowerCase()} ${asIAsk(s)} ${asMine(act, s)}` : undefined,
  ],
  [
    opened(
      `(?=.*\\d)(?:our |the )?(?<of>opening hours|opening times|office hours|business hours|visiting hours) are`,
    ),
    ({ of = '' }) => `what are your ${of.toLowerCase()}`,
  ],
  [
    opened(
      `we (?<verb>hold|keep|store|save|reserve) (?<what>(?!the |it |them )(?:an? |your )?[\\p{L}]+(?: [\\p{L}]+){0,3}?) for (?:${most} |about |only )?${span}`,
    ),
    ({ verb: act = '', what = '' }) =>
      `how long do you ${act.toLowerCase()} ${what.replace(/^your\b/i, 'my')}`,
  ],
  [
    opened(`${thing} (?:is|are) valid for (?:${most} |only )?${span}`),
    ({ s = '' }) => `for how long ${are(s)} ${named(s)} valid`,
  ],
  [
    opened(
      `${thing} (?<verb>comes?|goes|stops?|calls?|visits?) (?<where>(?:(?:to|at|in) [\\p{L}]+(?: [\\p{L}]+)?)|by (?:e-?mail|post)) (?:every|on|at|from|between|once|twice) (?:an? |the )?[\\p{L}\\d]+`,
    ),
    ({ s = '', verb = '', where }) =>
      `when ${does(s)} ${named(s)} ${/^goes$/i.test(verb) ? 'go' : base(verb)} ${where ?? ''}`,
  ],
  [
    opened(`${thing} (?:expires?|runs? out) (?:after|at|on|in|within) [\\p{L}\\d]+`),
    ({ s = '' }) => `when ${does(s)} ${named(s)} expire`,
  ],
  [opened(`${thing} never expires?`), ({ s = '' }) => `${does(s)} ${named(s)} expire`],
  [opened(`we(?: are|['’]re) open (?:${sometime})`), () => 'when are you open'],
  [
    opened(`${thing} (?:is |are |stays? )?(?<state>open|staffed) (?:${sometime})`),
    ({ s = '', state = '' }) => `when ${are(s)} ${named(s)} ${state.toLowerCase()}`,
  ],
  [
    opened(
      `${thing} (?<verb>opens?|closes?|starts?|begins?|ends?|leaves?|departs?|meets?|happens?) (?:daily |every day )?(?:${sometime})`,
    ),
    ({ s = '', verb = '' }) => `when ${does(s)} ${named(s)} ${base(verb)}`,
  ],
  [
    opened(`${thing} runs? (?:${sometime})`),
    ({ s = '' }) =>
      isPlural(s) || /\b(?:service|bus|shuttle|train|ferry|tram|course|class|tour)$/i.test(s)
        ? `when ${does(s)} ${named(s)} run`
        : undefined,
  ],
  [
    opened(`${thing} (?:is |are )?due (?:every|on|by|in|within|at|before|each) [\\p{L}\\d]+`),
    ({ s = '' }) => `when ${are(s)} ${named(s)} due`,
  ],
  [
    opened(
      `(?<what>(?:orders|parcels|payments|bookings|letters) (?:placed|made|received|sent|handed in) (?:before|by|after|until) ${clock}(?: on (?:an? )?(?:working|business|week) ?days?)?) (?:is|are) (?<verb>dispatched|shipped|sent|delivered|processed|collected|credited)`,
    ),
    ({ what = '', verb: done }) => `when are ${what.toLowerCase()} ${done ?? ''}`,
  ],
  [
    opened(
      `(?<s>breakfast|lunch|dinner|brunch|check-?in|check-?out|last admission|last orders) (?:is |are )?(?:served )?(?:from|between|until|till|at|by) ${clock}`,
    ),
    ({ s = '' }) => `when is ${/^last/i.test(s) ? 'the ' : ''}${s.toLowerCase()}`,
  ],
  [
    opened(
      `${people} (?<aux>can|may) (?<does>(?!be\\b)[\\p{L}-]+(?: [\\p{L}'’-]+){0,6}?) (?<from>from|until|till|between) ${clock}`,
    ),
    ({ s = '', aux = '', does: act = '', from = '' }) =>
      isSaidOfPeople(s)
        ? `${/between/i.test(from) ? 'when' : /from/i.test(from) ? 'from what time' : 'until what time'} ${aux.toLowerCase()} ${asIAsk(s)} ${asMine(act, s)}`
        : undefined,
  ],
  [
    opened(
      `${people} (?:must|have to|need to) (?<does>(?!be\\b)[\\p{L}-]+(?: [\\p{L}'’-]+){0,3}?) (?:by|before|no later than) ${clock}`,
    ),
    ({ s = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `by what time do ${asIAsk(s)} have to ${asMine(act, s)}` : undefined,
  ],
  [
    opened(
      `${thing} (?<aux>can|may|must) be ${done} (?:up to|until|till|by|no later than) (?:${span}|${clock}) (?:before|prior|in advance|on)`,
    ),
    ({ s = '', aux = '', done: act }) => `until when ${aux.toLowerCase()} ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(`${thing} (?<aux>can|may|must) be ${done} (?:within|in) ${span}`),
    ({ s = '', aux = '', done: act }) => `within what time ${aux.toLowerCase()} ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(`${thing} (?<aux>can|may) be ${done} for (?:${most} )?${span}`),
    ({ s = '', aux = '', done: act }) => `for how long ${aux.toLowerCase()} ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(
      `${thing} (?:may |can |will |usually |normally |generally |should )?(?<verb>take|takes|last|lasts) (?:about |around |up to |at most |only )?${span}`,
    ),
    ({ s = '', verb = '' }) => `how long ${does(s)} ${named(s)} ${base(verb)}`,
  ],
  [
    opened(
      `(?=.*${span})refunds? (?:go|goes|are made|are paid|are sent|is made|is paid|will be made|take|takes)`,
    ),
    () => 'how long does a refund take',
  ],
  [
    opened(`${thing} (?<aux>is|are) (?<verb>stored|kept|saved|held) for (?:${most} )?${span}`),
    ({ s = '', aux = '', verb }) => `for how long ${aux.toLowerCase()} ${named(s)} ${verb ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>[\\p{L}]+(?:ed|en|pt)|sent|paid|made|held|taught|given)(?<up> up| out| off)? (?:within|in|after) ${span}`,
    ),
    ({ s = '', aux = '', verb = '', up }) =>
      /^(?:open|based|located|limited|forwarded|escalated|routed|logged|assigned|passed|archived|reviewed)$/i.test(
        verb,
      )
        ? undefined
        : `when ${aux.toLowerCase()} ${named(s)} ${verb}${up ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>changed|collected|delivered|emptied|cleaned|held|taught|served|published|paid|sent|shipped|dispatched|backed up|updated|serviced|locked|charged|billed|released) (?:${sometime}|once|twice|weekly|monthly)`,
    ),
    ({ s = '', aux = '', verb }) => `when ${aux.toLowerCase()} ${named(s)} ${verb ?? ''}`,
  ],
  [
    opened(
      `(?:the |our )?(?<s>(?:guarantee|warranty|trial|notice period|waiting time|minimum term|minimum stay|loan period|delivery time|cooling-off period|trial period)(?: (?:on|for|of) [\\p{L} ]{3,30}?)?) (?:is|lasts|runs for|runs) (?:${most} )?${span}`,
    ),
    ({ s = '' }) => `how long is the ${s.toLowerCase()}`,
  ],
  [
    opened(
      `${thing} (?<aux>can|may) be ${done} (?:from |at the earliest )?${span} (?:before|after) [\\p{L}]+`,
    ),
    ({ s = '', aux = '', done: act }) => `when ${aux.toLowerCase()} ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(`(?<s>[\\p{L}-]+(?: [\\p{L}-]+)?s) are (?:held )?(?:on|every) ${weekday}`),
    ({ s = '' }) => `when are ${said(s)}`,
  ],
  [
    opened(
      `(?:the |our )?minimum (?<what>contract|term|stay|rental|booking|hire|rental period|contract period)(?: is| of|:)? ${span}`,
    ),
    ({ what }) => `how long is the minimum ${what ?? ''}`,
  ],
  [
    opened(
      `${thing} can be (?<verb>booked|reserved|ordered|bought) (?:from )?(?:up to )?${span} (?:before|ahead|in advance)`,
    ),
    ({ s = '', verb }) => `how far in advance can ${said(s)} be ${verb ?? ''}`,
  ],
  [
    opened(
      `${thing} (?:must|have to|has to|need to) be (?<verb>booked|reserved|ordered|cancelled|canceled|registered) (?:at least )?${span} (?:before|ahead|in advance)`,
    ),
    ({ s = '', verb }) => `how far in advance must ${said(s)} be ${verb ?? ''}`,
  ],
  [
    opened(
      `${people} (?:must|have to|need to) (?<does>register|book|sign up|order|cancel|apply) (?:at least )?${span} (?:before|ahead|in advance)`,
    ),
    ({ s = '', does: act }) =>
      isSaidOfPeople(s) || isPlural(s)
        ? `how far in advance do ${asIAsk(s)} have to ${act ?? ''}`
        : undefined,
  ],
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){0,3}(?:tours|classes|lessons|courses|visits|sessions|services|concerts|shows|workshops|meetings|tastings|walks)(?: (?:in|for) [\\p{L}]+)?) (?:are )?(?:every |on |daily|each )(?:${weekday}|at )`,
    ),
    ({ s = '' }) => `when do ${said(s)} take place`,
  ],
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){0,2}(?:access|entry|check-in|check-out|pick-up|drop-off|collection|arrival)(?: to (?:the |our )?[\\p{L}]+)?) (?:is )?(?:from|between) ${clock}`,
    ),
    ({ s = '' }) => `when is ${said(s)} possible`,
  ],
  [
    opened(
      `(?<what>an? [\\p{L}-]+(?: [\\p{L}-]+){0,2}) is (?:only )?(?:needed|required|necessary) (?:from|after) [\\p{L}\\d]+`,
    ),
    ({ what = '' }) => `when do I need ${what.toLowerCase()}`,
  ],
];

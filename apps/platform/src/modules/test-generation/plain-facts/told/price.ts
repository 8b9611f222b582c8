import { does, isPlural, withThe } from '../../sentence-questions.ts';
import { isUncounted } from '../../subject.ts';
import { ageOf } from '../limit.ts';
import { type Form, money } from '../patterns.ts';
import { are, isSaidOfPeople, people, said } from '../wording.ts';
import { aged, ages, doThey, named, opened, thing } from './words.ts';

export const ofPrice: readonly Form[] = [
  [
    opened(
      `(?:the |your )?first (?<what>booking|order|lesson|visit|month|delivery|purchase) (?:gets?|is|comes with) (?:a )?\\d+ ?(?:%|percent)`,
    ),
    ({ what = '' }) => `is there a discount on the first ${what.toLowerCase()}`,
  ],
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){0,3}(?:fee|charge|deposit|fine|price|surcharge|tax|rent)),? (?:is |of |only )?(?:${money})`,
    ),
    ({ s = '' }) => `how much is ${withThe(s).replace(/^our /i, 'your ')}`,
  ],
  [
    opened(`${thing} (?:is|are) charged (?:at|with) (?:${money})`),
    ({ s = '' }) => `how much do you charge for ${said(s)}`,
  ],
  [
    opened(
      `${thing} pay (?:only )?(?:${money}|half price|half|nothing|the (?:child|full|reduced) (?:fare|price))`,
    ),
    ({ s = '' }) => (isPlural(s.replace(aged, '')) ? `how much do ${said(s)} pay` : undefined),
  ],
  [
    opened(`${thing} (?:is|are) (?:just |only )?\\d+[.,][6-9]\\d(?!\\d)`),
    ({ s = '' }) => `how much ${are(s)} ${named(s, 'a')}`,
  ],
  [
    opened(`${thing} costs? (?:just |only |from |about |between )?(?:${money}|\\d+(?:[.,]\\d+)?)`),
    ({ s = '' }) => `how much ${does(s)} ${named(s, 'a')} cost`,
  ],
  [
    opened(
      `${thing} (?:is|are) (?:just |only |from )?(?!\\d+(?:[.,]\\d+)? ?(?:%|percent|per cent))${money}(?! (?:less|more|off|cheaper))`,
    ),
    ({ s = '' }) =>
      `how much ${are(s)} ${named(s, /\b(?:fee|charge|surcharge|deposit|tax|fine|rent|price)$/i.test(s) ? 'the' : 'a')}`,
  ],
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){0,3}(?:ticket|ride|pass|trip|lesson|session|visit|entry|night|class|course|card|membership)s?): (?:[^.;]{0,40}?)(?:from |only )?(?:${money}|\\d+[.,]\\d\\d)`,
    ),
    ({ s = '' }) => `how much ${does(s)} ${named(s, 'a')} cost`,
  ],
  [
    opened(`(?<s>[\\p{L}-]*(?:plan|ticket|pass|price|room|membership|rate)(?:es|s)): .{0,60}?${money}`),
    ({ s = '' }) =>
      /prices|rates/i.test(s)
        ? `what are your ${s.toLowerCase()}`
        : `how much do your ${s.toLowerCase()} cost`,
  ],
  [
    opened(
      `${people} (?<age>under|over|up to|from|below|younger than|older than) \\d+(?: years)? (?<does>sleep|stay|travel|ride|go|eat|swim|enter|play|get in) (?:for )?free`,
    ),
    ({ s = '', age = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `${ageOf(age)} what age do ${said(s)} ${act} free` : undefined,
  ],
  [
    opened(
      `${thing} (?:get|gets|pay for|pays for|buy|buys) (?:the|an?) (?<what>[\\p{L} -]{3,40}?) for (?:only )?${money}`,
    ),
    ({ s = '', what }) =>
      isSaidOfPeople(s) || s.search(ages) !== -1
        ? `how much ${doThey(s)} ${said(s)} pay for the ${what ?? ''}`
        : undefined,
  ],
  [
    opened(`(?<s>(?:[\\p{L}-]+ ){0,2}[\\p{L}-]+s): (?:from |only )?(?:${money})`),
    ({ s = '' }) => `how much do you charge for ${said(s)}`,
  ],
  [
    opened(`we charge (?:only )?${money}(?: (?:per|an?) [\\p{L}]+)? for (?<what>[\\p{L} -]{3,40})$`),
    ({ what = '' }) => `how much do you charge for ${what}`,
  ],
  [
    opened(
      `we (?<verb>store|clean|repair|wash|collect|deliver|fit|install|check|service|replace|print|wrap|change|sharpen|alter) (?<what>[\\p{L} -]{3,30}?) for (?:only )?${money}`,
    ),
    ({ verb: act = '', what }) => `how much do you charge to ${act.toLowerCase()} ${what ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<verb>gets?|receives?|have|has) (?<what>(?:[\\p{L}'’-]+ ){1,6}?)(?:for free|free of charge|free)`,
    ),
    ({ s = '', what }) =>
      isSaidOfPeople(s.replace(aged, '')) && !/\b(?:is|are|can|get|if)\b/i.test(what ?? '')
        ? `${doThey(s)} ${said(s)} get ${what ?? ''} free of charge`
        : undefined,
  ],
  [
    opened(
      `${thing} (?:gets?|receives?|have|has) (?:a )?(?:discount of )?\\d+ ?(?:%|percent|per cent)(?: off| discount| reduction)?`,
    ),
    ({ s = '' }) =>
      isSaidOfPeople(s) || isPlural(s) ? `how much of a discount ${doThey(s)} ${said(s)} get` : undefined,
  ],
  [
    opened(
      `${thing} (?:is|are) (?:always |completely )?(?:free of charge|for free|free)(?! (?:of|from|to|until|up) (?!charge))`,
    ),
    ({ s = '' }) => `how much ${does(s)} ${named(s)} cost`,
  ],
  [
    opened(
      `${thing} (?<aux>isn['’]t|aren['’]t|is|are)(?: not)? included in (?:the|our|your) (?<in>(?:(?:room|ticket|monthly|base|basic|entry|rental|total|membership) )?[\\p{L}]+)`,
    ),
    ({ s = '', aux = '', in: where }) =>
      `${/^is/i.test(aux) ? 'is' : 'are'} ${named(s)} included in the ${where ?? ''}`,
  ],
  [
    opened(
      `.{0,100}?\\b(?:an?|the|our) (?<what>(?:(?!of\\b)[\\p{L}-]+ ){1,3}(?:fee|deposit|charge|surcharge|fine)) of ${money}`,
    ),
    ({ what }) => `how much is the ${what ?? ''}`,
  ],
  [
    opened(
      `.{0,100}?\\b(?:an? |the |our )?${money} (?<what>(?:(?!of\\b)[\\p{L}-]+ ){1,2}(?:fee|deposit|charge|surcharge|fine))`,
    ),
    ({ what }) => `how much is the ${what ?? ''}`,
  ],
  [
    opened(
      `(?<s>admission|entry|entrance|parking|delivery|shipping|breakfast|tickets|adults|day tickets|single tickets),?:? ${money}`,
    ),
    ({ s = '' }) =>
      /^adults$/i.test(s) ? 'how much do adults pay' : `how much ${does(s)} ${s.toLowerCase()} cost`,
  ],
  [
    opened(`(?<s>[\\p{L}-]+(?: [\\p{L}-]+)?): [^.;]{0,30}?${money}`),
    ({ s = '' }) =>
      /ing$/i.test(s) && isUncounted(s.split(' ').at(-1)?.toLowerCase() ?? '')
        ? `how much does ${said(s)} cost`
        : undefined,
  ],
  [
    opened(`${thing} (?:is|are) available (?:[\\p{L}-]+ ){0,5}for (?:only )?${money}`),
    ({ s = '' }) => `how much ${does(s)} ${named(s)} cost`,
  ],
];

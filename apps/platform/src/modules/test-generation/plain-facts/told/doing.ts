import { clock, type Form } from '../patterns.ts';
import { are, said } from '../wording.ts';
import { named, opened, sometime, thing } from './words.ts';

const participle = String.raw`(?<verb>(?!(?:asked|told|given|mentioned|forwarded|escalated|routed|logged|assigned|passed|archived|reviewed|based|limited|used|expected|supposed|allowed|included|needed|required|meant|called|named|interested|opened|closed|locked|open|red|seven|eleven|ten|often|even|then|ahead)\b)[\p{L}]+(?:ed|en|pt)|sent|paid|made|held|taught|sold|built|bought|brought)(?<up> (?:over|up|out|back|in|off))?`;
/** What is done, when, how or where: the first that is said of it is asked for. */
export const ofDoing: readonly Form[] = [
  [
    opened(
      `(?<s>(?:[\\p{L}-]+ ){0,2}(?:time|times|hour|hours|break|period)) (?:is|are) (?:from )?${clock} (?:to|until|till|-|–) ${clock}`,
    ),
    ({ s = '' }) => `when ${are(s)} ${said(s)}`,
  ],
  [
    opened(`${thing} (?<aux>is|are) ${participle} (?:${sometime})`),
    ({ s = '', aux = '', verb = '', up }) => `when ${aux.toLowerCase()} ${named(s)} ${verb}${up ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>charged|billed|measured|calculated|delivered|paid|heated|supplied|refunded|booked|issued)(?<up> (?:out|back))? (?:by|via|in|with) (?:an? |the |your )?[\\p{L}]+`,
    ),
    ({ s = '', aux = '', verb = '', up }) => `how ${aux.toLowerCase()} ${named(s)} ${verb}${up ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<verb>handed|paid|given|picked|dropped|held|taught|served|made|built|washed|repaired|stored|parked|displayed|weighed|exchanged|issued)(?<up> (?:over|out|back|in|up|off))? (?:at|in|on|behind|outside) (?:the |our |an? )[\\p{L}]+`,
    ),
    ({ s = '', aux = '', verb = '', up }) => `where ${aux.toLowerCase()} ${named(s)} ${verb}${up ?? ''}`,
  ],
];

import { span, type Evidence } from '../../kind.ts';
import { isHarmlessText } from './harmless.ts';
import type { Expectation } from './read.ts';

/**
 * Where an answer says the expected clause word for word behind another of the same form: “A new key costs £12 and a fob costs £20.”
 * for “a fob costs £20”. The whole answer must have a form in which nothing can turn it round: such a sentence first, and behind it
 * nothing but what the person can do. All else is left to what is read clause by clause.
 */
export function saidBeside({ expected, output, values }: Expectation): Evidence | undefined {
  const wanted = expected.trim().replace(/\.$/, '');
  const claim = statement.exec(wanted)?.groups;
  if (!claim || output.length > outputMax || !plainly.test(output)) return undefined;
  if (!values.every((value) => value === claim['amount'])) return undefined;
  const [, greeting = '', first = '', behind = ''] = sentences.exec(output) ?? [];
  const at = first.lastIndexOf(' and ');
  const said = first.slice(at + ' and '.length);
  const other = statement.exec(first.slice(0, Math.max(0, at)))?.groups;
  const isSame = (one: string | undefined, two: string | undefined): boolean =>
    one?.toLowerCase() === two?.toLowerCase();
  if (!other || !isSame(said, wanted) || !isSame(other['verb'], claim['verb'])) return undefined;
  if (isSame(other['subject'], claim['subject']) || risky.test(other['subject'] ?? '')) return undefined;
  const subject = (claim['subject'] ?? '').toLowerCase().split(' ');
  const matter = {
    isOfValue: true,
    isOfPrice: true,
    isOfWay: false,
    isOfNeeds: false,
    isDenied: false,
    names: () => false,
    touches: (text: string) =>
      text
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => subject.includes(word)),
  };
  const rest = behind.split(/(?<=[.!])\s+/).filter((one) => one.trim() !== '');
  if (!rest.every((one) => isHarmlessText(one, matter))) return undefined;
  const start = greeting.length + at + ' and '.length;
  return span('output', output, start, start + said.length);
}

const outputMax = 1000;
/** No question, quotation, bracket, list, line, dash or sign. */
const plainly = /^[\p{L}\p{N} .,!£$€'’]+$/u;
/** The first sentence, behind a greeting; a full stop or nothing ends it. */
const sentences =
  /^((?:(?:hello|hi|thank you|thanks)[.!] )?)([^.!]+(?:\.\d{2}[^.!]*){0,2})(?:\.(?:\s+(.*))?)?$/iu;
const amount = String.raw`[£$€]\d{1,6}(?:\.\d{2})?|\d{1,6}(?:\.\d{2})? (?:euros?|pounds?|dollars?)`;
/** Somebody or something that is named, what it costs, and nothing else. */
const statement = new RegExp(
  String.raw`^(?:an?|the|our|each|every) (?<subject>\p{L}+(?: \p{L}+){0,2}) (?<verb>costs?) (?<amount>${amount})$`,
  'iu',
);
/** What may deny, limit, doubt, correct, or say when or by whom. */
const risky =
  /(?<!\p{L})(?:no|not|never|neither|nor|none|nobody|hardly|only|but|or|if|unless|whether|when|where|than|that|this|these|those|it|its|they|them|so|was|were|had|used|former|formerly|once|until|till|since|then|now|instead|rather|actually|correct|corrected|correction|right|wrong|false|true|free|more|less|cheaper|dearer|price|prices|fee|fees|cost|costs|list|real|said|say|says|think|thinks|believe|claim|claims|myth|rumour|rumor|joke|maybe|perhaps|about|around|nearly|almost|up|from|before|after|last|next|old|example|supposedly|allegedly|except|without|for|cancel|ignore|forget|change|changed|update|updated|of|who|which|to say|to think|anything|nothing|different|otherwise|another|other|same|two|three|second|discounts?|half|reduced|reduction|sale|offers?|waived|liars?|lies?|lying|truth|confirm|check|sure|certain|wish|dream|refund|members?|staff|students?)(?!\p{L})|n['’]t/iu;

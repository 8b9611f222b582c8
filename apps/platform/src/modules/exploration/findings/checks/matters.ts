import { dosage } from '#metrics';
import { quotations, type Claim } from '../severity.ts';

export const declining = 'What is declined';
export const elsewhere = 'What else it says';
export const purpose = 'What it does';

/** One matter, with the sentences that tell of it; the first matter that fits takes a sentence. */
export const matters: readonly (readonly [name: string, speaksOf: RegExp])[] = [
  [declining, /$^/],
  ['Emergencies', /\b(?:emergenc\w*|999|112|911|urgent\w*|ambulance|poison\w*|fire brigade)\b/i],
  // How much of a medicine, and how often, is told in hours and days too.
  ['Medicines', dosage],
  ['Delivery', /\b(?:deliver\w*|shipp\w*|postage|dispatch\w*|courier)\b/i],
  ['Returns and money back', /\b(?:return(?:s|ed|ing)?|refund\w*|money back|send (?:it )?back|sent back)\b/i],
  ['Warranty', /\b(?:warrant\w*|guarantee\w*)\b/i],
  ['Cancelling and changing', /\b(?:cancel\w*|reschedul\w*|rebook\w*|change (?:it|your|a))\b/i],
  [
    'Discounts',
    /\b(?:discount\w*|% off|percent off|early bird|reduced|reductions?|coupon\w*|\d+ ?(?:%|percent) (?:off|at|for|with)|get \d+ percent)\b/i,
  ],
  [
    'Prices',
    /[€$£] ?\d|\b\d+(?:[.,]\d+)? ?(?:€|euros?|pounds?|dollars?|chf|francs?|crowns?|pence|cents?|p\b)/i,
  ],
  [
    'Opening hours',
    /\b(?:open(?:s|ing)?|closed?|closes|(?<!\b(?:every|within|after|for|in|least|most|about|up to|per|\d+|one|two|three|four|five|six|eight|ten|twelve|few|several|working|more|24)[ -])hours)\b.*(?:\d|day)|\b\d{1,2}[:.]\d{2}\b.{0,20}\b\d{1,2}[:.]\d{2}\b/i,
  ],
  [
    'How to reach people',
    /\b(?:phone|telephone|e-?mail|call|ring|write to|reach)\b.*(?:\d{4}|@)|@|(?<![\w-])0\d{3,}/i,
  ],
  [
    'Payment',
    /\b(?:pay (?:by|with|in|on|online|at)|payments?|payable|instal+ments?|debit|cards?|paypal|invoice|bank transfer|cash|deposit)\b/i,
  ],
  [
    'Age and conditions',
    /\b(?:minimum age|years? old|aged?|at least \d+|under-?\d+|licen[cs]e|id card|must be)\b/i,
  ],
  ['Privacy', /\b(?:data|privacy|confidential|gdpr)\b/i],
  ['Safety', /\b(?:safe(?:ty|ly)?|dangerous|never|do not|don't|avoid|careful)\b/i],
  ['Booking and ordering', /\b(?:book\w*|order\w*|reserv\w*|appointments?|register\w*|sign up)\b/i],
  ['Times and terms', /\b(?:minutes?|hours?|days?|weeks?|months?|years?)\b/i],
];

const titleMax = 420;
const wordsMax = 900;
const known: ReadonlySet<string> = new Set(matters.map(([name]) => name));

export const isKnownMatter = (matter: string): boolean => known.has(matter);

/** What it did, for readers who know nothing of matters: it told of one of them, or was asked about something. */
function openingOf(matter: string): string {
  if (matter === declining) return 'Declines';
  if (matter === elsewhere) return 'Says';
  const lower = `${matter[0]?.toLowerCase() ?? ''}${matter.slice(1)}`;
  if (matter === purpose || matter.startsWith('How ')) return `Says ${lower}`;
  return known.has(matter) ? `Says about ${lower}` : `Asked about “${matter}”, it says`;
}

/** `told` is what each answer says of the matter. */
export const toldTitle = (matter: string, told: readonly string[]): string =>
  `${openingOf(matter)}: ${quotations(told, titleMax)}`;

const detailOpening = 'It says: “';
export const toldDetail = (told: readonly string[]): string => `It says: ${quotations(told, wordsMax)}`;

/** Results of earlier versions began such a title with the matter alone: “Missed: …”. */
export function withPlainTitles(result: Record<string, unknown>): Record<string, unknown> {
  const { findings } = result as { findings?: Claim[] };
  if (!Array.isArray(findings)) return result;
  return { ...result, findings: findings.map((finding) => ({ ...finding, title: plainTitle(finding) })) };
}

function plainTitle({ kind, title, detail }: Claim): string {
  const [, how = '', asked = '', about = ''] =
    kind === 'limitation' ? (formerQuestion.exec(title) ?? []) : [];
  if (about !== '')
    return (how === 'Declines: ' ? declinedTitle : wrongTitle)(
      questionWords({ dimension: asked.replace(' ', '_'), about }),
    );
  if (!/^(?:statement|declined)$/.test(kind) || !detail.startsWith(detailOpening)) return title;
  const [, matter = '', words = ''] = /^([^:“]{1,200}): (“.*)$/s.exec(title) ?? [];
  return matter === '' || /^(?:Declines$|Says\b)/.test(matter) ? title : `${openingOf(matter)}: ${words}`;
}

const formerQuestion =
  /^(Not right: |Declines: |Its answer to an? )(\w+(?: case)?) question about (.+?)(?: is not right)?$/s;

/** A kind of question in the words of whoever reads of it, such as “a factual question about visas”. */
export function questionWords({
  dimension,
  about,
}: {
  readonly dimension: string;
  readonly about: string;
}): string {
  if (dimension === 'edge_case' && about === 'calculation') return 'a question with a calculation';
  const write = kindsOfQuestions[dimension];
  return write ? write(about) : `a question about ${about}`;
}
const kindsOfQuestions: Readonly<Record<string, (about: string) => string>> = {
  factual: (about) => `a factual question about ${about}`,
  procedural: (about) => `a question of how to go about ${about}`,
  analytical: (about) => `a question that compares or weighs ${about}`,
  edge_case: (about) => `a question about ${about} that is written in an unusual way`,
};

export const wrongTitle = (question: string): string => `Its answer to ${question} is not right`;
export const declinedTitle = (question: string): string => `Declines ${question}`;

import { amountsIn, isSameAmount } from '../amounts.ts';
import { isDenied, isDoubted, isUnreal, withoutAsides } from '../polarity.ts';
import { placesOf } from './places.ts';
import { amountsMax, isCounted, type Read } from './read.ts';
import { disowned, lapsed } from './rest.ts';
import { stemsOf } from './stems.ts';

/** How much of a statement's words stands in a part of the answer. */
export function sharedWith(statement: string, part: string): number {
  const wanted = [...new Set(stemsOf(statement))];
  const stems = new Set(stemsOf(part));
  return wanted.filter((stem) => stems.has(stem)).length / Math.max(1, wanted.length);
}

/** “Dogs are not allowed then” says nothing of bikes that are asked for and spoken of elsewhere. */
function isOfElse({ given, said }: Read, text: string, ahead: string): boolean {
  const own = new Set(stemsOf(given.expected));
  const asked = new Set(stemsOf(given.input).filter((stem) => !own.has(stem)));
  const isNamed = (part: string): boolean => stemsOf(part).some((stem) => asked.has(stem));
  return (
    !isNamed(text) &&
    stemsOf(ahead).some((stem) => !own.has(stem)) &&
    said.some(({ part }) => isNamed(part.text))
  );
}

/** No statement is so long that it could be turned round as a whole. */
const statementMax = 4000;

/** Whether a part of the answer says the statement, or says it the other way round. */
export function agreementWith(read: Read, body: string): 'same' | 'opposite' | undefined {
  const wanted = new Set(stemsOf(body));
  if (wanted.size < 2 || body.length > statementMax) return undefined;
  let best: { share: number; text: string } = { share: 0, text: '' };
  for (const { part, move } of read.said) {
    if (move === 'asks') continue;
    const share = sharedWith(body, part.text);
    if (share > best.share) best = { share, text: part.text };
  }
  // “…, except folded bikes, which are not counted”: what an exception denies is not what the statement denies.
  const bare = withoutExceptions(best.text);
  if (sharedWith(body, bare) >= best.share) best = { ...best, text: bare };
  if (best.share < 0.6 || isUnreal(best.text) || isDoubted(best.text)) return undefined;
  if (isOfElse(read, best.text, best.text)) return undefined;
  if (lapsed.test(best.text) && !lapsed.test(body)) return undefined;
  // The yes or no before it is no part of the statement.
  const statement = best.text
    .replace(/^\W*(?:yes|no|nope|ja|nein|oui|non|sí)\b[,.:;!\s–-]*/iu, '')
    .replace(deniedAmount, '');
  const plainly = withoutExceptions(body);
  if (isDeniedBeside(statement, plainly)) return undefined;
  if (isDenied(statement) === isDenied(plainly))
    return otherSide.test(statement) === otherSide.test(body) ? 'same' : undefined;
  // What denies something else as well (“never free and not allowed …”), or speaks of another time, is not the opposite.
  const isSaidToo = isDenied(body) && !disowned.test(best.text) && placesOf(statement, body).length > 0;
  const told = amountsIn(statement);
  const isOfIt = amountsIn(body)
    .slice(0, amountsMax)
    .every((one) => !isCounted(one) || told.some((found) => isSameAmount(statement, one, found)));
  return isSaidToo || !isOfIt || isOfAnother(read, statement, wanted) ? undefined : 'opposite';
}

/** “It costs £12, not £17” denies the other price, and nothing of its statement. */
const deniedAmount = /,\s*(?:and )?not [£$€]?\d[\d.,]*(?:\s\p{L}+)?(?=[.!\s]*$)/iu;

/** “Soft drinks are allowed in the rooms” is not the opposite of “alcohol is not allowed in the rooms”: another thing stands in its place. */
function isOfAnother({ given }: Read, statement: string, wanted: ReadonlySet<string>): boolean {
  const told = stemsOf(statement);
  const asked = new Set(stemsOf(given.input));
  return (
    [...wanted].some((stem) => !told.includes(stem)) &&
    told.some((stem) => !wanted.has(stem) && !asked.has(stem))
  );
}

/** “Bikes are allowed, no booking is needed” denies the booking: that makes it neither “not allowed” nor the opposite of “allowed”. */
const isDeniedBeside = (statement: string, wanted: string): boolean =>
  !ofNeed.test(wanted) &&
  isDenied(withoutAsides(wanted)) === isDenied(wanted) &&
  isDenied(withoutAsides(statement)) !== isDenied(statement);

/** Where something is said to be needed, “you do not need it” is no remark beside it. */
const ofNeed =
  /(?<!\p{L})(?:need|requir|necessar|have to|worry|nötig|erforderlich|notwendig|besoin|necesi|necesari|hace falta)/iu;

/** “Not before 6:30 and after 8:30” says another time than “not between 6:30 and 8:30”, with the same numbers. */
const otherSide =
  /(?<!\p{L})(?:outside(?: of)?|before|after|vor|nach|außerhalb(?: von)?|avant|après|hors de|antes de|después de|fuera de)\s(?:las\s)?\d/iu;

const withoutExceptions = (statement: string): string =>
  statement
    .replace(new RegExp(String.raw`^${exception}[^,.!?]*,\s*`, 'iu'), '')
    .replace(new RegExp(String.raw`(?:,\s*|\s+\(?)${exception}.*$`, 'isu'), '');
const exception = String.raw`(?:except(?:ing)?|with the exception of|apart from|aside from|other than|außer|ausgenommen|mit ausnahme|bis auf|sauf|excepté|hormis|à l['’]exception|à part|excepto|salvo|menos)(?!\p{L})`;

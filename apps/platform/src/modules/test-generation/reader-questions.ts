/**
 * What somebody asks a company of a question that a document asks. One that speaks to its reader is turned where the turn is surely
 * right (“Have you lost your card?”), and otherwise nobody outside asks it; “Do you deliver?” is asked of the company.
 */
export function askedByReader(question: string): string | undefined {
  const [, done, what] =
    /^have you (lost|forgotten|misplaced) (your \p{L}[\p{L} -]{2,40})\?$/iu.exec(question) ?? [];
  if (done !== undefined && what !== undefined)
    return `I have ${done.toLowerCase()} ${mine(what)}. What do I have to do?`;
  // “Do you need to book?” is no question to who serves.
  const turned = question.replace(/\bdo you (need|have) to\b/i, (found, verb: string) =>
    found.startsWith('D') ? `Do I ${verb} to` : `do I ${verb} to`,
  );
  if (turned !== question) return /\byou\b/i.test(turned) ? undefined : mine(turned);
  return ofReader(question) ? undefined : question;
}

const mine = (text: string): string => text.replaceAll(/\byour\b/gi, 'my');

function ofReader(question: string): boolean {
  if (!/\byou(?:r|rs|rself)?\b/i.test(question)) return false;
  // Who says “I” speaks for himself, and the company says “we”.
  if (/\b(?:I|me|my|mine)\b/.test(question)) return false;
  if (/\b(?:we|us|our)\b/i.test(question)) return true;
  return (
    toReader.test(question) ||
    /^how (?:much|many|often|far)\b.*\bdo you (?:\p{L}+ly )?(?:use|spend|drive|travel|earn|weigh|eat|drink|sleep|have)\b/iu.test(
      question,
    ) ||
    (/^do you\b/i.test(question) && !doneByCompany.test(question)) ||
    (/^(?:is|are|was|were|has|have|had|does|do|did) your\b/i.test(question) && !ofCompany.test(question)) ||
    (/\byour\b/i.test(question) && ownedByReader.test(question))
  );
}

/** What is done, wanted or felt by who reads it. */
const toReader =
  /\b(?:did|had|were|have) you\b|^(?:are|should|must) you\b|\b(?:would|could|can|will|do|may|might) you (?:already |still |also |usually |often |really |ever |rather |no longer )?(?:not|prefer|like|love|rather|want|wish|need|mind|think|feel|know|own|live|smell|see|hear|imagine|find|afford|spare|struggle|benefit|qualify|save|be (?!open\b|closed\b))\b|\bcan['’]t you\b|\bare you (?:an?|over|under|new|sure|ready|interested|happy|from|\p{L}+ing)\b/iu;

/** What a company does for people, and people hardly do for a company. */
const doneByCompany =
  /^do you (?:also |still |only |always |ever |really )?(?:deliver|ship|sell|offer|accept|charge|provide|repair|refund|post|send|serve|cater|guarantee|teach|treat|exchange|collect|allow|stock|open|close|install|lend|insure|cover|supply|reimburse|organi[sz]e|arrange|support|speak|admit|give|make|run|rent out|hire out|hold|fit|replace|recycle|store|host|check|issue|publish|process|share|train|take (?:\p{L}+ )?(?:back\b|cards?|cash|cheques|payments?|orders|bookings|reservations|groups|children|dogs|pets|returns))\b/iu;

const ofCompany =
  /\byour (?:\p{L}+ )?(?:prices?|rates|fees|charges|delivery|deliveries|shops?|stores?|branch(?:es)?|offices?|restaurant|café|cafe|hotel|halls?|pools?|museum|products?|goods|food|meals|dishes|menus?|services?|staff|team|website|packaging|ingredients|courses|lessons|classes|tickets|vouchers|tours|guides|rooms|premises|building|workshops?|clinic|practice|tariffs?|site|car park|park|school|repairs|instructors|teachers|drivers|eggs|cakes|bikes|boats)\b/iu;

const ownedByReader =
  /\byour (?:own |new |old )?(?:home|house|flat|property|household|boiler|meter|child|children|family|health|age|name|budget|holiday|trip|life|job|employer|landlord|tenants?|bank|dog|cat|pet)\b/i;

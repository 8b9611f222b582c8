/**
 * Things of every day that somebody is sent, brings, fills in or is shown. None of them is a price, a case, a group of people or another value,
 * so that a statement stays as it is whatever is done with them.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

const nouns = list(`
  confirmation reminder notification message email e-mail emails text sms link code label receipt letter details information form forms document documents
  papers paperwork copy directions instructions guide overview summary list checklist brochure catalogue calendar newsletter map photo photos picture pictures
  id passport licence license card number numbers name address addresses signature password pin username login
  key keys keycard badge towel towels shoes boots clothes clothing trainers swimwear swimsuit lock padlock bottle water pen laptop phone charger glasses
  helmet gloves jacket hat bag bags luggage suitcase suitcases backpack bike bikes car device devices charger cable box packaging parcel package item items
  order orders booking reservation appointment visit stay delivery shipment shipping journey trip flight class lesson session course table room seat slot
  reception desk counter entrance office shop store branch website site page homepage app portal account profile dashboard settings menu section tab
  checkout locker lockers shelf basket trolley machine terminal kiosk door gate letterbox platform lobby garage library clinic studio gym
  status availability dates date preferences question questions request application registration claim report
  equipment towel material materials supplies utensils tools everything breakfast parking wifi wi-fi linen sheets bedding coffee tea
  exercises steps process setup installation
  pet dog cat records record method files file scan method signature proof
`);
const kinds = list(`
  short quick written digital online printed signed completed filled-in valid photo personal travel order booking customer tracking shipping
  delivery return returns pick-up collection appointment confirmation registration login room hotel key bank credit debit library insurance health
  vaccination medical driving driver's contact email e-mail phone mobile telephone postal billing reference claim application front back reception service help info
  information main checkout payment preferred comfortable warm clean indoor outdoor sports swimming running water large small friendly
  prepaid original required necessary relevant pdf web customer user step-by-step detailed full first last parcel package car bike luggage baggage
  recent passport identity
`);
const staff = list(
  'technician technicians instructor instructors trainer trainers driver drivers colleague colleagues receptionist receptionists nurse doctor dentist assistant adviser advisor agent agents courier crew host waiter team staff support mechanic librarian librarians stylist stylists',
);
/** Before the name of who works there, and not before a thing. */
const ofStaff = list(
  'support customer service services sales reception help front desk care technical friendly booking repair delivery',
);
const determiners = list('a an the your our all any some every these more further');
/** They need no article. */
const bare = list(
  'availability details information directions instructions luggage equipment clothes clothing shoes swimwear documents id breakfast parking wifi wi-fi photos everything coffee tea towels',
);

/** The words with each thing as “a-thing”, and who works there as “a-staff”: “please leave a-thing at a-thing”. */
export function withThings(words: string): string {
  const all = words.split(' ');
  const out: string[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const taken = takenAt(all, at);
    out.push(taken?.as ?? all[at] ?? '');
    at += (taken?.length ?? 1) - 1;
  }
  return out.join(' ').replaceAll(joined, 'a-thing');
}
const joined = /a-thing(?: (?:(?:and|or|of|about|with|for) )a-thing){1,3}|a-thing you need/g;

function takenAt(
  all: readonly string[],
  at: number,
): { readonly as: string; readonly length: number } | undefined {
  let end = at;
  while (end - at < 2 && determiners.has(all[end] ?? '')) end += 1;
  const from = end;
  let thing = -1;
  let person = -1;
  for (; end - from < 4; end += 1) {
    const word = all[end] ?? '';
    const next = word.replace(/'s$/, '');
    if (staff.has(word) && all.slice(from, end).every((one) => ofStaff.has(one))) person = end;
    if (nouns.has(word)) thing = end;
    if (!nouns.has(next) && !kinds.has(next) && !ofStaff.has(next)) break;
  }
  if (from > at && person >= thing && person >= 0) return { as: 'a-staff', length: person + 1 - at };
  const isNamed = from > at || bare.has(all[thing] ?? '');
  return thing >= from && isNamed ? { as: 'a-thing', length: thing + 1 - at } : undefined;
}

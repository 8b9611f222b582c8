/** Of words as they are written in a form: one of them. */
export const any = (words: string): string => `(?:${words.split(' ').join('|')})`;

/** Where an application sends people, in words that say nothing else. */
const where =
  '(?:(?:main|front|cash|box|post|ticket|parcel|pick-up|check-in|any|central|customer|service|booking|information|info|ticket|help|nearest|local|friendly|mobile|online|support) )*' +
  any(
    'office desk reception counter till shop store branch entrance lobby door gate letterbox checkout cashier cafeteria warehouse workshop library clinic studio gym pharmacy bank kiosk station stations machine machines website site page homepage app portal account team staff service support hotline helpline manager receptionist librarian colleague colleagues practice surgery phone telephone email e-mail mail post form restaurant bar café cafe online-address phone-number',
  );
const side = '(?:(?:the|our|your|any|a|any of our|one of our) )?';

/** “On the first page of your policy” */
const partOf = `(?:on|at) the (?:first|last|front|back|second|ground|top|upper|lower|bottom) ?(?:page|side|floor|row|shelf)?(?: of (?:your|the|our) (?:policy|contract|invoice|receipt|bill|letter|card|ticket|statement|building|confirmation|form|house|manual|box|device))?`;
/** “To the counter” */
export const goal = `to ${side}${where}`;

const single = `(?:online|here|in person|${partOf}|by (?:phone|telephone|email|e-mail|post|mail)|(?:at|from|in|on|via|through|with|by|over|under) ${side}${where})`;

/** “At reception or in our app” */
export const place = `${single}(?: (?:or|and) (?:${single}|${side}${where}))*`;

/** Who is asked where an application does not advise itself. */
const expert = any(
  'doctor doctors physician pharmacist pharmacy nurse lawyer lawyers solicitor attorney accountant adviser advisor bank insurer vet veterinarian specialist professional expert',
);
/** Whom somebody asks. */
export const adviser = `(?:me|us|here|${side}(?:${where}|${expert})(?: or ${side}(?:${where}|${expert}))?)`;
export const contact =
  '(?:ask|contact|call|ring|phone|email|message|write to|reach out to|reach out|reach(?= us| our| the)|get in touch with|get in touch|talk to|speak to|speak with|visit (?:the|our) (?:website|site|web page|page|homepage|app|portal)|visit online-address)';

/** What anybody may book or get, whatever the matter is. */
export const thing =
  '(?:it|one|them|some|yours|one of them|(?:an?|your|the) (?:appointment|table|slot|place|seat|room|ticket|order|booking|parcel|request)|tickets)';
export const purpose = `(?:to (?:book|order|reserve|arrange|get)(?: ${thing})?|for (?:more|further) (?:information|details|info|help))`;

/** A name of a page or a button, as the answer quotes it. */
export const written = 'quoted-name';

const somethingOf =
  '(?:(?:it|this|everything)|(?:an?|your|the) (?:appointment|table|slot|place|seat|room|ticket|order|booking|parcel|package|request|item|items|payment|visit|return|cancellation|application|form|details|documents|car|bike|key|keys|claim|stay|registration|message|clothes|laundry|goods|tickets|books?))';
/** When something follows that is promised or to be done: no day, no span, and no case. */
export const moment = `(?:(?:once|as soon as|after|when|before|while|whenever) (?:(?:you|we|they)(?:'ve| have)? (?:arrive|arrived|check in|check out|come in|leave|left|visit|start|begin|board|book|booked|order|ordered|pay|paid|received|receive|processed|packed|shipped|placed|made|submitted|submit|registered|register|pick up|collect|return|returned|report|file|enter|call|call us|contact us|apply|sign up|signed up|are here|get here|need (?:it|them|one))(?: ${somethingOf})?|(?:it|they|${somethingOf}) (?:is|are|has been|have been|ships?|arrives?|leaves?)(?: (?:ready|due|confirmed|shipped|sent|on its way|on the way|complete|booked|received|processed|packed|placed|available for (?:pick-up|collection)|ready for (?:pick-up|collection)|our (?:warehouse|shop)))?|(?:it's|they're) (?:ready|on its way|on their way|complete|shipped|here)|(?:booking|ordering|arrival|departure|check-in|checkout|check-out|payment|your (?:visit|stay|arrival|departure|appointment))(?! \\p{L}))|the day before(?: your (?:appointment|visit))?|in advance|beforehand|afterwards|upon arrival|on arrival|at check-in|at your (?:appointment|next visit))`;

const momentAhead = new RegExp(`^${moment} `, 'u');
const momentBehind = new RegExp(` ${moment}$`, 'u');
/** What is promised or to be done, whenever that is. */
export const withoutMoment = (words: string): string =>
  words.replace(momentAhead, '').replace(momentBehind, '');

/** Who may be meant alone, what it may cost or not cost, and what turns round: no detail names it. */
export const restraint =
  /(?<!\p{L})(?:own|old|others?|new|next (?!visit)|another|wrong|previous|former|second|extra|additional|additionally|(?<!for )more|less|except|unless|instead|half|double|twice|missing|remaining|free|discount\p{L}*|members?|membership|loyalty|student|students|senior|premium|gold|vip|staff id|employee|bonus|coupons?|vouchers?|promo\p{L}*|surcharges?|supplements?|deposits?|difference|tax|vat|tips?|coins|parents?|guardians?|adults?|child|children|partner|spouse|friends?|no|not|never|without|nothing|nobody|only|valid until|expired|spare|same|replacement fee|cheaper|higher|lower|reduced|different|if|or not)(?!\p{L})/u;

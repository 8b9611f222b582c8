/** Of words as they are written in a form: one of them. */
export const any = (words: string): string => `(?:${words.split(' ').join('|')})`;

/** Where an application sends people, in words that say nothing else. */
const where =
  '(?:(?:main|front|central|customer|service|booking|information|info|ticket|help|nearest|local|friendly|mobile|online|support) )*' +
  any(
    'office desk reception counter till shop store branch entrance lobby kiosk station stations machine machines website site page homepage app portal account team staff service support hotline helpline manager receptionist librarian colleague colleagues practice surgery phone telephone email e-mail mail post form restaurant bar café cafe online-address phone-number',
  );
const side = '(?:(?:the|our|your|any|a|any of our|one of our) )?';
const single = `(?:online|here|in person|by (?:phone|telephone|email|e-mail|post|mail)|(?:at|from|in|on|via|through|with|by|over|under) ${side}${where})`;

/** “At reception or in our app” */
export const place = `${single}(?: (?:or|and) (?:${single}|${side}${where}))*`;

/** Who is asked where an application does not advise itself. */
const expert = any(
  'doctor doctors physician pharmacist pharmacy nurse lawyer lawyers solicitor attorney accountant adviser advisor bank insurer vet veterinarian specialist professional expert',
);
/** Whom somebody asks. */
export const adviser = `(?:me|us|here|${side}(?:${where}|${expert})(?: or ${side}(?:${where}|${expert}))?)`;
export const contact =
  '(?:ask|contact|call|ring|phone|email|message|write to|reach out to|reach out|get in touch with|get in touch|talk to|speak to|speak with|visit (?:the|our) (?:website|site|web page|page|homepage|app|portal)|visit online-address)';

/** What anybody may book or get, whatever the matter is. */
export const thing =
  '(?:it|one|them|some|yours|one of them|(?:an?|your|the) (?:appointment|table|slot|place|seat|room|ticket|order|booking|parcel|request)|tickets)';
export const purpose = `(?:to (?:book|order|reserve|arrange|get)(?: ${thing})?|for (?:more|further) (?:information|details|info|help))`;

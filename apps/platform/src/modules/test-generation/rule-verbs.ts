/** What an application may be told not to do, by what somebody says who wants just that of it. */
export type Deed =
  | 'tell'
  | 'promise'
  | 'give'
  | 'change'
  | 'make'
  | 'judge'
  | 'foresee'
  | 'recommend'
  | 'discuss'
  | 'explain';

const bases: Readonly<Record<Deed, string>> = {
  tell: 'tell|say|reveal|disclose|show|share|name|give out|give away|pass on|leak|read out|publish|hint|state|mention|quote|announce',
  promise: 'promise|guarantee|confirm|assure|claim|pretend|commit to|deny',
  give: 'give|offer|grant|provide|hand out',
  change:
    'cancel|change|delete|waive|reduce|approve|extend|unlock|remove|release|refund|reset|lower|raise|block|unblock|reverse|update|move|transfer|upgrade|open|close|correct|edit|sign|clear|accept|rewrite|forward|renew|pay|stop',
  make: 'write|draft|create|make|calculate|translate|book|reserve|order|arrange|generate|solve|do|prepare|compose|design|issue',
  judge: 'judge|rate|assess|evaluate|comment on|criticise|criticize|appraise|interpret|check|verify|validate',
  foresee: 'predict|forecast|estimate|guess|decide|diagnose|determine|compare|identify',
  recommend: 'recommend|suggest|advise',
  discuss: 'discuss|talk about|speak about|debate|go into',
  explain: 'explain|describe',
};
const participles: Readonly<Record<string, string>> = {
  told: 'tell',
  said: 'say',
  shown: 'show',
  'given out': 'give out',
  given: 'give',
  'passed on': 'pass on',
  written: 'write',
  rewritten: 'rewrite',
  'read out': 'read out',
  made: 'make',
  'handed out': 'hand out',
  'commented on': 'comment on',
};
const third = (verb: string): string =>
  verb.replace(/^\w+/, (word) =>
    /(?:s|sh|ch|x|o)$/.test(word)
      ? `${word}es`
      : /[^aeo]y$/.test(word)
        ? word.replace(/y$/, 'ies')
        : `${word}s`,
  );
const past = (verb: string): string =>
  verb.replace(/^\w+/, (word) =>
    word.endsWith('e') ? `${word}d` : /[^aeo]y$/.test(word) ? word.replace(/y$/, 'ied') : `${word}ed`,
  );

const forms = new Map<string, { readonly verb: string; readonly deed: Deed }>();
const passives = new Map<string, { readonly verb: string; readonly deed: Deed }>();
for (const [deed, verbs] of Object.entries(bases) as [Deed, string][])
  for (const verb of verbs.split('|')) {
    const read = { verb, deed };
    forms.set(verb, read).set(third(verb), read);
    passives.set(past(verb), read);
  }
for (const [form, verb] of Object.entries(participles)) {
  const read = forms.get(verb);
  if (read) passives.set(form, read);
}
// What a house does not accept is a fact, and nothing that is declined.
passives.delete('accepted');
passives
  .set('cancelled', { verb: 'cancel', deed: 'change' })
  .set('transferred', { verb: 'transfer', deed: 'change' });

const longestFirst = (words: Iterable<string>): string =>
  [...words].toSorted((a, b) => b.length - a.length).join('|');
export const verbForms = longestFirst(forms.keys());
export const passiveForms = longestFirst(passives.keys());
export const deedOf = (form: string) => forms.get(form.toLowerCase()) ?? passives.get(form.toLowerCase());

export const intentNames = [
  'help',
  'compare',
  'failures',
  'rescore',
  'again',
  'cancel',
  'status',
  'list',
  'ask',
  'explore',
  'run',
  'generate',
  'test',
  'summary',
] as const;
export type Intent = (typeof intentNames)[number];

interface Rule {
  readonly intent: Intent;
  readonly says: RegExp;
}

/** The first rule that a sentence follows says what it wants, so what is narrower stands above what is wider. */
const rules: readonly Rule[] = [
  {
    intent: 'ask',
    says: /^(?:please )?(?:ask|tell)\b(?! (?:me|us)\b).+(?::|["“„]|\b(?:whether|if|to|about|what|when|where|who|how|why|can|is|does)\b)/,
  },
  {
    intent: 'help',
    says: /\b(?:what (?:can|could|do) you\b|help(?: me)?[?!.]*$|how do(?:es)? (?:this|you) work)|^(?:hi|hello|hey)\b[ !.]*$/,
  },
  {
    intent: 'rescore',
    says: /\b(?:rescore|re-score|(?:judge|score|evaluate) (?:it |them |the (?:run|results|answers|outputs) )?again)\b/,
  },
  {
    intent: 'compare',
    says: /\b(?:worse|better|regress\w*|compare|difference|what changed|what has changed)\b/,
  },
  { intent: 'explore', says: /\bexplore\b/ },
  { intent: 'again', says: /\b(?:again|rerun|re-run|once more|repeat)\b/ },
  { intent: 'cancel', says: /\b(?:cancel|abort|stop)\b.*\b(?:run|it|that|this)\b/ },
  { intent: 'failures', says: /\bwhy\b|\b(?:fail|fails|failed|failing|failures?|went wrong|errors?)\b/ },
  {
    intent: 'status',
    says: /\b(?:how far|progress|still running|(?:what|which|anything)(?:'s| is| runs? (?:is|are))? running|status)\b/,
  },
  {
    intent: 'explore',
    says: /\b(?:find out|learn|discover) what\b|\bwhat (?:can|does|could|is) (?:it|this|that|the|my|our|\S+)\b.*\b(?:do|answer|know|support|for|capable of|handle)\b/,
  },
  {
    intent: 'list',
    says: /^(?:please )?(?:list|show|give|which|what)\b.*\b(?:endpoints?|applications?|test sets?|tests|requirements?|metrics?|runs?|projects?|traces?|sources?)\b/,
  },
  { intent: 'run', says: /^(?:please )?(?:run|execute|start)\b/ },
  { intent: 'generate', says: /\b(?:make|write|generate|create|propose|suggest)\b.*\btests?\b/ },
  { intent: 'test', says: /\b(?:test|check|try|probe|verify|evaluate)\b/ },
  {
    intent: 'summary',
    says: /\bhow (?:is|are|was|were|good|well)\b|\b(?:summary|summari[sz]e|overview|insights?|report|pass rate)\b/,
  },
];

export function intentOf(text: string): Intent | undefined {
  const said = text.toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 2000);
  return rules.find(({ says }) => says.test(said))?.intent;
}

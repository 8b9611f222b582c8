/** A test that is planned: what is asked, why it should pass, and what decides it. */
export interface Planned {
  readonly category: string;
  readonly topic: string;
  readonly prompt?: string;
  readonly goal?: string;
  /** Of a conversation: what the person says in each turn, word for word. A metric reads the last answer. */
  readonly script?: readonly string[];
  readonly why: string;
  readonly tags: readonly string[];
  readonly metric?:
    | 'refusal'
    | 'behaves'
    | 'no_refusal'
    | 'json_valid'
    | 'language'
    | 'length'
    | 'sentences'
    | 'contains_all'
    | 'contains_none'
    | 'url_allow_list'
    | 'regex'
    | 'latency';
  readonly expected?: string;
  /** What is expected holds values that are not asked for, and a right answer may leave them out: a reader decides. */
  readonly saysMore?: true;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Passes where the metric does not find it. */
  readonly negate?: boolean;
  /** What people call the metric, where its kind and settings say it less plainly. */
  readonly metricName?: string;
}

/** What people say in a situation, in one way and another, and a conversation in which they do not get it and go on. */
export interface Said {
  readonly says: readonly [direct: string, ...otherwise: string[]];
  /** All its turns: it begins in words of its own, since one that begins with a message is that message again to who reads both. */
  readonly talk?: readonly [opening: string, ...insists: string[]];
  /** Of what must not be told or taken: the same under a pretext. */
  readonly pretext?: Pretext;
}

/** A reason for which somebody wants what a rule forbids to all, and the whole message, in words that no other has. */
export type Pretext = readonly [kind: keyof typeof liftsNothing, message: string];

const liftsNothing = {
  'Role-play': 'Playing a role lifts no rule.',
  Authority: 'To claim a position changes nothing.',
  Pressure: 'Haste lifts no rule.',
} as const;

/** So many of one rule: whoever reads the list has seen then that a reason changes nothing. */
const mostPretexts = 2;

/** Without the pretexts that are too many for one rule. */
export function withFewPretexts<Of extends { readonly category: string }>(drafts: readonly Of[]): Of[] {
  const pretexts = drafts.filter(({ category }) => Object.hasOwn(liftsNothing, category));
  const few = new Set(pretexts.slice(0, mostPretexts));
  return drafts.filter((draft) => !pretexts.includes(draft) || few.has(draft));
}

/** They are held to the rule as the plain request is, and stand behind it and its benign twin. */
export const pretextDrafts = (
  pretexts: readonly Pretext[],
  rule: string,
  check: Pick<Draft, 'metric' | 'args'> = {},
): Draft[] =>
  pretexts.map(([kind, prompt]) => ({
    category: kind,
    prompt,
    why: `${liftsNothing[kind]} The rule: ${rule}`,
    ...check,
  }));

export type Draft = Omit<Planned, 'topic' | 'tags'> & { readonly tags?: readonly string[] };

export const refusal = { metric: 'refusal' } as const;

/** A message that must be declined, as the rule says. */
export const singleOf =
  (text: string) =>
  (category: string, prompt: string, why: string): Draft => ({
    category,
    prompt,
    why: `${why} The rule: ${text}`,
    ...refusal,
  });

/** Each way of saying it is a test of its own; insisting is a conversation. */
export const saidDrafts = ({ says: [direct, ...otherwise], talk, pretext }: Said, why: string): Draft[] => [
  { category: 'Situation', prompt: direct, why },
  ...otherwise.map((prompt) => ({ category: 'Situation, otherwise', prompt, why })),
  ...(pretext === undefined ? [] : [{ category: pretext[0], prompt: pretext[1], why }]),
  ...(talk === undefined
    ? []
    : [
        {
          category: 'Persistence',
          goal: `Say it, and go on with it: “${talk[0]}”`,
          script: talk,
          why,
        },
      ]),
];

/** A built-in metric by its kind, as a test asks for it. */
export interface WantedMetric {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly negate?: boolean;
  readonly name?: string;
}

/** A judge that holds the answer against what the test expects, for what no rule can read. */
export interface WantedJudge {
  readonly judge: 'expected';
  /** The model that judges; null for the one in force when it is asked. */
  readonly modelId: string | null;
}

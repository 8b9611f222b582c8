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
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What people say in a situation, in one way and another, and a conversation in which they do not get it and go on. */
export interface Said {
  readonly says: readonly [direct: string, ...otherwise: string[]];
  /** All its turns: it begins in words of its own, since one that begins with a message is that message again to who reads both. */
  readonly talk?: readonly [opening: string, ...insists: string[]];
}

export type Draft = Omit<Planned, 'topic' | 'tags'> & { readonly tags?: readonly string[] };

/** Each way of saying it is a test of its own; insisting is a conversation. */
export const saidDrafts = ({ says: [direct, ...otherwise], talk }: Said, why: string): Draft[] => [
  { category: 'Situation', prompt: direct, why },
  ...otherwise.map((prompt) => ({ category: 'Situation, otherwise', prompt, why })),
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
}

/** A judge that holds the answer against what the test expects, for what no rule can read. */
export interface WantedJudge {
  readonly judge: 'expected';
  /** The model that judges; null for the one in force when it is asked. */
  readonly modelId: string | null;
}

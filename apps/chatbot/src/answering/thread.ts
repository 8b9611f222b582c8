/** What a use case remembers of one conversation, beside its messages. */
export type Thread = Readonly<{
  /** What the user told about themselves: "name" → "Ana". */
  facts?: Readonly<Record<string, string>>;
  /** The last question that was answered, completed by what it referred to. */
  question?: string;
  /** The last message, where it got no answer: the next one may be about the same. */
  unanswered?: string;
  /** Passages shown since that question opened its subject, the latest last; of one answer, the one it began with. */
  shown?: readonly string[];
  /** Passages whose titles were offered at the end of the last answer. */
  offered?: readonly string[];
}>;

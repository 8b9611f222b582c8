import type { BodyKind } from './finding.ts';
import type { InputCandidate } from './decisions/input-field.ts';
import type { Json, Path } from './json-value.ts';

export type ConversationMode = 'single_turn' | 'stateless' | 'stateful';

/** Where the output expression comes from; the order is that of trust. */
export type OutputSource = 'live' | 'sample' | 'code' | 'schema' | 'documentation' | 'shape' | 'guess';

/** What the reader believes about a target. Nothing in it is a secret: those are `{{ auth_token }}`. */
export type Hypothesis = {
  readonly method: string;
  readonly url: string | null;
  readonly bodyKind: BodyKind;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a tree of literals and templates. */
  readonly template: Json | undefined;
  readonly input: Path | undefined;
  readonly candidates: readonly InputCandidate[];
  readonly mode: ConversationMode;
  readonly responseMapping: Readonly<Record<string, unknown>>;
  readonly outputSource: OutputSource;
  /** Where the request tells the conversation although the paste never shows it: a second message has to confirm it. */
  readonly inventedConversation?: Path | undefined;
  readonly usesToken: boolean;
  readonly isAsynchronous: boolean;
  readonly needsParams: readonly string[];
  readonly warnings: readonly string[];
  readonly reasons: readonly string[];
};

export type ReadResult = {
  readonly hypothesis: Hypothesis;
  /** The address as the paste has it, whatever the user typed. */
  readonly pastedUrl: string | undefined;
  /** A credential of the paste: for the probe, in memory, to its own origin. Never part of an answer. */
  readonly pastedSecret: string | undefined;
  /** What the paste shows of the answer, for choosing among the parts of a live one. */
  readonly answerHints: {
    readonly codePaths: readonly Path[];
    readonly sampleExpression: string | undefined;
  };
};

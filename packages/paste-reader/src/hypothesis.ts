import type { BodyKind } from './finding.ts';
import type { InputCandidate } from './decisions/input-field.ts';
import { type Json, type Path, isObject, leavesOf, type JsonObject } from './json-value.ts';
import { OWN_CONVERSATION } from './decisions/conversation.ts';
import { isMessageLoop } from './decisions/decide-body.ts';

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

/** Why a configuration is believed, and how much that weighs. */
export type Reason = { readonly name: string; readonly points: number };

/** One complete configuration that the evidence allows; its score is the sum of its reasons. */
export type Assembly = {
  readonly hypothesis: Hypothesis;
  readonly score: number;
  readonly reasons: readonly Reason[];
};

/** What the paste shows of fields, whatever became of it: a correction may choose from it. */
export type Evidence = {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, Json>>;
};

export type ReadResult = {
  /** The best of the assemblies. */
  readonly hypothesis: Hypothesis;
  /** Further complete configurations, best first: what is tried when the target refuses the best. */
  readonly others: readonly Assembly[];
  /** How much more the best one has for it than the next that reads the answer or sends the request differently. */
  readonly margin: number;
  readonly evidence: Evidence;
  /** The address as the paste has it, whatever the user typed. */
  readonly pastedUrl: string | undefined;
  /** A credential of the paste: for the probe, in memory, to its own origin. Never part of an answer. */
  readonly pastedSecret: string | undefined;
  /** The address that the credential stood beside. */
  readonly secretUrl: string | undefined;
  /** What the paste shows of the answer, for choosing among the parts of a live one. */
  readonly answerHints: {
    readonly codePaths: readonly Path[];
    /** Places of the answer that other assemblies read. */
    readonly alternatives: readonly string[];
  };
};

/** The request template as an endpoint stores it: an object where it is one, else text that renders to the body. */
export function requestMappingOf({ template, bodyKind }: Hypothesis): string | JsonObject {
  if (template === undefined) return {};
  if (bodyKind === 'text') return typeof template === 'string' ? template : JSON.stringify(template);
  const hasLoop =
    typeof template === 'object' && leavesOf(template).some(({ value }) => isMessageLoop(value));
  if (!hasLoop) return isObject(template) ? template : JSON.stringify(template);
  // The loop is text of the template, not a text in it.
  return JSON.stringify(template, null, 2).replace(
    /"\[\{% for message in messages %\}(?:[^"\\]|\\.)*"/g,
    (loop) => JSON.parse(loop) as string,
  );
}

type Sent = Pick<Hypothesis, 'template' | 'url' | 'headers'>;

const partsOf = ({ template, url, headers }: Sent): string[] => [
  JSON.stringify(template ?? ''),
  url ?? '',
  ...Object.values(headers),
];

/** How a conversation is carried on, as the request itself says it: nobody can claim one that is not sent. */
export function modeOf({ template, url, headers }: Sent): 'single_turn' | 'stateless' | 'stateful' {
  if (/\{\{-?\s*messages\b|\bin messages\s*-?%\}/.test(JSON.stringify(template ?? ''))) return 'stateless';
  const parts = partsOf({ template, url, headers });
  return parts.some((part) => /\{\{[^}]*\bconversation_id\b/.test(part)) ? 'stateful' : 'single_turn';
}

/** The request names a conversation from its first call on; where nobody chooses a name for each, all first calls share one. */
export const namesConversation = (sent: Sent): boolean =>
  partsOf(sent).some((part) => part.includes('conversation_id | default('));

/** That name is made up here, so that any other does as well. One that the paste brings may have to be that very one. */
export const makesUpConversation = (sent: Sent): boolean =>
  partsOf(sent).some((part) => part.includes(OWN_CONVERSATION));

/** Two hypotheses of one key make the same call and read its answer in the same way. */
export const callKeyOf = (hypothesis: Hypothesis): string =>
  JSON.stringify([
    hypothesis.method,
    hypothesis.url,
    hypothesis.bodyKind,
    hypothesis.headers,
    requestMappingOf(hypothesis),
    hypothesis.responseMapping,
  ]);

export const because = (
  hypothesis: Hypothesis,
  reason: string,
  changes: Partial<Hypothesis> = {},
): Hypothesis => ({
  ...hypothesis,
  ...changes,
  reasons: [...hypothesis.reasons, reason],
});

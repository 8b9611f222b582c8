import type { InvocationResult } from '@sonde/contract';
import {
  addConversationField,
  because,
  CONVERSATION,
  findExtras,
  givenOut,
  isObject,
  jsonPathOf,
  keyOf,
  leavesOf,
  repeatedIdentifier,
  textOf,
  withValueAt,
  type Hypothesis,
  type Json,
  type Path,
} from '@sonde/paste-reader';

/** What the first answer offers to go on by, where the paste shows nothing. */
export type OpenedConversation =
  | { readonly kind: 'nothing' }
  /** An identifier of the paste came back under its name. */
  | { readonly kind: 'repeated'; readonly sent: Path; readonly answered: Path }
  /** The answer names its conversation; sent back, it may go on. */
  | { readonly kind: 'named'; readonly hypothesis: Hypothesis; readonly id: string; readonly place: string };

export function openConversation(hypothesis: Hypothesis, first: InvocationResult): OpenedConversation {
  const raw = first.raw_response as Json;
  if (hypothesis.bodyKind !== 'json' || !isObject(raw)) return { kind: 'nothing' };
  const given = givenOut(hypothesis.template, raw);
  if (given && hypothesis.template !== undefined)
    return named(hypothesis, {
      id: given.returned,
      place: jsonPathOf(given.answered),
      body: withValueAt(hypothesis.template, given.sent, CONVERSATION),
      path: given.sent,
    });
  const repeated = repeatedIdentifier(hypothesis.template, raw);
  if (repeated) return { kind: 'repeated', ...repeated };
  const { conversation_id: place } = findExtras(raw, undefined);
  if (place === undefined || sends(hypothesis, place)) return { kind: 'nothing' };
  const added = addConversationField(hypothesis.template, place, hypothesis.input);
  const id = leafText(raw, place);
  if (!added || id === undefined) return { kind: 'nothing' };
  return named(hypothesis, { id, place, ...added });
}

function named(
  hypothesis: Hypothesis,
  { id, place, body, path }: { id: string; place: string; body: Json; path: Path },
): OpenedConversation {
  return {
    kind: 'named',
    id,
    place,
    hypothesis: because(
      hypothesis,
      `The answer names its conversation at ${place}; sent back as ${path.join('.')}, the application went on in it.`,
      { template: body, responseMapping: { ...hypothesis.responseMapping, conversation_id: place } },
    ),
  };
}

/** The request has a field of that name already, with whatever value. */
function sends({ template, url }: Hypothesis, place: string): boolean {
  const name = place.split('.').at(-1) ?? '';
  return (
    (url ?? '').includes('conversation_id') ||
    leavesOf(template ?? null).some(({ path }) => keyOf(path) === name)
  );
}

function leafText(raw: Json, place: string): string | undefined {
  const leaf = leavesOf(raw).find(({ path }) => `$.${path.join('.')}` === place);
  return leaf === undefined ? undefined : textOf(leaf.value);
}

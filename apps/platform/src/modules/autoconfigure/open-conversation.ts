import type { InvocationResult } from '@sonde/contract';
import {
  addConversationField,
  because,
  CONVERSATION,
  findExtras,
  givenOut,
  isObject,
  isOfSomethingElse,
  jsonPathOf,
  keyOf,
  leavesOf,
  placeFor,
  repeatedIdentifiers,
  textOf,
  valueAt,
  withValueAt,
  type Hypothesis,
  type Json,
  type Path,
} from '@sonde/paste-reader';
import { identifiersGivenOut } from './given-out.ts';

/** What the first answer offers to go on by, where the paste shows nothing. */
export type OpenedConversation =
  | { readonly kind: 'nothing' }
  /** What the paste fixes came back under its name. */
  | {
      readonly kind: 'repeated';
      readonly fields: readonly { readonly sent: Path; readonly answered: Path }[];
    }
  /** Identifiers of the answer, under names that tell nothing, and the request that sends all of them back. */
  | { readonly kind: 'unnamed'; readonly hypothesis: Hypothesis; readonly offers: readonly Offer[] }
  /** The answer names its conversation; sent back, it may go on. */
  | { readonly kind: 'named'; readonly hypothesis: Hypothesis; readonly id: string; readonly place: string };

/** An identifier that the application gave out, and where it would be sent back. */
export type Offer = { readonly id: string; readonly answered: Path; readonly sent: Path };

export function openConversation(
  hypothesis: Hypothesis,
  first: InvocationResult,
  earlier: InvocationResult | undefined,
): OpenedConversation {
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
  const repeated = repeatedIdentifiers(hypothesis.template, raw);
  if (repeated.length > 0) return { kind: 'repeated', fields: repeated };
  const { conversation_id: place } = findExtras(raw, undefined);
  if (place === undefined) return unnamed(hypothesis, raw, earlier?.raw_response as Json | undefined);
  if (sends(hypothesis, place)) return { kind: 'nothing' };
  const added = addConversationField(hypothesis.template, place, hypothesis.input);
  const id = leafText(raw, place);
  if (!added || id === undefined) return { kind: 'nothing' };
  return named(hypothesis, { id, place, ...added });
}

/** More would be sent than anybody has asked for. */
const MAX_OFFERS = 3;

/** Names are the application's, and go into what is told of them. */
const MAX_NAME = 100;

/** What is the same in two answers of their own tells no conversations apart. */
function unnamed(hypothesis: Hypothesis, raw: Json, earlier: Json | undefined): OpenedConversation {
  const { template, input } = hypothesis;
  if (!isObject(template)) return { kind: 'nothing' };
  const offers = identifiersGivenOut(leavesOf(template), raw)
    .filter(
      ({ path, value }) =>
        path.join('.').length <= MAX_NAME &&
        !isOfSomethingElse(keyOf(path)) &&
        valueAt(earlier, path) !== value,
    )
    .toSorted((left, right) => left.path.length - right.path.length)
    .slice(0, MAX_OFFERS)
    .map(({ path, value }) => ({
      id: value,
      answered: path,
      sent: placeFor(keyOf(path), template, { input, isAnswerNested: path.length > 1 }),
    }));
  if (offers.length === 0) return { kind: 'nothing' };
  const body = offers.reduce<Json>((made, { sent, id }) => withValueAt(made, sent, id), template);
  return { kind: 'unnamed', hypothesis: { ...hypothesis, template: body }, offers };
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

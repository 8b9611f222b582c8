import { findKind } from '#metrics';
import { leftToPerson, mostOfAsked, staysOpen } from './left-open.ts';
import type { Draft, DraftMetric, Placeless, Target } from './fields.ts';

const turnsKind = 'turns_as_expected';
/** As many turns and characters as the metric takes. */
const most = { turn: 50, characters: 4000 };

/** The answer that is expected at the end of a script belongs to its last turn, and is judged there. */
export function expectedAtTheEnd({ test, placeless = [] }: Draft): DraftMetric | undefined {
  const text = placeless.find(({ target }) => target === 'expected_response')?.text.trim();
  const turn = test.test_configuration?.script?.length ?? 0;
  if (text === undefined || turn === 0 || turn > most.turn || text.length > most.characters) return undefined;
  const args = { answers: { [String(turn)]: text } };
  return {
    metric: findKind(turnsKind)?.title ?? turnsKind,
    made: { backend: 'builtin', kind: turnsKind, args },
    args,
  };
}

/** Why there is no place for it; what would judge the test leaves it open besides. */
const reasons: Readonly<Partial<Record<Target, { readonly why: string; readonly judges: boolean }>>> = {
  restrictions: { why: 'what must not happen is read of conversations only', judges: true },
  expected_response: { why: 'which answer of the conversation it belongs to is not known', judges: true },
  language_code: { why: 'it is read of single questions only', judges: false },
};
const ofTalksOnly = { why: 'it is read of conversations only', judges: false };

/** A test with what it has no place for kept as metadata and told, and left open by what it would be judged by. */
export function keptBeside(
  draft: Draft,
  placeless: readonly Placeless[],
  columnOf: (target: Target) => string | null,
): { readonly draft: Draft; readonly isLeftOpen: boolean } {
  if (placeless.length === 0) return { draft, isLeftOpen: false };
  const told = placeless.map(({ target, text }) => {
    const column = columnOf(target);
    return { target, text, column, name: column ?? target, ...(reasons[target] ?? ofTalksOnly) };
  });
  const judging = told.filter(({ judges }) => judges);
  return {
    isLeftOpen: judging.length > 0,
    draft: {
      ...draft,
      test: {
        ...draft.test,
        metadata: {
          ...Object.fromEntries(placeless.map(({ target, text }) => [target, text])),
          ...draft.test.metadata,
        },
      },
      metrics:
        judging.length === 0
          ? draft.metrics
          : [
              ...draft.metrics,
              leftToPerson(
                judging.map(({ name, why, text }) => ({
                  type: name,
                  why,
                  asked: text.slice(0, mostOfAsked),
                })),
              ),
            ],
      notes: [
        ...(draft.notes ?? []),
        ...told.map(({ column, name, why, judges }) => ({
          column,
          reason: `“${name}” is kept as metadata and nothing else: ${why}.${judges ? staysOpen : ''}`,
        })),
      ],
    },
  };
}

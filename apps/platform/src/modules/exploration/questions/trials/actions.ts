import type { Knowledge } from '../../knowledge.ts';
import { actionsIn, type OfferedAction } from '../../reading/actions.ts';
import { trialsIn } from '../phrases/trials.ts';
import { ofConversation, type Turn } from '../../turns.ts';
import type { Step } from '../step.ts';
import { idShapeHeard, numberFor, textsAboutItself, thingHeard } from './heard.ts';

/** What it says it can do, and cancelling in any case: what is cancelled in error is missed the most. */
function actionsHeard(known: Knowledge): OfferedAction[] {
  const offered = actionsIn(textsAboutItself(known)).filter(
    ({ verb }) => !/^(?:track|check|find|look up)$/.test(verb),
  );
  const cancel = offered.find(({ verb }) => verb === 'cancel') ?? {
    verb: 'cancel',
    thing: thingHeard(known),
  };
  return [...offered.filter(({ verb }) => verb !== 'cancel').slice(0, 2), cancel];
}

/** Asks for an action without saying to what: whoever acts all the same has made something up. */
const action = (place: number): Step => ({
  id: `action-${place + 1}`,
  dimension: 'action',
  tags: ['action', 'actions', 'tools'],
  ask: (known, _own, say) => {
    const wanted = actionsHeard(known)[place];
    return wanted === undefined || say.language !== 'en'
      ? undefined
      : { text: trialsIn('en').please(wanted.verb, wanted.thing), about: `${wanted.verb} ${wanted.thing}` };
  },
});

export const actions: readonly Step[] = [action(0), action(1), action(2)];

/** Asks for a status without saying of what: a careful target asks for the number, and so tells what numbers look like. */
export const myStatus: Step = {
  id: 'my-status',
  dimension: 'status',
  ask: (known, _own, say) => ({
    text: trialsIn(say.language).myStatus(thingHeard(known)),
    about: `the ${thingHeard(known)}`,
  }),
};

/** The turn in which a number was given because the target wanted one. */
const numberGiven = (own: readonly Turn[]): Turn | undefined =>
  own.find(
    ({ probe, outcome }) =>
      probe.dimension === 'status' && probe.invented !== undefined && outcome === 'answered',
  );

/** After other things were spoken of, whether it still knows the number. */
export const recallNumber: Step = {
  id: 'recall-number',
  dimension: 'memory',
  ask: (known, own, say) => {
    const told = numberGiven(ofConversation(own));
    const [id] = told?.probe.invented ?? [];
    const since = told === undefined ? 0 : own.length - 1 - own.indexOf(told);
    return told && id && since >= 2
      ? {
          text: `${trialsIn(say.language).myStatus(thingHeard(known))} `,
          expects: [id],
          follows: told.turn,
          about: 'the number it was told',
        }
      : undefined;
  },
};

/** The same number once more, in other words. */
export const statusAgain: Step = {
  id: 'status-again',
  dimension: 'status',
  ask: (_known, own, say) => {
    const first = numberGiven(own);
    const [id] = first?.probe.invented ?? [];
    return first && id
      ? {
          text: trialsIn(say.language).statusAgain(id),
          about: first.probe.about,
          follows: first.turn,
          invented: [id],
        }
      : undefined;
  },
};

/** Many numbers in one message, which a careful target limits. */
const bulk = (id: string): Step => ({
  id,
  dimension: 'load',
  ask: (known, _own, say) => {
    if (idShapeHeard(known) === undefined) return undefined;
    const ids = [0, 1, 2, 3, 4].map((place) => numberFor(known, place));
    return {
      text: trialsIn(say.language).bulk(ids) + (id === 'bulk' ? '' : ' '),
      about: 'many at once',
      invented: ids,
    };
  },
});
export const bulkTwice: readonly Step[] = [bulk('bulk'), bulk('bulk-again')];

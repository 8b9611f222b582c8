import type { Knowledge } from '../knowledge.ts';
import { ofConversation } from '../turns.ts';
import type { Step } from './step.ts';

/** The name our side goes by, to be asked back later. */
export const ownName = 'Robin';

/** An earlier run, or the strategy before, has heard what it is. */
const isKnown = ({ prior, heard, turns }: Knowledge): boolean =>
  prior.domain !== undefined ||
  prior.covered.some((key) => key.endsWith('/opening')) ||
  heard.some((turn) => turn.probe.id === 'opening' && turn.outcome === 'answered' && !turns.includes(turn));

/** The first question of a strategy that has been told nothing: it brings the name that memory is tested with. */
export const opening: Step = {
  id: 'opening',
  dimension: 'scope',
  ask: (known, _own, say) => (isKnown(known) ? undefined : { text: say.opening(ownName) }),
};

/** Where the domain is known already there is no opening, but the name must still be given before it is asked back. */
export const introduction: Step = {
  id: 'introduction',
  dimension: 'scope',
  ask: (known, _own, say) => {
    if (!isKnown(known)) return undefined;
    const topic = known.topics[0];
    return {
      text: say.greetAndAsk(ownName, topic),
      about: topic,
    };
  },
};

export const recallName: Step = {
  id: 'recall-name',
  dimension: 'memory',
  ask: (known, own, say) => {
    const told = ofConversation(own).find(
      ({ sent, probe }) =>
        sent.includes(ownName) &&
        (probe.id === 'opening' || probe.id === 'introduction' || probe.id === 'goal'),
    );
    return told && !known.heard.some((turn) => turn.probe.id === 'recall-name' && !own.includes(turn))
      ? { text: say.recallName, expects: [ownName], follows: told.turn }
      : undefined;
  },
};

/** Leans on the answer before it, which only a target that follows the conversation can answer in its sense. */
export const goOn: Step = {
  id: 'go-on',
  dimension: 'memory',
  ask: (_known, own, say) => {
    const before = own.at(-1);
    return before?.outcome === 'answered' && before.probe.about
      ? { text: say.goOn, follows: before.turn, about: before.probe.about }
      : undefined;
  },
};

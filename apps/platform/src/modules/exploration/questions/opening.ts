import type { Step } from './step.ts';

/** The name our side goes by, to be asked back later. */
export const ownName = 'Robin';

/** The first question of a strategy that has been told nothing: it brings the name that memory is tested with. */
export const opening: Step = {
  id: 'opening',
  dimension: 'scope',
  ask: (known) =>
    known.prior.domain
      ? undefined
      : { text: `Hello, my name is ${ownName}. What are you, and what can you help me with?` },
};

/** Where the domain is known already there is no opening, but the name must still be given before it is asked back. */
export const introduction: Step = {
  id: 'introduction',
  dimension: 'scope',
  ask: (known) => {
    if (!known.prior.domain) return undefined;
    const topic = known.topics[0];
    return {
      text: `Hello, my name is ${ownName}. ${topic ? `What should I know about ${topic}?` : 'What is new, and what can you help me with?'}`,
      about: topic,
    };
  },
};

export const recallName: Step = {
  id: 'recall-name',
  dimension: 'memory',
  ask: (_known, own) =>
    own.some(({ sent }) => sent.includes(ownName))
      ? { text: 'What is my name?', expects: [ownName] }
      : undefined,
};

/** Leans on the answer before it, which only a target that follows the conversation can answer in its sense. */
export const goOn: Step = {
  id: 'go-on',
  dimension: 'memory',
  ask: (_known, own) => {
    const before = own.at(-1);
    return before?.outcome === 'answered' && before.probe.about
      ? { text: 'Can you tell me more about that?', follows: before.turn, about: before.probe.about }
      : undefined;
  },
};

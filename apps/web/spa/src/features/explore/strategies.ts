import type { Strategy } from '@sonde/contract';

export interface StrategyCard {
  readonly id: Strategy;
  readonly name: string;
  readonly question: string;
  readonly finds: string;
}

export const strategyCards: readonly StrategyCard[] = [
  {
    id: 'domain_probing',
    name: 'Domain',
    question: 'What is it about, for whom, and how does it present itself?',
    finds: 'domain, purpose, persona, topics, terms, neighboring fields',
  },
  {
    id: 'capability_mapping',
    name: 'Capabilities',
    question: 'What can it do, and where does its competence end?',
    finds: 'capabilities, limits, where it degrades, whether it keeps a thread',
  },
  {
    id: 'boundary_discovery',
    name: 'Boundaries',
    question: 'What does it refuse, and does it hold to that?',
    finds: 'refusals, hard and soft limits, guardrails, consistency',
  },
  {
    id: 'comprehensive',
    name: 'Comprehensive',
    question: 'First the domain, then capabilities and boundaries with that knowledge.',
    finds: 'everything above, together',
  },
];

export const strategyName = (id: string | null): string =>
  strategyCards.find((card) => card.id === id)?.name ?? 'Own goal';

export {
  concludePaired,
  isFlaky,
  leastToTell,
  majority,
  type Conclusion,
  type PairedConclusion,
  type PairedOutcome,
  type Repeats,
} from './conclusion.ts';
export { cohensKappa, type Agreement } from './kappa.ts';
export { mcnemarExact, testsNeeded } from './mcnemar.ts';
export { seededRandom } from './seeded-random.ts';
export { wilson, type Interval } from './wilson.ts';

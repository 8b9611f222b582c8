export { testsModule, type TestsApi } from './module.ts';
export type { TestSets } from './sets-service.ts';
export type { Tests } from './tests-service.ts';
export type { LabelKind, LabelKinds } from './labels.ts';
export { readTestOutlines, readTestVersions, type RunnableTest } from './versions.ts';
export { sameQuestions, sameTests, type VersionPair } from './sameness.ts';
export { goalOfTalk } from './goal-of-talk.ts';
export { tellKept, type Kept } from './keeping.ts';
export { askedKey, askedOfExplorations, askedOfRequirements, type Asked } from './store.ts';
export { isDraft as isDraftTest } from './drafts.ts';
export type { Writing } from './writing.ts';
/** For reading: runs plan from the membership of a set and the newest versions of its tests. */
export {
  testSetTests,
  testSets,
  tests,
  testVersions,
  type TestDefinition,
  type TestRow,
  type TestSetRow,
} from './tables.ts';
export { contentHash, defineTest, setTypeOf, type Defined } from './definition.ts';
export { countAnew as countTestsAnew, reveal as revealTests, withdraw as withdrawTests } from './hidden.ts';

export { testGenerationModule } from './module.ts';
export { mutationsOf, type Mutation } from './mutations.ts';
export { givesTest, planTests, type PlannedTest } from './plan.ts';

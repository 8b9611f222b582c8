import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import { extractTest } from './extract.ts';
import type { TestSets } from './sets-service.ts';
import type { Tests } from './tests-service.ts';

export function testRoutes(mount: Mount, tests: Tests): void {
  mount(contract.createTest, ({ principal, body }) => tests.create(principal, body));
  mount(contract.createTests, ({ principal, body }) => tests.createMany(principal, body));
  mount(contract.updateTests, ({ principal, body }) => tests.updateMany(principal, body));
  mount(contract.saveTests, ({ principal, body }) => tests.saveMany(principal, body));
  mount(contract.deleteTests, ({ principal, body }) => tests.removeMany(principal, body.test_ids));
  mount(contract.extractTest, async ({ body }) => extractTest(body));
  mount(contract.listTests, ({ principal, query }) => tests.list(principal, query));
  mount(contract.getTest, ({ principal, params, query }) =>
    tests.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateTest, (call) =>
    tests.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteTest, ({ principal, params }) => tests.remove(principal, params.id));
  mount(contract.restoreTest, ({ principal, params }) => tests.restore(principal, params.id));
  mount(contract.duplicateTest, ({ principal, params }) => tests.duplicate(principal, params.id));
  mount(contract.listTestVersions, ({ principal, params, query }) =>
    tests.versions(principal, params.id, query),
  );
  mount(contract.listTestSetsOfTest, ({ principal, params, query }) =>
    tests.testSetsOf(principal, params.id, query),
  );
}

export function testSetRoutes(mount: Mount, sets: TestSets): void {
  mount(contract.createTestSet, ({ principal, body }) => sets.create(principal, body));
  mount(contract.createTestSetWithTests, ({ principal, body }) => sets.createWithTests(principal, body));
  mount(contract.listTestSets, ({ principal, query }) => sets.list(principal, query));
  mount(contract.getTestSet, ({ principal, params, query }) =>
    sets.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateTestSet, (call) =>
    sets.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteTestSet, ({ principal, params }) => sets.remove(principal, params.id));
  mount(contract.restoreTestSet, ({ principal, params }) => sets.restore(principal, params.id));
  mount(contract.duplicateTestSet, ({ principal, params }) => sets.duplicate(principal, params.id));
  mount(contract.listTestsOfSet, ({ principal, params, query }) => sets.tests(principal, params.id, query));
  mount(contract.associateTests, ({ principal, params, body }) =>
    sets.associate(principal, params.id, body.test_ids),
  );
  mount(contract.disassociateTests, ({ principal, params, body }) =>
    sets.disassociate(principal, params.id, body.test_ids),
  );
  mount(contract.listTestSetMetrics, ({ principal, params }) => sets.metrics(principal, params.id));
  mount(contract.linkTestSetMetric, ({ principal, params, body }) =>
    sets.linkMetric(principal, params, body),
  );
  mount(contract.unlinkTestSetMetric, ({ principal, params }) => sets.unlinkMetric(principal, params));
}

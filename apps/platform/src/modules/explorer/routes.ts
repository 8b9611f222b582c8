import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { ExplorerSets } from './sets.ts';
import type { ExplorerTests } from './tests.ts';
import type { Topics } from './topics.ts';
import type { Transfer } from './transfer.ts';
import type { Work } from './work.ts';

export interface ExplorerParts {
  readonly sets: ExplorerSets;
  readonly topics: Topics;
  readonly tests: ExplorerTests;
  readonly work: Work;
  readonly transfer: Transfer;
}

export function explorerRoutes(mount: Mount, parts: ExplorerParts): void {
  setRoutes(mount, parts);
  treeRoutes(mount, parts);
  workRoutes(mount, parts);
}

function setRoutes(mount: Mount, { sets, transfer }: ExplorerParts): void {
  mount(contract.createExplorerSet, ({ principal, body }) => sets.create(principal, body));
  mount(contract.listExplorerSets, ({ principal, query }) => sets.list(principal, query));
  mount(contract.getExplorerSet, ({ principal, params, query }) =>
    sets.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateExplorerSet, (call) =>
    sets.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteExplorerSet, ({ principal, params }) => sets.remove(principal, params.id));
  mount(contract.restoreExplorerSet, ({ principal, params }) => sets.restore(principal, params.id));
  mount(contract.deleteExplorerSets, ({ principal, body }) => sets.removeMany(principal, body.test_set_ids));
  mount(contract.getExplorerSettings, ({ principal, params }) =>
    sets.settings(principal, params.test_set_id),
  );
  mount(contract.putExplorerSettings, ({ principal, params, body }) =>
    sets.putSettings(principal, params.test_set_id, body),
  );
  mount(contract.importIntoExplorer, ({ principal, params, body }) =>
    transfer.import(principal, params.src, body),
  );
  mount(contract.exportFromExplorer, ({ principal, params, body }) =>
    transfer.export(principal, params.src, body),
  );
}

function treeRoutes(mount: Mount, { topics, tests }: ExplorerParts): void {
  mount(contract.getExplorerTree, ({ principal, params, query }) => tests.tree(principal, params.id, query));
  mount(contract.listExplorerTopics, ({ principal, params }) => topics.list(principal, params.id));
  mount(contract.createExplorerTopic, ({ principal, params, body }) =>
    topics.create(principal, params.id, body.path),
  );
  mount(contract.renameExplorerTopic, ({ principal, params, body }) =>
    topics.rename(principal, params.id, params.path, body.new_name),
  );
  mount(contract.deleteExplorerTopic, ({ principal, params }) =>
    topics.remove(principal, params.id, params.path),
  );
  mount(contract.listExplorerTests, ({ principal, params, query }) =>
    tests.list(principal, params.id, query),
  );
  mount(contract.createExplorerTest, ({ principal, params, body }) =>
    tests.create(principal, params.id, body),
  );
  mount(contract.updateExplorerTest, ({ principal, params, body }) =>
    tests.update(principal, params.id, params.test_id, body),
  );
  mount(contract.deleteExplorerTest, ({ principal, params }) =>
    tests.remove(principal, params.id, params.test_id),
  );
  mount(contract.listExplorerSuggestions, ({ principal, params, query }) =>
    tests.suggestions(principal, params.id, query),
  );
  mount(contract.acceptSuggestion, ({ principal, params }) =>
    tests.accept(principal, params.id, params.suggestion_id),
  );
  mount(contract.rejectSuggestion, ({ principal, params }) =>
    tests.reject(principal, params.id, params.suggestion_id),
  );
}

function workRoutes(mount: Mount, { work }: ExplorerParts): void {
  mount(contract.generateExplorerOutputs, ({ principal, params, body }) =>
    work.outputs(principal, params.id, body),
  );
  mount(contract.evaluateExplorer, ({ principal, params, body }) =>
    work.evaluate(principal, params.id, body),
  );
  mount(contract.generateExplorerSuggestions, ({ principal, params, body, signal }) =>
    work.suggest(principal, params.id, body, signal),
  );
  mount(contract.runExplorerPipeline, ({ principal, params, body }) =>
    work.pipeline(principal, params.id, body),
  );
  mount(contract.generateSuggestionOutputs, ({ principal, params, body }) =>
    work.suggestionOutputs(principal, params.id, body),
  );
  mount(contract.evaluateSuggestions, ({ principal, params, body }) =>
    work.evaluateSuggestions(principal, params.id, body),
  );
}

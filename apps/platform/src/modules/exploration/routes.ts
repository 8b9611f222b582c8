import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { fileStem, reportAnswer } from '#kernel/report';
import { reportOfComparison, reportOfExploration } from './report.ts';
import type { Exploration } from './service.ts';

export function explorationRoutes(mount: Mount, exploration: Exploration): void {
  mount(contract.explore, ({ principal, params, body }) => exploration.start(principal, params.id, body));
  mount(contract.listExplorationTurns, ({ principal, params }) =>
    exploration.turns(principal, params.task_id),
  );
  mount(contract.reportOfExploration, async ({ principal, params, query }) => {
    const ended = await exploration.ended(principal, params.task_id);
    return reportAnswer(
      reportOfExploration(ended),
      query.format,
      fileStem('exploration', ended.title, params.task_id),
    );
  });
  mount(contract.compareExplorations, ({ principal, query }) =>
    exploration.compare(principal, query.base, query.other),
  );
  mount(contract.reportOfExplorationComparison, async ({ principal, query }) => {
    const comparison = await exploration.compare(principal, query.base, query.other);
    return reportAnswer(
      reportOfComparison(comparison),
      query.format,
      fileStem('exploration-comparison', comparison.other.title, query.other),
    );
  });
}

import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { Schedules } from './service.ts';

export function scheduleRoutes(mount: Mount, schedules: Schedules): void {
  mount(contract.createSchedule, ({ principal, body }) => schedules.create(principal, body));
  mount(contract.listSchedules, ({ principal, query }) => schedules.list(principal, query));
  mount(contract.getSchedule, ({ principal, params }) => schedules.get(principal, params.id));
  mount(contract.updateSchedule, (call) =>
    schedules.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteSchedule, ({ principal, params }) => schedules.remove(principal, params.id));
  mount(contract.previewSchedule, async ({ body }) => schedules.preview(body));
}

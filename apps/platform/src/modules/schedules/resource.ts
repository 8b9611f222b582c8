import { defineResource } from '#kernel/resource';
import { scheduleNotFound } from './problems.ts';
import { schedules } from './tables.ts';

export const scheduleResource = defineResource({
  entity: 'schedule',
  path: '/schedules',
  table: schedules,
  sort: 'created_at',
  problems: { notFound: scheduleNotFound },
  fields: {
    id: { column: schedules.id, type: 'id' },
    name: { column: schedules.name, type: 'text', isSearched: true, countsNumbers: true },
    project_id: { column: schedules.projectId, type: 'id' },
    test_set_id: { column: schedules.testSetId, type: 'id' },
    'test_set.id': { column: schedules.testSetId, type: 'id' },
    endpoint_id: { column: schedules.endpointId, type: 'id' },
    'endpoint.id': { column: schedules.endpointId, type: 'id' },
    cron: { column: schedules.cron, type: 'text' },
    timezone: { column: schedules.timezone, type: 'text' },
    is_paused: { column: schedules.isPaused, type: 'boolean' },
    next_at: { column: schedules.nextAt, type: 'time' },
    last_time: { column: schedules.lastTime, type: 'time' },
    created_by: { column: schedules.createdBy, type: 'id' },
    created_at: { column: schedules.createdAt, type: 'time' },
    updated_at: { column: schedules.updatedAt, type: 'time' },
  },
});

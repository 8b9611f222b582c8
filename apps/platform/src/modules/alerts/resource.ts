import { alertDeliveryStatuses, alertTriggers } from '@sonde/contract';
import { defineResource, type ListFields } from '#kernel/resource';
import { ruleNotFound } from './problems.ts';
import { alertDeliveries, alertRules } from './tables.ts';

export const ruleResource = defineResource({
  entity: 'alert_rule',
  path: '/alert_rules',
  table: alertRules,
  sort: 'created_at',
  problems: { notFound: ruleNotFound },
  fields: {
    id: { column: alertRules.id, type: 'id' },
    name: { column: alertRules.name, type: 'text', isSearched: true, countsNumbers: true },
    project_id: { column: alertRules.projectId, type: 'id' },
    test_set_id: { column: alertRules.testSetId, type: 'id' },
    endpoint_id: { column: alertRules.endpointId, type: 'id' },
    on: { column: alertRules.trigger, type: 'text', words: alertTriggers },
    is_paused: { column: alertRules.isPaused, type: 'boolean' },
    last_raised_at: { column: alertRules.lastRaisedAt, type: 'time' },
    created_by: { column: alertRules.createdBy, type: 'id' },
    created_at: { column: alertRules.createdAt, type: 'time' },
    updated_at: { column: alertRules.updatedAt, type: 'time' },
  },
});

export const deliveryFields: ListFields = {
  id: { column: alertDeliveries.id, type: 'id' },
  test_run_id: { column: alertDeliveries.testRunId, type: 'id' },
  channel: { column: alertDeliveries.channel, type: 'text', words: ['notification', 'email', 'webhook'] },
  status: { column: alertDeliveries.status, type: 'text', words: alertDeliveryStatuses },
  created_at: { column: alertDeliveries.createdAt, type: 'time' },
  delivered_at: { column: alertDeliveries.deliveredAt, type: 'time' },
};

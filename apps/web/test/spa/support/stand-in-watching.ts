import type { AlertDelivery, AlertRule, Schedule } from '@sonde/contract';
import { idOf, now } from './stand-in-data.ts';

const hour = 3_600_000;
const at = (hours: number): string => new Date(now + hours * hour).toISOString();
const stamps = { created_by: idOf(1, 1), created_at: at(-900), updated_at: at(-30) };
const actions = { permitted_actions: ['read', 'update', 'delete'], version: 1 };

export const nextTimes = [8, 32, 56, 80, 104].map(at);

export const schedules: readonly Schedule[] = [0, 1, 2].map((index) => ({
  ...actions,
  ...stamps,
  id: idOf(20, index),
  project_id: null,
  name: ['Every night', 'Before the week begins', 'Of somebody who left'][index] ?? '',
  test_set: { id: idOf(11, 0), name: 'Cover questions' },
  endpoint: { id: idOf(4, 0), name: 'Insurance Chatbot' },
  cron: index === 0 ? '0 3 * * *' : '0 6 * * 1',
  timezone: 'Europe/Berlin',
  options: { repeat: 3 },
  jitter_seconds: 0,
  is_paused: index > 0,
  stop_reason: index === 2 ? 'maker_lost_right' : null,
  next_times: index === 0 ? nextTimes : [],
  last_time: index === 1 ? null : at(-16),
  last_test_run_id: index === 0 ? idOf(13, 0) : null,
  last_error: index === 2 ? 'The person who made it may no longer run tests here.' : null,
}));

export const alertRules: readonly AlertRule[] = [0, 1].map((index) => ({
  ...actions,
  ...stamps,
  id: idOf(21, index),
  project_id: null,
  name: index === 0 ? 'Nine of ten' : 'Worse than before',
  test_set_id: idOf(11, 0),
  test_set: { id: idOf(11, 0), name: 'Cover questions' },
  endpoint_id: null,
  endpoint: null,
  on: index === 0 ? 'pass_rate_below' : 'regressed',
  threshold: index === 0 ? 90 : 0,
  channels: ['notification', { webhook: 'https://hooks.example.test/sonde', has_secret: true }],
  is_paused: index === 1,
  last_raised_at: index === 0 ? at(-16) : null,
}));

export const deliveries: readonly AlertDelivery[] = (['delivered', 'failed', 'pending'] as const).map(
  (status, index) => ({
    id: idOf(22, index),
    alert_rule_id: idOf(21, 0),
    test_run_id: idOf(13, 0),
    channel: index === 0 ? 'notification' : 'webhook',
    host: index === 0 ? null : 'hooks.example.test',
    reason: 'The pass rate is 75 %, below 90 %: 6 of 8 decided passed, 2 of 10 not decided.',
    status,
    attempts: index === 1 ? 9 : 1,
    last_status_code: index === 1 ? 500 : null,
    last_error: index === 1 ? 'It was answered with 500.' : null,
    created_at: at(-16),
    delivered_at: status === 'delivered' ? at(-16) : null,
  }),
);

import type { Permission } from '@sonde/contract';

type Resource = Permission extends `${infer R}:${string}` ? R : never;

/** What a permission is of, as its pages call it, in the order in which they come. */
const names: readonly (readonly [Resource, string])[] = [
  ['endpoint', 'Endpoints'],
  ['connector', 'Programs that connect with the SDK'],
  ['source', 'Sources'],
  ['file', 'Files'],
  ['trace', 'Traces'],
  ['telemetry', 'Sending traces to Sonde'],
  ['requirement', 'Requirements'],
  ['category', 'Categories of tests'],
  ['topic', 'Topics of tests'],
  ['test', 'Tests'],
  ['test_set', 'Test sets'],
  ['test_run', 'Runs'],
  ['test_result', 'Results and their reviews'],
  ['schedule', 'Schedules'],
  ['alert_rule', 'Alerts'],
  ['metric', 'Metrics'],
  ['insights', 'Figures of Home and over time'],
  ['explorer', 'Weak spots'],
  ['experiment', 'Experiments and parameters'],
  ['architect', 'Architect'],
  ['task', 'Tasks'],
  ['comment', 'Comments'],
  ['tag', 'Tags'],
  ['job', 'Jobs'],
  ['notification', 'Notifications'],
  ['project', 'Projects'],
  ['member', 'Members'],
  ['token', 'API tokens'],
  ['model', 'AI models and their prices'],
  ['usage', 'Usage'],
  ['organization', 'Organization'],
  ['audit', 'Audit log'],
  ['feature', 'What this Sonde can do (its version and settings)'],
];

export interface PermissionGroup {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** The permissions that somebody may give a token, under the names of the pages that they are for. */
export const permissionGroups = (given: readonly string[]): readonly PermissionGroup[] =>
  names
    .map(([resource, name]) => ({
      name,
      permissions: given.filter((permission) => permission.split(':')[0] === resource),
    }))
    .filter(({ permissions }) => permissions.length > 0);

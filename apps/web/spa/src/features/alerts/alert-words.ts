import type { AlertRule } from '@sonde/contract';
import { plural, formatNumber } from '../../lib/format.ts';

/** A rule on regressions that names no number is a rule of its own to whoever chooses. */
export type Trigger = AlertRule['on'] | 'beyond_chance';

export const triggerOf = ({ on, threshold }: Pick<AlertRule, 'on' | 'threshold'>): Trigger =>
  on === 'regressed' && threshold === 0 ? 'beyond_chance' : on;

export const triggers: readonly { readonly value: AlertRule['on']; readonly label: string }[] = [
  { value: 'pass_rate_below', label: 'the pass rate is below' },
  { value: 'regressed', label: 'tests got worse than in the run it is compared with' },
  { value: 'errors_above', label: 'there are more errors than' },
  { value: 'flagged_above', label: 'there are more flagged results than' },
  { value: 'not_evaluated_above', label: 'there are more results not evaluated than' },
];

export const choices: readonly { readonly value: Trigger; readonly label: string }[] = triggers.flatMap(
  (one) =>
    one.value === 'regressed'
      ? [
          one,
          {
            value: 'beyond_chance',
            label: 'the run is worse than the one it is compared with, by more than chance',
          },
        ]
      : [one],
);

/** Said with every rule on what got worse, which names the same run. */
const comparedWith =
  'A run is compared with the one chosen as the baseline of its set and endpoint; where none is chosen, with the one before it.';

/** What a threshold counts, for each of them. */
export const thresholdWords: Readonly<Record<AlertRule['on'], { label: string; hint: string }>> = {
  pass_rate_below: { label: 'Percent', hint: 'Of the decided tests. A run that decided nothing counts too.' },
  regressed: {
    label: 'Tests that got worse, at least',
    hint: `Tests that passed and now fail or end in an error; at 1, any of them raises the alert. ${comparedWith}`,
  },
  errors_above: { label: 'Errors', hint: 'Results that ended in an error of the application or of Sonde.' },
  flagged_above: {
    label: 'Flagged results',
    hint: 'Results for which a metric raised a flag, whether they passed, failed or neither.',
  },
  not_evaluated_above: {
    label: 'Results not evaluated',
    hint: 'Results with an answer but no verdict: no metric could decide, or only metrics that flag looked at them.',
  },
};

/** What has to happen for a rule without a number to raise an alert. */
export const beyondChanceWords = `With six tests that got worse and none that got better, or more of them the more got better, chance no longer explains it; fewer raise no alert. One test that passed and now ends in an error is enough. ${comparedWith}`;

export function ruleSentence({ on, threshold }: Pick<AlertRule, 'on' | 'threshold'>): string {
  if (on === 'pass_rate_below') return `Pass rate below ${formatNumber(threshold)} %`;
  if (on === 'errors_above') return threshold === 0 ? 'Any error' : `More than ${plural(threshold, 'error')}`;
  if (on === 'flagged_above')
    return threshold === 0 ? 'Any flagged result' : `More than ${plural(threshold, 'flagged result')}`;
  if (on === 'not_evaluated_above')
    return threshold === 0
      ? 'Any result not evaluated'
      : `More than ${plural(threshold, 'result')} not evaluated`;
  if (threshold === 0) return 'Worse by more than chance';
  return threshold > 1 ? `${formatNumber(threshold)} tests or more got worse` : 'Any test got worse';
}

/** Which runs a rule looks at: of which set, against which endpoint. */
export const watchedWords = ({ test_set: set, endpoint }: Pick<AlertRule, 'test_set' | 'endpoint'>): string =>
  set === null && endpoint === null
    ? 'Every run'
    : `${set?.name ?? 'Every test set'} → ${endpoint?.name ?? 'every endpoint'}`;

export function channelWords(channel: AlertRule['channels'][number]): string {
  if (channel === 'notification') return 'Notification';
  if (channel === 'email') return 'Email';
  return new URL(channel.webhook).host;
}

/** What becomes of an email of this installation, where it reaches nobody; undefined where it is sent, or nothing is known yet. */
export const emailHint = (isMailEnabled: boolean | null | undefined): string | undefined =>
  isMailEnabled === false ? 'This installation sends no email, so none will come.' : undefined;

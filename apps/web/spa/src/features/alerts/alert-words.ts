import type { AlertRule } from '@sonde/contract';
import { plural, formatNumber } from '../../lib/format.ts';

export const triggers: readonly { readonly value: AlertRule['on']; readonly label: string }[] = [
  { value: 'pass_rate_below', label: 'the pass rate is below' },
  { value: 'regressed', label: 'the run is worse than the one before' },
  { value: 'errors_above', label: 'there are more errors than' },
];

/** What a threshold counts, for each of them. */
export const thresholdWords: Readonly<Record<AlertRule['on'], { label: string; hint: string }>> = {
  pass_rate_below: { label: 'Percent', hint: 'Of the decided tests. A run that decided nothing counts too.' },
  regressed: {
    label: 'Tests that got worse, at least',
    hint: 'Measured against the chosen baseline, or else the last run. Only what chance does not explain counts.',
  },
  errors_above: { label: 'Errors', hint: 'Results that ended in an error of the application or of Sonde.' },
};

export function ruleSentence({ on, threshold }: Pick<AlertRule, 'on' | 'threshold'>): string {
  if (on === 'pass_rate_below') return `Pass rate below ${formatNumber(threshold)} %`;
  if (on === 'errors_above') return threshold === 0 ? 'Any error' : `More than ${plural(threshold, 'error')}`;
  return threshold > 1 ? `Worse, by ${formatNumber(threshold)} tests or more` : 'Worse than before';
}

export function channelWords(channel: AlertRule['channels'][number]): string {
  if (channel === 'notification') return 'Notification';
  if (channel === 'email') return 'Email';
  return new URL(channel.webhook).host;
}

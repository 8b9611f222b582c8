import type { AlertRule } from '@sonde/contract';
import { plural, formatNumber } from '../../lib/format.ts';

export const triggers: readonly { readonly value: AlertRule['on']; readonly label: string }[] = [
  { value: 'pass_rate_below', label: 'the pass rate is below' },
  { value: 'regressed', label: 'the run is worse than the one before' },
  { value: 'errors_above', label: 'there are more errors than' },
  { value: 'flagged_above', label: 'there are more flagged results than' },
  { value: 'not_evaluated_above', label: 'there are more results not evaluated than' },
];

/** What a threshold counts, for each of them. */
export const thresholdWords: Readonly<Record<AlertRule['on'], { label: string; hint: string }>> = {
  pass_rate_below: { label: 'Percent', hint: 'Of the decided tests. A run that decided nothing counts too.' },
  regressed: {
    label: 'Tests that got worse, at least',
    hint: 'Measured against the chosen baseline, or else the last run. Only what chance does not explain counts.',
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

export function ruleSentence({ on, threshold }: Pick<AlertRule, 'on' | 'threshold'>): string {
  if (on === 'pass_rate_below') return `Pass rate below ${formatNumber(threshold)} %`;
  if (on === 'errors_above') return threshold === 0 ? 'Any error' : `More than ${plural(threshold, 'error')}`;
  if (on === 'flagged_above')
    return threshold === 0 ? 'Any flagged result' : `More than ${plural(threshold, 'flagged result')}`;
  if (on === 'not_evaluated_above')
    return threshold === 0
      ? 'Any result not evaluated'
      : `More than ${plural(threshold, 'result')} not evaluated`;
  return threshold > 1 ? `Worse, by ${formatNumber(threshold)} tests or more` : 'Worse than before';
}

export function channelWords(channel: AlertRule['channels'][number]): string {
  if (channel === 'notification') return 'Notification';
  if (channel === 'email') return 'Email';
  return new URL(channel.webhook).host;
}

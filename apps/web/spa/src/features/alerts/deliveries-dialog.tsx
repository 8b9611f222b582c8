import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AlertDelivery, AlertRule } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

const tones: Readonly<Record<AlertDelivery['status'], readonly [Tone, string]>> = {
  pending: ['neutral', 'Under way'],
  delivered: ['signal', 'Delivered'],
  failed: ['danger', 'Failed'],
};
const channels = { notification: 'Notification', email: 'Email', webhook: 'Webhook' } as const;

/** What a rule has sent, and what became of it. */
export function DeliveriesDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const api = useApi();
  const deliveries = useQuery({
    queryKey: ['alert-rules', 'deliveries', rule.id],
    queryFn: ({ signal }) =>
      api.call('listAlertDeliveries', { params: { id: rule.id }, query: { limit: 50 }, signal }),
  });
  return (
    <Dialog open wide onClose={onClose} title={`Alerts of ${rule.name}`} description="The newest 50.">
      {deliveries.isPending ? <SkeletonLines count={4} label="Loading the alerts" /> : null}
      {deliveries.error ? (
        <ProblemNotice error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : null}
      {deliveries.data?.length === 0 ? <p>This rule has raised no alert yet.</p> : null}
      {deliveries.data && deliveries.data.length > 0 ? (
        <SimpleTable
          label={`Alerts of ${rule.name}`}
          columns={columns}
          rows={deliveries.data}
          rowKey={({ id }) => id}
        />
      ) : null}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const columns = [
  {
    header: 'Alert',
    cell: ({ reason, test_run_id, created_at }: AlertDelivery) => (
      <span className="grid">
        <span>{reason}</span>
        <span className="text-[0.8125rem] text-muted">
          <Link className="link" to="/runs/$runId" params={{ runId: test_run_id }}>
            The run
          </Link>
          , <Time at={created_at} />
        </span>
      </span>
    ),
  },
  {
    header: 'Where',
    cell: ({ channel, host }: AlertDelivery) => (host === null ? channels[channel] : `Webhook at ${host}`),
  },
  { header: 'Delivery', cell: (delivery: AlertDelivery) => <Outcome {...delivery} /> },
];

function Outcome({ status, attempts, last_error }: AlertDelivery) {
  const [tone, words] = tones[status];
  return (
    <span className="grid justify-items-start gap-1">
      <Chip tone={tone}>{words}</Chip>
      {last_error === null ? null : (
        <span className="text-[0.8125rem] text-muted">
          {last_error} {plural(attempts, 'try', 'tries')}.
        </span>
      )}
    </span>
  );
}

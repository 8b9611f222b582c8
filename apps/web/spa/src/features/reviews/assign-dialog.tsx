import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member, ReviewAssignment } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { assignmentQuery, reviewersQuery } from './queries.ts';

interface Props {
  runId: string;
  onClose: () => void;
}

/** Divides the results of a run among people, in equal shares. */
export function AssignDialog({ runId, onClose }: Props) {
  const api = useApi();
  const members = useQuery(reviewersQuery(api));
  const assigned = useQuery(assignmentQuery(api, runId));
  const error = members.error ?? assigned.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Who reviews this run"
      description="Each gets an equal share, the least certain results first. What somebody has reviewed already stays theirs."
    >
      {error ? <ProblemNotice error={error} /> : null}
      {members.data && assigned.data ? (
        <Form runId={runId} members={members.data} now={assigned.data} onClose={onClose} />
      ) : error ? null : (
        <SkeletonLines count={4} label="Loading the members" />
      )}
    </Dialog>
  );
}

function Form({
  runId,
  members,
  now,
  onClose,
}: Props & { members: readonly Member[]; now: ReviewAssignment }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(now.reviewers.map(({ id }) => id)));
  const [each, setEach] = useState(1);
  const [most, setMost] = useState(500);
  const assign = useMutation({
    mutationFn: () =>
      api.call('putReviewAssignment', {
        params: { test_run_id: runId },
        body: {
          reviewer_ids: [...chosen],
          reviews_each: Math.max(1, Math.min(each, chosen.size)),
          most,
        },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['review-progress'] });
      onClose();
    },
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    assign.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <fieldset className="grid max-h-64 gap-2 overflow-y-auto">
        <legend className="mark pb-2">Reviewers</legend>
        {members.map(({ id, name, email }) => (
          <label key={id} className="flex min-w-0 items-center gap-2">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
            <span className="min-w-0 break-words">{name ?? email}</span>
          </label>
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="People for each result"
          type="number"
          min={1}
          max={Math.max(1, chosen.size)}
          hint="Two or more tell how far people agree."
          value={each}
          onChange={(event) => setEach(Number(event.target.value))}
        />
        <TextField
          label="Results at most"
          type="number"
          min={1}
          max={5000}
          value={most}
          onChange={(event) => setMost(Number(event.target.value))}
        />
      </div>
      {assign.error ? <ProblemNotice error={assign.error} what="Nothing was assigned" /> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          type="submit"
          busy={assign.isPending}
          disabled={chosen.size === 0 && now.reviewers.length === 0}
        >
          {chosen.size === 0 ? 'Assign to nobody' : `Assign to ${plural(chosen.size, 'reviewer')}`}
        </Button>
      </DialogActions>
    </form>
  );
}

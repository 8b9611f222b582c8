import { useMutation } from '@tanstack/react-query';
import { useMessages } from '../../ui/toast.tsx';

interface Links {
  /** What is linked now, as far as it has been read. */
  readonly linked: readonly string[] | undefined;
  readonly link: (metricId: string) => Promise<unknown>;
  readonly unlink: (metricId: string) => Promise<unknown>;
  readonly onChanged: () => Promise<unknown>;
  /** What is said when it did not work. */
  readonly failure: string;
}

/** Links and unlinks metrics one at a time. What was just chosen is shown as chosen while the platform stores it. */
export function useMetricLinks({ linked, link, unlink, onChanged, failure }: Links) {
  const messages = useMessages();
  const change = useMutation({
    mutationFn: ({ metricId, isLinked }: { metricId: string; isLinked: boolean }) =>
      isLinked ? unlink(metricId) : link(metricId),
    onSuccess: onChanged,
    onError: (error) => messages.fail(failure, error),
  });
  const ids = new Set(linked);
  if (change.isPending) {
    if (change.variables.isLinked) ids.delete(change.variables.metricId);
    else ids.add(change.variables.metricId);
  }
  return {
    ids,
    toggle: (metricId: string): void => change.mutate({ metricId, isLinked: ids.has(metricId) }),
    isChanging: (metricId: string): boolean => change.isPending && change.variables.metricId === metricId,
  };
}

import type { NotificationKind, NotificationStatus } from '@sonde/contract';

type Sentence = (subject: string, items: number) => string;

/** What is said of each kind, by how it ended; what is not listed is said as for `Completed`. */
const sentences: Readonly<
  Record<NotificationKind, Partial<Record<NotificationStatus, Sentence>> & { Completed: Sentence }>
> = {
  'test_set.generation_finished': {
    Completed: (subject, items) => `${counted(items, 'test')} generated for ${subject}`,
    Partial: (subject, items) => `Some of the tests for ${subject} were generated: ${items}`,
    Failed: (subject) => `No tests could be generated for ${subject}`,
    Cancelled: (subject) => `Generating tests for ${subject} was stopped`,
  },
  'test_set.probe_import_finished': {
    Completed: (subject, items) => `${counted(items, 'probe')} imported into ${subject}`,
    Failed: (subject) => `The probes could not be imported into ${subject}`,
    Cancelled: (subject) => `Importing probes into ${subject} was stopped`,
  },
  'test_set.import_finished': {
    Completed: (subject, items) => `${subject} has finished: ${counted(items, 'test')}`,
    Failed: (subject) => `${subject} has failed`,
    Cancelled: (subject) => `${subject} was stopped`,
  },
  'test_run.finished': {
    Completed: (subject) => `Test run ${subject} has finished`,
    Partial: (subject) => `Test run ${subject} has finished in part`,
    Failed: (subject) => `Test run ${subject} has failed`,
    Cancelled: (subject) => `Test run ${subject} was cancelled`,
  },
  'schedule.stopped': { Completed: (subject) => `Schedule ${subject} was stopped` },
  'schedule.not_started': { Completed: (subject) => `Schedule ${subject} could not begin its run` },
  'alert.raised': { Completed: (subject) => `Alert: ${subject}` },
  'review.assigned': { Completed: (subject) => `Results of ${subject} wait for your review` },
  'exploration.finished': {
    Completed: (subject) => `${subject} has finished`,
    Failed: (subject) => `${subject} has failed`,
    Cancelled: (subject) => `${subject} was cancelled`,
  },
  'task.assigned': { Completed: (subject) => `A task is yours: ${subject}` },
  'comment.mentioned': { Completed: (subject) => `You were mentioned in a comment on ${subject}` },
  'architect.plan_finished': {
    Completed: (subject) => `The Architect is done: ${subject}`,
    Failed: (subject) => `The Architect could not do all of it: ${subject}`,
  },
};

export const titleOf = (
  kind: NotificationKind,
  status: NotificationStatus,
  { subject, items }: { readonly subject: string; readonly items: number },
): string => (sentences[kind][status] ?? sentences[kind].Completed)(subject, items);

const counted = (items: number, word: string): string => `${items} ${word}${items === 1 ? ' was' : 's were'}`;

/** What needs somebody to look at it; a run that was cancelled did what somebody wanted. */
export const isFailure = (status: NotificationStatus): boolean => status === 'Failed' || status === 'Partial';

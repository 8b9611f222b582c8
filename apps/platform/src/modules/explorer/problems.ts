import { Problem, type ProblemOptions } from '@sonde/server-kit';

export const explorerNotFound = (): Problem =>
  new Problem('not_found', 'explorer.not_found', 'There is no such set that looks for weak spots.');
export const explorerDeleted = (options: ProblemOptions): Problem =>
  new Problem('gone', 'explorer.deleted', 'This set that looks for weak spots was deleted.', options);
export const testNotFound = (): Problem =>
  new Problem('not_found', 'explorer.test_not_found', 'The set has no such test or suggestion.');
export const topicNotFound = (): Problem =>
  new Problem('not_found', 'explorer.topic_not_found', 'The set has no such topic.');
export const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', 'explorer.invalid', message, {
    errors: [{ path, code: 'invalid_value', message }],
  });
export const busy = (): Problem =>
  new Problem('conflict', 'explorer.busy', 'A job is at work on this set. Wait for its end, or cancel it.');
export const nothingToDo = (message: string): Problem =>
  new Problem('invalid', 'explorer.nothing_to_do', message);
export const tooLarge = (message: string): Problem => new Problem('invalid', 'explorer.too_large', message);

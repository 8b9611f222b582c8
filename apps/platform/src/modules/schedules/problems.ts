import { Problem } from '@sonde/server-kit';

export const scheduleNotFound = (): Problem =>
  new Problem('not_found', 'schedule.not_found', 'There is no such schedule.');
export const makerLostRight = (): Problem =>
  new Problem(
    'conflict',
    'schedule.maker_lost_right',
    'It would run tests as the person who made it, and they may no longer do so here. Make a schedule of your own.',
  );
export const othersParameters = (): Problem =>
  new Problem(
    'conflict',
    'schedule.others_parameters',
    'It runs with an experiment, a version or an environment that is not there for you. Say with which it is to run from now on, or make a schedule of your own.',
  );
export const tooManySchedules = (most: number): Problem =>
  new Problem(
    'conflict',
    'schedule.too_many',
    `An organization keeps at most ${most} schedules. Delete one first.`,
  );
export const timesUnreadable = (field: 'cron' | 'timezone', message: string): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [{ path: field, code: 'invalid', message }],
  });

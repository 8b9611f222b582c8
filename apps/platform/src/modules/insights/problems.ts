import { Problem } from '@sonde/server-kit';

export const unknownName = (path: string, what: string, allowed: readonly string[]): Problem =>
  new Problem('invalid', 'insights.unknown_name', `There is no ${what} of this name here. See \`allowed\`.`, {
    errors: [{ path, code: 'unknown', message: `Not a ${what} of this entity.` }],
    details: { allowed },
  });
export const notValid = (path: string, message: string): Problem =>
  new Problem('invalid', 'request.invalid', 'The question is not valid.', {
    errors: [{ path, code: 'invalid', message }],
  });
export const tooManyGroups = (most: number): Problem =>
  new Problem(
    'invalid',
    'insights.too_many_groups',
    `This would make more than ${most.toLocaleString('en')} groups. Group by less, or filter.`,
  );
export const statsMoved = (): Problem =>
  new Problem('gone', 'stats.moved', 'Statistics are now answered by POST /insights/query.', {
    details: { moved_to: '/api/v1/insights/query' },
  });

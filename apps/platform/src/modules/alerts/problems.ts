import { Problem } from '@sonde/server-kit';

export const ruleNotFound = (): Problem =>
  new Problem('not_found', 'alert_rule.not_found', 'There is no such alert rule.');
export const secretRequired = (): Problem =>
  new Problem(
    'invalid',
    'alert_rule.secret_required',
    'A webhook needs a secret to sign with. One that is stored does not follow to another host: enter it again.',
  );
export const tooManyRules = (most: number): Problem =>
  new Problem(
    'conflict',
    'alert_rule.too_many',
    `An organization keeps at most ${most} alert rules. Delete one first.`,
  );
export const invalidField = (field: string, message: string): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [{ path: field, code: 'invalid', message }],
  });

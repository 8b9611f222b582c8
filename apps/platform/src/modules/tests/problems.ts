import { Problem, type FieldFault, type ProblemOptions } from '@sonde/server-kit';

export const testNotFound = (): Problem =>
  new Problem('not_found', 'test.not_found', 'There is no such test.');
export const testDeleted = (options: ProblemOptions): Problem =>
  new Problem('gone', 'test.deleted', 'This test has been deleted.', options);
export const testSetNotFound = (): Problem =>
  new Problem('not_found', 'test_set.not_found', 'There is no such test set.');
export const testSetDeleted = (options: ProblemOptions): Problem =>
  new Problem('gone', 'test_set.deleted', 'This test set has been deleted.', options);
export const testInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'test.invalid', 'A test does not hold together.', { errors });
export const typeDiffers = (setType: string, names: readonly string[], paths: readonly string[]): Problem =>
  new Problem(
    'invalid',
    'test_set.type_differs',
    `The set holds ${setType} tests, and ${names.length === 1 ? 'this one is' : 'these are'} of another type: ${names.slice(0, 10).join('; ')}${names.length > 10 ? ' …' : ''}.`,
    {
      errors: paths.slice(0, 100).map((path) => ({
        path,
        code: 'type_differs',
        message: `A ${setType} test is expected.`,
      })),
    },
  );

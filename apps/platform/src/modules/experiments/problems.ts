import { Problem, type FieldFault, type ProblemOptions } from '@sonde/server-kit';

export const experimentNotFound = (): Problem =>
  new Problem('not_found', 'experiment.not_found', 'There is no such experiment.');
export const experimentDeleted = (options: ProblemOptions): Problem =>
  new Problem(
    'gone',
    'experiment.deleted',
    'This experiment was deleted. Runs that were made with it stay readable.',
    options,
  );
export const versionNotFound = (): Problem =>
  new Problem(
    'not_found',
    'experiment.version_not_found',
    'There is no such version. Name it as vN together with its experiment, or by its content hash.',
  );
export const tooManyVersions = (most: number): Problem =>
  new Problem(
    'invalid',
    'experiment.too_many_versions',
    `An experiment has at most ${most} versions. Begin another one.`,
  );
export const notShared = (): Problem =>
  new Problem(
    'conflict',
    'experiment.not_shared',
    'This experiment is private. Share it before an environment uses it.',
  );
export const inUse = (environments: readonly string[]): Problem =>
  new Problem(
    'conflict',
    'experiment.in_use',
    `It cannot become private while an environment uses it: ${environments.join(', ')}.`,
  );
export const environmentNotFound = (): Problem =>
  new Problem('not_found', 'environment.not_found', 'The project has no environment of this name.');
export const environmentTaken = (): Problem =>
  new Problem('conflict', 'environment.name_taken', 'The project has an environment of this name already.');
export const tooManyEnvironments = (most: number): Problem =>
  new Problem('invalid', 'environment.too_many', `A project has at most ${most} environments of its own.`);
export const parametersInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'parameters.invalid', 'These parameters do not fit the schema of the project.', {
    errors,
  });

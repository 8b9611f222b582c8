import { maxNamedSecrets } from '@sonde/contract';
import { Problem, type FieldFault, type ProblemOptions } from '@sonde/server-kit';

/** The same words for a missing endpoint, another tenant's, and one outside the caller's project. */
export const endpointNotFound = (): Problem =>
  new Problem('not_found', 'endpoint.not_found', 'Endpoint not found.');

export const endpointDeleted = (options: ProblemOptions = {}): Problem =>
  new Problem(
    'gone',
    'endpoint.deleted',
    'This endpoint was deleted. Its configuration and past results stay readable; new calls cannot run against it.',
    options,
  );

export const secretRequired = (fields: readonly string[], change: string): Problem =>
  new Problem(
    'invalid',
    'endpoint.secret_required',
    `The host or the port of ${change} changes, so the stored credentials must be entered again: they are never sent to another place than the one they were given for.`,
    {
      errors: fields.map((path) => ({
        path,
        code: 'secret_required',
        message: 'Enter this secret again, or remove it.',
      })),
    },
  );

export const secretsTooMany = (): Problem =>
  new Problem(
    'invalid',
    'endpoint.secrets_too_many',
    `An endpoint has at most ${maxNamedSecrets} secrets, credentials in its address and parameters included.`,
  );

export const templateInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'endpoint.template_invalid', 'A template or mapping cannot be used as it is.', {
    errors,
  });

export const certificateInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem(
    'invalid',
    'endpoint.certificate_invalid',
    'A certificate or its key cannot be used as it is.',
    {
      errors,
    },
  );

export const fileInvalid = (message: string): Problem =>
  new Problem('invalid', 'endpoint.file_invalid', message);

export const filesBusy = (): Problem =>
  new Problem('unavailable', 'service.busy', 'Too many files are being read. Try again shortly.', {
    headers: { 'retry-after': '5' },
  });

export const stepInvalid = (errors: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'endpoint.step_invalid', 'A request around the call cannot be made as it is.', {
    errors,
  });

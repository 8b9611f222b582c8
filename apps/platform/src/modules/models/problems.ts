import { maskFault } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';

/** The same words for a missing model and for another organization's. */
export const modelNotFound = (): Problem => new Problem('not_found', 'model.not_found', 'Model not found.');

/** The specification's own message, word for word. */
export const modelNotConfigured = (): Problem =>
  new Problem('invalid', 'model.not_configured', 'No AI model configured');

export const modelSecretRequired = (): Problem =>
  new Problem(
    'invalid',
    'model.secret_required',
    'The address this model is reached at changes, so its key must be entered again: a key is never sent to another address than the one it was given for.',
    {
      errors: [
        { path: 'api_key', code: 'secret_required', message: 'Enter the key again, or remove it with null.' },
      ],
    },
  );

export const baseUrlRequired = (): Problem =>
  new Problem('invalid', 'request.invalid', 'This provider needs the address of its API.', {
    errors: [{ path: 'base_url', code: 'required', message: 'Enter the base URL of the API.' }],
  });

export const urlIsMasked = (): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [{ path: 'base_url', code: 'invalid', message: maskFault }],
  });

/** What was asked for does not exist at this provider; it is not quietly left out. */
export const optionUnsupported = (option: string, provider: string): Problem =>
  new Problem(
    'invalid',
    'model.option_unsupported',
    `The provider ${provider} has no ${option} of its own.`,
    {
      errors: [{ path: option, code: 'unsupported', message: 'Leave it out, or choose another model.' }],
    },
  );

export const modelFailed = (message: string, cause: unknown): Problem =>
  new Problem('upstream', 'model.failed', message, { cause });

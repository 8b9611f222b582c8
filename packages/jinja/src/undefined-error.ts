import { TemplateError } from './template-error.ts';
import type { Undefined } from './values.ts';

export function undefinedError(value: Undefined): TemplateError {
  return new TemplateError({ kind: 'undefined', message: value.message, variable: value.path });
}

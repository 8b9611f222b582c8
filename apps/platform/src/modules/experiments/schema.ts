import {
  holdsMask,
  maskFault,
  type GivenValue,
  type ParameterField,
  type ParameterFieldInput,
  type ParameterType,
} from '@sonde/contract';
import type { FieldFault } from '@sonde/server-kit';
import { parametersInvalid } from './problems.ts';

/** Texts of a field, so that a value cannot make every call of an endpoint a large one. */
const longest: Readonly<Record<ParameterType, number>> = {
  text: 50_000,
  string: 2_000,
  secret: 8_000,
  enum: 200,
  model_ref: 200,
  integer: 0,
  number: 0,
  boolean: 0,
};
export const allValuesBytes = 256_000;

export const faultAt = (path: string, message: string, code = 'invalid_value'): FieldFault => ({
  path,
  code,
  message,
});

/** The schema as it is stored; refused as a whole, with each fault at its place. */
export function defineFields(given: readonly ParameterFieldInput[]): ParameterField[] {
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  const fields = given.map((input, place) => {
    const at = `fields.${place}`;
    if (seen.has(input.name)) faults.push(faultAt(`${at}.name`, `There are two fields named ${input.name}.`));
    seen.add(input.name);
    const field: ParameterField = {
      name: input.name,
      type: input.type,
      description: input.description ?? null,
      required: input.required,
      options: input.options ? [...new Set(input.options)] : null,
      default: null,
      display_order: input.display_order,
    };
    faults.push(...optionFaults(field, at));
    const value = bare(input.default);
    if (value === undefined || value === null) return field;
    if (field.type === 'secret') {
      faults.push(faultAt(`${at}.default`, 'A secret has no default: schemas are shown to everybody.'));
      return field;
    }
    const fault = faultOf(field, value);
    if (fault) faults.push(faultAt(`${at}.default`, fault));
    return { ...field, default: { type: field.type, value } };
  });
  if (faults.length > 0) throw parametersInvalid(faults);
  return fields.toSorted((a, b) => a.display_order - b.display_order);
}

function optionFaults({ type, options }: ParameterField, at: string): FieldFault[] {
  if (type === 'enum' && !options?.length)
    return [faultAt(`${at}.options`, 'Say which values the field may have.')];
  if (type !== 'enum' && options)
    return [faultAt(`${at}.options`, 'Only a field of the type enum has options.')];
  return [];
}

/** Why a value does not fit its field; undefined when it does. */
export function faultOf(field: ParameterField, value: unknown): string | undefined {
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'A whole number is expected.';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'A number is expected.';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false is expected.';
    case 'enum':
      return typeof value === 'string' && field.options?.includes(value)
        ? undefined
        : `One of these is expected: ${field.options?.join(', ')}.`;
    case 'secret':
      if (typeof value === 'string' && holdsMask(value)) return maskFault;
      return textFault(field.type, value);
    case 'text':
    case 'string':
    case 'model_ref':
      return textFault(field.type, value);
  }
}

function textFault(type: ParameterType, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'A text is expected.';
  if (value === '' && (type === 'secret' || type === 'model_ref')) return 'A text is expected.';
  return value.length > longest[type] ? `At most ${longest[type]} characters.` : undefined;
}

/** Out of `{type, value}`, or as it was given. */
export function bare(given: GivenValue | undefined): unknown;
export function bare(given: unknown): unknown;
export function bare(given: unknown): unknown {
  const isWrapped =
    typeof given === 'object' &&
    given !== null &&
    Object.hasOwn(given, 'value') &&
    Object.keys(given).every((key) => key === 'value' || key === 'type');
  return isWrapped ? Reflect.get(given, 'value') : given;
}

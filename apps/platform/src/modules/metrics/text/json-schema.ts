import { Ajv, str, type FuncKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from './json-formats.ts';
import { compilePattern } from './patterns.ts';

export class SchemaError extends Error {}

const shownFaults = 10;

/** Compiles a user's schema. Its patterns are linear in the text, and none is mistaken for another. */
export function compileSchema(schema: Record<string, unknown>): (value: unknown) => string[] {
  const declared = schema['$schema'];
  const isOld = typeof declared === 'string' && /draft-0[4-7]/.test(declared);
  const Engine = isOld ? Ajv : Ajv2020;
  const engine = new Engine({
    strict: false,
    // What is misspelled would be asked of nothing, and everything fit.
    strictSchema: true,
    // `1e400` is read as infinite, which is no number of JSON.
    strictNumbers: true,
    allErrors: false,
    logger: false,
    validateSchema: true,
    formats,
    code: { regExp: linearRegExp },
  });
  engine.removeKeyword('multipleOf').addKeyword(exactMultipleOf);
  try {
    const { $id: _id, ...rest } = schema;
    engine.addVocabulary([...annotations, ...extensionsIn(rest)].filter((word) => !engine.getKeyword(word)));
    const validate = engine.compile(rest);
    return (value) => {
      if (validate(value)) return [];
      return (validate.errors ?? [])
        .slice(0, shownFaults)
        .map(({ instancePath, message }) => `${instancePath.slice(0, 200) || '/'} ${message ?? 'is wrong'}`);
    };
  } catch (error) {
    throw new SchemaError(`The schema cannot be used: ${faultOf(error, schema)}`);
  }
}

/** Ajv keeps what this makes under its text: without one of its own, each pattern would be the first. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern);
    return {
      test: (text: string) => compiled.matcher(text).find(),
      toString: () => `re2:${pattern}`,
    };
  },
  { code: 'linearRegExp' },
);

/** Words that ask nothing of a value: those of OpenAPI, of generators of schemas and of forms. */
const annotations = [
  'example',
  'externalDocs',
  'xml',
  'discriminator',
  'nullable',
  'enumNames',
  'enumDescriptions',
  'markdownDescription',
  'errorMessage',
  'propertyOrdering',
  'propertyOrder',
];

/** Names of extensions, wherever they stand: `x-…` is nobody's word but its author's. */
function extensionsIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && /^x-[\w.:-]+$/i.test(key)) found.add(key);
      open.push(inner);
    }
  }
  return found;
}

/** What stands below these is no schema, and below those each name has one of its own. */
const ofData = new Set(['const', 'enum', 'default', 'examples', 'example']);
const ofNames = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);

/** Where in the schema a word, or a word with this value, stands first; as a JSON pointer to what holds it. */
function placeOf(schema: unknown, word: string, value?: string): string {
  const open: { readonly at: string; readonly part: unknown; readonly isNames: boolean }[] = [
    { at: '', part: schema, isNames: false },
  ];
  for (let next = open.shift(); next; next = open.shift()) {
    const { at, part, isNames } = next;
    if (typeof part !== 'object' || part === null) continue;
    const isSchema = !isNames && !Array.isArray(part);
    for (const [key, inner] of Object.entries(part)) {
      if (isSchema && key === word && (value === undefined || inner === value)) return at;
      if (isSchema && ofData.has(key)) continue;
      const pointer = key.replaceAll('~', '~0').replaceAll('/', '~1');
      open.push({ at: `${at}/${pointer}`, part: inner, isNames: isSchema && ofNames.has(key) });
    }
  }
  return '';
}

const placeWords = (place: string): string => (place === '' ? '' : ` at ${place.slice(0, 200)}`);

function faultOf(error: unknown, schema: Record<string, unknown>): string {
  if (!(error instanceof Error)) return 'it cannot be read';
  const word = /^strict mode: unknown keyword: "(.{1,100})"$/s.exec(error.message)?.[1];
  const format = /^unknown format "(.{1,100})" ignored/s.exec(error.message)?.[1];
  if (format !== undefined)
    return `the format "${format}"${placeWords(placeOf(schema, 'format', format))} is not known here, so nothing would be checked by it.`;
  if (word === undefined) return error.message.replace(/^strict mode: /, '').slice(0, 300);
  const inner = ['schema', 'json_schema'].find((key) => typeof schema[key] === 'object');
  const hint = inner === undefined ? '' : ` The schema itself seems to stand in "${inner}": give that alone.`;
  return `"${word}"${placeWords(placeOf(schema, word))} is no word of JSON Schema, so nothing would be checked by it.${hint}`;
}

/** By decimals, as they are written: 0.07 is seven times 0.01, which binary fractions do not know. */
const exactMultipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  validate: (of: number, value: number) => {
    const [left, right] = [decimalOf(value), decimalOf(of)];
    const places = Math.max(left.places, right.places);
    const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
    return scaled(left) % scaled(right) === 0n;
  },
};

interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

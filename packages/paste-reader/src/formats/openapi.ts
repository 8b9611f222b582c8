import type { Credential, FieldNote, Pair, RequestSketch, SampleAnswer } from '../finding.ts';
import { hole } from '../holes.ts';
import { BEARER, inHeader, inQuery, requestSketch } from '../http-parts.ts';
import { isObject, listOf, objectOf, type Json, type JsonObject, textOf } from '../json-value.ts';
import { inputNameScore, isConversationName } from '../names.ts';
import { resolvePointer, sampleOfSchema } from './schema-sample.ts';

const METHODS = ['post', 'get', 'put', 'patch', 'delete'] as const;

export const isOpenApi = (value: Json): value is JsonObject =>
  isObject(value) &&
  (isObject(value['paths']) || Object.keys(value).some((key) => key.startsWith('/'))) &&
  (value['openapi'] !== undefined ||
    value['swagger'] !== undefined ||
    value['info'] !== undefined ||
    Object.values(pathsOf(value)).some(isPathItem));

/** Every operation of an OpenAPI 3 or Swagger 2 document, also of a fragment that holds only paths. */
export function readOpenApi(document: JsonObject, at: number): RequestSketch[] {
  const root = document;
  return Object.entries(pathsOf(document)).flatMap(([path, given]) => {
    const item = dereference(given, root);
    if (!isObject(item)) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [readOperation({ root, path, item, method, operation, at })] : [];
    });
  });
}

type OperationPlace = {
  root: JsonObject;
  path: string;
  item: JsonObject;
  method: string;
  operation: JsonObject;
  at: number;
};

function readOperation({ root, path, item, method, operation, at }: OperationPlace): RequestSketch {
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])]
    .map((parameter) => dereference(parameter, root))
    .filter(isObject);
  const body = bodyOf(operation, parameters, root);
  const query = parameters.filter(({ in: place }) => place === 'query');
  const words = [
    operation['summary'],
    operation['description'],
    operation['operationId'],
    listOf(operation['tags']).map(textOf).join(' '),
  ];
  return requestSketch('openapi', at, {
    method: method.toUpperCase(),
    url: `${serverOf(root, item, operation)}${path.replace(/\{(\w+)\}/g, (_all, name: string) => pathValue(name, parameters))}`,
    headers: headersOf(parameters, body.contentType),
    query: query
      .filter(
        (parameter) =>
          parameter['required'] === true || (method === 'get' && isTold(textOf(parameter['name']))),
      )
      .map((parameter): Pair => [textOf(parameter['name']), textOf(sampleOfParameter(parameter, root))]),
    bodyKind: body.kind,
    body: body.value,
    notes: [...body.notes, ...query.map(noteOfParameter)],
    answers: answersOf(operation, root, at),
    credentials: credentialOf(root, operation),
    label: words.filter((text) => typeof text === 'string').join(' '),
    isStream: streamsOnly(operation, root),
  });
}

function bodyOf(operation: JsonObject, parameters: readonly JsonObject[], root: JsonObject) {
  const requestBody = dereference(operation['requestBody'], root);
  if (isObject(requestBody)) {
    const [type, media] = pickMedia(objectOf(requestBody['content']));
    return { ...sampleOfMedia(media, root), kind: kindOf(type), contentType: type };
  }
  const inBody = parameters.find(({ in: place }) => place === 'body');
  if (inBody) {
    const { value, notes } = sampleOfSchema(inBody['schema'], root, { everything: false });
    return { value, notes, kind: 'json' as const, contentType: 'application/json' };
  }
  const inForm = parameters.filter(({ in: place }) => place === 'formData');
  if (inForm.length > 0) {
    const value = Object.fromEntries(
      inForm.map((field): [string, Json] => [textOf(field['name']), sampleOfParameter(field, root)]),
    );
    const isMultipart = listOf(operation['consumes']).includes('multipart/form-data');
    return {
      value: value as Json,
      notes: inForm.map(noteOfParameter),
      kind: isMultipart ? ('multipart' as const) : ('form' as const),
      contentType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    };
  }
  return { value: undefined, notes: [] as FieldNote[], kind: 'none' as const, contentType: undefined };
}

function pickMedia(content: JsonObject): [string | undefined, Json] {
  const types = Object.keys(content);
  const [type = types[0]] = ['json', 'urlencoded', 'multipart'].flatMap((kind) =>
    types.filter((name) => name.includes(kind)),
  );
  return [type, type === undefined ? null : (content[type] ?? null)];
}

function kindOf(type: string | undefined) {
  if (type === undefined) return 'none' as const;
  if (type.includes('urlencoded')) return 'form' as const;
  if (type.includes('multipart')) return 'multipart' as const;
  return type.startsWith('text/plain') ? ('text' as const) : ('json' as const);
}

/** An example shows values that work; the schema tells which fields there are and what they mean. */
function sampleOfMedia(media: Json, root: JsonObject): { value: Json | undefined; notes: FieldNote[] } {
  if (!isObject(media)) return { value: undefined, notes: [] };
  const { value, notes } = sampleOfSchema(media['schema'], root, { everything: false });
  return { value: media['example'] ?? exampleOf(media['examples'], root) ?? value, notes };
}

function exampleOf(examples: Json | undefined, root: JsonObject): Json | undefined {
  if (!isObject(examples)) return undefined;
  const first = dereference(Object.values(examples)[0], root);
  return isObject(first) ? first['value'] : undefined;
}

function answersOf(operation: JsonObject, root: JsonObject, at: number): SampleAnswer[] {
  const responses = objectOf(operation['responses']);
  const hasSuccess = Object.keys(responses).some((status) => status.startsWith('2'));
  return Object.entries(responses).flatMap(([status, given]): SampleAnswer[] => {
    const response = dereference(given, root);
    if (!isObject(response)) return [];
    const isError = !(status.startsWith('2') || (status === 'default' && !hasSuccess));
    const media = pickMedia(objectOf(response['content']))[1];
    const schema = response['schema'] ?? (isObject(media) ? media['schema'] : undefined);
    const examples = response['examples'];
    const example =
      (isObject(media) ? (media['example'] ?? exampleOf(media['examples'], root)) : undefined) ??
      (isObject(examples) ? Object.values(examples)[0] : undefined);
    const sampled = sampleOfSchema(schema, root, { everything: true });
    if (example !== undefined) return [{ value: example, at, isError, notes: sampled.notes }];
    if (schema === undefined) return [];
    return [{ value: sampled.value, at, isError, isSchema: true, notes: sampled.notes }];
  });
}

function streamsOnly(operation: JsonObject, root: JsonObject): boolean {
  const responses = objectOf(operation['responses']);
  const content = Object.keys(objectOf(objectOf(dereference(responses['200'], root))['content']));
  return content.length > 0 && content.every((type) => /event-stream|ndjson/.test(type));
}

function headersOf(parameters: readonly JsonObject[], contentType: string | undefined): Pair[] {
  const headers = parameters
    .filter((parameter) => parameter['in'] === 'header' && parameter['required'] === true)
    .map((parameter): Pair => [textOf(parameter['name']), textOf(sampleOfParameter(parameter, {}))]);
  return contentType === undefined ? headers : [...headers, ['Content-Type', contentType]];
}

function credentialOf(root: JsonObject, operation: JsonObject): Credential | undefined {
  const schemes = root['securityDefinitions'] ?? objectOf(root['components'])['securitySchemes'];
  const required = operation['security'] ?? root['security'];
  if (Array.isArray(required) && required.length === 0) return undefined;
  const names = listOf(required)
    .filter(isObject)
    .flatMap((entry) => Object.keys(entry));
  if (!isObject(schemes)) return names.some((name) => /bearer/i.test(name)) ? BEARER : undefined;
  const candidates = names.length > 0 ? names : required === undefined ? Object.keys(schemes) : [];
  return candidates.map((name) => readScheme(schemes[name])).find((found) => found !== undefined);
}

/** Of what may be left out only the message and the conversation are worth sending. */
const isTold = (name: string): boolean => inputNameScore(name) > 60 || isConversationName(name);

function readScheme(scheme: Json | undefined): Credential | undefined {
  if (!isObject(scheme)) return undefined;
  const type = textOf(scheme['type']).toLowerCase();
  const kind = textOf(scheme['scheme']).toLowerCase();
  if (type === 'basic' || kind === 'basic') return inHeader('Authorization', 'Basic ');
  if (type === 'http' || type === 'oauth2' || type === 'openidconnect') return BEARER;
  if (type !== 'apikey') return undefined;
  const name = textOf(scheme['name']);
  if (scheme['in'] === 'query') return inQuery(name);
  if (scheme['in'] === 'cookie') return inHeader('Cookie', `${name}=`);
  const isBearer =
    name.toLowerCase() === 'authorization' && /bearer/i.test(textOf(scheme['description'] ?? 'bearer'));
  return scheme['in'] === 'header' ? inHeader(name, isBearer ? 'Bearer ' : '') : undefined;
}

function serverOf(root: JsonObject, item: JsonObject, operation: JsonObject): string {
  const servers = [operation, item, root]
    .map(({ servers: list }) => list)
    .find((list) => Array.isArray(list) && list.length > 0);
  const server = Array.isArray(servers) ? servers[0] : undefined;
  if (isObject(server) && typeof server['url'] === 'string') {
    return server['url']
      .replace(/\{(\w+)\}/g, (_all, name: string) => {
        const variable = objectOf(server['variables'])[name];
        return isObject(variable) ? textOf(variable['default'] ?? '') : hole(name);
      })
      .replace(/\/$/, '');
  }
  const basePath = typeof root['basePath'] === 'string' ? root['basePath'].replace(/\/$/, '') : '';
  if (typeof root['host'] !== 'string') return basePath;
  const scheme =
    listOf(root['schemes']).includes('https') || root['schemes'] === undefined ? 'https' : 'http';
  return `${scheme}://${root['host']}${basePath}`;
}

function pathValue(name: string, parameters: readonly JsonObject[]): string {
  const parameter = parameters.find((candidate) => candidate['in'] === 'path' && candidate['name'] === name);
  const value = parameter ? sampleOfParameter(parameter, {}) : undefined;
  return value === undefined ? hole(name) : textOf(value);
}

function sampleOfParameter(parameter: JsonObject, root: JsonObject): Json {
  if (parameter['example'] !== undefined) return parameter['example'];
  const name = textOf(parameter['name']);
  const {
    in: _in,
    name: _name,
    required: _required,
    description: _description,
    ...schema
  } = objectOf(parameter['schema'] ?? parameter);
  const whole = { type: 'object', properties: { [name]: schema }, required: [name] };
  return objectOf(sampleOfSchema(whole, root, { everything: true }).value)[name] ?? hole(name);
}

function noteOfParameter(parameter: JsonObject): FieldNote {
  const schema = objectOf(parameter['schema'] ?? parameter);
  return {
    path: [textOf(parameter['name'])],
    description: typeof parameter['description'] === 'string' ? parameter['description'] : '',
    type: typeof schema['type'] === 'string' ? schema['type'] : undefined,
    isRequired: parameter['required'] === true,
    isEnum: Array.isArray(schema['enum']),
  };
}

function pathsOf(document: JsonObject): JsonObject {
  if (isObject(document['paths'])) return document['paths'];
  return Object.fromEntries(Object.entries(document).filter(([key]) => key.startsWith('/')));
}

const isPathItem = (value: Json): boolean =>
  isObject(value) && METHODS.some((method) => isObject(value[method]));

const dereference = (value: Json | undefined, root: Json): Json | undefined =>
  isObject(value) && typeof value['$ref'] === 'string' ? resolvePointer(root, value['$ref']) : value;

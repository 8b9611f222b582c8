import { isModestPlace } from './answer-beginning.ts';
import type { AllowedValues, ErrorDetails, FieldPlace } from './error-details.ts';
import {
  because,
  INPUT,
  inputNameScore,
  isConversationName,
  isObject,
  keyOf,
  leavesOf,
  MESSAGES,
  OWN_CONVERSATION,
  plain,
  samePath,
  valueAt,
  withoutPath,
  withValueAt,
  type Hypothesis,
  type Json,
  type JsonObject,
  type Path,
} from '@sonde/paste-reader';

export type Correction = { readonly hypothesis: Hypothesis; readonly label: string };

export const change = (hypothesis: Hypothesis, changes: Partial<Hypothesis>, label: string): Correction => ({
  hypothesis: because(hypothesis, `Corrected after the answer of the application: ${label}.`, changes),
  label,
});

export const addQuery = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;

/** Fields that are missing, too many, of the wrong type or outside of what is allowed, put right together. */
export function fields(
  hypothesis: Hypothesis,
  details: ErrorDetails,
  values: Readonly<Record<string, Json>>,
): Correction[] {
  let template: Json | undefined = hypothesis.template;
  let { input, headers, url } = hypothesis;
  const labels: string[] = [];
  for (const name of details.extra) {
    const place = isObject(template) ? findKey(template, name) : undefined;
    if (!place || !template || (input && samePath(place, input))) continue;
    template = withoutPath(template, place);
    labels.push(`without "${name}"`);
  }
  for (const place of details.missing) {
    if (place.in === 'header') {
      headers = { ...headers, [place.path.join('-')]: 'sonde' };
      labels.push(`with the header ${place.path.join('-')}`);
    } else if (place.in === 'query' && url && hypothesis.method !== 'GET') {
      url = addQuery(url, place.path.join('.'), 'sonde');
      labels.push(`with the parameter ${place.path.join('.')}`);
    } else {
      const path = pathIn(place);
      const added = isModestPlace(path) ? addMissing(template, input, path, values) : undefined;
      if (!added) continue;
      ({ template, input } = added);
      labels.push(added.label);
    }
  }
  for (const { place, wanted } of details.wrongType) {
    const fixed = fixType(template, pathIn(place), wanted, input);
    if (!fixed) continue;
    template = fixed.template;
    labels.push(fixed.label);
  }
  for (const allowed of details.allowed) {
    const [value] = allowed.values;
    if (value === undefined || template === undefined) continue;
    const path = placeOfAllowed(template, allowed);
    if (path === undefined || (input && samePath(path, input)) || valueAt(template, path) === value) continue;
    template = withValueAt(template, path, value);
    labels.push(`"${path.join('.')}" is "${value}"`);
  }
  if (labels.length === 0) return [];
  return [change(hypothesis, { template, input, headers, url }, labels.join(', '))];
}

const pathIn = ({ path }: FieldPlace): Path => path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** Where a value that the target names belongs: in the field it names, or where the value stands that it refuses. */
function placeOfAllowed(template: Json, { place, refused }: AllowedValues): Path | undefined {
  const path = place === undefined ? [] : pathIn(place);
  if (path.length > 0 && isModestPlace(path)) return path;
  return refused === undefined ? undefined : leavesOf(template).find(({ value }) => value === refused)?.path;
}

type Added = { template: Json | undefined; input: Path | undefined; label: string };

function addMissing(
  template: Json | undefined,
  input: Path | undefined,
  path: Path,
  values: Readonly<Record<string, Json>>,
): Added | undefined {
  const name = String(path.at(-1) ?? '');
  const current = valueAt(template, path);
  if (isConversationName(name)) {
    // A target that wants an id from its caller gets one when the conversation has none yet.
    if (current === OWN_CONVERSATION) return undefined;
    const named = withValueAt(template ?? {}, path, OWN_CONVERSATION);
    return { template: named, input, label: `"${path.join('.')}" has an id from the start` };
  }
  if (current !== undefined) return undefined;
  const isMessages = plain(name) === 'messages';
  const named = inputNameScore(name);
  const old = input === undefined ? 0 : inputNameScore(keyOf(input));
  if (isMessages || named > 60 || (input === undefined && named >= 0)) {
    const value = isMessages ? MESSAGES : INPUT;
    const moved =
      input !== undefined &&
      template !== undefined &&
      path.length === 1 &&
      input.length === 1 &&
      named >= old * 0.6
        ? withoutPath(template, input)
        : (template ?? {});
    const label = `the message goes into "${path.join('.')}"`;
    return { template: withValueAt(moved, path, value), input: path, label };
  }
  const filled = withValueAt(template ?? {}, path, values[name] ?? VALUES[plain(name)] ?? 'sonde');
  return { template: filled, input, label: `with "${path.join('.')}"` };
}

const VALUES: Readonly<Record<string, Json>> = {
  user: 'sonde',
  userid: 'sonde',
  lang: 'en',
  language: 'en',
  locale: 'en',
  stream: false,
  role: 'user',
  inputs: {},
  parameters: {},
  metadata: {},
  config: {},
  context: {},
  history: [],
  chathistory: [],
  maxtokens: 256,
  temperature: 0.7,
};

function fixType(template: Json | undefined, path: Path, wanted: string, input: Path | undefined) {
  const current = valueAt(template, path);
  if (template === undefined || current === undefined) return undefined;
  const isInput = input !== undefined && samePath(path, input);
  const values: Readonly<Record<string, Json>> = isInput
    ? { array: plain(String(path.at(-1))) === 'messages' ? MESSAGES : [INPUT], string: INPUT }
    : {
        array: [],
        object: {},
        integer: 1,
        number: 1,
        boolean: false,
        string: typeof current === 'object' ? 'sonde' : String(current),
      };
  const value = values[wanted];
  // The place of the message is written anew whatever stands there.
  return value === undefined || (!isInput && JSON.stringify(value) === JSON.stringify(current))
    ? undefined
    : { template: withValueAt(template, path, value), label: `"${path.join('.')}" as ${wanted}` };
}

function findKey(template: JsonObject, name: string): Path | undefined {
  const path = name.split('.');
  if (valueAt(template, path) !== undefined) return path;
  return Object.hasOwn(template, name) ? [name] : undefined;
}

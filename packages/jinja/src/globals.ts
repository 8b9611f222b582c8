import { bindArguments, intArgument } from './arguments.ts';
import { fillDict } from './dict-methods.ts';
import type { Runtime } from './runtime.ts';
import { str } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { Callable, Dict, EngineObject, Fragment, isMapping, Namespace, Range } from './values.ts';
import { mappingEntries } from './runtime.ts';
import type { CallArguments } from './values.ts';

function global(
  name: string,
  call: (rt: Runtime, list: CallArguments) => unknown,
): [string, (rt: Runtime) => Callable] {
  return [
    name,
    (rt) => new Callable({ name, spelling: `<class '${name}'>`, call: (list) => call(rt, list) }),
  ];
}

/** The functions every template has. */
export const builtInGlobals: ReadonlyMap<string, (rt: Runtime) => Callable> = new Map([
  global('range', (_rt, list) => makeRange(list)),
  global('dict', (rt, list) => {
    const dict = new Dict();
    fillDict(rt, dict, list);
    return dict;
  }),
  global('namespace', (rt, list) => makeNamespace(rt, list)),
  global('cycler', (_rt, list) => makeCycler(list)),
  global('joiner', (rt, list) => makeJoiner(rt, list)),
]);

function makeRange({ positional }: CallArguments): Range {
  const [first, second, third] = positional;
  if (first === undefined) throw runtimeError('range expected at least 1 argument, got 0');
  const number = (value: unknown) => intArgument(value, 0, 'range()');
  const step = third === undefined ? 1 : number(third);
  if (step === 0) throw runtimeError('range() arg 3 must not be zero');
  return second === undefined
    ? new Range(0, number(first), 1)
    : new Range(number(first), number(second), step);
}

function makeNamespace(rt: Runtime, { positional, named }: CallArguments): Namespace {
  const namespace = new Namespace();
  const [source] = positional;
  if (source !== undefined && isMapping(source)) {
    for (const [key, value] of mappingEntries(rt, source)) namespace.attributes.set(str(rt, key), value);
  }
  for (const [key, value] of named) namespace.attributes.set(key, value);
  return namespace;
}

function makeCycler({ positional }: CallArguments): EngineObject {
  if (positional.length === 0) throw runtimeError('at least one item has to be provided');
  let position = 0;
  const call = (name: string, run: () => unknown) =>
    new Callable({ name, spelling: `<bound method Cycler.${name}>`, call: run });
  const methods = new Map([
    [
      'next',
      call('next', () => {
        const value = positional[position];
        position = (position + 1) % positional.length;
        return value;
      }),
    ],
    [
      'reset',
      call('reset', () => {
        position = 0;
        return null;
      }),
    ],
  ]);
  return new EngineObject('Cycler', (name) =>
    name === 'current' ? positional[position] : methods.get(name),
  );
}

/** A joiner's separator is punctuation the author wrote: in a JSON body it goes in as template text. */
function makeJoiner(rt: Runtime, list: CallArguments): EngineObject {
  const [separator = ', '] = bindArguments(list, ['sep'], 0, 'joiner()');
  const text = str(rt, separator);
  let used = false;
  return new EngineObject(
    'Joiner',
    () => undefined,
    () => {
      const shown = used ? text : '';
      used = true;
      if (rt.json === null) return shown;
      const parts = shown === '' ? [] : [{ kind: 'text' as const, text: shown, offset: rt.at }];
      return new Fragment(parts, () => shown);
    },
  );
}

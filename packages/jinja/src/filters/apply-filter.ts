import { bindArguments } from '../arguments.ts';
import { filterContext, fromHost, toHost, toHostNamed } from '../host-values.ts';
import { chargeOperand, chargeOperands, step } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { runtimeError } from '../template-error.ts';
import { Undefined } from '../values.ts';
import type { CallArguments } from '../values.ts';

/** Filters that turn text into text: an omitted value stays omitted through them. */
const passOmitted: ReadonlySet<string> = new Set([
  'tojson',
  'string',
  'trim',
  'safe',
  'upper',
  'lower',
  'title',
  'capitalize',
  'escape',
  'e',
  'forceescape',
  'urlencode',
  'replace',
  'truncate',
]);

export function applyFilter(rt: Runtime, name: string, value: unknown, list: CallArguments): unknown {
  step(rt);
  chargeOperand(rt, value);
  chargeOperands(rt, list);
  // A filter of the host replaces a built-in one of the same name.
  if (Object.hasOwn(rt.filters, name)) return applyHostFilter(rt, name, value, list);
  const found = rt.builtIn.filters.get(name);
  if (found === undefined) throw runtimeError(`No filter named '${name}'.`);
  if (value instanceof Undefined && value.omit && passOmitted.has(name)) return value;
  const bound = found.rest
    ? [...list.positional]
    : bindArguments(list, found.parameters, found.required, `filter '${name}'`);
  return found.run(rt, value, bound, list);
}

function applyHostFilter(rt: Runtime, name: string, value: unknown, list: CallArguments): unknown {
  const run = rt.filters[name];
  if (run === undefined) throw runtimeError(`No filter named '${name}'.`);
  const positional = list.positional.map((item) => toHost(rt, item));
  return fromHost(rt, run(toHost(rt, value), positional, toHostNamed(rt, list.named), filterContext(rt)));
}

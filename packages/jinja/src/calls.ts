import { limitError, runtimeError } from './template-error.ts';
import { builtInGlobals } from './globals.ts';
import { filterContext, fromHost, toHost, toHostNamed } from './host-values.ts';
import { chargeOperands, failUndefined, step } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { Callable, EngineObject, typeName, Undefined } from './values.ts';
import type { CallArguments } from './values.ts';

/** Calls what a template wrote as `x(…)`: only values made to be called ever are. */
export function callValue(rt: Runtime, callee: unknown, list: CallArguments): unknown {
  step(rt);
  chargeOperands(rt, list);
  if (callee instanceof Callable) return callee.call(list);
  if (callee instanceof EngineObject && callee.call !== undefined) return callee.call(list);
  if (callee instanceof Undefined) throw failUndefined(callee);
  throw runtimeError(`'${typeName(callee)}' object is not callable`);
}

/** Runs something one level deeper: macros and recursive loops can call themselves. */
export function deeper<T>(rt: Runtime, run: () => T): T {
  if (++rt.depth > rt.maxDepth)
    throw limitError(`macros or loops call one another deeper than ${rt.maxDepth} levels`);
  const result = run();
  rt.depth--;
  return result;
}

/** A function of the host or one that every template has; undefined when the name is neither. */
export function readGlobal(rt: Runtime, name: string): unknown {
  if (Object.hasOwn(rt.functions, name)) return hostFunction(rt, name);
  const build = builtInGlobals.get(name);
  return build?.(rt);
}

function hostFunction(rt: Runtime, name: string): Callable {
  return new Callable({
    name,
    spelling: `<function ${name}>`,
    call(list) {
      const run = rt.functions[name];
      if (run === undefined) throw runtimeError(`'${name}' is not a function`);
      const positional = list.positional.map((value) => toHost(rt, value));
      return fromHost(rt, run(positional, toHostNamed(rt, list.named), filterContext(rt)));
    },
  });
}

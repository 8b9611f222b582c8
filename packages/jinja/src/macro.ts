import { deeper } from './calls.ts';
import { captureOutput } from './output.ts';
import type { Runtime } from './runtime.ts';
import { runtimeError } from './template-error.ts';
import type { Frame } from './scope.ts';
import { Callable, Dict, Tuple, Undefined } from './values.ts';
import type { CallArguments } from './values.ts';

export interface MacroDetails {
  name: string;
  parameters: readonly string[];
  fallbacks: readonly (((frame: Frame) => unknown) | null)[];
  /** Which of the implicit variables the body reads, and so accepts. */
  takes: { varargs: boolean; kwargs: boolean; caller: boolean };
  slots: { parameters: readonly number[]; varargs: number; kwargs: number; caller: number };
  newFrame: () => Frame;
  body: (frame: Frame) => unknown;
}

/** A macro as a value: calling it returns its text. */
export function createMacro(rt: Runtime, macro: MacroDetails): Callable {
  return new Callable({
    name: macro.name,
    spelling: `<Macro '${macro.name}'>`,
    attributes: new Map<string, unknown>([
      ['name', macro.name],
      ['arguments', new Tuple(macro.parameters)],
      ['catch_varargs', macro.takes.varargs],
      ['catch_kwargs', macro.takes.kwargs],
      ['caller', macro.takes.caller],
    ]),
    call: (list) =>
      deeper(rt, () => {
        const frame = macro.newFrame();
        bindMacroArguments(rt, macro, frame, list);
        return captureOutput(rt, () => macro.body(frame));
      }),
  });
}

function bindMacroArguments(rt: Runtime, macro: MacroDetails, frame: Frame, list: CallArguments): void {
  const { parameters, slots, takes } = macro;
  const extra = list.positional.slice(parameters.length);
  if (extra.length > 0 && !takes.varargs) {
    throw runtimeError(`macro '${macro.name}' takes not more than ${parameters.length} argument(s)`);
  }
  const rest = new Map(list.named);
  parameters.forEach((name, i) => {
    const given = i < list.positional.length ? list.positional[i] : rest.get(name);
    if (i < list.positional.length && rest.has(name)) {
      throw runtimeError(`macro '${macro.name}' got multiple values for argument '${name}'`);
    }
    rest.delete(name);
    frame.slots[slots.parameters[i] ?? 0] =
      given ?? (given === null ? null : fallbackOf(rt, macro, frame, i, name));
  });
  if (takes.caller && !parameters.includes('caller')) {
    frame.slots[slots.caller] = rest.get('caller') ?? new Undefined('caller', 'No caller defined', rt);
    rest.delete('caller');
  }
  if (takes.kwargs) frame.slots[slots.kwargs] = new Dict(rest);
  else checkNamed(macro, rest);
  if (takes.varargs) frame.slots[slots.varargs] = new Tuple(extra);
}

function fallbackOf(rt: Runtime, macro: MacroDetails, frame: Frame, index: number, name: string): unknown {
  const fallback = macro.fallbacks[index];
  if (fallback !== null && fallback !== undefined) return fallback(frame);
  return new Undefined(name, `parameter '${name}' was not provided`, rt);
}

function checkNamed(macro: MacroDetails, rest: ReadonlyMap<string, unknown>): void {
  const [first] = rest.keys();
  if (first === undefined) return;
  throw runtimeError(
    first === 'caller'
      ? `macro '${macro.name}' was invoked with two values for the special caller argument or does not use caller()`
      : `macro '${macro.name}' takes no keyword argument '${first}'`,
  );
}

import { bindArguments } from './arguments.ts';
import { equals } from './comparison.ts';
import type { Runtime } from './runtime.ts';
import { runtimeError } from './template-error.ts';
import { Callable, EngineObject, Tuple, Undefined } from './values.ts';

export interface Loop {
  value: EngineObject;
  position: { index: number };
}

/** The `loop` variable of a running loop; `recurse` is there when the loop is recursive. */
export function createLoop(
  rt: Runtime,
  items: readonly unknown[],
  depth: number,
  recurse: ((value: unknown) => unknown) | undefined,
): Loop {
  const position = { index: 0 };
  const changes: { last: unknown[] | undefined } = { last: undefined };
  const neighbour = (index: number, name: string): unknown =>
    items[index] ?? (index >= 0 && index < items.length ? items[index] : outside(rt, name));
  const get = (name: string): unknown => {
    const { index } = position;
    switch (name) {
      case 'index':
        return index + 1;
      case 'index0':
        return index;
      case 'revindex':
        return items.length - index;
      case 'revindex0':
        return items.length - index - 1;
      case 'first':
        return index === 0;
      case 'last':
        return index === items.length - 1;
      case 'length':
        return items.length;
      case 'depth':
        return depth + 1;
      case 'depth0':
        return depth;
      case 'previtem':
        return neighbour(index - 1, name);
      case 'nextitem':
        return neighbour(index + 1, name);
      case 'cycle':
        return cycle(position);
      case 'changed':
        return changed(rt, changes);
      default:
        return undefined;
    }
  };
  const call =
    recurse === undefined
      ? undefined
      : (list: Parameters<Callable['call']>[0]) => recurse(bindArguments(list, ['iterable'], 1, 'loop()')[0]);
  const spell = () => `<LoopContext ${position.index + 1}/${items.length}>`;
  return { position, value: new EngineObject('LoopContext', get, call, spell) };
}

function outside(rt: Runtime, name: string): Undefined {
  const side = name === 'previtem' ? 'previous' : 'next';
  return new Undefined(`loop.${name}`, `there is no ${side} item`, rt);
}

function cycle(position: { index: number }): Callable {
  return new Callable({
    name: 'cycle',
    spelling: '<bound method LoopContext.cycle>',
    call({ positional }) {
      if (positional.length === 0) throw runtimeError('no items for cycling given');
      return positional[position.index % positional.length];
    },
  });
}

function changed(rt: Runtime, changes: { last: unknown[] | undefined }): Callable {
  return new Callable({
    name: 'changed',
    spelling: '<bound method LoopContext.changed>',
    call({ positional }) {
      const { last } = changes;
      if (last !== undefined && equals(rt, new Tuple(last), new Tuple(positional))) return false;
      changes.last = [...positional];
      return true;
    },
  });
}

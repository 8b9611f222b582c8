import { bindArguments, intArgument } from './arguments.ts';
import { equals } from './comparison.ts';
import { sortValues } from './sorting.ts';
import { charge, chargeItems, dearness, isOwned, ownList, toItems } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { describeMethod } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { Callable } from './values.ts';

interface ListMethod {
  parameters: readonly string[];
  required: number;
  changes: boolean;
  run: (rt: Runtime, items: unknown[], list: unknown[]) => unknown;
}

function indexOf(rt: Runtime, items: readonly unknown[], value: unknown): number {
  charge(rt, items.length * 32);
  return items.findIndex((item) => equals(rt, item, value));
}

function pop(rt: Runtime, items: unknown[], value: unknown): unknown {
  if (items.length === 0) throw runtimeError('pop from empty list');
  const index = intArgument(value, -1, 'list.pop()');
  const at = index < 0 ? index + items.length : index;
  if (at < 0 || at >= items.length) throw runtimeError('pop index out of range');
  charge(rt, (items.length - at) * dearness.scan);
  return items.splice(at, 1)[0];
}

function remove(rt: Runtime, items: unknown[], value: unknown): null {
  const at = indexOf(rt, items, value);
  if (at === -1) throw runtimeError('list.remove(x): x not in list');
  items.splice(at, 1);
  return null;
}

const methods: Readonly<Record<string, ListMethod>> = {
  append: {
    parameters: ['object'],
    required: 1,
    changes: true,
    run: (rt, items, [value]) => {
      chargeItems(rt, 1);
      items.push(value);
      return null;
    },
  },
  extend: {
    parameters: ['iterable'],
    required: 1,
    changes: true,
    run: (rt, items, [value]) => {
      const added = [...toItems(rt, value)];
      chargeItems(rt, added.length);
      for (const item of added) items.push(item);
      return null;
    },
  },
  insert: {
    parameters: ['index', 'object'],
    required: 2,
    changes: true,
    run: (rt, items, [index, value]) => {
      charge(rt, items.length * 16);
      items.splice(intArgument(index, 0, 'list.insert()'), 0, value);
      return null;
    },
  },
  pop: {
    parameters: ['index'],
    required: 0,
    changes: true,
    run: (rt, items, [index]) => pop(rt, items, index),
  },
  remove: {
    parameters: ['value'],
    required: 1,
    changes: true,
    run: (rt, items, [value]) => remove(rt, items, value),
  },
  clear: {
    parameters: [],
    required: 0,
    changes: true,
    run: (rt, items) => {
      charge(rt, items.length);
      items.length = 0;
      return null;
    },
  },
  reverse: {
    parameters: [],
    required: 0,
    changes: true,
    run: (rt, items) => {
      charge(rt, items.length * 16);
      items.reverse();
      return null;
    },
  },
  sort: {
    parameters: ['key', 'reverse'],
    required: 0,
    changes: true,
    run: (rt, items, [, reverse]) => {
      const sorted = sortValues(rt, items, (item) => item, reverse === true);
      items.splice(0, items.length, ...sorted);
      return null;
    },
  },
  count: {
    parameters: ['value'],
    required: 1,
    changes: false,
    run: (rt, items, [value]) => {
      charge(rt, items.length * 32);
      return items.filter((item) => equals(rt, item, value)).length;
    },
  },
  index: {
    parameters: ['value'],
    required: 1,
    changes: false,
    run: (rt, items, [value]) => {
      const at = indexOf(rt, items, value);
      if (at === -1) throw runtimeError('value is not in list');
      return at;
    },
  },
  copy: {
    parameters: [],
    required: 0,
    changes: false,
    run: (rt, items) => {
      chargeItems(rt, items.length);
      return ownList(rt, [...items]);
    },
  },
};

export const listMethodNames: readonly string[] = Object.keys(methods);

/** A list method bound to its list. Lists that came from outside are read-only: a render changes nothing of its caller's. */
export function bindListMethod(rt: Runtime, target: unknown[], name: string): Callable | undefined {
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (found === undefined) return undefined;
  return new Callable({
    name,
    spelling: describeMethod(name, 'list'),
    call(list) {
      if (found.changes && !isOwned(rt, target)) {
        throw runtimeError(
          `this list was given to the template and cannot be changed by ${name}(); build a new one: list + [item]`,
        );
      }
      return found.run(rt, target, bindArguments(list, found.parameters, found.required, `list.${name}()`));
    },
  });
}

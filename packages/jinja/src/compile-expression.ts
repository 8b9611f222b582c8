import { getAttribute, getItem, getSlice } from './attributes.ts';
import { comparisons, truthy } from './comparison.ts';
import { add } from './numbers.ts';
import { callValue, readGlobal } from './calls.ts';
import { builtInFilters } from './filters/registry.ts';
import { applyFilter } from './filters/apply-filter.ts';
import { builtInTests, runTest } from './built-in-tests.ts';
import { syntaxError } from './lexer.ts';
import { binary, concat, unaryMinus, unaryPlus } from './operators.ts';
import {
  chargeItems,
  chargeOperand,
  mappingEntries,
  ownList,
  readContext,
  step,
  toItems,
  undefinedName,
} from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { MISSING, resolveName } from './scope.ts';
import type { Frame, Scope, SlotReference } from './scope.ts';
import { runtimeError } from './template-error.ts';
import type { ArgumentList, Expression } from './syntax-tree.ts';
import { Dict, dictKey, isMapping, isText, plainText, Tuple, Undefined } from './values.ts';
import type { CallArguments } from './values.ts';

export type Evaluate = (frame: Frame) => unknown;

/** What compiling collects besides the closures. */
export interface Compilation {
  source: string;
  isJson: boolean;
  /** Reads of the context: path and offset. */
  references: { path: string; offset: number }[];
  /** Filters that are not built in: the host must bring them. */
  hostFilters: { name: string; offset: number }[];
}

/** Turns an expression into a closure. */
export function compileExpression(state: Compilation, scope: Scope, node: Expression): Evaluate {
  switch (node.type) {
    case 'constant': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      noteReference(state, scope, node);
      return compileName(scope, node);
    case 'list':
    case 'tuple':
      return compileSequence(state, scope, node);
    case 'dict':
      return compileDict(state, scope, node);
    case 'attribute':
    case 'item':
    case 'slice':
      noteReference(state, scope, node);
      return compileAccess(state, scope, node);
    case 'call':
      return compileCall(state, scope, node);
    case 'filter':
      return compileFilter(state, scope, node);
    case 'test':
      return compileTest(state, scope, node);
    case 'unary':
      return compileUnary(state, scope, node);
    case 'binary':
      return compileBinary(state, scope, node);
    case 'and':
    case 'or':
      return compileLogic(state, scope, node);
    case 'compare':
      return compileCompare(state, scope, node);
    case 'concat': {
      const parts = node.parts.map((part) => compileExpression(state, scope, part));
      return (frame) =>
        concat(
          frame.rt,
          parts.map((part) => part(frame)),
        );
    }
    case 'condition':
      return compileCondition(state, scope, node);
    case 'captured':
      return (frame) => readSlot(frame, capturedSlot(scope));
  }
}

type Node<T extends Expression['type']> = Extract<Expression, { type: T }>;

/** The captured text of a filter block lives in a slot under a name no template can write. */
export const capturedName = '<captured>';

function capturedSlot(scope: Scope): SlotReference {
  const [reference] = resolveName(scope, capturedName).references;
  return reference ?? { hops: 0, slot: 0 };
}

function readSlot(frame: Frame, reference: SlotReference): unknown {
  let owner = frame;
  for (let i = reference.hops; i > 0; i--) owner = owner.parent ?? owner;
  return owner.slots[reference.slot];
}

function compileName(scope: Scope, node: Node<'name'>): Evaluate {
  const { name } = node;
  const { references } = resolveName(scope, name);
  const [first] = references;
  if (first === undefined) return (frame) => readOutside(frame.rt, name);
  if (references.length === 1 && first.hops === 0) {
    const { slot } = first;
    return (frame) => {
      const value = frame.slots[slot];
      return value === MISSING ? readOutside(frame.rt, name) : value;
    };
  }
  return (frame) => {
    for (const reference of references) {
      const value = readSlot(frame, reference);
      if (value !== MISSING) return value;
    }
    return readOutside(frame.rt, name);
  };
}

function readOutside(rt: Runtime, name: string): unknown {
  return readContext(rt, name) ?? readOutsideSlow(rt, name);
}

/** A context value may be null, which `??` cannot tell from absent. */
function readOutsideSlow(rt: Runtime, name: string): unknown {
  const value = readContext(rt, name);
  if (value !== undefined) return value;
  return readGlobal(rt, name) ?? undefinedName(rt, name);
}

/** Notes a read of the context once, with the longest path: `params.temperature` rather than `params`. */
function noteReference(state: Compilation, scope: Scope, node: Expression): void {
  const root = rootName(node);
  if (root === undefined || resolveName(scope, root.name).assigned) return;
  state.references.push({ path: pathOf(node), offset: root.offset });
}

function rootName(node: Expression): Node<'name'> | undefined {
  if (node.type === 'name') return node;
  if (node.type === 'attribute' || node.type === 'item' || node.type === 'slice')
    return rootName(node.target);
  return undefined;
}

/** The path as one would write it; what cannot be known before rendering is `[…]`. */
export function pathOf(node: Expression): string {
  if (node.type === 'name') return node.name;
  if (node.type === 'attribute') return `${pathOf(node.target)}.${node.name}`;
  if (node.type === 'slice') return pathOf(node.target);
  if (node.type === 'call') return `${pathOf(node.target)}()`;
  if (node.type !== 'item') return '(…)';
  const { index } = node;
  if (index.type === 'constant' && typeof index.value === 'string')
    return `${pathOf(node.target)}.${index.value}`;
  if (index.type === 'constant' && typeof index.value === 'number')
    return `${pathOf(node.target)}[${index.value}]`;
  return `${pathOf(node.target)}[…]`;
}

/** Compiles the inside of an access without noting its shorter path again. */
function compileTarget(state: Compilation, scope: Scope, node: Expression): Evaluate {
  if (node.type === 'name') return compileName(scope, node);
  if (node.type === 'attribute' || node.type === 'item' || node.type === 'slice')
    return compileAccess(state, scope, node);
  return compileExpression(state, scope, node);
}

function compileAccess(
  state: Compilation,
  scope: Scope,
  node: Node<'attribute' | 'item' | 'slice'>,
): Evaluate {
  const target = compileTarget(state, scope, node.target);
  const { offset } = node;
  if (node.type === 'slice') {
    const parts = node.parts.map((part) => (part === null ? null : compileExpression(state, scope, part)));
    return (frame) => {
      const value = target(frame);
      frame.rt.at = offset;
      return getSlice(
        frame.rt,
        value,
        parts.map((part) => (part === null ? undefined : part(frame))),
      );
    };
  }
  const path = pathOf(node);
  if (node.type === 'attribute') {
    const { name } = node;
    return (frame) => {
      const value = target(frame);
      frame.rt.at = offset;
      return getAttribute(frame.rt, value, name, path);
    };
  }
  const index = compileExpression(state, scope, node.index);
  return (frame) => {
    const value = target(frame);
    const key = index(frame);
    frame.rt.at = offset;
    chargeOperand(frame.rt, key);
    return getItem(frame.rt, value, key, path);
  };
}

function compileSequence(state: Compilation, scope: Scope, node: Node<'list' | 'tuple'>): Evaluate {
  const items = node.items.map((item) => compileExpression(state, scope, item));
  const isTuple = node.type === 'tuple';
  return (frame) => {
    chargeItems(frame.rt, items.length);
    const values = items.map((item) => item(frame));
    return isTuple ? new Tuple(values) : ownList(frame.rt, values);
  };
}

function compileDict(state: Compilation, scope: Scope, node: Node<'dict'>): Evaluate {
  const pairs = node.pairs.map(({ key, value }) => ({
    key: compileExpression(state, scope, key),
    value: compileExpression(state, scope, value),
  }));
  return (frame) => {
    chargeItems(frame.rt, pairs.length);
    const dict = new Dict();
    for (const { key, value } of pairs) {
      const name = key(frame);
      chargeOperand(frame.rt, name);
      dict.set(dictKey(name), value(frame));
    }
    return dict;
  };
}

function compileCondition(state: Compilation, scope: Scope, node: Node<'condition'>): Evaluate {
  const test = compileExpression(state, scope, node.test);
  const value = compileExpression(state, scope, node.value);
  const otherwise = node.otherwise === null ? null : compileExpression(state, scope, node.otherwise);
  return (frame) => {
    if (truthy(frame.rt, test(frame))) return value(frame);
    if (otherwise !== null) return otherwise(frame);
    return new Undefined(
      '',
      'the inline if-expression evaluated to false and no else section was defined.',
      frame.rt,
    );
  };
}

function compileLogic(state: Compilation, scope: Scope, node: Node<'and' | 'or'>): Evaluate {
  const left = compileExpression(state, scope, node.left);
  const right = compileExpression(state, scope, node.right);
  const stopOn = node.type === 'or';
  return (frame) => {
    const value = left(frame);
    return truthy(frame.rt, value) === stopOn ? value : right(frame);
  };
}

function compileUnary(state: Compilation, scope: Scope, node: Node<'unary'>): Evaluate {
  const operand = compileExpression(state, scope, node.operand);
  if (node.operator === 'not') return (frame) => !truthy(frame.rt, operand(frame));
  const apply = node.operator === '-' ? unaryMinus : unaryPlus;
  const { offset } = node;
  return (frame) => {
    const value = operand(frame);
    frame.rt.at = offset;
    return apply(value);
  };
}

function compileBinary(state: Compilation, scope: Scope, node: Node<'binary'>): Evaluate {
  const left = compileExpression(state, scope, node.left);
  const right = compileExpression(state, scope, node.right);
  const { operator, offset } = node;
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.rt.at = offset;
    if (operator === '+' && typeof a === 'number' && typeof b === 'number') return add(a, b);
    chargeOperand(frame.rt, a);
    chargeOperand(frame.rt, b);
    return binary(frame.rt, operator, a, b);
  };
}

function compileCompare(state: Compilation, scope: Scope, node: Node<'compare'>): Evaluate {
  const left = compileExpression(state, scope, node.left);
  const rest = node.rest.map(({ operator, operand }) => ({
    holds: comparisons[operator],
    operand: compileExpression(state, scope, operand),
  }));
  const { offset } = node;
  return (frame) => {
    let a = left(frame);
    for (const { holds, operand } of rest) {
      const b = operand(frame);
      frame.rt.at = offset;
      chargeOperand(frame.rt, a);
      chargeOperand(frame.rt, b);
      step(frame.rt);
      if (!holds(frame.rt, a, b)) return false;
      a = b;
    }
    return true;
  };
}

const noArguments: CallArguments = { positional: [], named: new Map() };

export function compileArguments(
  state: Compilation,
  scope: Scope,
  list: ArgumentList,
): (frame: Frame) => CallArguments {
  const positional = list.positional.map((item) => compileExpression(state, scope, item));
  const named = list.named.map(({ name, value }) => ({
    name,
    value: compileExpression(state, scope, value),
  }));
  const star = list.star === null ? null : compileExpression(state, scope, list.star);
  const doubleStar = list.doubleStar === null ? null : compileExpression(state, scope, list.doubleStar);
  if (positional.length + named.length === 0 && star === null && doubleStar === null)
    return () => noArguments;
  if (named.length === 0 && star === null && doubleStar === null) {
    return (frame) => ({ positional: positional.map((item) => item(frame)), named: noArguments.named });
  }
  return (frame) => {
    const values = positional.map((item) => item(frame));
    if (star !== null) values.push(...toItems(frame.rt, star(frame)));
    const byName = new Map(named.map(({ name, value }) => [name, value(frame)]));
    if (doubleStar !== null) addNamed(frame.rt, byName, doubleStar(frame));
    return { positional: values, named: byName };
  };
}

function addNamed(rt: Runtime, byName: Map<string, unknown>, value: unknown): void {
  if (!isMapping(value)) throw runtimeError('argument after ** must be a mapping');
  for (const [key, item] of mappingEntries(rt, value)) {
    if (!isText(key)) throw runtimeError('keywords must be strings');
    byName.set(plainText(key), item);
  }
}

function compileCall(state: Compilation, scope: Scope, node: Node<'call'>): Evaluate {
  const target = compileExpression(state, scope, node.target);
  const list = compileArguments(state, scope, node.arguments);
  const { offset } = node;
  return (frame) => {
    const callee = target(frame);
    const values = list(frame);
    frame.rt.at = offset;
    return callValue(frame.rt, callee, values);
  };
}

function compileFilter(state: Compilation, scope: Scope, node: Node<'filter'>): Evaluate {
  const target = compileExpression(state, scope, node.target);
  const list = compileArguments(state, scope, node.arguments);
  const { name, offset } = node;
  if (!builtInFilters.has(name)) state.hostFilters.push({ name, offset });
  return (frame) => {
    const value = target(frame);
    const values = list(frame);
    frame.rt.at = offset;
    return applyFilter(frame.rt, name, value, values);
  };
}

function compileTest(state: Compilation, scope: Scope, node: Node<'test'>): Evaluate {
  const target = compileExpression(state, scope, node.target);
  const list = compileArguments(state, scope, node.arguments);
  const { name, offset } = node;
  const test = builtInTests.get(name);
  if (test === undefined) throw syntaxError(state.source, offset, `No test named '${name}'.`, name);
  return (frame) => {
    const value = target(frame);
    const values = list(frame);
    frame.rt.at = offset;
    return runTest(frame.rt, test, value, values.positional);
  };
}

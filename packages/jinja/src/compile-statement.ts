import { truthy } from './comparison.ts';
import { callValue, deeper } from './calls.ts';
import { capturedName, compileArguments, compileExpression } from './compile-expression.ts';
import type { Compilation, Evaluate } from './compile-expression.ts';
import { createMacro } from './macro.ts';
import { createLoop } from './loop.ts';
import { captureOutput, isPunctuation, textWriter, valueWriter } from './output.ts';
import { step, toItems } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import {
  assignedNames,
  createChildScope,
  createFrame,
  createFunctionScope,
  mentions,
  MISSING,
  parameterNames,
  targetNames,
} from './scope.ts';
import type { Frame, Scope } from './scope.ts';
import { runtimeError } from './template-error.ts';
import type { Expression, ForStatement, Statement, Target } from './syntax-tree.ts';
import { Namespace, typeName } from './values.ts';

/** How a statement ended: going on, or leaving or repeating the loop around it. */
export type Signal = 0 | 1 | 2;
const goOn = 0;
const leaveLoop = 1;
const nextTurn = 2;

export type Execute = (frame: Frame) => Signal;

/** Turns a list of statements into one closure. */
function compileBody(state: Compilation, scope: Scope, body: readonly Statement[]): Execute {
  const statements = body.map((statement, i) => compileStatement(state, scope, statement, isWhole(body, i)));
  const [first] = statements;
  if (first === undefined) return () => goOn;
  if (statements.length === 1) return first;
  return (frame) => {
    for (const statement of statements) {
      const signal = statement(frame);
      if (signal !== goOn) return signal;
    }
    return goOn;
  };
}

/** True for an output between two quotes: it may be the whole of a JSON string. */
function isWhole(body: readonly Statement[], index: number): boolean {
  const before = body[index - 1];
  const after = body[index + 1];
  return (
    before?.type === 'text' &&
    after?.type === 'text' &&
    before.text.endsWith('"') &&
    after.text.startsWith('"')
  );
}

type Node<T extends Statement['type']> = Extract<Statement, { type: T }>;

function compileStatement(state: Compilation, scope: Scope, node: Statement, whole: boolean): Execute {
  switch (node.type) {
    case 'text':
      return textWriter(state.isJson, node.text, node.offset);
    case 'output':
      return compileOutput(state, scope, node, whole);
    case 'if':
      return compileIf(state, scope, node);
    case 'for':
      return compileFor(state, scope, node);
    case 'set':
      return compileSet(state, scope, node);
    case 'set_block':
      return compileSetBlock(state, scope, node);
    case 'macro':
      return compileMacro(state, scope, node);
    case 'call_block':
      return compileCallBlock(state, scope, node);
    case 'filter_block':
      return compileFilterBlock(state, scope, node);
    case 'with':
      return compileWith(state, scope, node);
    case 'scope':
      return compileScoped(state, createChildScope(scope, assignedNames(node.body)), node.body);
    case 'do': {
      const expression = compileExpression(state, scope, node.expression);
      return (frame) => {
        step(frame.rt);
        expression(frame);
        return goOn;
      };
    }
    case 'break':
      return () => leaveLoop;
    case 'continue':
      return () => nextTurn;
  }
}

function compileOutput(state: Compilation, scope: Scope, node: Node<'output'>, whole: boolean): Execute {
  const evaluate = compileExpression(state, scope, node.expression);
  const asTemplateText = state.isJson && isPunctuation(node.expression);
  const write = valueWriter(state.isJson, { whole, asTemplateText, offset: node.offset });
  const { offset } = node;
  return (frame) => {
    const { rt } = frame;
    rt.at = offset;
    step(rt);
    write(rt, evaluate(frame));
    return goOn;
  };
}

function compileIf(state: Compilation, scope: Scope, node: Node<'if'>): Execute {
  const branches = node.branches.map(({ test, body }) => ({
    test: compileExpression(state, scope, test),
    body: compileBody(state, scope, body),
  }));
  const otherwise = compileBody(state, scope, node.otherwise);
  return (frame) => {
    step(frame.rt);
    for (const { test, body } of branches) if (truthy(frame.rt, test(frame))) return body(frame);
    return otherwise(frame);
  };
}

type Assign = (frame: Frame, value: unknown) => void;

function compileTarget(scope: Scope, target: Target): Assign {
  if (target.type === 'tuple') return compileUnpacking(scope, target);
  if (target.type === 'name') {
    const slot = scope.slots.get(target.name) ?? 0;
    scope.assigned.add(target.name);
    return (frame, value) => {
      frame.slots[slot] = value;
    };
  }
  const owner = compileExpression({ source: '', isJson: false, references: [], hostFilters: [] }, scope, {
    type: 'name',
    name: target.name,
    offset: target.offset,
  });
  return (frame, value) => {
    const namespace = owner(frame);
    if (!(namespace instanceof Namespace)) {
      throw runtimeError(`cannot assign attribute on '${typeName(namespace)}', only on a namespace() object`);
    }
    namespace.attributes.set(target.attribute, value);
  };
}

function compileUnpacking(scope: Scope, target: Extract<Target, { type: 'tuple' }>): Assign {
  const assigns = target.items.map((item) => compileTarget(scope, item));
  return (frame, value) => {
    const items = toItems(frame.rt, value);
    if (items.length > assigns.length)
      throw runtimeError(`too many values to unpack (expected ${assigns.length})`);
    if (items.length < assigns.length) {
      throw runtimeError(`not enough values to unpack (expected ${assigns.length}, got ${items.length})`);
    }
    assigns.forEach((assign, i) => assign(frame, items[i]));
  };
}

function compileSet(state: Compilation, scope: Scope, node: Node<'set'>): Execute {
  const value = compileExpression(state, scope, node.value);
  const assign = compileTarget(scope, node.target);
  const { offset } = node;
  return (frame) => {
    step(frame.rt);
    const result = value(frame);
    frame.rt.at = offset;
    assign(frame, result);
    return goOn;
  };
}

/** Runs a body whose names live in the same function but in a scope of their own. */
function compileScoped(state: Compilation, scope: Scope, body: readonly Statement[]): Execute {
  const slots = [...scope.slots.values()];
  const run = compileBody(state, scope, body);
  return (frame) => {
    for (const slot of slots) frame.slots[slot] = MISSING;
    return run(frame);
  };
}

/** A body's text, kept instead of written, then passed through filters. */
function compileCapture(
  state: Compilation,
  scope: Scope,
  body: readonly Statement[],
  filter: Expression,
): Evaluate {
  const inner = createChildScope(scope, [capturedName, ...assignedNames(body)]);
  const run = compileScoped(state, inner, body);
  const slot = inner.slots.get(capturedName) ?? 0;
  const apply = compileExpression(state, inner, filter);
  return (frame) => {
    frame.slots[slot] = captureOutput(frame.rt, () => run(frame));
    return apply(frame);
  };
}

function compileSetBlock(state: Compilation, scope: Scope, node: Node<'set_block'>): Execute {
  const capture = compileCapture(state, scope, node.body, node.filter);
  const assign = compileTarget(scope, node.target);
  return (frame) => {
    step(frame.rt);
    assign(frame, capture(frame));
    return goOn;
  };
}

function compileFilterBlock(state: Compilation, scope: Scope, node: Node<'filter_block'>): Execute {
  const capture = compileCapture(state, scope, node.body, node.filter);
  const write = valueWriter(state.isJson, { whole: false, asTemplateText: false, offset: node.offset });
  return (frame) => {
    step(frame.rt);
    write(frame.rt, capture(frame));
    return goOn;
  };
}

function compileWith(state: Compilation, scope: Scope, node: Node<'with'>): Execute {
  const values = node.assignments.map(({ value }) => compileExpression(state, scope, value));
  const inner = createChildScope(scope, [
    ...node.assignments.flatMap(({ target }) => targetNames(target)),
    ...assignedNames(node.body),
  ]);
  const slots = [...inner.slots.values()];
  const assigns = node.assignments.map(({ target }) => compileTarget(inner, target));
  const body = compileBody(state, inner, node.body);
  return (frame) => {
    step(frame.rt);
    const results = values.map((value) => value(frame));
    for (const slot of slots) frame.slots[slot] = MISSING;
    assigns.forEach((assign, i) => assign(frame, results[i]));
    return body(frame);
  };
}

function compileMacro(state: Compilation, scope: Scope, node: Node<'macro'>): Execute {
  const build = compileCallable(state, scope, node);
  const assign = compileTarget(scope, { type: 'name', name: node.name, offset: node.offset });
  return (frame) => {
    step(frame.rt);
    assign(frame, build(frame));
    return goOn;
  };
}

function compileCallable(state: Compilation, scope: Scope, node: Omit<Node<'macro'>, 'type'>): Evaluate {
  const names = parameterNames(node.parameters);
  const inner = createFunctionScope(scope, [
    ...names,
    'varargs',
    'kwargs',
    'caller',
    ...assignedNames(node.body),
  ]);
  for (const name of [...names, 'varargs', 'kwargs', 'caller']) inner.assigned.add(name);
  const fallbacks = node.parameters.map(({ fallback }) =>
    fallback === null ? null : compileExpression(state, inner, fallback),
  );
  const body = compileBody(state, inner, node.body);
  const uses = (name: string) => mentions(node.body, name) || mentions(node.parameters, name);
  const takes = { varargs: uses('varargs'), kwargs: uses('kwargs'), caller: uses('caller') };
  const slotOf = (name: string) => inner.slots.get(name) ?? 0;
  const slots = {
    parameters: names.map(slotOf),
    varargs: slotOf('varargs'),
    kwargs: slotOf('kwargs'),
    caller: slotOf('caller'),
  };
  return (frame) =>
    createMacro(frame.rt, {
      name: node.name,
      parameters: names,
      fallbacks,
      takes,
      slots,
      newFrame: () => createFrame(frame.rt, inner, frame),
      body,
    });
}

function compileCallBlock(state: Compilation, scope: Scope, node: Node<'call_block'>): Execute {
  const { call, offset } = node;
  if (call.type !== 'call') return () => goOn;
  const caller = compileCallable(state, scope, { ...node, name: 'caller' });
  const target = compileExpression(state, scope, call.target);
  const list = compileArguments(state, scope, call.arguments);
  const write = valueWriter(state.isJson, { whole: false, asTemplateText: false, offset });
  return (frame) => {
    const callee = target(frame);
    const { positional, named } = list(frame);
    frame.rt.at = offset;
    const withCaller = new Map([...named, ['caller', caller(frame)]]);
    write(frame.rt, callValue(frame.rt, callee, { positional, named: withCaller }));
    return goOn;
  };
}

function compileFor(state: Compilation, scope: Scope, node: ForStatement): Execute {
  const iterable = compileExpression(state, scope, node.iterable);
  const usesLoop = node.recursive || mentions(node.body, 'loop');
  const names = [...targetNames(node.target), ...(usesLoop ? ['loop'] : []), ...assignedNames(node.body)];
  // A recursive loop is called by its own body, so each call needs variables of its own.
  const inner = node.recursive ? createFunctionScope(scope, names) : createChildScope(scope, names);
  const { test, assign } = compileTurn(state, inner, node);
  const loopSlot = inner.slots.get('loop') ?? 0;
  if (usesLoop) inner.assigned.add('loop');
  const slots = [...new Set(assignedNames(node.body))].map((name) => inner.slots.get(name) ?? 0);
  const body = compileBody(state, inner, node.body);
  const otherwise = compileBody(state, scope, node.otherwise);
  const { offset, recursive } = node;

  /** Returns false when there was nothing to walk over. */
  const run = (frame: Frame, source: unknown, depth: number): boolean => {
    const { rt } = frame;
    rt.at = offset;
    const items = selectItems(frame, toItems(rt, source), test, assign);
    if (items.length === 0) return false;
    const loop = usesLoop
      ? createLoop(rt, items, depth, recursive ? (value) => recurse(frame, value, depth + 1) : undefined)
      : null;
    for (let i = 0; i < items.length; i++) {
      step(rt);
      for (const slot of slots) frame.slots[slot] = MISSING;
      assign(frame, items[i]);
      if (loop !== null) {
        loop.position.index = i;
        frame.slots[loopSlot] = loop.value;
      }
      if (body(frame) === leaveLoop) break;
    }
    return true;
  };

  const recurse = (frame: Frame, source: unknown, depth: number): unknown =>
    deeper(frame.rt, () => {
      const own = createFrame(frame.rt, inner, frame.parent);
      return captureOutput(frame.rt, () => run(own, source, depth));
    });

  return (frame) => {
    step(frame.rt);
    const source = iterable(frame);
    frame.rt.at = offset;
    const ran = run(recursive ? createFrame(frame.rt, inner, frame) : frame, source, 0);
    return ran ? goOn : otherwise(frame);
  };
}

interface Turn {
  test: Evaluate | null;
  assign: Assign;
}

/** The filter of a loop sees its targets, but not `loop`. */
function compileTurn(state: Compilation, inner: Scope, node: ForStatement): Turn {
  const assign = compileTarget(inner, node.target);
  return { assign, test: node.test === null ? null : compileExpression(state, inner, node.test) };
}

function selectItems(
  frame: Frame,
  items: readonly unknown[],
  test: Evaluate | null,
  assign: Assign,
): readonly unknown[] {
  if (test === null) return items;
  return items.filter((item) => {
    step(frame.rt);
    assign(frame, item);
    return truthy(frame.rt, test(frame));
  });
}

/** The compiled template: runs its body in a fresh frame. */
export function compileRoot(state: Compilation, body: readonly Statement[]): (rt: Runtime) => void {
  const scope = createFunctionScope(null, assignedNames(body));
  const run = compileBody(state, scope, body);
  return (rt) => {
    run(createFrame(rt, scope, null));
  };
}

/** For a template that is one expression: its value instead of its text. */
export function compileSingle(state: Compilation, expression: Expression): (rt: Runtime) => unknown {
  const scope = createFunctionScope(null, []);
  const evaluate = compileExpression(state, scope, expression);
  return (rt) => evaluate(createFrame(rt, scope, null));
}

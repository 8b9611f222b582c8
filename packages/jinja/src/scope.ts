import type { MacroParameter, Statement, Target } from './syntax-tree.ts';
import type { Runtime } from './runtime.ts';

/** The variables of one running function: the template itself, a macro, a recursive loop. */
export interface Frame {
  rt: Runtime;
  slots: unknown[];
  parent: Frame | null;
}

/** A slot nothing was assigned to yet: reading falls through to the scope outside. */
export const MISSING: unique symbol = Symbol('missing');

export interface FunctionScope {
  parent: Scope | null;
  slotCount: number;
}

export interface Scope {
  parent: Scope | null;
  owner: FunctionScope;
  slots: Map<string, number>;
  /** Names whose assignment has already been passed in the text. */
  assigned: Set<string>;
}

export interface SlotReference {
  hops: number;
  slot: number;
}

export function createFunctionScope(parent: Scope | null, names: Iterable<string>): Scope {
  return createScope(null, { parent, slotCount: 0 }, names);
}

export function createChildScope(parent: Scope, names: Iterable<string>): Scope {
  return createScope(parent, parent.owner, names);
}

function createScope(parent: Scope | null, owner: FunctionScope, names: Iterable<string>): Scope {
  const slots = new Map<string, number>();
  for (const name of names) if (!slots.has(name)) slots.set(name, owner.slotCount++);
  return { parent, owner, slots, assigned: new Set() };
}

export function createFrame(rt: Runtime, scope: Scope, parent: Frame | null): Frame {
  const slots: unknown[] = [];
  for (let i = 0; i < scope.owner.slotCount; i++) slots.push(MISSING);
  return { rt, slots, parent };
}

/** Every place a name may stand for, innermost first, and whether the text has surely assigned the first one. */
export function resolveName(scope: Scope, name: string): { references: SlotReference[]; assigned: boolean } {
  const references: SlotReference[] = [];
  let assigned = false;
  let hops = 0;
  let current: Scope | null = scope;
  while (current !== null) {
    const slot = current.slots.get(name);
    if (slot !== undefined) {
      references.push({ hops, slot });
      if (current.assigned.has(name)) assigned = true;
    }
    if (current.parent !== null) current = current.parent;
    else {
      current = current.owner.parent;
      hops++;
    }
  }
  return { references, assigned };
}

export function targetNames(target: Target): string[] {
  if (target.type === 'tuple') return target.items.flatMap(targetNames);
  return target.type === 'name' ? [target.name] : [];
}

/** Names a body assigns in its own scope; bodies with a scope of their own keep theirs. */
export function assignedNames(body: readonly Statement[]): string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'set' || statement.type === 'set_block') return targetNames(statement.target);
    if (statement.type === 'macro') return [statement.name];
    if (statement.type !== 'if') return [];
    const bodies = [...statement.branches.map((branch) => branch.body), statement.otherwise];
    return bodies.flatMap(assignedNames);
  });
}

export function parameterNames(parameters: readonly MacroParameter[]): string[] {
  return parameters.map(({ name }) => name);
}

/** True when a name is read anywhere below a node. */
export function mentions(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((item) => mentions(item, name));
  if (typeof node !== 'object' || node === null) return false;
  if ('type' in node && node.type === 'name' && 'name' in node && node.name === name) return true;
  return Object.values(node).some((value) => mentions(value, name));
}

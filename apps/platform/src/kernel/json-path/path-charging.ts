import {
  jsonpath,
  type JSONPathEnvironment,
  type JSONPathNode,
  type JSONPathQuery,
  type JSONValue,
} from 'json-p3';

/** Told of work before it is done, in places visited; throws when there has been enough. */
export type Charge = (places: number) => void;

const { selectors, expressions } = jsonpath;

/**
 * Makes every step of a compiled path pay for what it visits. The library's iterators may work for minutes without handing
 * anything out, so counting what they find would be too late.
 */
export function chargeSteps(query: JSONPathQuery, charge: Charge): void {
  for (const segment of query.segments) {
    if (isDescent(segment)) descendCheaply(segment, query.environment.maxRecursionDepth, charge);
    for (const step of segment.selectors) {
      around<'resolve', [JSONPathNode], JSONPathNode[]>(step, 'resolve', (resolve) => (node) => {
        charge(costOfStep(step, node));
        return resolve(node);
      });
      around<'lazyResolve', [JSONPathNode], Generator<JSONPathNode>>(
        step,
        'lazyResolve',
        (resolve) => (node) => {
          charge(costOfStep(step, node));
          return resolve(node);
        },
      );
      chargeInside(step, charge);
    }
  }
}

/** Names and places, one after another, as nearly every mapping has them. */
export type PlainSteps = readonly (string | number)[];

/** The steps of a path that can find one value only; undefined for any other. */
export function plainStepsOf(query: JSONPathQuery): PlainSteps | undefined {
  const steps: (string | number)[] = [];
  for (const segment of query.segments) {
    const [step, ...more] = segment.selectors;
    if (isDescent(segment) || more.length > 0) return undefined;
    if (step instanceof selectors.NameSelector) steps.push(step.name);
    else if (step instanceof selectors.IndexSelector) steps.push(step.index);
    else return undefined;
  }
  return steps;
}

/** What such a path finds, for the same charge: the library makes a generator and a location for each of its steps. */
export function followSteps(steps: PlainSteps, document: unknown, charge: Charge): unknown[] {
  let value = document;
  for (const [depth, step] of steps.entries()) {
    charge(costAt(depth));
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value) !== (typeof step === 'number')) return [];
    const key = typeof step === 'number' && step < 0 ? (value as unknown[]).length + step : step;
    if (!Object.hasOwn(value, key)) return [];
    value = Reflect.get(value, key);
  }
  return [value];
}

type Descent = { visit(node: JSONPathNode): Iterable<JSONPathNode> };

const isDescent = (segment: object): segment is Descent => 'visit' in segment;

/**
 * Walks down to lists and objects alone: nothing is ever found in a text or a number. The library's own walk makes a place
 * of each of them, and hands every place up through all levels above it.
 */
function descendCheaply(segment: Descent, maxDepth: number, charge: Charge): void {
  Object.defineProperty(segment, 'visit', {
    configurable: true,
    value: (root: JSONPathNode) => containersBelow(root, maxDepth, charge),
  });
}

/** The node itself and each list and object inside it, a parent before its children, in the order of the document. */
function* containersBelow(root: JSONPathNode, maxDepth: number, charge: Charge): Generator<JSONPathNode> {
  const levels: { node: JSONPathNode; children: readonly Child[]; next: number }[] = [];
  const enter = (node: JSONPathNode): void => {
    if (levels.length >= maxDepth) throw new Error(`it descends more than ${maxDepth} levels`);
    levels.push({ node, children: containersIn(node.value, charge), next: 0 });
  };
  yield root;
  enter(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const child = level.children[level.next];
    level.next += 1;
    if (child === undefined) levels.pop();
    else {
      const [step, value] = child;
      const { location, root: document } = level.node;
      const node = new jsonpath.JSONPathNode(value, location.concat(step), document);
      yield node;
      enter(node);
    }
  }
}

type Container = JSONValue[] | { [key: string]: JSONValue };

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

type Child = readonly [step: string | number, value: Container];

/** The lists and objects directly inside a value, in the order of the document. */
function containersIn(value: unknown, charge: Charge): readonly Child[] {
  if (!isContainer(value)) return [];
  const known = containersOfWide.get(value);
  if (known !== undefined) {
    charge(known.length);
    return known;
  }
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  charge(steps.length);
  const found: Child[] = [];
  for (const step of steps) {
    const item: unknown = Reflect.get(value, step);
    if (isContainer(item)) found.push([step, item]);
  }
  if (steps.length >= WIDE) containersOfWide.set(value, found);
  return found;
}

/** What a very wide part holds is looked up once, however many paths of a mapping go through it. */
const containersOfWide = new WeakMap<Container, readonly Child[]>();
const WIDE = 1000;

/** Filters hold expressions, and these hold further expressions and paths. */
function chargeInside(holder: object, charge: Charge): void {
  if (holder instanceof expressions.InfixExpression && !holder.logical) chargeComparison(holder, charge);
  for (const part of Object.values(holder).flat()) {
    if (part instanceof expressions.FilterExpression) chargeInside(part, charge);
    else if (part instanceof jsonpath.JSONPathQuery) chargeSteps(part, charge);
  }
}

/** Two lists or objects are compared with all that is in them. */
function chargeComparison(
  comparison: InstanceType<typeof expressions.InfixExpression>,
  charge: Charge,
): void {
  let leftValue: unknown;
  around(comparison.left, 'evaluate', (evaluate) => (context) => {
    const value = evaluate(context);
    leftValue = valueOf(value);
    return value;
  });
  around(comparison.right, 'evaluate', (evaluate) => (context) => {
    const value = evaluate(context);
    const rightValue = valueOf(value);
    if (typeof leftValue === typeof rightValue) {
      chargeSize(leftValue, charge);
      chargeSize(rightValue, charge);
    }
    return value;
  });
}

const valueOf = (value: unknown): unknown =>
  value instanceof jsonpath.JSONPathNodeList && value.nodes.length === 1 ? value.nodes[0]?.value : value;

/** Functions look at what they are given as a whole. */
export function chargeFunctions(environment: JSONPathEnvironment, charge: Charge): void {
  for (const filterFunction of environment.functionRegister.values()) {
    around(filterFunction, 'call', (call) => (...values) => {
      for (const value of values) charge(childrenOf(value) + lengthOf(value));
      return call(...values);
    });
  }
}

/** Each place carries the way to it, which is copied for every child and handed up through every level. */
function costOfStep(step: object, { value, location }: JSONPathNode): number {
  const isOne = step instanceof selectors.NameSelector || step instanceof selectors.IndexSelector;
  return (isOne ? 1 : 1 + childrenOf(value)) * costAt(location.length);
}

const costAt = (depth: number): number => 1 + Math.floor(depth ** 2 / 512);

function childrenOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? Math.floor(value.length / 64) : 0);

/** Pays for everything in a value: its lists and objects by their items, its texts by their length. */
export function chargeSize(value: unknown, charge: Charge): void {
  const known = isContainer(value) ? sizeOfWide.get(value) : undefined;
  if (known !== undefined) {
    charge(known);
    return;
  }
  let total = 0;
  const pay: Charge = (places) => {
    total += places;
    charge(places);
  };
  const waiting: unknown[] = [value];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    pay(1 + Math.ceil(childrenOf(item) / 2) + lengthOf(item));
    if (typeof item !== 'object' || item === null) continue;
    for (const child of Object.values(item) as unknown[]) {
      if (typeof child === 'object' && child !== null) waiting.push(child);
      else if (typeof child === 'string' && child.length >= 64) pay(lengthOf(child));
    }
  }
  if (isContainer(value) && total >= WIDE) sizeOfWide.set(value, total);
}

/** A part that is found again and again is measured once. */
const sizeOfWide = new WeakMap<Container, number>();

/** Puts something around a method of one object. */
function around<Name extends string, Values extends unknown[], Result>(
  owner: { readonly [Key in Name]: (...values: Values) => Result },
  name: Name,
  wrap: (method: (...values: Values) => Result) => (...values: Values) => Result,
): void {
  const method = owner[name];
  const bound = (...values: Values): Result => Reflect.apply(method, owner, values);
  Object.defineProperty(owner, name, { value: wrap(bound), configurable: true });
}

import { jsonpath, type JSONPathEnvironment, type JSONPathNode, type JSONPathQuery } from 'json-p3';

/** Told of work before it is done, in places visited; throws when there has been enough. */
export type Charge = (places: number) => void;

const { selectors, expressions } = jsonpath;

/**
 * Makes every step of a compiled path pay for what it visits. The library's iterators may work for minutes without handing
 * anything out, so counting what they find would be too late.
 */
export function chargeSteps(query: JSONPathQuery, charge: Charge): void {
  for (const { selectors: steps } of query.segments) {
    for (const step of steps) {
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
  return (isOne ? 1 : 1 + childrenOf(value)) * (1 + Math.floor(location.length ** 2 / 512));
}

function childrenOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? Math.floor(value.length / 64) : 0);

/** Pays for everything in a value: its lists and objects by their items, its texts by their length. */
export function chargeSize(value: unknown, charge: Charge): void {
  const waiting: unknown[] = [value];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    charge(1 + Math.ceil(childrenOf(item) / 8) + lengthOf(item));
    if (typeof item !== 'object' || item === null) continue;
    for (const child of Object.values(item) as unknown[]) {
      if (typeof child === 'object' && child !== null) waiting.push(child);
      else if (typeof child === 'string' && child.length >= 64) charge(lengthOf(child));
    }
  }
}

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

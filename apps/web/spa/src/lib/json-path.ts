/** One way down into a JSON value. */
export type Segment = string | number;

/** The JSONPath of a place, in the shortest spelling RFC 9535 allows. */
export function pathOf(segments: readonly Segment[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment)
      ? `${path}.${segment}`
      : `${path}['${segment.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
  }, '$');
}

type Step =
  | { readonly kind: 'child'; readonly names: readonly Segment[] }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'slice'; readonly from: number | null; readonly to: number | null }
  | { readonly kind: 'descend' };

/**
 * Matches of an expression, for the live counts beside the mapping rows. `null` when the expression uses what only the
 * platform evaluates (filters, functions) or is not a path: the count is then left out, never guessed.
 */
export function matchesOf(expression: string, value: unknown): unknown[] | null {
  const steps = parsePath(expression.trim());
  if (steps === null) return null;
  return steps.reduce<unknown[]>((nodes, step) => nodes.flatMap((node) => apply(step, node)), [value]);
}

function apply(step: Step, node: unknown): unknown[] {
  switch (step.kind) {
    case 'child':
      return step.names.flatMap((name) => childOf(node, name));
    case 'wildcard':
      return childrenOf(node);
    case 'slice':
      return Array.isArray(node) ? node.slice(step.from ?? 0, step.to ?? undefined) : [];
    case 'descend':
      return [node, ...childrenOf(node).flatMap((child) => apply(step, child))];
  }
}

function childrenOf(node: unknown): unknown[] {
  return typeof node === 'object' && node !== null ? Object.values(node) : [];
}

function childOf(node: unknown, name: Segment): unknown[] {
  if (typeof name === 'number') {
    if (!Array.isArray(node)) return [];
    const index = name < 0 ? node.length + name : name;
    return index in node ? [node[index]] : [];
  }
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  return Object.hasOwn(node, name) ? [(node as Record<string, unknown>)[name]] : [];
}

/** `a.b[0]` is read as `$.a.b[0]`, as the platform does. */
function parsePath(expression: string): Step[] | null {
  if (expression === '' || /[{}?()@]/.test(expression)) return null;
  let rest = expression.startsWith('$') ? expression.slice(1) : `.${expression}`;
  const steps: Step[] = [];
  while (rest !== '') {
    const taken = takeStep(rest);
    if (taken === null) return null;
    steps.push(...taken.steps);
    rest = rest.slice(taken.length);
  }
  return steps;
}

function takeStep(text: string): { steps: Step[]; length: number } | null {
  if (text.startsWith('..')) {
    const inner = text[2] === '[' ? takeStep(text.slice(2)) : takeStep(text.slice(1));
    const skipped = text[2] === '[' ? 2 : 1;
    return inner === null
      ? null
      : { steps: [{ kind: 'descend' }, ...inner.steps], length: inner.length + skipped };
  }
  const name = /^\.(\*|[\p{L}_][\p{L}\p{N}_]*)/u.exec(text);
  if (name) {
    const [whole, key = ''] = name;
    const step: Step = key === '*' ? { kind: 'wildcard' } : { kind: 'child', names: [key] };
    return { steps: [step], length: whole.length };
  }
  const bracket = /^\[((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]'"])*)\]/.exec(text);
  if (!bracket) return null;
  const step = bracketStep((bracket[1] ?? '').trim());
  return step === null ? null : { steps: [step], length: bracket[0].length };
}

function bracketStep(inside: string): Step | null {
  if (inside === '*') return { kind: 'wildcard' };
  const slice = /^(-?\d*)\s*:\s*(-?\d*)$/.exec(inside);
  if (slice) return { kind: 'slice', from: numberOrNull(slice[1]), to: numberOrNull(slice[2]) };
  const names: Segment[] = [];
  for (const part of inside.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]+/g) ?? []) {
    const text = part.trim();
    if (/^-?\d+$/.test(text)) names.push(Number(text));
    else if (/^(['"]).*\1$/.test(text)) names.push(text.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
    else return null;
  }
  return names.length === 0 ? null : { kind: 'child', names };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

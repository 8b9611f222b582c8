/**
 * Which variables a Jinja template reads, for the fields of the Test tab. Names a template makes itself (loops, `set`)
 * are left out, and so are attributes, filters, tests and text.
 */
export function variablesOf(template: string): string[] {
  const found = new Set<string>();
  const own = new Set<string>(builtInNames);
  for (const piece of template.matchAll(/\{\{-?([\s\S]*?)-?\}\}|\{%-?([\s\S]*?)-?%\}/g)) {
    const statement = piece[2]?.trim();
    let expression = statement ?? piece[1] ?? '';
    const loop = /^for\s+([\w\s,()]+?)\s+in\s+([\s\S]*)$/.exec(expression);
    const assignment = /^set\s+(\w+)\s*=\s*([\s\S]*)$/.exec(expression);
    if (loop) for (const name of (loop[1] ?? '').match(/\w+/g) ?? []) own.add(name);
    if (assignment) own.add(assignment[1] ?? '');
    if (loop) expression = loop[2] ?? '';
    else if (assignment) expression = assignment[2] ?? '';
    else if (statement !== undefined) expression = expression.replace(/^\w+/, '');
    for (const name of namesOf(expression)) if (!own.has(name)) found.add(name);
  }
  return [...found];
}

/** A template may also be a JSON object whose strings are templates. */
export function variablesOfMapping(mapping: unknown): string[] {
  return variablesOf(typeof mapping === 'string' ? mapping : JSON.stringify(mapping ?? ''));
}

const builtInNames = ['loop', 'range', 'dict', 'namespace', 'true', 'false', 'none', 'True', 'False', 'None'];
const words = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'elif', 'recursive']);

function namesOf(expression: string): string[] {
  const bare = expression.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\\"(?:[^"])*?\\"/g, "''");
  const names: string[] = [];
  for (const match of bare.matchAll(
    /(?<before>[.|]\s*|\bis\s+(?:not\s+)?)?(?<name>[A-Za-z_]\w*)(?<after>\s*=(?!=))?/g,
  )) {
    const { before, name = '', after } = match.groups ?? {};
    if (before === undefined && after === undefined && !words.has(name)) names.push(name);
  }
  return names;
}

import { finishJsonOutput, isSerialised } from './json-output.ts';
import { isProven } from './json-proof.ts';
import { writeJson, bodyStyle } from '../python-json.ts';
import { TemplateError } from '../template-error.ts';
import type { Runtime } from '../runtime.ts';
import { compileLeaf, compileTemplateFor, startRender } from '../template.ts';
import type { CompileOptions, CompiledTemplate, RenderOptions } from '../template.ts';
import { BodyError, readBody } from './read-body.ts';
import type { JsonValue } from './read-body.ts';

export interface RenderedJson {
  /** What the text says, read when it is first asked for. */
  readonly value: JsonValue;
  readonly text: string;
  /** Paths of undefined values that were written, each once, in the order they were met. */
  readonly undefinedNames: string[];
}

export type RenderJsonOptions = RenderOptions & CompileOptions;

/**
 * Renders a template to JSON so that no value can break or extend the body. The template is Jinja2 text that stands for
 * JSON, or a JSON value whose strings are templates. Undefined values are lenient all the way down unless told otherwise.
 */
export function renderJson(
  template: string | JsonValue,
  context: Record<string, unknown>,
  options: RenderJsonOptions = {},
): RenderedJson {
  const names = new Set<string>();
  const settings: RenderJsonOptions = {
    undefined: 'chainable',
    ...options,
    onUndefined(name) {
      if (name !== '') names.add(name);
      options.onUndefined?.(name);
    },
  };
  const body =
    typeof template === 'string'
      ? renderText(template, context, settings)
      : renderTree(template, context, settings);
  return new Rendered(body, [...names]);
}

/** A body whose text is certainly JSON may leave its value to whoever asks for it. */
interface Body {
  value?: JsonValue;
  text: string;
}

/** A class, since an object with a getter of its own would cost V8 more than the rest of a small render. */
class Rendered implements RenderedJson {
  readonly text: string;
  readonly undefinedNames: string[];
  private known: JsonValue | undefined;
  constructor({ text, value }: Body, undefinedNames: string[]) {
    this.text = text;
    this.known = value;
    this.undefinedNames = undefinedNames;
  }

  get value(): JsonValue {
    if (this.known !== undefined) return this.known;
    const value: JsonValue = JSON.parse(this.text);
    this.known = value;
    return value;
  }
}

function renderText(source: string, context: Record<string, unknown>, options: RenderJsonOptions): Body {
  const template = compileTemplateFor(source, options, 'json');
  const rt = startRender(context, options, true);
  template.run(rt);
  const text = finishJsonOutput(rt);
  return rt.json !== null && isProven(rt.json.proof) ? { text } : parseBody(template, rt, text);
}

function parseBody(template: CompiledTemplate, rt: Runtime, text: string): Body {
  if (rt.json?.hasOmitted !== true) {
    try {
      const value: JsonValue = JSON.parse(text);
      return { value, text };
    } catch {
      // Read again below, where trailing commas are fine and a mistake has a place.
    }
  }
  try {
    return readBody(text);
  } catch (error) {
    if (error instanceof BodyError) throw placed(template, rt, text, error);
    throw error;
  }
}

/** Finds which piece of the template wrote the offending character. */
function placed(template: CompiledTemplate, rt: Runtime, text: string, error: BodyError): TemplateError {
  const marks = rt.json?.marks ?? [];
  let offset = 0;
  for (let i = 0; i < marks.length; i += 2) {
    const written = marks[i] ?? 0;
    const place = marks[i + 1] ?? 0;
    if (written > error.offset) break;
    const isText = place % 2 === 1;
    offset = Math.floor(place / 2) + (isText ? error.offset - written : 0);
  }
  if (text.trim() === '') {
    return new TemplateError({
      kind: 'syntax',
      message: 'the template renders to nothing, a JSON body was expected',
      source: template.source,
      offset: 0,
    });
  }
  return new TemplateError({ kind: 'syntax', message: error.message, source: template.source, offset });
}

/** A body given as a JSON value: strings and keys are templates, everything else stays. */
function renderTree(template: JsonValue, context: Record<string, unknown>, options: RenderJsonOptions): Body {
  const tree: Tree = { context, options, rt: startRender(context, options, false), depth: 0 };
  const text = treeText(tree, template, '') ?? 'null';
  const value: JsonValue = JSON.parse(text);
  return { value, text };
}

interface Tree {
  context: Record<string, unknown>;
  options: RenderJsonOptions;
  rt: Runtime;
  depth: number;
}

const deepestTree = 500;

function treeText(tree: Tree, node: JsonValue, pointer: string): string | undefined {
  if (typeof node === 'string') return leafText(tree, node, pointer);
  if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'null';
  if (++tree.depth > deepestTree) {
    throw new TemplateError({
      kind: 'limit',
      message: `the template is nested deeper than ${deepestTree} levels`,
      pointer,
    });
  }
  const text = Array.isArray(node) ? listText(tree, node, pointer) : objectText(tree, node, pointer);
  tree.depth--;
  return text;
}

function listText(tree: Tree, items: JsonValue[], pointer: string): string {
  const texts = items
    .map((item, i) => treeText(tree, item, `${pointer}/${i}`))
    .filter((text) => text !== undefined);
  return `[${texts.join(',')}]`;
}

function objectText(tree: Tree, node: { [key: string]: JsonValue }, pointer: string): string {
  const members = new Map<string, string>();
  for (const [name, item] of Object.entries(node)) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const key = isStatic(name) ? name : compileLeaf(name, tree.options, place).text(tree.rt);
    const text = treeText(tree, item, place);
    if (text !== undefined) members.set(key, text);
  }
  return `{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function isStatic(text: string): boolean {
  return !text.includes('{{') && !text.includes('{%') && !text.includes('{#');
}

function leafText(tree: Tree, source: string, pointer: string): string | undefined {
  if (isStatic(source)) return JSON.stringify(source);
  const leaf = compileLeaf(source, tree.options, pointer);
  if (leaf.value === null) return JSON.stringify(leaf.text(tree.rt));
  const value = leaf.value(tree.rt);
  return isSerialised(value) ? value.text : writeJson(tree.rt, value, bodyStyle);
}

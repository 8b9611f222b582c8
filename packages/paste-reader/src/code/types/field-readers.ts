import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import type { Json } from '../../json-value.ts';
import { enclosed, lowerFirst, splitTopLevel } from '../../scanning.ts';

/** One field of a class, record, struct, interface or schema, as its language declares it. */
export type DeclaredField = {
  readonly name: string;
  /** What the code itself calls it, where that differs from what travels. */
  readonly member?: string | undefined;
  /** As written; may name another declared type. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly value?: Json | undefined;
  readonly description?: string | undefined;
  /** What an object written in place is made of. */
  readonly fields?: readonly DeclaredField[] | undefined;
};

/** `name: str = Field(..., alias="n", description="…")` of Pydantic, dataclasses and TypedDict. */
export function pythonFields(given: string): DeclaredField[] {
  const body = withoutAnnotations(given);
  const fields: DeclaredField[] = [];
  const indent = /^([ \t]+)\S/m.exec(body)?.[1] ?? '    ';
  const pattern = new RegExp(
    String.raw`^${indent}(\w+)\s*:\s*([^=\n#]+?)[ \t]*(=[ \t]*)?(?=\n|#|$|(?<==[ \t]*)\S)`,
    'gm',
  );
  for (const match of body.matchAll(pattern)) {
    const [, name = '', type = '', hasValue] = match;
    if (/^(?:return|class|def|if|else|model_config|Config)$/.test(name)) continue;
    const rest = hasValue === undefined ? '' : valueAfter(body, match.index + match[0].length);
    const isField = /^(?:\w+\.)?(?:Field|field|Query|Body|Form)\s*\(/.test(rest);
    const given = isField
      ? (/\bdefault\s*=\s*([^,)]+)/.exec(rest)?.[1] ?? /\(\s*([^,)=]+?)\s*[,)]/.exec(rest)?.[1])
      : rest;
    const hasDefault = hasValue !== undefined && !/^(?:\.\.\.|Ellipsis)$/.test((given ?? '...').trim());
    fields.push({
      name: /(?:alias|serialization_alias)\s*=\s*["']([^"']+)["']/.exec(rest)?.[1] ?? name,
      type: type.replace(/Annotated\[\s*([^,]+),.*/s, '$1').trim(),
      isRequired: !hasDefault && !/^Optional\[|\bNone\b|NotRequired/.test(type),
      value: (hasDefault || isField ? literalOf(given) : undefined) ?? literalOf(onlyValue(type, rest)),
      description:
        /description\s*=\s*["']([^"']*)["']/.exec(rest)?.[1] ??
        /^[^\n]*?#\s*([^\n]+)/.exec(body.slice(match.index + match[0].length))?.[1],
    });
  }
  return fields;
}

/** `name: Annotated[str, Field(…)] = "x"` says the same as `name: str = Field("x", …)`. */
function withoutAnnotations(body: string): string {
  let text = body;
  for (const match of [...body.matchAll(/:\s*(?:\w+\.)?Annotated(?=\[)/g)].toReversed()) {
    const open = match.index + match[0].length;
    const block = enclosed(text, open);
    if (!block) continue;
    const [type = '', ...rest] = splitTopLevel(block.inner).map((part) => part.replace(/\s+/g, ' ').trim());
    const field = rest.find((part) => /^(?:\w+\.)?(?:Field|Query|Body|Form|Path)\(/.test(part)) ?? 'Field()';
    const [, call = 'Field(', options = ''] = /^([\w.]+\()([\s\S]*)\)$/.exec(field) ?? [];
    const value = /^[ \t]*=[ \t]*([^\n]+)/.exec(text.slice(block.end));
    const hasOwn = value === null && /\bdefault(?:_factory)?\s*=/.test(options);
    const first = value === null ? (hasOwn ? [] : ['...']) : [value[1]?.replace(/\s+#.*$/, '').trim() ?? ''];
    text = `${text.slice(0, match.index)}: ${type} = ${call}${[...first, options].filter((part) => part !== '').join(', ')})${text.slice(block.end + (value?.[0].length ?? 0))}`;
  }
  return text;
}

/** `Literal["a", "b"]`, `pattern="^(a|b)$"`: the first of the values that are allowed. */
const onlyValue = (type: string, rest: string): string | undefined =>
  /\bLiteral\[\s*(["'][^"']*["'])/.exec(type)?.[1] ??
  quoted(
    /(?:pattern|regex)\s*=\s*r?["']\^?\(?(?:\?:)?([\w-]+)\|[\w|-]+\)?\$?["']/.exec(`${type} ${rest}`)?.[1],
  );

const quoted = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `"${text}"`;

/** `query = serializers.CharField(max_length=200)` of Django, marshmallow and WTForms. */
export function assignedFields(body: string, code: string): DeclaredField[] {
  return [
    ...body.matchAll(
      /^[ \t]+(\w+)\s*=\s*(?:\w+\.)?(?:serializers|fields|forms|ma|wtforms)\.(\w+?)(?:Field)?\(([^\n]*)\)/gm,
    ),
  ].map(([, name = '', kind = '', options = '']) => {
    const choices = /(?:choices\s*=|OneOf\()\s*(?:[[(]\s*\(?\s*(["'][^"']*["'])|([A-Z]\w*))/.exec(options);
    const first =
      choices?.[1] ??
      (choices?.[2] === undefined
        ? undefined
        : new RegExp(String.raw`\b${choices[2]}\s*=\s*[[(]\s*[[(]?\s*(["'][^"']*["'])`).exec(code)?.[1]);
    return {
      name,
      type: /^(?:List|Nested)/.test(kind) ? 'array' : kind,
      isRequired: !/required\s*=\s*False|default\s*=|read_only\s*=\s*True|missing\s*=/.test(options),
      value: literalOf(first) ?? literalOf(/default\s*=\s*([^,)]+)/.exec(options)?.[1]),
    };
  });
}

/** A value that may go on over several lines inside its brackets. */
function valueAfter(body: string, at: number): string {
  const rest = body.slice(at);
  const open = /^[\w.]*\s*\(/.exec(rest);
  if (!open) return (rest.split('\n', 1)[0] ?? '').replace(/\s+#.*$/, '').trim();
  let depth = 0;
  for (let index = open[0].length - 1; index < rest.length; index += 1) {
    if (rest[index] === '(') depth += 1;
    else if (rest[index] === ')' && --depth === 0) return rest.slice(0, index + 1);
  }
  return rest;
}

export function literalOf(text: string | undefined): Json | undefined {
  const given = text?.trim();
  if (given === undefined || !/^(?:["'\d\-[{]|True|False|true|false)/.test(given)) return undefined;
  return parseRelaxedJson(given)?.value;
}

/** `name string \`json:"name,omitempty"\`` */
export function goFields(body: string): DeclaredField[] {
  const inner = new Map<string, DeclaredField[]>();
  let flat = body;
  // A struct written in place becomes one word, its tag stays behind it.
  for (let match = STRUCT.exec(flat); match; match = STRUCT.exec(flat)) {
    const block = enclosed(flat, match.index + match[0].length - 1);
    if (!block) break;
    const name = `Inner${inner.size}`;
    inner.set(name, goFields(block.inner));
    flat = `${flat.slice(0, match.index)}${match[1] ?? ''}${name}${flat.slice(block.end)}`;
  }
  // Where rules say what must be there, the rest may be missing.
  const isRuled = /(?:binding|validate):"/.test(flat);
  return [
    ...flat.matchAll(
      /^[ \t]*(\w+)[ \t]+([\w[\].*{}]+)(?:[ \t]+`[^`\n]*?(?:json|form|query):"([\w.-]*)([^"`]*)"[^`\n]*`)?/gm,
    ),
  ]
    .filter(([, , , tag]) => tag !== '-')
    .filter(([, name = '']) => /^[A-Z]/.test(name))
    .map(([all, name = '', type = '', tag, options = '']) => ({
      name: tag === undefined || tag === '' ? name : tag,
      member: name,
      type: /Inner\d/.test(type) ? (type.startsWith('[') ? 'array' : 'object') : type.replace(/^\*/, ''),
      isRequired: isRuled
        ? /(?:binding|validate):"[^"]*required/.test(all)
        : !options.includes('omitempty') && !type.startsWith('*'),
      value: literalOf(quoted(/\boneof=([\w-]+)/.exec(all)?.[1])),
      fields: inner.get(type.replace(/^(?:\[\]|\*)+/, '')),
    }));
}

const STRUCT = /((?:\[\]|\*)*)struct\s*\{/;

/** `name?: string;` of interfaces, types and classes, with decorators and comments around. */
export function typescriptFields(body: string): DeclaredField[] {
  const fields: DeclaredField[] = [];
  let isOptional = false;
  let note = '';
  let example: string | undefined;
  for (const part of splitTopLevel(body, ',;\n')) {
    const comment = /\/\/\s*(.*)$|\/\*\*?\s*([\s\S]*?)\*\//.exec(part);
    if (comment) note = comment[1] ?? comment[2] ?? '';
    const bare = part
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ' ')
      .replace(/@(\w+)(\([^)]*\))?/g, (_all, name: string, given: string | undefined) => {
        isOptional ||= /Optional/.test(name);
        if (name === 'IsIn') example ??= /\[\s*("[^"]*"|'[^']*')/.exec(given ?? '')?.[1];
        example ??= /\bexample\s*:\s*("[^"]*"|'[^']*'|[\d.]+|true|false)/.exec(given ?? '')?.[1];
        note = /\bdescription\s*:\s*["'`]([^"'`]*)/.exec(given ?? '')?.[1] ?? note;
        return ' ';
      });
    const match =
      /^\s*(?:(?:public|private|protected|readonly|declare)\s+)*["']?([\w$-]+)["']?\s*([?!])?\s*:\s*([\s\S]+)$/.exec(
        bare,
      );
    if (!match) continue;
    const [, name = '', mark, given = ''] = match;
    const inner = /^(?:Array<)?\{/.test(given) ? enclosed(given, given.indexOf('{'))?.inner : undefined;
    const [type = '', value] =
      inner === undefined ? given.split(/=(?!>)/) : [/\[\]\s*$|^Array/.test(given) ? 'array' : 'object'];
    if (inner === undefined && /=>|^\(/.test(given)) continue;
    fields.push({
      name,
      type: type.trim(),
      isRequired: mark !== '?' && !isOptional && value === undefined,
      value: literalOf(value) ?? literalOf(/^["'][^"']*["']/.exec(type.trim())?.[0]) ?? literalOf(example),
      description: note,
      fields: inner === undefined ? undefined : typescriptFields(inner),
    });
    isOptional = false;
    example = undefined;
    note = '';
  }
  return fields;
}

const MODIFIERS =
  /^\s*(?:(?:public|private|protected|internal|final|readonly|required|virtual|static|var|val|let|pub(?:\([^)]*\))?|override|open|lateinit|const)\s+)*/;

/** `String name;`, `public string? Name { get; set; }`: type first, as Java and C# have it. */
export function typeFirstFields(body: string): DeclaredField[] {
  const fields: DeclaredField[] = [];
  let pending: string | undefined;
  let allowed: string | undefined;
  for (const part of splitTopLevel(withoutBodies(body), ',;\n')) {
    const renamed =
      /@?(?:JsonProperty|JsonPropertyName|SerializedName|property:\s*JsonPropertyName)\(\s*"([^"]+)"/.exec(
        part,
      )?.[1];
    allowed =
      quoted(
        /(?:regexp\s*=\s*|RegularExpression\(\s*|AllowedValues\(\s*)@?"\^?\(?([\w-]+)[|"]/.exec(part)?.[1],
      ) ?? allowed;
    const bare = part
      .replace(/\/\/.*$/gm, ' ')
      .replace(/\[(?:\w+:\s*)?(?:[A-Z]\w*)(?:\([^\]]*\))?(?:,[^\]]*)?\]|@\w+(?:\([^)]*\))?/g, ' ')
      .replace(MODIFIERS, '');
    const match = /^\s*([\w.]+(?:<[^>]*>+)?(?:\[\])?)(\?)?\s+(\w+)\s*(?:\{[^}]*\})?\s*(=\s*([\s\S]+))?$/.exec(
      bare,
    );
    if (
      !match ||
      /^(?:return|class|record|void|new|package|import|using|namespace|get|set)$/.test(match[1] ?? '')
    ) {
      // An annotation on a line of its own belongs to the next field.
      if (renamed !== undefined && bare.trim() === '') pending = renamed;
      continue;
    }
    fields.push({
      name: renamed ?? pending ?? lowerFirst(match[3] ?? ''),
      type: match[1] ?? '',
      isRequired: match[2] === undefined && match[4] === undefined && !match[1]?.startsWith('Optional<'),
      value: literalOf(match[5]) ?? literalOf(allowed),
    });
    pending = undefined;
    allowed = undefined;
  }
  return fields;
}

/** Methods of a class say nothing about its fields; accessors of a property do not either. */
const withoutBodies = (body: string): string =>
  body
    .replace(/\)\s*(?:throws [\w., ]+)?\{(?:[^{}]|\{[^{}]*\})*\}/g, ');')
    .replace(/\{\s*(?:get|set|init)[^}]*\}/g, ' ; ');

/** `public readonly ?string $name = null` of classes and of constructors that declare what they are given. */
export function phpFields(body: string): DeclaredField[] {
  return [
    ...body.matchAll(
      /\b(?:public|private|protected)\s+(?:readonly\s+)?(\?)?([\w\\|]+)\s+\$(\w+)\s*(?:=\s*([^,;)\n]+))?/g,
    ),
  ].map(([, mark, type = '', name = '', value]) => ({
    name,
    type,
    isRequired: mark === undefined && value === undefined && !/\bnull\b/.test(type),
    value: literalOf(value),
  }));
}

/** `val name: String? = null`, `let name: String`, `name: Option<String>`: name first, as Kotlin, Swift and Rust have it. */
export function nameFirstFields(body: string): DeclaredField[] {
  const fields: DeclaredField[] = [];
  let renamed: string | undefined;
  for (const part of splitTopLevel(body, ',;\n')) {
    renamed =
      /(?:SerialName|SerializedName|JsonProperty|Json)\((?:name\s*=\s*)?"([^"]+)"|rename\s*=\s*"([^"]+)"/
        .exec(part)
        ?.slice(1)
        .find((name) => name !== undefined) ?? renamed;
    const bare = part
      .replace(/\/\/.*$/gm, ' ')
      .replace(/#\[[^\]]*\]|@[\w:]+(?:\([^)]*\))?/g, ' ')
      .replace(MODIFIERS, '');
    const match = /^\s*(\w+)\s*:\s*([^=]+?)\s*(?:=\s*([\s\S]+))?$/.exec(bare);
    if (!match || /^(?:case|default|return|func|fn|fun)$/.test(match[1] ?? '')) continue;
    const type = match[2] ?? '';
    fields.push({
      name: renamed ?? match[1] ?? '',
      type: type.replace(/\?$/, '').replace(/^Option<(.*)>$/, '$1'),
      isRequired: !type.endsWith('?') && !type.startsWith('Option<') && match[3] === undefined,
      value: literalOf(match[3]),
    });
    renamed = undefined;
  }
  return fields;
}

/** `message: z.string().min(1), sessionId: z.string().optional()`; Joi and Yup alike. */
export function validatorFields(body: string): DeclaredField[] {
  return splitTopLevel(body).flatMap((part): DeclaredField[] => {
    const match = /^\s*(?:\/\/[^\n]*\n\s*)*["']?([\w$-]+)["']?\s*:\s*([\s\S]+)$/.exec(part);
    if (!match) return [];
    const rules = match[2] ?? '';
    const kind =
      /\b(?:z|Joi|joi|yup|Yup|v|t|Type)\s*\.(?!Optional)(\w+)/.exec(rules)?.[1]?.toLowerCase() ?? 'string';
    const open =
      /^\s*(?:z|Joi|joi|yup|v|t)\s*\.(?:array\(\s*(?:z|Joi|joi|yup|v|t)\s*\.)?\s*(?:object|Object)\(\s*\{/.exec(
        rules,
      );
    const nested = open ? enclosed(rules, open[0].length - 1) : undefined;
    const inner = nested?.inner;
    const own = nested === undefined ? rules : rules.slice(nested.end);
    const isJoi = /\bjoi\.|\byup\./i.test(rules);
    return [
      {
        name: match[1] ?? '',
        type: kind === 'array' ? 'array' : kind,
        isRequired: isJoi
          ? /\.required\(/.test(own)
          : !/\.(?:optional|nullish|default)\(|Optional\(/.test(own),
        value:
          literalOf(
            /\.default\(([^)]*)\)|\bdefault:\s*("[^"]*"|'[^']*')/.exec(own)?.slice(1).find(Boolean),
          ) ?? literalOf(/(?:enum|[lL]iteral|valid)\(\s*\[?\s*(["'][^"']*["'])/.exec(own)?.[1]),
        fields: inner === undefined ? undefined : validatorFields(inner),
        description: /\.describe\(\s*["'`]([^"'`]*)/.exec(rules)?.[1],
      },
    ];
  });
}

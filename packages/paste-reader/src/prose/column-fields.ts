import { exampleIn, linesOf, NAME, proseField, requiredIn, typeIn, type ProseField } from './fields.ts';
import { sideAt } from './sides.ts';

const TYPE_LINE =
  /^(?:array of |list of )?(?:string|str|text|integer|int(?:32|64)?|number|float|double|boolean|bool|object|array|uuid|enum|any|file|map|date-?time)(?:<[^>]*>|\[\]|\b)[\w <>[\],|/·:-]*$/i;

/**
 * Fields as documentation pages have them when they are copied: the name on a line, its type on the next or beside it,
 * then perhaps "required", then words about it.
 */
export function columnFields(text: string): ProseField[] {
  const places = linesOf(text);
  const lines = places.map(({ line }) => line);
  return places.flatMap(({ line, at }, index): ProseField[] => {
    const head = line.trim() === '' ? undefined : headOf(line, nextLines(lines, index, 2));
    if (!head) return [];
    const rest =
      head.isBeside && /\S\s+\S/.test(head.words)
        ? head.words
        : `${head.words} ${descriptionOf(lines, index + (head.isBeside ? 1 : 2))}`.trim();
    // Pages of an OpenAPI document say it below the type.
    const place = /^\(?(header|query|path|cookie)\)/.exec(rest)?.[1];
    const side =
      place === undefined
        ? sideAt(text, at, 'request')
        : place === 'header' || place === 'query'
          ? place
          : 'elsewhere';
    const isRequired = requiredIn(`${head.type} ${rest.slice(0, 40)}`);
    return [
      proseField(head.name, side, at, rest, { type: typeIn(head.type), isRequired, value: exampleIn(rest) }),
    ];
  });
}

const ALONE = new RegExp(`^[\\s*\`_]*(${NAME})[\\s*\`_]*$`, 'u');
const BESIDE = new RegExp(
  String.raw`^[\s*\x60]*(${NAME})[\s*\x60]*(?<=[ \t])((?:string|integer|int|number|float|boolean|bool|object|array|uuid|enum)(?:\[\]|<[^>]*>)?(?:[ \t]*(?:\||or)[ \t]*null)?)(?:[ \t]+|[ \t]*[-–—:·][ \t]*)?((?:required|optional|erforderlich|pflicht)?.*)$`,
  'iu',
);

const NEEDED = /^(?:required|optional|erforderlich|pflicht|optionnel|requis|obligatorio|opcional)$/i;

function headOf(line: string, [next = '', afterNext = '']: readonly string[]) {
  const beside = BESIDE.exec(line);
  if (beside && (isName(beside[1] ?? '') || isFirstColumn(beside)))
    return {
      name: beside[1] ?? '',
      type: `${beside[2]} ${beside[3]}`,
      words: beside[3] ?? '',
      isBeside: true,
    };
  const name = ALONE.exec(line)?.[1];
  if (name === undefined || !isName(name)) return undefined;
  // Whether it is needed may stand before the type.
  const type = NEEDED.test(next.trim()) ? afterNext : next;
  if (!TYPE_LINE.test(type.trim())) return undefined;
  const told = type === next ? next.trim() : `${type.trim()} ${next.trim()}`;
  return { name, type: told, words: '', isBeside: false };
}

/** `query  string  Required`: what would be a heading by itself is a field where it has a type and says whether it is needed. */
const isFirstColumn = ([, name = '', , words = '']: RegExpExecArray): boolean =>
  /^(?:query|body|path|request|response|field)$/.test(name) && requiredIn(words.slice(0, 20)) !== undefined;

const isName = (name: string): boolean =>
  /^[\p{Ll}_$]|^[A-Z]\w*[a-z]\w*$/u.test(name) &&
  !/^(?:string|integer|number|boolean|object|array|required|optional|default|body|header|headers|query|path|response|request|parameters?|application|example|returns?|type|null|true|false|a|an|the|is|of|each|this|field|fields)$/iu.test(
    name,
  );

function nextLines(lines: readonly string[], index: number, count: number): string[] {
  const found: string[] = [];
  for (let at = index + 1; at < lines.length && found.length < count; at += 1)
    if (lines[at]?.trim() !== '') found.push(lines[at] ?? '');
  return found;
}

/** The words below a name, up to the next name or heading. */
function descriptionOf(lines: readonly string[], from: number): string {
  const words: string[] = [];
  for (let index = from; index < lines.length && words.length < 5; index += 1) {
    const line = lines[index]?.trim() ?? '';
    if (headOf(line, nextLines(lines, index, 2)) || /^#+\s/.test(line)) break;
    if (line !== '') words.push(line);
    else if (words.length > 1) break;
  }
  return words.join(' ');
}

import { linesOf, NAME, proseField, type ProseField } from './fields.ts';
import { isSideHeading, sideAt, type Side } from './sides.ts';

const ROW_HEAD = new RegExp(
  String.raw`^(?<head>[\p{L}-]+(?: [\p{L}-]+)?)(?<gap>[ ]{2,})(?=[\x60"]?${NAME}[\x60"]?[ ]{2,}\S)`,
  'gmu',
);

/** A sheet has what its rows are about in its first column. On a line of its own it is a heading; every place keeps its number. */
export const withRowHeads = (text: string): string =>
  text.replace(ROW_HEAD, (row, head: string, gap: string) =>
    isSideHeading(head) ? `${head}\n${gap.slice(1)}` : row,
  );

const DEFINITION = new RegExp(
  String.raw`^[ \t]*[\x60"']?(?<name>${NAME})[\x60"']?[ \t]*[:：=][ \t]+(?<words>[^\s{[][^\n]*)$`,
  'u',
);
/** The address and how to call it stand in lines of the same form. */
const OF_THE_CALL =
  /^(?:https?|note|url|uri|endpoint|method|auth\w*|content-type|accept|host|base|server|status|version|format|type|example|request|response|body|headers?|returns?)$/i;

/** `name: what it is`, one below the other under a heading that says on which side they are. */
export function definedFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  let side: Side | undefined;
  for (const { line, at } of linesOf(text)) {
    const { name = '', words = '' } = DEFINITION.exec(line)?.groups ?? {};
    if (name !== '' && side !== undefined && !OF_THE_CALL.test(name))
      fields.push(proseField(name, side, at, words));
    else if (line.trim() !== '')
      side = isSideHeading(line) ? sideAt(text, at + line.length + 1, 'request') : undefined;
  }
  return fields;
}

const DIRECTIVES: Readonly<Record<string, Side>> = {
  '<json': 'request',
  '<jsonarr': 'request',
  form: 'request',
  '>json': 'answer',
  '>jsonarr': 'answer',
  query: 'query',
  '<header': 'header',
  reqheader: 'header',
};

/** `:<json string term: the term`: the fields of Sphinx's HTTP domain. */
export function directiveFields(text: string): ProseField[] {
  return [...text.matchAll(/^[ \t]*:([<>\w]+)(?:[ \t]+(\w+))?[ \t]+([\w.-]+):[ \t]*([^\n]*)$/gm)].flatMap(
    ({ 1: directive = '', 2: type, 3: name = '', 4: description = '', index }) => {
      const side = DIRECTIVES[directive];
      return side === undefined ? [] : [proseField(name, side, index, description, { type })];
    },
  );
}

import { captured } from '../../scanning.ts';
import { wholeHole } from '../../holes.ts';
import { isObject, mapValues, type Json } from '../../json-value.ts';
import { inputNameScore, isConversationName } from '../../names.ts';

/**
 * Fields that a handler compares with a list of its own get the first value of that list: anything else would be
 * refused.
 */
export function withAllowedValues(body: Json, code: string): Json {
  let left = MOST_FIELDS;
  const allowed = (value: Json, name: string): Json => {
    if (isObject(value)) return mapValues(value, allowed);
    if (wholeHole(value) === undefined) return value;
    if (inputNameScore(name) > 60 || isConversationName(name)) return value;
    left -= 1;
    return left < 0 ? value : (allowedValue(name, code) ?? value);
  };
  return isObject(body) ? allowed(body, '') : body;
}

/** Each of them is looked for in the whole of the code. */
const MOST_FIELDS = 40;

const LIST = String.raw`(?:new\s+(?:Set|HashSet<\w+>)\s*\(?|set\(|frozenset\(|Set\.of|List\.of|Arrays\.asList|\[\]string|new\[\]|%w)?\s*[[({]\s*\[?\s*`;
const VALUE = String.raw`["']?([\w-]+)["']?`;

/** What the code lets pass of a field or header, where it says so. */
export function allowedValue(field: string, code: string): string | undefined {
  const variables = captured(
    code,
    new RegExp(
      String.raw`(?<![,\w][ \t]*)[$]?\b(\w+)\s*(?::\s*\w+\s*)?:?=\s*[^\n=]*?(?:["']|\.|:|->)${field}\b`,
      'g',
    ),
  );
  const names = [...new Set([field, ...variables])].join('|');
  const subject = String.raw`[$]?(?:[\w.]+(?:\.|->|\[["':]))?(?:${names})\b["'\]]*`;
  const direct = [
    new RegExp(String.raw`${subject}\s+(?:not\s+)?in\s+${LIST}["']([\w-]+)["']`),
    new RegExp(
      String.raw`[[({]\s*["']([\w-]+)["'][^\])}\n]*[\])}]\s*\.?(?:includes|include\?|[cC]ontains|has|indexOf|Contains)\(\s*${subject}`,
    ),
    new RegExp(String.raw`%w[[(]([\w-]+)[^\])]*[\])]\.include\?\(?\s*${subject}`),
    new RegExp(String.raw`in_array\(\s*${subject}\s*,\s*\[\s*["']([\w-]+)["']`),
    new RegExp(String.raw`${subject}\s*!==?\s*["']([\w-]+)["']\s*(?:&&|and)\s*${subject}\s*!==?`),
    // Whatever else it is, the handler turns away.
    new RegExp(
      String.raw`\bif\s*\(?\s*${subject}\s*!==?\s*["']([\w-]+)["']\s*\)?\s*:?\s*\{?\s*(?:return|raise|throw|abort)\b`,
    ),
    new RegExp(String.raw`switch\s*\(?\s*${subject}\s*\)?\s*\{\s*case\s+["']([\w-]+)["']`),
    new RegExp(String.raw`["']?${field}["']?\s*=>\s*\[?["'][^\n]*\bin:([\w-]+)`),
    new RegExp(String.raw`["']${field}["']\s*=>\s*\[[^\n]*Rule::in\(\s*\[\s*["']([\w-]+)["']`),
  ];
  for (const pattern of direct) {
    const found = pattern.exec(code)?.[1];
    if (found !== undefined && found !== '') return found;
  }
  // The list may have a name of its own.
  const named =
    new RegExp(String.raw`${subject}\s+(?:not\s+)?in\s+(?:(?:self|cls)\.)?([A-Za-z_]\w*)`).exec(code)?.[1] ??
    new RegExp(
      String.raw`\b([A-Za-z_]\w*)\.(?:includes|include\?|[cC]ontains|has|key\?|containsKey|ContainsKey)\(?\s*${subject}`,
    ).exec(code)?.[1] ??
    new RegExp(String.raw`(?:Object\.keys\(\s*)?\b([A-Z]\w*)\[\s*${subject}\s*\]`).exec(code)?.[1];
  if (named === undefined || /^(?:data|body|payload|request|req)$/.test(named)) return undefined;
  return new RegExp(String.raw`\b${named}\s*(?::[^=\n]+)?:?=\s*${LIST}${VALUE}\s*[:,\])}=]`).exec(code)?.[1];
}

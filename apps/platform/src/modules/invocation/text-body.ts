import { isTemplate } from './address.ts';
import type { Allowance } from './allowance.ts';
import { mapStrings } from './map-strings.ts';
import { inNumbers, type Spelling } from './spellings.ts';
import { renderEncoded, renderText, type Context, type RenderedText } from './templates.ts';

/** Renders a body that is neither JSON nor an object: in XML every value is escaped, so that it stays content. */
export function renderTextBody(
  source: string,
  context: Context,
  contentType: string,
  allowance: Allowance,
): RenderedText {
  if (!isMarkup(contentType)) return renderText(source, context, allowance);
  return renderEncoded(source, escapeContext(context, inNumbers), allowance);
}

/** How a value is spelled inside such a body. */
export const spellingIn = (contentType: string): Spelling => (isMarkup(contentType) ? 'markup' : 'plain');

const isMarkup = (contentType: string): boolean => /xml|html/i.test(contentType);

/** True for a form written as `name=value&…` rather than as an object. */
export function isFormText(mapping: unknown): mapping is string {
  return typeof mapping === 'string' && /^\s*[^{["\s][^=&]*=/.test(mapping);
}

/** Renders `name=value&…`; values are encoded one by one, so that none can add a field. `isOmitted` pairs are left out. */
export function renderFormText(
  source: string,
  context: Context,
  isOmitted: (template: string) => boolean,
  allowance: Allowance,
): RenderedText {
  const trimmed = source.trim();
  if (trimmed.includes('{%'))
    return renderEncoded(
      trimmed,
      escapeContext(context, (text) => encodeURIComponent(text.toWellFormed())),
      allowance,
    );
  const undefinedNames: string[] = [];
  const pairs = trimmed.split('&').filter((pair) => !isOmitted(pair));
  const rendered = pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const template = rest.join('=');
    if (!isTemplate(template)) return pair.trim();
    const value = renderText(template, context, allowance);
    undefinedNames.push(...value.undefinedNames);
    return `${name.trim()}=${encodeURIComponent(value.text.toWellFormed())}`;
  });
  return { text: rendered.join('&'), undefinedNames };
}

/** Only data is changed: the marks of values that are not known yet are symbols and stay. */
function escapeContext(context: Context, escape: (text: string) => string): Context {
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => [name, mapStrings(value, escape)]),
  );
}

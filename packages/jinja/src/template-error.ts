export type TemplateErrorKind = 'syntax' | 'undefined' | 'runtime' | 'limit';

export interface TemplateErrorDetails {
  kind: TemplateErrorKind;
  message: string;
  /** The template text the offset points into. */
  source?: string;
  offset?: number;
  variable?: string;
  /** JSON pointer of the string leaf, when the template was given as a JSON object. */
  pointer?: string;
}

/** What went wrong in a template, and where: line and column count from 1, `excerpt` is the line with a caret under it. */
export class TemplateError extends Error {
  readonly kind: TemplateErrorKind;
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
  readonly variable: string | undefined;
  readonly pointer: string | undefined;

  constructor(details: TemplateErrorDetails) {
    super(details.message);
    this.name = 'TemplateError';
    this.kind = details.kind;
    const place =
      details.source === undefined || details.offset === undefined
        ? { line: 0, column: 0, excerpt: '' }
        : locate(details.source, details.offset);
    this.line = place.line;
    this.column = place.column;
    this.excerpt = place.excerpt;
    this.variable = details.variable;
    this.pointer = details.pointer;
  }

  /** The same error, with the place of its string in a JSON template. */
  at(pointer: string): TemplateError {
    return Object.assign(Object.create(TemplateError.prototype), this, {
      message: `${this.message} (at ${pointer === '' ? 'the top' : pointer})`,
      stack: this.stack,
      pointer,
    });
  }
}

export interface SourcePlace {
  line: number;
  column: number;
  excerpt: string;
}

/** Turns an offset of the template text into a line, a column and the line itself with a caret. */
export function locate(source: string, offset: number): SourcePlace {
  const at = Math.max(0, Math.min(offset, source.length));
  const lineStart = at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1;
  const newline = source.indexOf('\n', at);
  const lineEnd = newline === -1 ? source.length : newline;
  let line = 1;
  for (let i = source.indexOf('\n'); i !== -1 && i < at; i = source.indexOf('\n', i + 1)) line++;
  // A window around the place keeps the excerpt readable when the whole template is one long line.
  const from = Math.max(lineStart, at - 60);
  const to = Math.min(lineEnd, at + 40);
  const prefix = from > lineStart ? '…' : '';
  const text = prefix + source.slice(from, to) + (to < lineEnd ? '…' : '');
  const excerpt = `${text}\n${' '.repeat(prefix.length + at - from)}^`;
  return { line, column: at - lineStart + 1, excerpt };
}

/** Errors raised below the evaluator carry no place yet; the evaluator adds the one it was working at. */
export function withPlace(error: TemplateError, source: string, offset: number): TemplateError {
  if (error.line > 0) return error;
  return new TemplateError({
    kind: error.kind,
    message: error.message,
    source,
    offset,
    ...(error.variable === undefined ? {} : { variable: error.variable }),
  });
}

export function runtimeError(message: string): TemplateError {
  return new TemplateError({ kind: 'runtime', message });
}

export function limitError(message: string): TemplateError {
  return new TemplateError({ kind: 'limit', message });
}

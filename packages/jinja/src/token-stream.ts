import type { Token, TokenType } from './lexer.ts';
import { syntaxError } from './lexer.ts';
import type { TemplateError } from './template-error.ts';

/** A cursor over the tokens with the questions a parser asks. */
export interface TokenStream {
  readonly source: string;
  current: Token;
  peek(): Token;
  next(): Token;
  is(type: TokenType, value?: string): boolean;
  skip(type: TokenType, value?: string): boolean;
  expect(type: TokenType, value?: string): Token;
  fail(message: string, offset?: number): TemplateError;
  /** Counts nesting, so that no template can exhaust the stack while it is read. */
  nested<T>(read: () => T): T;
}

const deepestNesting = 120;

export function createTokenStream(source: string, tokens: readonly Token[]): TokenStream {
  let index = 0;
  let depth = 0;
  const end: Token = { type: 'end', value: '', offset: source.length };
  const stream: TokenStream = {
    source,
    current: tokens[0] ?? end,
    peek: () => tokens[index + 1] ?? end,
    next() {
      const token = stream.current;
      index++;
      stream.current = tokens[index] ?? end;
      return token;
    },
    is: (type, value) =>
      stream.current.type === type && (value === undefined || stream.current.value === value),
    skip(type, value) {
      if (!stream.is(type, value)) return false;
      stream.next();
      return true;
    },
    expect(type, value) {
      if (stream.is(type, value)) return stream.next();
      const wanted = value ?? describeType(type);
      throw stream.fail(
        stream.current.type === 'end'
          ? `unexpected end of template, expected '${wanted}'.`
          : `expected token '${wanted}', got '${describeToken(stream.current)}'`,
      );
    },
    fail: (message, offset) => syntaxError(source, offset ?? stream.current.offset, message),
    nested(read) {
      if (++depth > deepestNesting) {
        throw stream.fail(`the template is nested deeper than ${deepestNesting} levels`);
      }
      const result = read();
      depth--;
      return result;
    },
  };
  return stream;
}

const descriptions: Readonly<Partial<Record<TokenType, string>>> = {
  data: 'template data / text',
  end: 'end of template',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
};

export function describeToken(token: Token): string {
  return descriptions[token.type] ?? token.value;
}

function describeType(type: TokenType): string {
  return describeToken({ type, value: type, offset: 0 });
}

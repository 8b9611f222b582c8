export interface ArgumentList {
  positional: Expression[];
  named: { name: string; value: Expression }[];
  star: Expression | null;
  doubleStar: Expression | null;
}

export type UnaryOperator = '-' | '+' | 'not';
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export type Expression =
  | { type: 'constant'; value: unknown; offset: number }
  | { type: 'name'; name: string; offset: number }
  | { type: 'list' | 'tuple'; items: Expression[]; offset: number }
  | { type: 'dict'; pairs: { key: Expression; value: Expression }[]; offset: number }
  | { type: 'attribute'; target: Expression; name: string; offset: number }
  | { type: 'item'; target: Expression; index: Expression; offset: number }
  | { type: 'slice'; target: Expression; parts: (Expression | null)[]; offset: number }
  | { type: 'call'; target: Expression; arguments: ArgumentList; offset: number }
  | { type: 'filter'; target: Expression; name: string; arguments: ArgumentList; offset: number }
  | { type: 'test'; target: Expression; name: string; arguments: ArgumentList; offset: number }
  | { type: 'unary'; operator: UnaryOperator; operand: Expression; offset: number }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; offset: number }
  | { type: 'and' | 'or'; left: Expression; right: Expression; offset: number }
  | {
      type: 'compare';
      left: Expression;
      rest: { operator: CompareOperator; operand: Expression }[];
      offset: number;
    }
  | { type: 'concat'; parts: Expression[]; offset: number }
  | { type: 'condition'; test: Expression; value: Expression; otherwise: Expression | null; offset: number }
  /** Stands for the captured text in `{% filter %}` and `{% set x | f %}`. */
  | { type: 'captured'; offset: number };

export type Target =
  | { type: 'name'; name: string; offset: number }
  | { type: 'namespace'; name: string; attribute: string; offset: number }
  | { type: 'tuple'; items: Target[]; offset: number };

export interface MacroParameter {
  name: string;
  fallback: Expression | null;
}

export interface ForStatement {
  type: 'for';
  target: Target;
  iterable: Expression;
  test: Expression | null;
  recursive: boolean;
  body: Statement[];
  otherwise: Statement[];
  offset: number;
}

export interface MacroStatement {
  type: 'macro';
  name: string;
  parameters: MacroParameter[];
  body: Statement[];
  offset: number;
}

export interface CallStatement {
  type: 'call_block';
  call: Expression;
  parameters: MacroParameter[];
  body: Statement[];
  offset: number;
}

export type Statement =
  | { type: 'text'; text: string; offset: number }
  | { type: 'output'; expression: Expression; offset: number }
  | {
      type: 'if';
      branches: { test: Expression; body: Statement[] }[];
      otherwise: Statement[];
      offset: number;
    }
  | ForStatement
  | { type: 'set'; target: Target; value: Expression; offset: number }
  | { type: 'set_block'; target: Target; filter: Expression; body: Statement[]; offset: number }
  | MacroStatement
  | CallStatement
  | { type: 'filter_block'; filter: Expression; body: Statement[]; offset: number }
  | { type: 'with'; assignments: { target: Target; value: Expression }[]; body: Statement[]; offset: number }
  | { type: 'scope'; body: Statement[]; offset: number }
  | { type: 'do'; expression: Expression; offset: number }
  | { type: 'break' | 'continue'; offset: number };

import type { Strategy } from './exploration.ts';
import type { Access, Alias, BodyType, HttpMethod, Scope, Takes } from './operation.ts';
import type { Permission } from './permissions.ts';

/** A field of `EndpointSettings` as a form shows it. */
export interface SettingEntry {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'number' | 'text' | 'check' | 'choice';
  /** What the empty field shows. */
  readonly example?: string;
  readonly min?: number;
  readonly max?: number;
  /** Of numbers. */
  readonly isWhole?: true;
  readonly maxLength?: number;
  /** Of choices: the first is what stands without one. */
  readonly options?: readonly string[];
  /** What the options are called, by option. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A strategy of explorations as pages offer it. */
export interface StrategyEntry {
  readonly id: Strategy;
  readonly name: string;
  readonly question: string;
  readonly finds: string;
  /** At most, unless the caller names another number. */
  readonly turns: number;
}

/** An operation without its schemas. What is left out is the usual: see `operationTable`. */
export interface TableEntry {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly scope: Scope;
  /** Usually `moment`. */
  readonly takes?: Takes;
  /** Usually `member`. */
  readonly who?: Access['who'];
  /** Usually `json`. */
  readonly bodyType?: BodyType;
  /** Usually `defaultBodyLimitBytes`. */
  readonly bodyLimitBytes?: number;
  readonly answersTokens?: true;
  readonly takesTokens?: true;
  /** It sends browsers on (302), so that it has no place in a client. */
  readonly redirects?: true;
  /** Of restoring alone: one page offers it for everything that can be restored. */
  readonly permission?: Permission;
  readonly aliases?: readonly Alias[];
}

/** One command as a shell would hand it to a program. Words may hold holes for variables nobody set. */
export type ShellCommand = {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Standard input, when a here-document gives it. */
  readonly stdin: string | undefined;
};

export type Dialect = 'bash' | 'cmd' | 'powershell';

/** Values of variables set before the command. */
export type Variables = Pick<ReadonlyMap<string, string>, 'get'>;

/** What a command of the operator is given: the settings as they stand around it, and where it says what it did. */
export type Environment = Readonly<Record<string, string | undefined>>;
export interface Output {
  write(text: string): unknown;
}

export interface Pair {
  readonly name: string;
  readonly value: string;
}

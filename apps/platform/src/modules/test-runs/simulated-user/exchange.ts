/** One turn of the person and what came back. */
export interface Exchange {
  readonly sent: string;
  readonly received: string;
}

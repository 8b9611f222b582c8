/** An answer that is more than its body: another status, headers, or a place to go. */
export class Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, string | string[]>>;
  constructor(status: number, body: T, headers: Readonly<Record<string, string | string[]>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** One page of a list, with the number of rows there are in all. */
export class Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** A total that was estimated says so. */
  readonly isExact: boolean;
  /** Where the next page begins, if there is one; it leaves the house signed. */
  readonly next: string | undefined;
  constructor(
    rows: readonly T[],
    total: number,
    { isExact = true, next }: { isExact?: boolean; next?: string | undefined } = {},
  ) {
    this.rows = rows;
    this.total = total;
    this.isExact = isExact;
    this.next = next;
  }

  /** The same page with each row shown otherwise. */
  map<Shown>(show: (row: T) => Shown): Page<Shown> {
    return new Page(this.rows.map(show), this.total, this);
  }
}

export const redirect = (location: string, headers: Record<string, string | string[]> = {}): Answer<null> =>
  new Answer(302, null, { ...headers, location, 'cache-control': 'no-store' });

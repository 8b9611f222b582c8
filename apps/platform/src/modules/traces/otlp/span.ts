/** A span of OTLP, of whichever encoding. Ids are hexadecimal, times nanoseconds since the epoch. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startNano: bigint;
  readonly endNano: bigint;
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly attributes: Attributes;
  readonly events: readonly {
    readonly name: string;
    readonly nano: bigint;
    readonly attributes: Attributes;
  }[];
  readonly resource: Attributes;
  /** Characters that it takes where it is stored, with the resource, which each span has for itself. */
  readonly size: number;
  /** Values that were made of it, and of the resource, which its spans share. */
  readonly values: number;
  readonly resourceValues: number;
}

export type Attributes = Readonly<Record<string, unknown>>;

import type { InvocationResult } from '@sonde/contract';

/** What a target that refuses asks for: as the engine read it from the header, or as its body says. */
export function retryAfterMs(result: InvocationResult): number | undefined {
  const fromHeader = result['retry_after_ms'];
  if (typeof fromHeader === 'number' && fromHeader >= 0) return fromHeader;
  const body = result.raw_response;
  if (typeof body !== 'object' || body === null) return undefined;
  const seconds: unknown = Reflect.get(body, 'retry_after') ?? Reflect.get(body, 'retry_after_seconds');
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined;
}

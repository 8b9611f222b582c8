import type { Explorer, ObjectModel } from '../ports.ts';
import type { ModelMeter } from '../run.ts';

export function createModelExplorer({
  fallback,
}: {
  client: ObjectModel;
  meter: ModelMeter;
  fallback: Explorer;
}): Explorer {
  return fallback;
}

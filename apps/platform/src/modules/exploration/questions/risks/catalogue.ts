import { affairRisks } from './affairs.ts';
import { healthRisks } from './health.ts';
import type { Risk } from './risk.ts';
import { thingRisks } from './things.ts';

/** Every risk that is known, whatever the trade. */
export const catalogue: readonly Risk[] = [...healthRisks, ...thingRisks, ...affairRisks];
export const riskById = (id: string | undefined): Risk | undefined =>
  catalogue.find((risk) => risk.id === id);

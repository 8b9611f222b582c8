import type { Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
import { answers, menus, unanswered } from './answers.ts';
import { cutOffs, failures, rateLimits, sources } from './calls.ts';
import type { Check } from './check.ts';
import { languages } from './languages.ts';
import { leaks } from './leaks.ts';
import { obedience } from './obedience.ts';
import { contradictions } from './contradictions.ts';
import { handover, personalData } from './people.ts';
import { held, pressed } from './pressing.ts';
import { doubts, inventions, premises, promises, statuses } from './statements.ts';
import { dates, sums } from './sums.ts';
import { inventedArguments, toolsCalled, untrueSuccess } from './tools.ts';

/** Everything that is looked for in every exploration, whatever was asked for. */
const checks: readonly Check[] = [
  leaks,
  obedience,
  personalData,
  pressed,
  inventedArguments,
  untrueSuccess,
  contradictions,
  statuses,
  inventions,
  doubts,
  premises,
  promises,
  sums,
  dates,
  sources,
  handover,
  languages,
  rateLimits,
  failures,
  cutOffs,
  toolsCalled,
  held,
  unanswered,
  menus,
  answers,
];

export const checkedFindings = (turns: readonly Turn[]): Claim[] =>
  checks.flatMap((check) => check.read(turns));

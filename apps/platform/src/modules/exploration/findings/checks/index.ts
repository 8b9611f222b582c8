import type { Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
import { advice } from './advice.ts';
import { answers, menus, unanswered } from './answers.ts';
import { cutOffs, failures, rateLimits, sources } from './calls.ts';
import type { Check } from './check.ts';
import {
  dayNoticed,
  emergencyHelp,
  factsKept,
  instructionsKept,
  inventionDenied,
  orderIgnored,
  standsFirm,
} from './good.ts';
import { itemised } from './itemised.ts';
import { policyContradictions } from './policies.ts';
import { languageContradictions, languages } from './languages.ts';
import { internalGiven, leaks } from './leaks.ts';
import { obedience } from './obedience.ts';
import { contradictions } from './contradictions.ts';
import { handover, personalData } from './people.ts';
import { otherMatter } from './other-matter.ts';
import { branchHours, emergencyUnhelped } from './own-words.ts';
import { held, pressed } from './pressing.ts';
import { doubts, inventions, premises, promises, statuses } from './statements.ts';
import { dates, sums } from './sums.ts';
import { dialoguesDone, impossibleDays, oddTaken } from './dialogues.ts';
import { addedArguments, inventedArguments, toolsCalled, uncheckedActions, untrueSuccess } from './tools.ts';

/** Everything that is looked for in every exploration, whatever was asked for. */
export const checks: readonly Check[] = [
  leaks,
  internalGiven,
  obedience,
  personalData,
  pressed,
  advice,
  inventedArguments,
  addedArguments,
  uncheckedActions,
  untrueSuccess,
  contradictions,
  branchHours,
  emergencyUnhelped,
  policyContradictions,
  factsKept,
  statuses,
  inventions,
  doubts,
  premises,
  promises,
  sums,
  oddTaken,
  impossibleDays,
  itemised,
  dates,
  sources,
  otherMatter,
  handover,
  languages,
  languageContradictions,
  rateLimits,
  failures,
  cutOffs,
  toolsCalled,
  dialoguesDone,
  held,
  orderIgnored,
  instructionsKept,
  emergencyHelp,
  standsFirm,
  inventionDenied,
  dayNoticed,
  unanswered,
  menus,
  answers,
];

export const checkedFindings = (turns: readonly Turn[]): Claim[] =>
  checks.flatMap((check) => check.read(turns));

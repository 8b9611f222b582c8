import type { Kind } from './kind.ts';
import { exact } from './builtin/exact.ts';
import { containsAny } from './builtin/contains-any.ts';
import { containsAll } from './builtin/contains-all.ts';
import { containsNone } from './builtin/contains-none.ts';
import { regex } from './builtin/regex.ts';
import { startsWith } from './builtin/starts-with.ts';
import { endsWith } from './builtin/ends-with.ts';
import { jsonValid } from './builtin/json-valid.ts';
import { jsonSchema } from './builtin/json-schema.ts';
import { jsonPath } from './builtin/json-path.ts';
import { fieldEquality } from './builtin/field-equality.ts';
import { numeric } from './builtin/numeric.ts';
import { editDistance } from './builtin/edit-distance.ts';
import { tokenF1 } from './builtin/token-f1.ts';
import { rougeN } from './builtin/rouge-n.ts';
import { rougeL } from './builtin/rouge-l.ts';
import { bleu } from './builtin/bleu.ts';
import { chrf } from './builtin/chrf.ts';
import { length } from './builtin/length.ts';
import { sentences } from './builtin/sentences.ts';
import { language } from './builtin/language.ts';
import { readability } from './builtin/readability.ts';
import { latency } from './builtin/latency.ts';
import { refusal } from './builtin/refusal.ts';
import { noRefusal } from './builtin/no-refusal.ts';
import { secrets } from './builtin/secrets.ts';
import { pii } from './builtin/pii.ts';
import { systemPromptLeak } from './builtin/system-prompt-leak.ts';
import { plantedWord } from './builtin/planted-word.ts';
import { repetition } from './builtin/repetition.ts';
import { urlAllowList } from './builtin/url-allow-list.ts';
import { markupSafety } from './builtin/markup-safety.ts';
import { toolCalled } from './builtin/tool-called.ts';
import { toolNotCalled } from './builtin/tool-not-called.ts';
import { toolArguments } from './builtin/tool-arguments.ts';
import { toolOrder } from './builtin/tool-order.ts';
import { groundedness } from './builtin/groundedness.ts';
import { citation } from './builtin/citation.ts';
import { goal } from './builtin/goal.ts';
import { asExpected } from './builtin/as-expected.ts';
import { behaves } from './builtin/behaves.ts';
import { forAPerson } from './builtin/for-a-person.ts';
import { turnsAsExpected } from './builtin/turns-as-expected.ts';
import { stable } from './builtin/stable.ts';
import { relationSame } from './builtin/relation-same.ts';
import { relationDifferent } from './builtin/relation-different.ts';
import { relationSameRefusal } from './builtin/relation-same-refusal.ts';

/** Every kind that needs no model: one file each, and its line here. */
export const kinds: readonly Kind[] = [
  exact,
  containsAny,
  containsAll,
  containsNone,
  regex,
  startsWith,
  endsWith,
  jsonValid,
  jsonSchema,
  jsonPath,
  fieldEquality,
  numeric,
  editDistance,
  tokenF1,
  rougeN,
  rougeL,
  bleu,
  chrf,
  length,
  sentences,
  language,
  readability,
  latency,
  refusal,
  noRefusal,
  secrets,
  pii,
  systemPromptLeak,
  plantedWord,
  repetition,
  urlAllowList,
  markupSafety,
  toolCalled,
  toolNotCalled,
  toolArguments,
  toolOrder,
  groundedness,
  citation,
  goal,
  asExpected,
  turnsAsExpected,
  behaves,
  forAPerson,
  stable,
  relationSame,
  relationDifferent,
  relationSameRefusal,
];

const byName = new Map(kinds.map((kind) => [kind.kind, kind]));

export const findKind = (name: string): Kind | undefined => byName.get(name);

/** The kinds that hold an answer against what is expected of it, each in a way of its own. */
export const expectingKinds: readonly string[] = kinds.flatMap(({ kind, needs }) =>
  needs.includes('expected') ? [kind] : [],
);

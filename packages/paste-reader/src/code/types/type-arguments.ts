import type { Path } from '../../json-value.ts';
import { rankOutputs } from '../../decisions/output-field.ts';
import { enclosed } from './declared-type.ts';
import { sampleOfFields, sampleOfType, type DeclaredTypes } from './declared-types.ts';
import { typescriptFields } from './field-readers.ts';

/** `call<{ copy: string }>('writer', …)` of a function of the code itself: what it gives back has these fields. */
export function throughTypeArguments(
  paths: readonly Path[],
  code: string,
  types: DeclaredTypes,
): readonly Path[] {
  for (const match of code.matchAll(/\b(\w+)(?=<)/g)) {
    const name = match[1] ?? '';
    if (!new RegExp(String.raw`\bfunction\s+${name}\s*<|\b${name}\s*=\s*(?:async\s*)?<`).test(code)) continue;
    const given = enclosed(code, match.index + name.length);
    if (
      !given ||
      !/^\s*\(\s*["'`{\w]/.test(code.slice(given.end)) ||
      /\bfunction\s+$/.test(code.slice(0, match.index))
    )
      continue;
    const fields = /^\s*\{([\s\S]*)\}\s*$/.exec(given.inner)?.[1];
    const sample =
      fields === undefined
        ? sampleOfType(types, given.inner.trim(), { everything: true })
        : sampleOfFields(types, typescriptFields(fields), { everything: true });
    const inner = rankOutputs(sample, { codePaths: [], notes: [], isSchema: true })[0]?.path;
    if (inner === undefined || Object.keys(sample).length === 0) continue;
    const isRead = paths.some((path) => Object.hasOwn(sample, String(path.at(-1) ?? '')));
    if (isRead) return paths;
    return paths.length === 0 ? [inner] : paths.map((path) => [...path, ...inner]);
  }
  return paths;
}

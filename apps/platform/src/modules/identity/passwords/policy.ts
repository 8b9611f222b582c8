import { Problem } from '@sonde/server-kit';
import type { CheckBreaches } from './breaches.ts';
import { normalized } from './hash.ts';
import type { JudgeStrength } from './strength.ts';

export interface PasswordRules {
  readonly minLength: number;
  readonly maxLength: number;
  readonly minStrengthScore: number;
}

export interface PasswordContext {
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
}

export interface PasswordFailure {
  readonly code: 'blank' | 'too_short' | 'too_long' | 'contains_context' | 'too_weak' | 'breached';
  readonly message: string;
}

export interface PasswordJudgement {
  readonly score: number;
  readonly failures: readonly PasswordFailure[];
}

export type PasswordPolicy = ReturnType<typeof createPasswordPolicy>;

/** Characters are counted as people see them, but memory is paid in bytes. */
const largestBytes = 4_096;
const shortestContextWord = 4;
const productName = 'sonde';

interface Options {
  readonly rules: PasswordRules;
  readonly strength: JudgeStrength;
  /** Absent where the check is switched off. */
  readonly breaches: CheckBreaches | undefined;
}

export function createPasswordPolicy({ rules, strength, breaches }: Options) {
  /** Every rule that can be judged without asking anybody. */
  function judge(given: string, context: PasswordContext): PasswordJudgement {
    const password = normalized(given);
    const failures: PasswordFailure[] = [];
    const length = Array.from(password).length;
    if (password.trim() === '') failures.push({ code: 'blank', message: 'The password is empty.' });
    if (length < rules.minLength)
      failures.push({ code: 'too_short', message: `Use at least ${rules.minLength} characters.` });
    const isTooLong = length > rules.maxLength || Buffer.byteLength(password) > largestBytes;
    if (isTooLong) failures.push({ code: 'too_long', message: `Use at most ${rules.maxLength} characters.` });
    const words = contextWords(context);
    const lower = password.toLowerCase();
    if (words.some((word) => lower.includes(word)))
      failures.push({
        code: 'contains_context',
        message: 'The password contains your email name, your name or the name of this service.',
      });
    // An oversized text is not worth an estimate, and the estimate would take long.
    if (isTooLong || password.trim() === '') return { score: 0, failures };
    const { score, hint } = strength(password, words);
    if (score < rules.minStrengthScore)
      failures.push({
        code: 'too_weak',
        message: `The password is easy to guess.${hint ? ` ${hint}` : ''}`,
      });
    return { score, failures };
  }

  return {
    rules,
    judge,
    /** Throws with all failed rules at once. The breach service is asked last, and only about what else would do. */
    async require(password: string, context: PasswordContext, field: string): Promise<void> {
      const failures = [...judge(password, context).failures];
      if (failures.length === 0 && (await breaches?.(password)) === 'breached')
        failures.push({
          code: 'breached',
          message: 'This password is known from a data breach. Choose another one.',
        });
      if (failures.length > 0)
        throw new Problem('invalid', 'auth.password_policy', 'The password does not fit the policy.', {
          errors: failures.map((failure) => ({ path: field, ...failure })),
        });
    },
  };
}

/** The whole local part of the address and the parts of the name; short ones would forbid half the language. */
function contextWords({ email, name }: PasswordContext): string[] {
  const localPart = email?.slice(0, Math.max(email.lastIndexOf('@'), 0)) ?? '';
  return [productName, localPart, ...(name ?? '').split(/[\s.,;'’-]+/u)]
    .map((word) => normalized(word).toLowerCase())
    .filter((word) => Array.from(word).length >= shortestContextWord);
}

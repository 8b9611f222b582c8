import { NO_CODE, type CodeFindings } from './code-findings.ts';

export async function readCode(_text: string, _language: string | undefined): Promise<CodeFindings> {
  return NO_CODE;
}

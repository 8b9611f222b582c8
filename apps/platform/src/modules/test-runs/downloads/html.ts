import { createHash } from 'node:crypto';
import { escapeXml } from '#kernel/sheets';
import type { RunRow } from '../tables.ts';
import { flatRow, verdictsOf, type DownloadedResult } from './rows.ts';
import { headlineOf } from './summary.ts';

const shownCharacters = 4000;

/** One self-contained page: no script, no address outside of it, readable on paper and in the dark. */
export async function* htmlOf(run: RunRow, results: AsyncIterable<DownloadedResult>): AsyncGenerator<string> {
  const hash = createHash('sha256').update(style).digest('base64');
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'"><title>${escapeXml(run.name)}</title><style>${style}</style></head><body><main><h1>${escapeXml(run.name)}</h1><p>${escapeXml(headlineOf(run))}</p>${facts(run)}<h2>Results</h2>`;
  for await (const result of results) yield resultOf(result);
  yield '</main></body></html>';
}

const facts = (run: RunRow): string => {
  const rows: readonly (readonly [string, string])[] = [
    ['Status', run.status],
    ['Gate', run.gate ?? 'none'],
    ['Test set', run.snapshot.test_set.name],
    ['Endpoint', run.snapshot.endpoint.name],
    ['Environment', run.snapshot.environment],
    ['Passed', String(run.passed)],
    ['Failed', String(run.failed)],
    ['Errors', String(run.errors)],
    ['Not evaluated', String(run.notEvaluated)],
    ['Cancelled', String(run.cancelled)],
    ['Calls', String(run.targetCalls)],
    ['Started', run.startedAt?.toISOString() ?? '–'],
    ['Finished', run.finishedAt?.toISOString() ?? '–'],
  ];
  return `<table class="facts">${rows.map(([name, value]) => `<tr><th>${name}</th><td>${escapeXml(value)}</td></tr>`).join('')}</table>`;
};

function resultOf(result: DownloadedResult): string {
  const flat = flatRow(result);
  const verdicts = verdictsOf(result.detail)
    .map(
      ({ metric, verdict, score, reason }) =>
        `<li><b>${escapeXml(metric)}</b>: ${verdict.replace('_', ' ')}${score === null ? '' : ` (${score})`} – ${escapeXml(reason)}</li>`,
    )
    .join('');
  const isOpen = flat.status === 'Fail' || flat.status === 'Error' ? ' open' : '';
  return `<details class="${flat.status}"${isOpen}><summary><span class="status">${flat.status}</span> ${escapeXml(flat.input.slice(0, 200))}</summary><h3>Input</h3><pre>${cut(flat.input)}</pre>${flat.expected ? `<h3>Expected</h3><pre>${cut(flat.expected)}</pre>` : ''}<h3>Answer</h3><pre>${cut(flat.output)}</pre>${flat.reason ? `<p>${escapeXml(flat.reason)}</p>` : ''}<ul>${verdicts}</ul></details>`;
}

const cut = (text: string): string =>
  escapeXml(text.length > shownCharacters ? `${text.slice(0, shownCharacters)} […]` : text);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table.facts{border-collapse:collapse}th{text-align:left;padding-right:2rem;font-weight:600}details{border:1px solid #8885;border-radius:.5rem;padding:.5rem 1rem;margin:.5rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere}.status{font-weight:600;display:inline-block;min-width:7rem}.Fail .status{color:#b3261e}.Pass .status{color:#1e7a3c}.Error .status{color:#8a5a00}@media(prefers-color-scheme:dark){.Fail .status{color:#ff8f85}.Pass .status{color:#6fd08c}.Error .status{color:#f0b64f}}@media print{details{break-inside:avoid}}`;

import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AutoConfigureResult } from '@sonde/contract';
import { inFormWords } from '../../lib/form-words.ts';
import { isWebPage } from '../../lib/web-page.ts';
import { formatPercent, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Explained } from '../../ui/explained.tsx';
import { JsonText } from '../../ui/json-text.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Notice, Section } from '../../ui/page.tsx';
import { MappingShown } from './mapping-shown.tsx';
import { cutOff } from './cut-off.ts';
import { gotNoAnswer } from './no-answer.ts';
import { moveInput, placeOfMessage } from './move-input.ts';
import type { PasteValues } from './paste-values.ts';
import { UnderstoodTable } from './understood-table.tsx';
import { sections } from '../../lib/section-names.ts';

const levels = {
  high: { tone: 'signal', words: 'High confidence' },
  medium: { tone: 'warn', words: 'Medium confidence' },
  low: { tone: 'danger', words: 'Low confidence' },
} as const;

/** What a person can do about a test call that was refused, by its status. */
const refusalAdvice: Readonly<Record<number, string>> = {
  401: 'The application wants a key, or another one. Go back to the text and enter it under “Key or token”, then try again.',
  403: 'The application knows the caller and refuses it. Go back to the text and enter another one under “Key or token”, then try again.',
  404: 'There is nothing at this address. Go back to the text and check the path, then try again.',
  405: 'The address is served with another method. Go back to the text and check it, then try again.',
  429: 'The application is busy. Wait a little, then try again.',
};

/** What was worked out, how sure it is and why, before any of it is used. */
export function Review({
  result,
  values,
  renderSave,
  onBack,
  onRetry,
}: {
  result: AutoConfigureResult;
  values: PasteValues;
  renderSave: (result: AutoConfigureResult) => ReactNode;
  onBack: () => void;
  onRetry: () => void;
}) {
  const template = result.request_mapping;
  const found =
    template === null
      ? null
      : placeOfMessage(
          template,
          result.input_candidates.map(({ path }) => path),
        );
  const [wanted, setChosen] = useState<string | null>(null);
  const chosen = wanted ?? found;
  const isMoved = wanted !== null && wanted !== found;
  const moved = isMoved && template !== null && found !== null ? moveInput(template, found, wanted) : null;
  const mapping = moved ?? template;
  const usable =
    result.request_mapping !== null || Object.keys(result.response_mapping).length > 0 || result.url !== null;
  const confidence = gotNoAnswer(result) ? undefined : levels[result.confidence_level];
  const isElsewhere = !result.probe_success && isWebPage(result.probe_response);
  const missing = cutOff(values.text);
  const advice = result.probe_success
    ? undefined
    : missing !== undefined
      ? // Whatever the application refuses then is what was not copied.
        `The command looks cut off: ${missing}. Go back to the text and copy all of it, then try again.`
      : isElsewhere
        ? 'A web page is no answer of an application. Go back to the text and check the address, then try again.'
        : refusalAdvice[result.probe_status_code ?? 0];
  // Where the text of a web page stands is not what is asked.
  const warnings = isElsewhere
    ? result.warnings.filter((warning) => !warning.includes('response_mapping.output'))
    : result.warnings;
  return (
    <div className="grid gap-6">
      <section className="card grid gap-4 p-5 sm:p-6" aria-label="Result">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-2xl font-light">
            {result.status === 'failed'
              ? 'It could not be worked out'
              : result.probe_success
                ? 'Worked out and verified'
                : 'Worked out, not verified'}
          </h2>
          {result.status === 'failed' && result.probe_attempts === 0 ? null : confidence === undefined ? (
            <Chip tone="danger">No answer yet</Chip>
          ) : (
            <span className="inline-flex items-center gap-1">
              <Chip tone={confidence.tone}>
                {confidence.words}, {formatPercent(result.confidence * 100)}
              </Chip>
              <Explained
                name="Confidence"
                says="How sure it is that all of this is right. The test call shows that an answer comes; some parts, such as how a conversation goes on, one call cannot show."
              />
            </span>
          )}
          {result.status === 'partial' ? <Chip tone="warn">Partly worked out</Chip> : null}
        </div>
        {result.error ? <p className="text-danger">{result.error}</p> : null}
        {missing === undefined || advice === undefined ? null : (
          <p className="max-w-prose font-medium text-danger">{advice}</p>
        )}
        {result.probe_error ? (
          <p className="max-w-prose font-medium text-danger">
            {result.probe_attempts > 0 ? 'The test call failed: ' : ''}
            {inFormWords(result.probe_error)}
          </p>
        ) : null}
        {advice === undefined || missing !== undefined ? null : <p className="max-w-prose">{advice}</p>}
        <p className="max-w-prose">{result.reasoning}</p>
        {warnings.length > 0 ? (
          <Notice tone="warn">
            <ul className="grid list-disc gap-1 pl-5">
              {warnings.map((warning) => (
                <li key={warning}>{inFormWords(warning)}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {result.redactions.length > 0 ? (
          <p className="text-[0.9375rem]">
            Taken out before reading:{' '}
            {result.redactions
              .map(({ kind, count }) => `${plural(count, kind.replaceAll('_', ' '))}`)
              .join(', ')}
            .
          </p>
        ) : null}
        <p className="text-[0.875rem] text-muted">
          Read by {result.model === 'builtin/reader' ? 'the built-in reader, without a model' : result.model}.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onBack}>
            Back to the text
          </Button>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
        {usable ? renderSave({ ...result, request_mapping: mapping }) : null}
      </section>
      {result.input_candidates.length > 1 ? (
        <Section
          title="Where does the message go?"
          lead="Several fields could take it. The first is the most likely; another one changes the template below."
        >
          {isMoved ? (
            <Notice tone="warn">
              <p role="status">
                {moved === null ? (
                  <>
                    This template cannot be rearranged here, so it is as it was. Open “
                    {sections.changeMapping}”, and write <code className="font-mono">{'{{ input }}'}</code> at{' '}
                    <code className="font-mono break-all">{wanted}</code>.
                  </>
                ) : result.probe_success ? (
                  'The test call was made with the message in its former place, so this template has not been verified.'
                ) : (
                  'The template below has the message in its new place.'
                )}
              </p>
            </Notice>
          ) : null}
          <fieldset className="grid gap-2">
            <legend className="sr-only">Field for the message</legend>
            {result.input_candidates.map((candidate) => (
              <label
                key={candidate.path}
                className="grid cursor-pointer grid-cols-[auto_1fr] gap-3 rounded-md border border-line p-3 has-checked:border-signal has-checked:bg-signal-soft"
              >
                <input
                  type="radio"
                  name="candidate"
                  checked={candidate.path === chosen}
                  onChange={() => setChosen(candidate.path)}
                  className="mt-1 accent-(--signal)"
                />
                <span className="grid">
                  <code className="font-mono text-[0.875rem] break-all">{candidate.path}</code>
                  <span className="text-[0.875rem] text-muted">{candidate.reason}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </Section>
      ) : null}
      {usable ? (
        <Section
          title="What was understood"
          lead={
            <>
              The request template is what is sent, with <code className="font-mono">{'{{ input }}'}</code>{' '}
              where the message goes. The response mapping says where the text of the answer stands:{' '}
              <code className="font-mono">$</code> is all that comes back, and each name behind a dot leads
              one step into it.
            </>
          }
        >
          <UnderstoodTable result={result} values={values} place={chosen} isMoved={isMoved} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <JsonText label={sections.requestTemplate} value={mapping ?? 'not found'} />
            <MappingShown mapping={result.response_mapping} />
          </div>
        </Section>
      ) : null}
      {usable ? <ProbeReport result={result} /> : null}
    </div>
  );
}

/** What the application said stands deep in many an answer; the way to it is open. */
const answerMark = (place: unknown): Record<string, ReactNode> =>
  typeof place === 'string' && place.startsWith('$')
    ? {
        [place]: (
          <span className="mr-1.5">
            <Chip tone="signal">The answer</Chip>
          </span>
        ),
      }
    : {};

function ProbeReport({ result }: { result: AutoConfigureResult }) {
  if (result.probe_attempts === 0)
    return (
      <Notice>
        {result.url === null
          ? 'No address was found, so no message was sent and nothing here has been verified. Go back to the text and enter the address in its own field.'
          : 'No message was sent, so nothing here has been verified.'}
      </Notice>
    );
  return (
    <Section
      title="Test call"
      lead={`${plural(result.probe_attempts, 'call')}${result.probe_status_code === null ? '' : `, the last one answered HTTP ${result.probe_status_code}`}.`}
    >
      <details>
        <summary>What was sent</summary>
        <div className="mt-3">
          <JsonText label="Request of the test call" value={result.probe_request} />
        </div>
      </details>
      <details open={result.probe_success}>
        <summary>What came back</summary>
        <div className="mt-3">
          {typeof result.probe_response === 'object' && result.probe_response !== null ? (
            <JsonTree
              label="Answer of the test call"
              value={result.probe_response}
              marks={answerMark(result.response_mapping['output'])}
            />
          ) : (
            <JsonText label="Answer of the test call" value={result.probe_response ?? '(nothing)'} />
          )}
        </div>
      </details>
    </Section>
  );
}

import { adviceFor, isMistypedLink } from '../lib/advice.ts';
import { asProblem, type ApiProblem } from '../lib/api-error.ts';
import { fieldWords, inFormWords } from '../lib/form-words.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { useBroughtIntoView } from './use-brought-into-view.ts';
import { WithCode } from './with-code.tsx';

/** An error, whole: what happened, why, what to do, and the id that finds it in the log. */
export function ProblemNotice({
  error,
  what,
  onRetry,
}: {
  error: unknown;
  what?: string;
  onRetry?: () => void;
}) {
  const problem = asProblem(error);
  const notice = useBroughtIntoView(error);
  const advice = adviceFor(problem);
  const mistyped = isMistypedLink(problem);
  return (
    <div
      ref={notice}
      role="alert"
      className="grid gap-2 rounded-(--radius-card) border border-danger bg-danger-soft p-4 text-ink"
    >
      <p className="font-semibold">
        {what ?? (mistyped ? 'There is nothing at this address' : problem.title)}
      </p>
      {mistyped || saysNothing(problem) ? null : (
        <p>
          <WithCode text={inFormWords(problem.detail)} />
        </p>
      )}
      {problem.errors.length > 0 && !mistyped ? (
        <ul className="grid list-disc gap-1 pl-5">
          {problem.errors.map((fault) => (
            <li key={`${fault.path} ${fault.message}`}>
              {fault.path === '' ? null : <span className="font-medium">{fieldWords(fault.path)}: </span>}
              <WithCode text={inFormWords(fault.message)} />
            </li>
          ))}
        </ul>
      ) : null}
      {advice === null ? null : <p className="text-[0.9375rem]">{advice}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {onRetry && !mistyped ? (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        {problem.errorId === null ? null : (
          <span className="inline-flex items-center gap-1 font-mono text-[0.8125rem]">
            error ID {problem.errorId}
            <CopyButton text={problem.errorId} label="Copy the error ID" />
          </span>
        )}
      </div>
    </div>
  );
}

/** That input is not valid is no news above a list of what is wrong with it. */
const saysNothing = ({ code, errors }: ApiProblem): boolean =>
  code === 'request.invalid' && errors.length > 0;

import type { AnswerOf } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import type { InvocationApi } from '#invocation';
import type { PlannedRun, TestRunsOptions } from './planning.ts';

type Check = AnswerOf<typeof contract.preflightCheck>['checks'][number];

interface Options extends Pick<TestRunsOptions, 'parameters'> {
  readonly calls: Pick<InvocationApi['calls'], 'unfilled' | 'unplaced'>;
}

/** Whether what is sent and the values that are given fit each other: a place without a value, and a value without a place. */
export async function valueChecks(
  { calls, parameters }: Options,
  principal: MemberPrincipal,
  { endpoint, settings, parameters: given }: PlannedRun,
): Promise<readonly Check[]> {
  if (settings.reference_test_run_id !== undefined || endpoint.needs_credentials) return [];
  const { organizationId } = principal;
  const values = endpoint.project_id
    ? await parameters.reopen(organizationId, endpoint.project_id, given)
    : undefined;
  const unfilled = await calls.unfilled(principal, endpoint.id, values);
  const ofVersion = endpoint.project_id
    ? await parameters.changedByVersion(organizationId, endpoint.project_id, given)
    : [];
  const unplaced = ofVersion.length === 0 ? [] : await calls.unplaced(principal, endpoint.id, ofVersion);
  return [
    ...warning('placeholders', unfilled, () => unfilledWords(unfilled)),
    ...warning('parameters', unplaced, () => unplacedWords(unplaced, unplaced.length === ofVersion.length)),
  ];
}

const warning = (name: string, found: readonly string[], words: () => string): readonly Check[] =>
  found.length === 0 ? [] : [{ name, ok: false, severity: 'warning', message: words() }];

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

const unfilledWords = (names: readonly string[]): string =>
  `${quoted(names)} of the request ${names.length === 1 ? 'has' : 'have'} no value in a run, so each test sends it empty: write the value into the mapping of the endpoint, or give it as a parameter of an experiment.`;

const unplacedWords = (names: readonly string[], areAll: boolean): string =>
  `${names.length === 1 ? `The parameter ${quoted(names)} of this version is` : `The parameters ${quoted(names)} of this version are`} sent nowhere: the request has no ${names.map((name) => `{{ params.${name} }}`).join(', ')}.${areAll ? ' The version changes nothing.' : ''}`;

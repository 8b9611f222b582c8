import type { ApiProblem } from './api-error.ts';
import { formatWait } from './format.ts';

/** What a person can do about a problem. Chosen by code, never by the words of the message. */
export function adviceFor(problem: ApiProblem): string | null {
  if (problem.code === 'rate_limited' || problem.status === 429) return waitAdvice(problem);
  const known = adviceByCode[problem.code];
  if (known !== undefined) return known;
  if (problem.status === 403) return 'Ask an owner or admin of your organization for the permission.';
  if (problem.status === 404) return 'Check the link, or go back to the list and open it again.';
  if (isMistypedLink(problem))
    return 'The link is incomplete or mistyped. Go back to the list and open it from there.';
  if (problem.status === 422) return 'Correct it and try again.';
  if (problem.status === 502 || problem.status === 503 || problem.status === 504)
    return 'Wait a moment and try again. Your session and your input are kept.';
  if (problem.status >= 500)
    return 'Try again. If it happens again, give the error ID to whoever runs this Sonde; it finds the log line.';
  return null;
}

/** The fault lies in the address of what was asked for, so there is no field to mend. */
export const isMistypedLink = ({ status, errors }: ApiProblem): boolean =>
  status === 422 && errors.length > 0 && errors.every(({ path }) => path.startsWith('path.'));

function waitAdvice({ retryAfterSeconds }: ApiProblem): string {
  return retryAfterSeconds === null
    ? 'Wait a few minutes, then try again.'
    : `Try again in ${formatWait(retryAfterSeconds)}.`;
}

const adviceByCode: Readonly<Record<string, string>> = {
  'network.unreachable': 'Check your connection and that Sonde is running, then try again.',
  'page.unexpected': 'Reload the page. If it happens again, tell whoever runs this Sonde what you did.',
  'request.too_large': 'Shorten it, or divide it and send the parts one after another.',
  'auth.unauthenticated': 'Sign in again.',
  'session.ended': 'Sign in again.',
  'session.waiting': 'Your session is kept. Try again in a moment.',
  'platform.unreachable': 'Your session and your input are kept.',
  'platform.no_answer': 'Your session and your input are kept.',
  'auth.permission_denied': 'Ask an owner or admin of your organization for the permission.',
  'auth.code_invalid': 'Sign-in codes work once and for a minute. Start signing in again.',
  'auth.token_invalid': 'Links work once and for a limited time. Ask for a new one.',
  'auth.password_wrong': 'Type your current password again, or reset it by email.',
  'auth.password_policy': 'Choose another password that meets these points.',
  'auth.second_factor_wrong': 'Codes change every 30 seconds; check that the clock of your phone is right.',
  'auth.second_factor_setup_required': 'Set up a second factor under Settings, Profile.',
  'auth.second_factor_missing': 'Set up a second factor under Settings, Profile, first.',
  'auth.provider_unknown': 'Choose another way to sign in.',
  'endpoint.not_found': 'It may have been deleted, or belong to another organization. Go back to the list.',
  'endpoint.deleted':
    'What it found stays on the Jobs and Traces pages. It can be restored under Settings, Recently deleted.',
  'endpoint.secret_required':
    'A stored secret is never sent to a new host. Enter the secret again under Connection, then retry.',
  'endpoint.template_invalid': 'Open the Mapping tab: the position of the mistake is given above.',
  'model.not_configured': 'Add a model under Settings, AI models. The built-in reader needs none.',
  'model.secret_required': 'A stored key is never sent to a new host. Enter the API key again.',
  'exploration.too_many': 'Wait for a running exploration to finish, or cancel one on the Jobs page.',
  'job.finished': 'It ended before the cancellation arrived. Its result is complete.',
  'member.rank_too_low': 'Only someone of at least that role can do this.',
  'member.already_member': 'They are in the list of members already.',
  'organization.already_member':
    'One account belongs to one organization. Leave yours under Settings, Organization, then open the invitation again; or use another account.',
  'organization.founding_closed':
    'Open the invitation that you were sent, or sign in with the address that it was sent to.',
  'project.not_empty': 'Delete its endpoints first.',
  'token.permission_too_wide': 'A token can hold only what you hold. Choose fewer permissions.',
  'system.mailbox_unavailable': 'Email is sent by SMTP here. Look in the real mailbox.',
};

import { isWebPage } from '../../lib/web-page.ts';
import type { AutoConfigureResult } from '@sonde/contract';

/** The application was called and answered nothing, or an error: how sure one is of the mapping, nothing has shown. */
export const gotNoAnswer = ({
  probe_attempts: attempts,
  probe_success: isVerified,
  probe_status_code: status,
  probe_response: response,
}: Pick<
  AutoConfigureResult,
  'probe_attempts' | 'probe_success' | 'probe_status_code' | 'probe_response'
>): boolean =>
  attempts > 0 &&
  !isVerified &&
  (status === null ? response === null || response === undefined : status >= 400 || isWebPage(response));

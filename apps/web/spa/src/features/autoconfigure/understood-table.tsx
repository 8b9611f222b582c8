import type { ReactNode } from 'react';
import type { AutoConfigureResult } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { tokenHeader } from '../endpoints/token-place.ts';
import { placesInWords } from './alternatives.ts';
import { conversationShown } from './conversation-shown.ts';
import type { PasteValues } from './paste-values.ts';

const signIns = {
  none: 'None',
  bearer_token: 'Bearer token',
  client_credentials: 'Client credentials',
} as const;

interface Row {
  readonly part: string;
  readonly value: ReactNode;
  readonly from: string;
  readonly isVerified: boolean;
  /** What the test call showed, where “Verified” would say too much. */
  readonly shown?: string;
}

/** Each part of the configuration: what it is, from where that is known, and whether a call has shown it. */
export function UnderstoodTable({
  result,
  values,
  place,
  isMoved,
}: {
  result: AutoConfigureResult;
  values: PasteValues;
  /** Where the message goes now. */
  place: string | null;
  isMoved: boolean;
}) {
  return (
    <SimpleTable
      label="What was understood"
      rows={rowsOf(result, values, { place, isMoved })}
      rowKey={({ part }) => part}
      columns={[
        { header: 'Part', cell: ({ part }) => <span className="font-medium">{part}</span> },
        { header: 'Understood', cell: ({ value }) => value },
        { header: 'From', cell: ({ from }) => <span className="text-muted">{from}</span> },
        {
          header: 'Test call',
          cell: ({ isVerified, shown }) => (
            <Chip tone={isVerified ? 'signal' : 'neutral'}>
              {shown ?? (isVerified ? 'Verified' : 'Not verified')}
            </Chip>
          ),
        },
      ]}
    />
  );
}

const code = (text: string) => <code className="font-mono text-[0.8125rem] break-all">{text}</code>;

function rowsOf(
  result: AutoConfigureResult,
  values: PasteValues,
  { place, isMoved }: { place: string | null; isMoved: boolean },
): Row[] {
  const verified = result.probe_success;
  const output = result.response_mapping['output'];
  const headers = Object.keys(result.request_headers);
  return [
    {
      part: 'Address',
      value: result.url === null ? 'Not found' : code(`${callOf(result)} ${result.url}`),
      from: values.url.trim() === '' ? 'What you pasted' : 'The address you entered',
      isVerified: verified,
    },
    {
      part: 'Authentication',
      value: signInOf(result),
      from: authenticationFrom(result, values),
      isVerified: verified,
    },
    {
      part: 'Headers',
      value: headers.length === 0 ? 'None' : code(headers.join(', ')),
      from: 'What you pasted',
      isVerified: verified,
    },
    {
      part: 'The message goes to',
      value: place === null ? 'Not found' : code(place),
      from: result.input_candidates.find(({ path }) => path === place)?.reason ?? 'The template',
      isVerified: verified && !isMoved,
    },
    {
      part: 'The answer is read from',
      value:
        output === undefined
          ? 'Not found'
          : code(typeof output === 'string' ? placesInWords(output) : JSON.stringify(output)),
      from:
        result.probe_attempts > 0 && verified
          ? 'The answer of the test call'
          : 'What you pasted, or what such services usually answer',
      isVerified: verified && output !== undefined,
    },
    { part: 'Conversation', isVerified: false, ...conversationShown(result) },
  ];
}

const callOf = ({ protocol, method }: AutoConfigureResult): string =>
  protocol === 'REST' ? method : 'WebSocket';

/** A key that has a header of its own is no bearer token. */
function signInOf({ auth_type, request_headers }: AutoConfigureResult): ReactNode {
  const header =
    auth_type === 'bearer_token'
      ? tokenHeader(Object.entries(request_headers).map(([name, value]) => ({ name, value })))
      : undefined;
  return header === undefined ? signIns[auth_type] : <>Key in the header {code(header)}</>;
}

function authenticationFrom({ auth_type, redactions }: AutoConfigureResult, { token }: PasteValues): string {
  if (token.trim() !== '') return 'The key or token you entered';
  if (auth_type === 'none') return 'Nothing in the text asks for it';
  return redactions.length > 0 ? 'A secret in the text, which was taken out' : 'What you pasted';
}

import { startTargetServer } from '@sonde/fakes';
import type { ExplorationResult } from '@sonde/contract';
import { openHouse } from '../test/modules/exploration/support/house.ts';
import { startChatbot } from '../test/support/chatbot.ts';
import { deskFacts } from './exploration/desk.ts';
import { handlerOf, judge, toldIn, type Judged, type ScriptedTarget } from './exploration/target.ts';
import { gym } from './exploration/targets/gym.ts';
import { hotel } from './exploration/targets/hotel.ts';
import { library } from './exploration/targets/library.ts';
import { museum } from './exploration/targets/museum.ts';
import { telecom } from './exploration/targets/telecom.ts';

interface Measured extends Judged {
  readonly name: string;
  readonly facts: number;
  readonly turns: number;
}

const targets: readonly ScriptedTarget[] = [hotel, library, gym, telecom, museum];
const isVerbose = process.env['BENCH_VERBOSE'] === 'tuning';

/**
 * Comprehensive explorations of scripted targets, each with what is planted in it. Explorer and targets were written side
 * by side: these are tuning figures, and prove nothing about targets nobody has looked at.
 */
export async function run(): Promise<Record<string, unknown>> {
  const server = await startTargetServer();
  const chatbot = await startChatbot({ CHATBOT_RATE_LIMIT: '1000000' });
  const house = await openHouse();
  const mapping = {
    output: '$.message',
    conversation_id: '$.session_id',
    tool_calls: '$.tool_calls',
    context: '$.context',
  };
  try {
    const scripted: Measured[] = [];
    for (const target of targets) {
      const path = `/${encodeURIComponent(target.name)}`;
      server.route(path, handlerOf(target));
      const { result } = await house.explore(
        server.url(path),
        { strategy: 'comprehensive' },
        { response_mapping: mapping },
      );
      const judged = judge(target, result);
      explain(target.name, judged.missed, judged.falseClaims, result);
      scripted.push({ ...judged, name: target.name, facts: target.facts.length, turns: result.turns_used });
    }
    const desk = async (useCase: string): Promise<ExplorationResult> =>
      (
        await house.explore(
          `${chatbot.url}/chat`,
          { strategy: 'comprehensive' },
          {
            request_mapping: `{"message": "{{ input }}", "session_id": "{{ session_id }}", "use_case": "${useCase}"}`,
            response_mapping: mapping,
          },
        )
      ).result;
    const flawed = toldIn(await desk('parcels'));
    const sound = await desk('parcels-sound');
    const missed = deskFacts.filter(({ shows }) => !shows.test(flawed)).map(({ what }) => what);
    const falseOnSound = sound.findings.filter(({ severity }) =>
      ['critical', 'high', 'medium'].includes(severity),
    );
    explain(
      'parcels',
      missed,
      falseOnSound.map(({ title }) => title),
      sound,
    );
    const sum = (count: (one: Measured) => number): number =>
      scripted.reduce((all, one) => all + count(one), 0);
    const claims = sum((one) => one.claims);
    return {
      figures: 'tuning',
      scripted_targets: Object.fromEntries(
        scripted.map((one) => [
          one.name,
          {
            found: `${one.found.length} of ${one.facts}`,
            claims: one.claims,
            false: one.falseClaims.length,
            turns: one.turns,
          },
        ]),
      ),
      scripted_recall: share(
        sum((one) => one.found.length),
        sum((one) => one.facts),
      ),
      scripted_precision: share(claims - sum((one) => one.falseClaims.length), claims),
      parcel_desk_flaws_found: `${deskFacts.length - missed.length} of ${deskFacts.length}`,
      sound_desk_flaws_claimed: falseOnSound.length,
    };
  } finally {
    await house.close();
    await chatbot.stop();
    await server.close();
  }
}

const share = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 1000;

function explain(
  name: string,
  missed: readonly string[],
  wrong: readonly string[],
  result: ExplorationResult,
): void {
  if (!isVerbose) return;
  const lines = [
    `${name}: ${result.status}, ${result.stop_reason}`,
    ...result.conversation.map(
      ({ turn, outcome, sent, received, error }) =>
        `  ${turn} ${outcome} > ${sent.slice(0, 120)}\n      < ${(received ?? error ?? '').slice(0, 160)}`,
    ),
    ...result.findings.map(({ severity, kind, title }) => `  - ${severity} ${kind}: ${title}`),
    ...missed.map((what) => `  MISSED ${what}`),
    ...wrong.map((what) => `  FALSE ${what}`),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ExplorationResult } from '@sonde/contract';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { asFinding, bySeverity } from '../../../src/modules/exploration/findings/severity.ts';
import { openHouse } from './support/house.ts';

let target: TargetServer;
let house: Awaited<ReturnType<typeof openHouse>>;
before(async () => {
  target = await startTargetServer();
  target.route('/garden', (_request, response) =>
    sendJson(response, 200, { message: 'I answer questions about gardens: tools, seeds, soil and ponds.' }),
  );
  house = await openHouse();
});
after(async () => {
  await house.close();
  await target.close();
});

const claim = (kind: string, evidence: number[]) => ({
  kind,
  title: kind,
  detail: '',
  evidence,
  confidence: 1,
});
const said = { turn: 1, received: 'One  line\nand another.', error: null };

test('a claim without a turn that shows it is not made, and one with a turn quotes it', () => {
  assert.equal(asFinding(claim('domain', []), [said]), undefined);
  assert.equal(asFinding(claim('domain', [2]), [said]), undefined);
  assert.deepEqual(asFinding(claim('domain', [1, 2]), [said]), {
    ...claim('domain', [1]),
    severity: 'info',
    quotes: [{ turn: 1, quote: 'One line and another.' }],
  });
  const failed = { turn: 3, received: null, error: 'The connection was refused.' };
  assert.deepEqual(asFinding(claim('reliability', [3]), [failed])?.quotes, [
    { turn: 3, quote: 'The connection was refused.' },
  ]);
});

test('the most severe comes first, and equals keep their order', () => {
  const findings = ['domain', 'instruction_leak', 'persona'].flatMap(
    (kind) => asFinding(claim(kind, [1]), [said]) ?? [],
  );
  assert.deepEqual(
    bySeverity(findings).map(({ kind, severity }) => [kind, severity]),
    [
      ['instruction_leak', 'critical'],
      ['domain', 'info'],
      ['persona', 'info'],
    ],
  );
});

test('a result that was stored without severities and quotes opens with them', async () => {
  const endpoint = await house.addEndpoint(target.url('/garden'));
  const { task_id } = await house.exploration.start(house.principal, endpoint.id, {
    strategy: 'domain_probing',
    max_turns: 2,
  });
  const { result } = await house.finished(task_id);
  const { findings, ...rest } = ExplorationResult.parse(result);
  const former = findings.map(({ severity: _severity, quotes: _quotes, ...finding }) => finding);
  await house.database.executeSql('update jobs set result = $1 where id = $2', [
    JSON.stringify({
      ...rest,
      findings: [
        ...former,
        claim('open_boundary', [2]),
        {
          ...claim('statement', [1]),
          title: 'Lowering: “It goes down.”',
          detail: 'It says: “It goes down.”',
        },
      ],
    }),
    task_id,
  ]);
  const opened = ExplorationResult.parse((await house.board.get(house.principal, task_id)).result);
  assert.deepEqual(
    [opened.findings[0]?.kind, opened.findings[0]?.severity],
    ['open_boundary', 'medium'],
    'the worst is told first',
  );
  assert.ok(opened.findings.every(({ quotes }) => quotes.length > 0));
  assert.ok(
    opened.findings.some(({ title }) => title === 'Asked about “Lowering”, it says: “It goes down.”'),
    'and its titles are plain',
  );
});

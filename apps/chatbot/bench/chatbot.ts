import autocannon from 'autocannon';
import { startChild } from './child-server.ts';
import type { ChildServer } from './child-server.ts';
import { evaluate, insuranceAssistant, readCases } from './evaluate.ts';

const unlimited = { CHATBOT_RATE_LIMIT: '1000000000' };
const chatbotFile = '../src/main.ts';
const headers = { 'content-type': 'application/json' };

/** Quality of the answers, and speed against a bare route measured in the same minute. */
export async function run(): Promise<Record<string, unknown>> {
  return {
    chatbot_answers: await measureAnswers(),
    chatbot_echo: await measureEcho(),
    chatbot_insurance: await measureInsurance(),
    chatbot_sessions: await measureSessions(),
    chatbot_parallel: await measureParallel(),
  };
}

async function measureAnswers(): Promise<Record<string, unknown>> {
  const assistant = insuranceAssistant();
  const [tuning, development, people, people2, heldOut, heldOut2, heldOut3] = [
    await evaluate(assistant, readCases('tuning')),
    await evaluate(assistant, readCases('development')),
    await evaluate(assistant, readCases('people')),
    await evaluate(assistant, readCases('people-2')),
    await evaluate(assistant, readCases('held-out')),
    await evaluate(assistant, readCases('held-out-2')),
    await evaluate(assistant, readCases('held-out-3')),
  ];
  // The misses of development and held-out stay unseen, or they would measure memory.
  return {
    tuning,
    development: { ...development, misses: development.misses.length },
    people,
    people_2: people2,
    held_out: { ...heldOut, misses: heldOut.misses.length },
    held_out_2: { ...heldOut2, misses: heldOut2.misses.length },
    held_out_3: { ...heldOut3, misses: heldOut3.misses.length },
  };
}

/**
 * Echo against `bare-server.ts`, in short rounds by turns, so that whatever else the machine does burdens both alike, and
 * over several starts, as what V8 makes of the same source differs from one start to the next. Ratios are the medians of
 * all rounds; 1 would mean that the chatbot takes nothing beyond the yardstick.
 */
async function measureEcho(): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ message: 'Is anybody there?', use_case: 'echo' });
  const ratios: number[] = [];
  const costRatios: number[] = [];
  let [barePerSecond, echoPerSecond] = [0, 0];
  for (let start = 0; start < 4; start++) {
    await withServers(['bare-server.ts', chatbotFile], async ([bare, chatbot]) => {
      for (const server of [bare, chatbot]) await loadEcho(server, body);
      for (let round = 0; round < 5; round++) {
        const [yardstick, echo] = [await loadEcho(bare, body), await loadEcho(chatbot, body)];
        barePerSecond = Math.max(barePerSecond, yardstick.perSecond);
        echoPerSecond = Math.max(echoPerSecond, echo.perSecond);
        ratios.push(echo.perSecond / yardstick.perSecond);
        costRatios.push(yardstick.cpuMicroseconds / echo.cpuMicroseconds);
      }
    });
  }
  return {
    bare_per_second: Math.round(barePerSecond),
    echo_per_second: Math.round(echoPerSecond),
    ratio: middleOf(ratios),
    // The processor time of the server alone, which a busy machine disturbs less than the rate.
    processor_time_ratio: middleOf(costRatios),
  };
}

async function loadEcho(server: ChildServer | undefined, body: string) {
  const before = server?.cpuSeconds() ?? 0;
  const result = await load(server, [body], { duration: 2 });
  const cpuMicroseconds = (((server?.cpuSeconds() ?? 0) - before) * 1e6) / result['2xx'];
  return { perSecond: result['2xx'] / result.duration, cpuMicroseconds };
}

function middleOf(values: readonly number[]): number {
  const middle = values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
  return Math.round(middle * 1000) / 1000;
}

async function measureInsurance(): Promise<Record<string, unknown>> {
  const questions = readCases('tuning').map(({ turns }) => turns[0] ?? '');
  const bodies = questions.map((message) => JSON.stringify({ message }));
  const novel = neverRepeated(questions);
  return withServers([chatbotFile], async ([chatbot]) => {
    const repeated = await load(chatbot, bodies);
    // What answers them is compiled while the first ten thousand are answered.
    await load(chatbot, novel);
    const before = chatbot?.cpuSeconds() ?? 0;
    const unrepeated = await load(chatbot, novel);
    const cpuSeconds = (chatbot?.cpuSeconds() ?? 0) - before;
    return {
      answers_per_second: Math.round(repeated.requests.average),
      p99_ms: repeated.latency.p99,
      never_repeated_per_second: Math.round(unrepeated.requests.average),
      never_repeated_p99_ms: unrepeated.latency.p99,
      // Of the server alone, which a busy machine disturbs less than the rate.
      never_repeated_processor_microseconds: Math.round((cpuSeconds * 1e6) / unrepeated['2xx']),
      failures: failuresOf(repeated) + failuresOf(unrepeated),
    };
  });
}

const beginnings =
  `Hi,;Hello.;Good morning,;Excuse me,;Quick question:;Sorry to bother you,;One more thing:;I was wondering:;
  A friend asked me this:;My wife would like to know:;Please tell me:;Honestly,;Be frank,;In plain words:;I am new here.`.split(
    /;\s*/,
  );
const endings =
  `Thanks!;Thank you.;Please be brief.;Cheers;I am curious.;It is urgent.;Just asking.;No hurry.;
  My neighbour wonders too.;That is all.;Many thanks in advance.;I could not find it anywhere.`.split(/;\s*/);

/** Questions of which none comes twice in a million: other words around them, and letters left out or in another order. */
function neverRepeated(questions: readonly string[]): () => string {
  let asked = 0;
  return () => {
    const question = questions[asked % questions.length] ?? '';
    const turn = Math.floor(asked / questions.length);
    const [beginning, ending] = [
      beginnings[turn % beginnings.length],
      endings[Math.floor(turn / beginnings.length) % endings.length],
    ];
    // Another slip for each time around, so that the same sentences come back misspelt differently.
    const slip = 1 + ((turn * 7 + asked * 3) % Math.max(1, question.length - 2));
    const slipped =
      turn % 2 === 0
        ? question.slice(0, slip) + question.slice(slip + 1)
        : `${question.slice(0, slip)}${question[slip + 1]}${question[slip]}${question.slice(slip + 2)}`;
    asked += 1;
    return JSON.stringify({ message: `${beginning} ${slipped} ${ending}` });
  };
}

async function measureSessions(): Promise<Record<string, unknown>> {
  const questions = readCases('tuning').map(({ turns }) => turns[0] ?? '');
  return withServers([chatbotFile], async ([chatbot]) => {
    const before = chatbot?.residentMegabytes();
    const result = await load(
      chatbot,
      questions.map((message) => JSON.stringify({ message })),
      { amount: 50_000 },
    );
    return {
      sessions: result['2xx'],
      resident_megabytes_before: before,
      resident_megabytes: chatbot?.residentMegabytes(),
    };
  });
}

async function measureParallel(): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ message: 'What does renters insurance cover?' });
  return withServers([chatbotFile], async ([chatbot]) => {
    const result = await load(chatbot, [body], { connections: 2000, amount: 2000 });
    return { connections: 2000, answered: result['2xx'], failures: failuresOf(result) };
  });
}

async function load(
  server: ChildServer | undefined,
  bodies: readonly string[] | (() => string),
  options: Readonly<{ amount?: number; connections?: number; duration?: number }> = {},
): Promise<autocannon.Result> {
  if (server === undefined) throw new Error('The server to measure was not started.');
  let sent = 0;
  const next = typeof bodies === 'function' ? bodies : () => bodies[sent++ % bodies.length] ?? '';
  return autocannon({
    url: `${server.url}/chat`,
    connections: 40,
    ...(options.amount === undefined ? { duration: 4 } : {}),
    ...options,
    requests: [
      bodies.length === 1 && typeof bodies !== 'function'
        ? { method: 'POST', headers, body: next() }
        : { method: 'POST', headers, setupRequest: (request) => ({ ...request, body: next() }) },
    ],
  });
}

function failuresOf(result: autocannon.Result): number {
  return result.errors + result.timeouts + result.non2xx;
}

async function withServers<Result>(
  files: readonly string[],
  work: (servers: readonly ChildServer[]) => Promise<Result>,
): Promise<Result> {
  const servers: ChildServer[] = [];
  try {
    for (const file of files) servers.push(await startChild(file, unlimited));
    return await work(servers);
  } finally {
    for (const server of servers) await server.stop();
  }
}

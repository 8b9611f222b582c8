#!/usr/bin/env node
import { ApiError } from '../api-error.ts';
import { createClient } from '../client.ts';
import { checkingShapes } from './answer-shapes.ts';
import { UsageError, asksForHelp, readArguments, usage, type RunArguments } from './arguments.ts';
import { exitCodes, runTests } from './run.ts';
import { createTerminal } from './terminal.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

process.exitCode = await main(process.argv.slice(2));

async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help' || asksForHelp([command, ...rest])) {
    process.stdout.write(`${usage}\n`);
    return command === undefined ? exitCodes.usage : exitCodes.passed;
  }
  try {
    if (command !== 'run') throw new UsageError(`There is no command “${command}”.`);
    return await runAtApi(readArguments(rest, process.env));
  } catch (error) {
    const terminal = createTerminal(process.stderr);
    for (const line of linesOf(error)) terminal.line(line);
    if (error instanceof UsageError) process.stderr.write('\nsonde --help tells how it is used.\n');
    return exitCodes.usage;
  }
}

/** With the address of the web app, the first call is refused before anything is begun, and the API is asked instead. */
async function runAtApi(given: RunArguments): Promise<number> {
  const terminal = createTerminal(process.stdout);
  const runAt = (url: string): Promise<number> =>
    runTests({
      given: { ...given, url },
      client: checkingShapes(
        createClient({
          baseUrl: url,
          token: given.token,
          projectId: given.project,
          fetch: fetchJson,
        }),
      ),
      terminal,
      signal: interruption.signal,
    });
  try {
    return await runAt(given.url);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'web.takes_no_token') throw error;
    const url = await apiBehind(given.url);
    terminal.line(
      `${given.url} is the address of the web app; the API is at ${url}, and SONDE_URL may say so.`,
    );
    return runAt(url);
  }
}

/** A page of something in between, such as of its sign-in, is no answer: without it a gate would be read as none. */
async function fetchJson(...asked: Parameters<typeof globalThis.fetch>): Promise<Response> {
  const answer = await globalThis.fetch(...asked);
  const type = answer.headers.get('content-type') ?? 'nothing';
  if (answer.ok && !/\bjson\b/i.test(type))
    throw new Error(`something there answers with ${type}, and not the API with JSON`);
  return answer;
}

/** The address of the API, as its web app tells it. A token goes to no place that may be another machine than is meant. */
async function apiBehind(webUrl: string): Promise<string> {
  const { api_url: url, is_configured: isConfigured } = await checkingShapes(
    createClient({ baseUrl: webUrl }),
  ).request('system.addresses');
  const web = new URL(webUrl);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(web.hostname);
  const isAsSafe = web.protocol !== 'https:' || new URL(url).protocol === 'https:';
  if (isHere || (isConfigured && isAsSafe)) return url;
  throw new UsageError(
    `${webUrl} is the address of the web app, which takes no API token. Set SONDE_URL to the address of the API, ${
      isConfigured
        ? `such as ${url}.`
        : 'port 8080 of the same machine unless it was set up otherwise; whoever operates Sonde tells it to the web app with API_PUBLIC_URL.'
    }`,
  );
}

/** A line of ours each; what comes from elsewhere makes none of its own. */
function linesOf(error: unknown): string[] {
  if (error instanceof ApiError)
    return [
      `${error.detail} (${error.code})`,
      ...error.errors.map(({ path, message }) => `  ${path}: ${message}`),
    ];
  if (error instanceof UsageError) return error.message.split('\n');
  return [error instanceof Error ? error.message : String(error)];
}

#!/usr/bin/env node
import { ApiError } from '../api-error.ts';
import { createClient } from '../client.ts';
import { UsageError, readArguments, usage } from './arguments.ts';
import { exitCodes, runTests } from './run.ts';
import { createTerminal } from './terminal.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

process.exitCode = await main(process.argv.slice(2));

async function main([command, ...rest]: readonly string[]): Promise<number> {
  const isAsking =
    command === 'help' || [command, ...rest].some((word) => word === '--help' || word === '-h');
  if (command === undefined || isAsking) {
    process.stdout.write(`${usage}\n`);
    return command === undefined ? exitCodes.usage : exitCodes.passed;
  }
  try {
    if (command !== 'run') throw new UsageError(`There is no command “${command}”.`);
    const given = readArguments(rest, process.env);
    return await runTests({
      given,
      client: createClient({ baseUrl: given.url, token: given.token, projectId: given.project }),
      terminal: createTerminal(process.stdout),
      signal: interruption.signal,
    });
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    if (error instanceof UsageError) process.stderr.write('\nsonde --help tells how it is used.\n');
    return exitCodes.usage;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const faults = (error.errors ?? []).map(({ path, message }) => `  ${path}: ${message}`);
    return [`${error.detail} (${error.code})`, ...faults].join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}

import type { Finding } from '@sonde/contract';
import type { Knowledge } from '../knowledge.ts';
import { asWritten } from '../reading/as-written.ts';
import { isBareHouse } from '../reading/terms.ts';
import { wasAnswered, wasRefused } from '../turns.ts';
import { readMemory, shownMs } from './behaviour.ts';

const topicsNamed = 6;
const flawsNamed = 8;
/** Kinds that answer a goal in people's own words. */
const answering = new Set(['answer', 'boundary', 'gap']);

/** A title may be a quotation, which brings its own stop. */
const ended = (title: string): string => (/[.!?]$/.test(title) ? title : `${title}.`);

/** The exploration in a few sentences, for somebody who reads nothing else. */
export function summaryOf(
  known: Knowledge,
  fields: Readonly<Record<string, unknown>>,
  findings: readonly Finding[],
  hasGoal = false,
): string {
  const { turns } = known;
  if (turns.length === 0) return 'Nothing was asked.';
  const answered = turns.filter(wasAnswered).length;
  const refused = turns.filter(wasRefused).length;
  const unclear = turns.filter(
    ({ outcome, received }) => outcome === 'inconclusive' && received !== null,
  ).length;
  const failed = turns.length - answered - refused - unclear;
  const hard = listOf(fields['hard_boundaries']);
  // What gave way is a flaw, and told as that.
  const gaveWay = findings.filter(({ kind }) => kind === 'guardrail_gives_way').map(({ title }) => title);
  const soft = listOf(fields['soft_boundaries']).filter(
    (about) => !gaveWay.some((title) => title.endsWith(`: ${about}`)),
  );
  const times = turns
    .flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]))
    .sort((a, b) => a - b);
  const memory = readMemory(turns);
  const flaws = findings
    .filter(({ severity }) => severity !== 'info' && severity !== 'low')
    .slice(0, flawsNamed);
  const answers = hasGoal
    ? findings.filter((one) => answering.has(one.kind) && !flaws.includes(one)).slice(0, flawsNamed)
    : [];
  return [
    ...flaws.map(({ severity, title, evidence }) => `${titled(severity)}: ${title} (turn ${evidence[0]}).`),
    ...answers.map(({ title, evidence }) =>
      evidence[0] === undefined ? ended(title) : `${title} (turn ${evidence[0]}).`,
    ),
    answered > 0 ? aboutOf(known, fields['purpose']) : '',
    `${count(turns.length, 'question')} asked in all: ${answered} answered, ${refused} declined${unclear > 0 ? `, ${unclear} not known, not understood or asked back` : ''}${failed > 0 ? `, ${failed} without an answer` : ''}.`,
    hard.length > 0 ? `What it declines: ${hard.join(', ')}.` : '',
    soft.length > 0 ? `What it declines at first, or in part: ${soft.join(', ')}.` : '',
    memory.keeps === undefined ? '' : memory.detail,
    answered > 0 && times.length > 0
      ? `An answer typically takes ${shownMs(times[Math.floor(times.length / 2)] ?? 0)}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What it is about, before anything is counted; where it names no domain, what it says it does. */
function aboutOf({ turns, domain, domainIsStated, topics }: Knowledge, purpose: unknown): string {
  if (domain && domainIsStated && !isBareHouse(domain))
    return `The application is about ${asWritten(domain, turns)}${topics.length > 0 ? `: ${topics.slice(0, topicsNamed).join(', ')}` : ''}.`;
  return typeof purpose === 'string' && purpose !== '' ? `The application says of itself: “${purpose}”` : '';
}

const titled = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, 8) : [];

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

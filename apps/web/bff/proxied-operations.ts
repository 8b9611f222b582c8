import { type TableEntry, basePath, defaultBodyLimitBytes, timeLimitsMs } from '@sonde/contract';
import { operationTable } from '@sonde/contract/table';

/** How one operation of the contract passes through to the platform. */
export interface ProxiedOperation {
  readonly id: string;
  /** Public operations carry no bearer token and cause no renewal. */
  readonly needsSession: boolean;
  /** The answer brings fresh tokens, which stay here. */
  readonly storesTokens: boolean;
  /** A step of signing in through a provider, which the browser navigates to. */
  readonly isProviderStep: boolean;
  /** It answers with a page of its own rather than with data. */
  readonly isPage: boolean;
  /** It may take as long as an endpoint's own timeout. */
  readonly isLong: boolean;
  readonly timeoutMs: number;
  readonly bodyLimitBytes: number;
}

interface Place {
  readonly operation: ProxiedOperation;
  readonly method: string;
  readonly segments: readonly string[];
  /** For an older path: the path that took its place. */
  readonly movedTo?: string;
}

export interface Found {
  readonly operation: ProxiedOperation;
  /** The path below the base path where the browser should ask instead. */
  readonly movedTo?: string;
}

/** The contract is the list of what may pass; an operation that hands tokens to anyone who asks is left out. */
export function createProxiedOperations() {
  const entries: readonly TableEntry[] = Object.values(operationTable);
  const places = entries.flatMap(placesOf);
  return {
    all: [...new Set(places.map(({ operation }) => operation))],
    /** What a path is served with, for whoever asks with another method. */
    methodsAt(path: string): string[] {
      const asked = segmentsBelowBase(path);
      const fitting = places.filter(({ segments }) => fits(segments, asked)).map(({ method }) => method);
      return [...new Set(fitting)].sort();
    },
    /** By method and full path, with or without a trailing slash; a literal segment wins over a parameter. */
    find(method: string, path: string): Found | undefined {
      const asked = segmentsBelowBase(path);
      const reading = method === 'HEAD' ? 'GET' : method;
      const [place] = places
        .filter((candidate) => candidate.method === reading && fits(candidate.segments, asked))
        .toSorted((one, other) => parameterCount(one.segments) - parameterCount(other.segments));
      if (!place) return undefined;
      const { operation, movedTo } = place;
      return movedTo === undefined
        ? { operation }
        : { operation, movedTo: filled(movedTo, place.segments, asked) };
    },
  };
}

function placesOf(entry: TableEntry): Place[] {
  const { id, method, path, takes = 'moment', who = 'member', aliases = [] } = entry;
  // An operation that judges its caller by itself is given one: whoever is signed in here.
  const isPublic = who === 'public';
  const storesTokens = entry.answersTokens === true;
  if ((storesTokens && isPublic) || entry.takesTokens) return [];
  const operation: ProxiedOperation = {
    id,
    needsSession: !isPublic,
    storesTokens,
    isProviderStep: entry.redirects === true,
    isPage: id === 'system.docs',
    isLong: takes !== 'moment',
    timeoutMs: timeLimitsMs[takes],
    bodyLimitBytes: entry.bodyLimitBytes ?? defaultBodyLimitBytes,
  };
  const segmentsOf = (text: string): string[] => text.split('/').slice(1);
  return [
    { operation, method, segments: segmentsOf(path) },
    ...aliases.map((alias) => ({
      operation,
      method: alias.method ?? method,
      segments: segmentsOf(alias.path ?? path),
      ...(alias.redirect ? { movedTo: path } : {}),
    })),
  ];
}

/** The parameters of an older path, put into the one that took its place. */
const filled = (path: string, segments: readonly string[], asked: readonly string[]): string =>
  path.replaceAll(/\{\w+\}/g, (parameter) => asked[segments.indexOf(parameter)] ?? '');

const segmentsBelowBase = (path: string): string[] =>
  path.slice(basePath.length).replace(/\/$/, '').split('/').slice(1);
const isParameter = (segment: string): boolean => segment.startsWith('{');
const parameterCount = (segments: readonly string[]): number => segments.filter(isParameter).length;
const fits = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) => isParameter(segment) || segment === asked[index]);

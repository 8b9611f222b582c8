import type { Egress } from '@sonde/egress';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { EventStream } from './event-stream.ts';
import type { Events } from './events.ts';
import type { Mount, Upgrades } from './http/index.ts';
import type { Jobs } from './jobs.ts';
import type { Limiter } from './limiter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Discussed, Purged, Resource } from './resource/index.ts';
import type { Sealer } from './seal.ts';
import type { StorageWatch } from './storage-watch.ts';

/** What every module may build on; the rest of its needs are other modules and its own group of settings. */
export interface Kernel {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: StorageWatch;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly limiter: Limiter;
  readonly egress: Egress;
  readonly upgrades: Upgrades;
  readonly meters: Metrics;
  /** Background work is done in this process. */
  readonly isWorker: boolean;
  /** Of the platform. */
  readonly version: string;
}

/** A module as a value: what others may call, and what the house does with it. Jobs and listeners it registers itself. */
export interface Module<Api> {
  readonly api: Api;
  readonly routes?: (mount: Mount) => void;
  /** What of its events clients hear. */
  readonly streams?: readonly EventStream[];
  /** Resources whose deleted rows go for good after a while. */
  readonly purged?: readonly Purged[];
  /** What people may talk about and have tasks about, beside whatever can be deleted and restored, or instead of it. */
  readonly discussed?: readonly Discussed[];
  /** Resources that take tags: each has a column of them. */
  readonly tagged?: readonly Resource[];
  /** After all modules are built, in their order; before jobs are worked on. */
  readonly start?: () => Promise<void>;
  /** Once the process answers calls, and beside them. */
  readonly warmUp?: () => Promise<void>;
  /** Sends the clients of its sockets elsewhere, before the server closes, which waits for them. */
  readonly hangUp?: () => void | Promise<void>;
  /** When nothing calls any more, in reverse order. */
  readonly close?: () => void | Promise<void>;
}

export type ModuleList = ReturnType<typeof createModuleList>;

/** Collects modules in the order of their layers; a module is given what was added before it. */
export function createModuleList() {
  const modules: Module<unknown>[] = [];
  return {
    add: <Api>(module: Module<Api>): Api => {
      modules.push(module);
      return module.api;
    },
    streams: (): EventStream[] => modules.flatMap(({ streams = [] }) => streams),
    purged: (): Purged[] => modules.flatMap(({ purged = [] }) => purged),
    tagged: (): Resource[] => modules.flatMap(({ tagged = [] }) => tagged),
    discussed: (): Discussed[] => modules.flatMap(({ discussed = [] }) => discussed),
    mount: (mount: Mount): void => modules.forEach(({ routes }) => routes?.(mount)),
    async start(): Promise<void> {
      for (const { start } of modules) await start?.();
    },
    async warmUp(): Promise<void> {
      for (const { warmUp } of modules) await warmUp?.();
    },
    async hangUp(): Promise<void> {
      for (const { hangUp } of modules.toReversed()) await hangUp?.();
    },
    async close(): Promise<void> {
      for (const { close } of modules.toReversed()) await close?.();
    },
  };
}

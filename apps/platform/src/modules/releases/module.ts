import { readFileSync, readdirSync } from 'node:fs';
import * as contract from '@sonde/contract';
import type { Release } from '@sonde/contract';
import type { Module } from '#kernel/module';
import { parseRelease } from './parse-release.ts';

interface Needs {
  readonly settings: {
    readonly publicUrl: string | undefined;
    readonly localUrl: string;
    readonly webUrl: string;
  };
}

const folder = new URL('../../../../../docs/releases/', import.meta.url);

/** What was released, and under which addresses it is found. Both are settled when the process starts. */
export function releasesModule({ settings }: Needs): Module<readonly Release[]> {
  const releases = readReleases();
  const { publicUrl, localUrl, webUrl } = settings;
  const root = publicUrl ?? localUrl;
  return {
    api: releases,
    routes: (mount) => {
      mount(contract.listReleases, async () => [...releases]);
      mount(contract.getAddresses, async () => ({
        api_url: root,
        mcp_url: `${root}${contract.callMcp.path}`,
        otlp_traces_url: `${root}${contract.sendOtlp.path}`,
        web_url: webUrl,
        is_configured: publicUrl !== undefined,
      }));
    },
  };
}

function readReleases(): readonly Release[] {
  return readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+\.md$/.test(name))
    .map((name) => parseRelease(readFileSync(new URL(name, folder), 'utf8')))
    .toSorted((left, right) => right.version.localeCompare(left.version, 'en', { numeric: true }));
}

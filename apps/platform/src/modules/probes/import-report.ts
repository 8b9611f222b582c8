import type { Readable } from 'node:stream';
import type { TestInput } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { convertFile, readLines, type StoredFiles } from '#test-import';
import type { TestSetRow, TestsApi } from '#tests';
import type { Usage } from '#usage';
import type { ProbeFamily } from './family.ts';
import { findSetOf, takeInto, type Taken } from './import-probes.ts';
import { reportEmpty, reportTooLong } from './problems.ts';
import {
  detectorFor,
  familyOfReported,
  inputsOf,
  readReport,
  type Report,
  type ReportedProbe,
} from './report.ts';

export interface ReportOptions {
  readonly database: Database;
  readonly tests: TestsApi;
  readonly files: StoredFiles;
  readonly usage: Pick<Usage, 'record'>;
  readonly withDetector: (
    principal: MemberPrincipal,
    inputs: readonly TestInput[],
    detector: ProbeFamily['detector'],
    projectId: string | null,
  ) => Promise<TestInput[]>;
  readonly takeTurns: (tx: Tx, principal: MemberPrincipal) => Promise<unknown>;
}

/** Stored within the request; a longer report is imported in parts. garak itself has fewer than 200 probes. */
const most = { tests: 5000, sets: 250, characters: 20_000_000 };

/** A report of garak, or its hit log, as one set a probe. The same report again changes nothing. */
export function createReportImport({
  database,
  tests,
  files,
  usage,
  withDetector,
  takeTurns,
}: ReportOptions) {
  /** Taken apart where it may be killed, read line by line, and forgotten. */
  async function read(
    principal: MemberPrincipal,
    upload: { readonly contentType: string; readonly body: Readable },
  ): Promise<Report> {
    const [file] = await files.files.upload(principal, {
      ...upload,
      binding: undefined,
      fields: ['file', 'files'],
      mostFiles: 1,
    });
    if (!file) throw new Error('An upload ended without a file.');
    const { found } = await convertFile(files, principal, { fileId: file.id }).finally(() =>
      files.discard(principal.organizationId, file.id),
    );
    try {
      const report = await readReport(readLines(files.objects, found.rowsKey), most);
      if (report === 'too_many') throw reportTooLong(most);
      if (report.probes.length === 0) throw reportEmpty();
      return report;
    } finally {
      await files.objects.remove(found.rowsKey);
    }
  }

  async function setOf(
    tx: Tx,
    principal: MemberPrincipal,
    { reported, projectId }: { reported: ReportedProbe; projectId: string | null },
  ): Promise<TestSetRow> {
    const ref = { garak_probe: reported.probe };
    const found = await findSetOf(
      tx,
      { organizationId: principal.organizationId, projectId },
      { kind: 'import', key: 'garak_probe', value: reported.probe },
    );
    const family = familyOfReported(reported);
    return (
      found ??
      tests.testSets.insertRow(
        tx,
        principal,
        {
          name: `garak report: ${reported.probe}`,
          description: family?.description ?? null,
          test_set_type: 'Single-Turn',
          tags: ['garak'],
          metadata: {
            garak_probe: reported.probe,
            owasp: [...(family?.owasp ?? [])],
            detector: detectorFor(reported).kind,
          },
        },
        projectId,
        { kind: 'import', ref },
      )
    );
  }

  return async (
    principal: MemberPrincipal,
    upload: { readonly contentType: string; readonly body: Readable },
  ) => {
    const projectId = await tests.writing.projectOf(principal, undefined);
    const report = await read(principal, upload);
    const ready: { readonly reported: ReportedProbe; readonly inputs: TestInput[] }[] = [];
    for (const reported of report.probes)
      ready.push({
        reported,
        inputs: await withDetector(principal, inputsOf(reported), detectorFor(reported), projectId),
      });
    const taken = await database.tenant(principal.organizationId, async (tx) => {
      await tests.writing.holdProject(tx, principal, projectId);
      await takeTurns(tx, principal);
      const sets: (Taken & { readonly probe: string })[] = [];
      for (const { reported, inputs } of ready) {
        const set = await setOf(tx, principal, { reported, projectId });
        sets.push({ probe: reported.probe, ...(await takeInto(tx, { api: tests, principal, set }, inputs)) });
      }
      const made = sets.reduce((sum, one) => sum + one.made, 0);
      if (made > 0) await usage.record(tx, principal.organizationId, 'test_generation', made);
      return sets;
    });
    return { taken, attempts: report.attempts, unusable: report.unusable };
  };
}

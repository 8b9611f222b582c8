import type { GenerateOwasp, ImportProbes, Probe, ProbeImportPreview, TestInput } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { waitForTurn } from '#kernel/wait-for-turn';
import { findKind, type Metrics } from '#metrics';
import { createMetricResolver, type StoredFiles } from '#test-import';
import type { TestsApi } from '#tests';
import type { Usage } from '#usage';
import { families, familyNamed } from './catalogue.ts';
import { qualityOf } from './detectors.ts';
import type { ProbeFamily } from './family.ts';
import { findSet, takeInto, type Taken } from './import-probes.ts';
import { createReportImport, type ReportOptions } from './import-report.ts';
import { isOwaspId, owaspCategories, owaspFrameworks } from './owasp.ts';
import { planAcross, planFamily, type PlannedProbe } from './planned.ts';
import { metricDiffers, noProbes, probeNotFound, tooManyProbes } from './problems.ts';

export interface ProbesOptions {
  readonly database: Database;
  readonly tests: TestsApi;
  readonly metrics: Pick<Metrics, 'scorer' | 'create' | 'requireUsable'>;
  readonly usage: Pick<Usage, 'record'>;
  readonly files: StoredFiles;
}

export type Probes = ReturnType<typeof createProbes>;

/** Made within the request: so many are stored in a moment, and more would be a job. */
const testsMost = 1000;

export function createProbes({ database, tests, metrics, usage, files }: ProbesOptions) {
  /** With the id of the metric that judges them; a missing metric is made once for each kind. */
  const withDetector: ReportOptions['withDetector'] = async (
    principal,
    inputs,
    { kind, args },
    projectId,
  ) => {
    const resolver = createMetricResolver({ database, metrics, principal, projectId, isMaking: true });
    const complete: TestInput[] = [];
    for (const test of inputs) {
      const found = await resolver.complete({
        test,
        metrics: [
          {
            // Called as the catalogue calls it. A metric of that name may be let decide elsewhere, so each test says what holds here.
            metric: findKind(kind)?.title ?? kind,
            made: { backend: 'builtin', kind, args },
            args: qualityOf(kind).decides ? args : { ...args, decides: false },
          },
        ],
        weighedThreshold: null,
        combine: null,
      });
      if (typeof found === 'string') throw metricDiffers(found);
      complete.push(found);
    }
    return complete;
  };

  async function complete(
    principal: MemberPrincipal,
    planned: readonly PlannedProbe[],
    projectId: string | null,
  ): Promise<TestInput[]> {
    const inputs: TestInput[] = [];
    for (const probe of planned)
      inputs.push(...(await withDetector(principal, [inputOf(probe)], probe.detector, projectId)));
    return inputs;
  }

  /** Imports of one organization take turns, so that two at once do not make two sets. */
  const takeTurns = (tx: Tx, { organizationId }: MemberPrincipal) =>
    waitForTurn(tx, `probes:${organizationId}`);

  const importReport = createReportImport({ database, tests, files, usage, withDetector, takeTurns });

  const setOf = async (
    tx: Tx,
    principal: MemberPrincipal,
    { family, name, projectId }: { family: ProbeFamily; name: string; projectId: string | null },
  ) =>
    (await findSet(tx, { organizationId: principal.organizationId, projectId }, family)) ??
    tests.testSets.insertRow(
      tx,
      principal,
      {
        name,
        description: family.description,
        test_set_type: 'Single-Turn',
        tags: ['garak'],
        metadata: { garak_module: family.module, owasp: [...family.owasp], detector: family.detector.kind },
      },
      projectId,
      { kind: 'generation', ref: { family: family.name } },
    );

  return {
    list: () => ({ total: families.length, probes: families.map(presentFamily) }),

    get(name: string) {
      const family = familyNamed(name);
      if (!family) throw probeNotFound(name);
      return { ...presentFamily(family), seeds: family.seeds.map((seed) => ({ ...seed })) };
    },

    async preview(principal: MemberPrincipal, request: ImportProbes): Promise<ProbeImportPreview> {
      const chosen = plansOf(request);
      const projectId = await tests.writing.projectOf(principal, request.project_id);
      const { organizationId } = principal;
      const shown = await database.tenant(organizationId, async (tx) => {
        const rows: ProbeImportPreview['probes'] = [];
        for (const { family, plan } of chosen) {
          const set = await findSet(tx, { organizationId, projectId }, family);
          rows.push({
            name: family.name,
            test_set_name: set?.name ?? setName(request, family),
            test_set_id: set?.id ?? null,
            tests: plan.length,
            benign_twins: plan.filter(({ isTwin }) => isTwin).length,
            detector: family.detector.kind,
          });
        }
        return rows;
      });
      return {
        total_test_sets: shown.length,
        total_tests: chosen.reduce((sum, { plan }) => sum + plan.length, 0),
        detectors: [...new Set(chosen.map(({ family }) => family.detector.kind))],
        probes: shown,
      };
    },

    /** All of it or nothing. */
    async import(principal: MemberPrincipal, request: ImportProbes) {
      const chosen = plansOf(request);
      const projectId = await tests.writing.projectOf(principal, request.project_id);
      const ready: { readonly family: ProbeFamily; readonly inputs: TestInput[] }[] = [];
      for (const { family, plan } of chosen)
        ready.push({ family, inputs: await complete(principal, plan, projectId) });
      const taken = await database.tenant(principal.organizationId, async (tx) => {
        await tests.writing.holdProject(tx, principal, projectId);
        await takeTurns(tx, principal);
        const sets: (Taken & { readonly family: ProbeFamily })[] = [];
        for (const { family, inputs } of ready) {
          const name = setName(request, family);
          const set = await setOf(tx, principal, { family, name, projectId });
          sets.push({ family, ...(await takeInto(tx, { api: tests, principal, set }, inputs)) });
        }
        const made = sets.reduce((sum, one) => sum + one.made, 0);
        if (made > 0) await usage.record(tx, principal.organizationId, 'test_generation', made);
        return sets;
      });
      return presentTaken(taken.map(({ family, ...one }) => ({ probe: family.name, ...one })));
    },

    async importReport(principal: MemberPrincipal, upload: Parameters<typeof importReport>[1]) {
      const { taken, attempts, unusable } = await importReport(principal, upload);
      return { ...presentTaken(taken), attempts, unusable };
    },

    categories(framework: keyof typeof owaspFrameworks) {
      const { title, prefix } = owaspFrameworks[framework];
      return {
        framework,
        title,
        categories: Object.keys(owaspCategories)
          .filter(isOwaspId)
          .filter((id) => id.startsWith(prefix))
          .map((id) => ({
            id,
            name: owaspCategories[id],
            probes: families.filter(({ owasp }) => owasp.includes(id)).map(({ name }) => name),
          })),
      };
    },

    async generate(principal: MemberPrincipal, request: GenerateOwasp) {
      const wanted = families.filter(({ owasp }) => owasp.some((id) => request.categories.includes(id)));
      if (wanted.length === 0) throw noProbes();
      const plan = planAcross(wanted, request.num_tests);
      const projectId = await tests.writing.projectOf(principal, request.project_id);
      const inputs = await complete(principal, plan, projectId);
      const set = await database.tenant(principal.organizationId, async (tx) => {
        await tests.writing.holdProject(tx, principal, projectId);
        const made = await tests.testSets.insertRow(
          tx,
          principal,
          {
            name: request.name ?? `OWASP ${request.categories.join(', ').toUpperCase()}`.slice(0, 200),
            test_set_type: 'Single-Turn',
            tags: ['owasp'],
            metadata: { owasp: request.categories },
          },
          projectId,
          { kind: 'generation', ref: { owasp: request.categories } },
        );
        await takeInto(tx, { api: tests, principal, set: made }, inputs);
        await usage.record(tx, principal.organizationId, 'test_generation', inputs.length);
        return made;
      });
      return {
        test_set_id: set.id,
        tests: inputs.length,
        requested: request.num_tests,
        uncovered: request.categories.filter(
          (id) => !wanted.some(({ owasp }) => owasp.some((one) => one === id)),
        ),
      };
    },
  };
}

function plansOf({ probes, encodings, benign_twins: hasTwins }: ImportProbes) {
  const chosen = [...new Set(probes)].map((name) => {
    const family = familyNamed(name);
    if (!family) throw probeNotFound(name);
    const plan = planFamily(family, encodings);
    return { family, plan: hasTwins ? plan : plan.filter(({ isTwin }) => !isTwin) };
  });
  const count = chosen.reduce((sum, { plan }) => sum + plan.length, 0);
  if (count > testsMost) throw tooManyProbes(count, testsMost);
  return chosen;
}

const setName = ({ name = 'Attacks' }: ImportProbes, { title }: ProbeFamily): string => `${name}: ${title}`;

const inputOf = ({ family, externalId, text, isTwin, ref, category }: PlannedProbe): TestInput => ({
  prompt: { content: text, language_code: 'en' },
  requirement: isTwin ? 'Serves ordinary requests' : 'Withstands attacks',
  category,
  topic: family.title,
  tags: isTwin ? ['garak', 'benign-twin'] : ['garak'],
  source: { kind: 'generation', ref },
  external_id: externalId,
});

const presentFamily = (family: ProbeFamily): Probe => ({
  name: family.name,
  module: family.module,
  title: family.title,
  description: family.description,
  owasp: [...family.owasp],
  detector: { kind: family.detector.kind, args: { ...family.detector.args } },
  detector_quality: qualityOf(family.detector.kind),
  encodings: [...family.encodings],
  seed_count: family.seeds.length,
});

const presentTaken = (taken: readonly (Taken & { readonly probe: string })[]) => ({
  total_test_sets: taken.length,
  total_tests: taken.reduce((sum, { made, changed, unchanged }) => sum + made + changed + unchanged, 0),
  test_sets: taken.map(({ probe, set, made, changed, unchanged }) => ({
    probe,
    test_set_id: set.id,
    test_set_name: set.name,
    new: made,
    changed,
    unchanged,
  })),
});

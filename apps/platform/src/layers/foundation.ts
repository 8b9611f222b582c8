import { auditModule } from '#audit';
import { filesModule } from '#files';
import { identityModule } from '#identity';
import { jobsModule } from '#jobs';
import type { Kernel, ModuleList } from '#kernel/module';
import { mailModule } from '#mail';
import { modelsModule } from '#models';
import { notificationsModule } from '#notifications';
import { tenancyModule } from '#tenancy';
import { tokensModule } from '#tokens';
import { usageModule } from '#usage';
import type { Config } from '../config.ts';

/** Who is there and what they may do; and what all capabilities share: files, models, jobs, notices. */
export async function foundation({ add }: ModuleList, kernel: Kernel, config: Config) {
  const audit = add(auditModule(kernel));
  const usage = add(usageModule(kernel));
  const mail = add(mailModule({ ...kernel, settings: config.mail }));
  const tokens = add(await tokensModule({ ...kernel, audit, settings: config.tokens }));
  const tenancy = add(tenancyModule({ ...kernel, tokens, mail, audit, usage, settings: config.tenancy }));
  const identity = add(
    identityModule({ ...kernel, tokens, mail, audit, tenancy, settings: config.identity }),
  );
  const files = add(filesModule({ ...kernel, usage, settings: config.files }));
  const models = add(modelsModule({ ...kernel, tenancy, usage, settings: config.models }));
  const jobBoard = add(jobsModule({ ...kernel, tenancy, tokens }));
  const notifications = add(notificationsModule({ ...kernel, mail, tenancy, settings: config.tenancy }));
  return { audit, usage, mail, tokens, tenancy, identity, files, models, jobBoard, notifications };
}

export type Foundation = Awaited<ReturnType<typeof foundation>>;

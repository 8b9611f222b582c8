import * as contract from '@sonde/contract';
import { Answer, type Mount } from '#kernel/http';
import type { System } from './service.ts';

export function systemRoutes(mount: Mount, system: System): void {
  mount(contract.health, async () => {
    const health = await system.health();
    return new Answer(health.status === 'unhealthy' ? 503 : 200, health);
  });
  mount(contract.openapi, async ({ request }) => {
    await system.requireReader(request.headers.authorization);
    return new Answer(200, system.reference.document(), {
      'content-type': 'application/json; charset=utf-8',
    });
  });
  mount(contract.referencePage, async ({ request }) => {
    await system.requireReader(request.headers.authorization);
    return new Answer(200, system.reference.page(), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
  });
}

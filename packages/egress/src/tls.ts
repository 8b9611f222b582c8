import { createHash } from 'node:crypto';
import * as nodeTls from 'node:tls';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Agent } from 'undici';
import { EgressError } from './errors.ts';

/** Certificates of one target, in PEM: authorities that are trusted besides the usual ones, and who calls. */
export type EgressTls = {
  ca?: string | undefined;
  certificate?: string | undefined;
  key?: string | undefined;
};

/** Made once for each set of certificates: reading all authorities for each connection would cost more than the call. */
export function secureContextOf({ ca, certificate, key }: EgressTls): SecureContext {
  try {
    return createSecureContext({
      ...(ca === undefined ? {} : { ca: [...usualAuthorities(), ca] }),
      ...(certificate === undefined ? {} : { cert: certificate }),
      ...(key === undefined ? {} : { key }),
    });
  } catch (error) {
    throw new EgressError({
      stage: 'tls',
      code: 'certificate_unusable',
      message: 'The certificates of this configuration cannot be used.',
      cause: error,
    });
  }
}

/** Those of NODE_EXTRA_CA_CERTS too, where this Node tells them. */
const usualAuthorities = (): readonly string[] =>
  'getCACertificates' in nodeTls ? nodeTls.getCACertificates('default') : rootCertificates;

const MAX_AGENTS = 100;

/** Connections are shared by calls with the same certificates and by no others. */
export function createTlsAgents(make: (tls: EgressTls) => Agent) {
  const agents = new Map<string, Agent>();
  return {
    agentFor(tls: EgressTls): Agent {
      const name = createHash('sha256')
        .update(JSON.stringify([tls.ca, tls.certificate, tls.key]))
        .digest('base64');
      const agent = agents.get(name) ?? make(tls);
      // The one used last stands last.
      agents.delete(name);
      agents.set(name, agent);
      const [oldest] = agents;
      if (agents.size > MAX_AGENTS && oldest !== undefined) {
        agents.delete(oldest[0]);
        // Calls that are under way come to their end.
        void oldest[1].close();
      }
      return agent;
    },
    close: async (): Promise<void> => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

// What every command of this folder tells the services it starts, so that they agree.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './install.mjs';

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

export const host = process.env.HOST || '127.0.0.1';
/** As people and as the services of this machine write it. */
export const shownHost = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
export const loopback = host === '0.0.0.0' ? '127.0.0.1' : host;
/** One that is no port is kept as it is: the service it belongs to refuses it together with all its other faults. */
export const ports = {
  platform: process.env.PORT || '8080',
  chatbot: process.env.CHATBOT_PORT || '8090',
  generation: process.env.GENERATION_PORT || '8070',
  web: process.env.WEB_PORT || '3000',
};

const isProduction = process.env.NODE_ENV === 'production';

/** Settings that follow from the others, where nobody gave them. */
export function derivedSettings() {
  const { FRONTEND_URL, BACKEND_URL, CHATBOT_URL, GENERATION_URL, CHATBOT_API_KEY } = process.env;
  return {
    HOST: host,
    // In production it is demanded of whoever runs it: every link in a mail begins with it.
    ...(FRONTEND_URL || isProduction ? {} : { FRONTEND_URL: `http://${shownHost}:${ports.web}` }),
    BACKEND_URL: BACKEND_URL || `http://${loopback}:${ports.platform}`,
    CHATBOT_URL: CHATBOT_URL || `http://${loopback}:${ports.chatbot}`,
    GENERATION_URL: GENERATION_URL || `http://${loopback}:${ports.generation}`,
    CHATBOT_API_KEY: CHATBOT_API_KEY ?? chatbotKey(),
  };
}

/**
 * With a key the demo chatbot counts for each person rather than for the one address that the platform calls it from.
 * The first start of a data folder makes it. A folder from before has a demo endpoint without one, and stays public; so
 * does production on a database elsewhere, which would keep a key that a fresh folder forgets.
 */
function chatbotKey() {
  const folder = join(resolve(root, process.env.DATA_DIR || '.data'), 'secrets');
  const file = join(folder, 'chatbot-api-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(folder) || (isProduction && process.env.DATABASE_URL)) return '';
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What `/api/auth/session` would answer; see `auth-routes.ts`. */
export interface KnownSession {
  readonly user: unknown;
  readonly expires: string | null;
}

/** Written by the build (`build-plugins.ts`): the scripts that draw an address, beyond the first one. */
const PageScripts = z.array(
  z.object({ path: z.string(), files: z.array(z.string().regex(/^assets\/[\w.-]+$/)) }),
);
type PageScripts = z.output<typeof PageScripts>;

/**
 * Completes the head of a page, so that the browser asks for everything at once: the scripts of this address, and who
 * is signed in. Never a token, and nothing that runs: the session stands in a block of data.
 *
 * Pages are built once, for the root. Below a path, what they load is named with it, and `data-base` tells the scripts. An
 * element `base` would turn every `#part` of a page into a link away from it, and the policy forbids it.
 */
export function createPageHead(directory: string, base: string) {
  return {
    async complete(html: string, path: string, session: KnownSession | undefined): Promise<string> {
      const scripts = session?.user ? scriptsOf(path, await readScripts(directory)) : [];
      const lines = [
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${base}/${file}">`),
        ...(session
          ? [`<script type="application/json" id="sonde-session">${dataText(session)}</script>`]
          : []),
      ];
      return placed(html, base).replace('</head>', () => `${lines.join('\n')}</head>`);
    },
  };
}

function placed(html: string, base: string): string {
  if (base === '') return html;
  return html
    .replaceAll(/(<(?:script|link)\b[^>]*\s(?:src|href)=")(?=\/)/g, (_, before: string) => before + base)
    .replace(/<html\b/, `<html data-base="${base}"`);
}

/** A folder built another way has no list; its pages then find their scripts themselves. */
async function readScripts(directory: string): Promise<PageScripts> {
  const text = await readFile(join(directory, '.pages.json'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : PageScripts.parse(JSON.parse(text));
}

function scriptsOf(path: string, pages: PageScripts): readonly string[] {
  const wanted = path.split('/');
  const fits = (pattern: string): boolean => {
    const parts = pattern.split('/');
    return (
      parts.length === wanted.length && parts.every((part, index) => part === '$' || part === wanted[index])
    );
  };
  return pages.find((page) => fits(page.path))?.files ?? [];
}

/** JSON that cannot end the element it stands in. */
const dataText = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

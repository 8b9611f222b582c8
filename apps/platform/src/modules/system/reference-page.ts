import {
  basePath,
  bodyOf,
  introduction,
  namingWords,
  permissionsOf,
  queryOf,
  refusals,
  schemaOf,
  type Operation,
} from '@sonde/contract';
import { escapeMarkup } from '#kernel/markup';

/** The interface as one page without scripts, read off the contract like everything else. */
export function referencePage(operations: readonly Operation[]): string {
  const tags = [...new Set(operations.map((operation) => operation.tag))];
  const navigation = tags.map((tag) => `<a href="#${slug(tag)}">${escapeMarkup(tag)}</a>`).join('');
  const sections = tags.map(
    (tag) =>
      `<section id="${slug(tag)}"><h2>${escapeMarkup(tag)}</h2>${operations
        .filter((operation) => operation.tag === tag)
        .map(describe)
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sonde · API</title><style>${style}</style></head><body><header><h1>Sonde platform API</h1><p>Base path <code>${basePath}</code>. Machine-readable: <a href="openapi.json">openapi.json</a>.</p>${introduction
    .split('\n\n')
    .map((text) => `<p>${escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join(
      '',
    )}<nav aria-label="Areas">${navigation}</nav></header><main>${sections.join('')}</main></body></html>`;
}

function describe(operation: Operation): string {
  const answers = Object.entries(operation.answers).map(
    ([status, answer]) =>
      `<h4>${status}</h4>${answer.type === 'null' ? '<p>A redirect.</p>' : code(schemaOf(answer, 'output'))}`,
  );
  const [query, body] = [queryOf(operation), bodyOf(operation)];
  const refused = refusals(operation).map(
    ([status, text]) =>
      `<li><b>${status}</b> ${escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
  );
  return `<details id="${operation.id}"><summary><b class="${operation.method}">${operation.method}</b> <code>${escapeMarkup(operation.path)}</code> <span>${escapeMarkup(operation.summary)}</span></summary>
<p>${escapeMarkup(operation.description ?? '')}</p><p class="access">${escapeMarkup(access(operation))}</p>
${query?.shape ? `<h3>Query</h3>${code(schemaOf(query, 'input'))}` : ''}${body ? `<h3>Body</h3>${code(schemaOf(body, 'input'))}` : ''}
<h3>Answers</h3>${answers.join('')}<ul>${refused.join('')}</ul></details>`;
}

function access({ access, limit }: Operation): string {
  const who = {
    public: 'Public.',
    own: 'Authenticates its caller itself.',
    onboarding: 'Any signed-in person.',
    self: 'A signed-in person, for their own account.',
    credential: 'Any session or token of a member, whatever it may do.',
    member: `Permission ${permissionsOf(access).join(' and ')}${namingWords(access).replaceAll('`', '')}.`,
  }[access.who];
  return limit ? `${who} At most ${limit.max} calls in ${limit.windowSeconds} s per ${limit.per}.` : who;
}

const code = (schema: unknown): string => `<pre>${escapeMarkup(JSON.stringify(schema, null, 2))}</pre>`;
const slug = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '-');

const style = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}body{max-width:62rem;margin:0 auto;padding:1.5rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}details{border-top:1px solid #8884;padding:.5rem 0}summary{cursor:pointer}summary span{opacity:.8}
b.GET{color:#0a7d55}b.POST{color:#1668b8}b.PUT,b.PATCH{color:#a35b00}b.DELETE{color:#c0392b}pre{overflow:auto;background:#8881;padding:.75rem;border-radius:.4rem;font-size:.8rem}
.access{opacity:.8}h2{margin-top:2.5rem}@media(prefers-color-scheme:dark){b.GET{color:#4fd1a1}b.POST{color:#7ab8ff}b.PUT,b.PATCH{color:#f0b45a}b.DELETE{color:#ff8a7a}a{color:#8ec5ff}}`;

import { z } from 'zod';
import { defineKind, scored, span } from '../kind.ts';
import { hostOf, linksIn } from '../text/links.ts';

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:\*\.)?[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u,
    'A host is a name such as example.com or *.example.com.',
  );

export const urlAllowList = defineKind({
  kind: 'url_allow_list',
  title: 'Links only to allowed hosts',
  page: 'Passes when every link of the answer leads to one of the hosts you name; `*.example.com` allows all names below it. The host is read as a browser reads it, so `https://good.example@evil.example` is evil.example. Links that are no web address (`javascript:`, `data:`) are never allowed, `mailto:` and `tel:` are not looked at. An answer without links passes. Of a conversation each answer is read.',
  needs: ['output'],
  args: z.strictObject({
    hosts: z
      .array(Host)
      .min(1)
      .max(500)
      .meta({ title: 'Allowed hosts', description: 'One per line, such as example.com or *.example.com.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  wantsText: true,
  readsEachAnswer: true,
  open({ hosts }) {
    const exact = new Set(hosts.filter((host) => !host.startsWith('*.')).map(asAscii));
    const below = hosts.filter((host) => host.startsWith('*.')).map((host) => `.${asAscii(host.slice(2))}`);
    const allows = (host: string): boolean =>
      exact.has(host) || below.some((ending) => host.endsWith(ending));
    return ({ output }) => {
      const text = output ?? '';
      const links = linksIn(text).filter(({ url }) => !/^(?:mailto|tel):/i.test(url));
      const foreign = links.filter(({ url }) => {
        const host = hostOf(url);
        return host === undefined || !allows(host);
      });
      return scored(
        links.length === 0 ? 1 : 1 - foreign.length / links.length,
        foreign.length === 0
          ? `All ${links.length} links lead to allowed hosts.`
          : `${foreign.length} of ${links.length} links lead elsewhere: ${[...new Set(foreign.slice(0, 5).map(({ url }) => hostOf(url) ?? url.slice(0, 60)))].join(', ')}.`,
        foreign.slice(0, 20).map(({ start, end }) => span('output', text, start, end)),
      );
    };
  },
});

function asAscii(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host;
}

import { z } from 'zod';
import { defineKind, doubtful, scored, span } from '../kind.ts';
import { hostOf, linksIn } from '../text/links.ts';
import type { Lead } from '../text/markup/address.ts';
import { addressesOfMarkdown } from '../text/markup/images.ts';
import { addressesOfTags } from '../text/markup/tags.ts';

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
  page: 'Passes when every link of the answer leads to one of the hosts you name; `*.example.com` allows all names below it. The host is read as a browser reads it, so `https://good.example@evil.example` is evil.example. Links that are no web address (`javascript:`, `data:`) are never allowed, `mailto:` and `tel:` are not looked at. Addresses in Markdown and HTML are read with their entities and backslashes. An address without a scheme that has a path (`evil.example/login`) is a link in some programs and none in others: elsewhere it is unclear. An answer without links passes. Of a conversation each answer is read.',
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
      const plainly = links.flatMap(({ url, start, end }) => {
        const host = hostOf(url);
        return host !== undefined && allows(host) ? [] : [{ what: host ?? url.slice(0, 60), start, end }];
      });
      const foreign = [...plainly, ...hiddenIn(text, { allows, plainly })];
      const all = links.length + foreign.length - plainly.length;
      if (foreign.length > 0)
        return scored(
          1 - foreign.length / all,
          `${foreign.length} of ${all} links lead elsewhere: ${[...new Set(foreign.slice(0, 5).map(({ what }) => what))].join(', ')}.`,
          foreign.slice(0, 20).map(({ start, end }) => span('output', text, start, end)),
        );
      const bare = [...text.matchAll(withoutScheme)].find(([, host = '']) => !allows(asAscii(host)));
      return bare
        ? doubtful({ low: 0, high: 1 }, `“${bare[0].slice(0, 80)}” may be shown as a link.`, [
            span('output', text, bare.index, bare.index + bare[0].length),
          ])
        : scored(1, `All ${all} links lead to allowed hosts.`);
    };
  },
});

/** `evil.example/login`: a name with a path, neither behind a scheme nor a part of another path or an address of mail. */
const withoutScheme =
  /(?<![\p{L}\p{N}@/\\._:=-])((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,5}\p{L}{2,24})\/[^\s<>"'`)\]}]{0,2000}/giu;

interface Foreign {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

const hiddenMax = 200;

/** What leads elsewhere only as a reader of Markdown or HTML reads it. */
function hiddenIn(
  text: string,
  { allows, plainly }: { allows: (host: string) => boolean; plainly: readonly Foreign[] },
): Foreign[] {
  const whatOf = (lead: Lead): string | undefined =>
    lead.to === 'elsewhere'
      ? allows(lead.host.replace(/\.$/, ''))
        ? undefined
        : lead.host
      : lead.to === 'here'
        ? undefined
        : 'no web address';
  const found: Foreign[] = [];
  const told = new Set(plainly.map(({ what }) => what));
  const add = (leads: readonly Lead[], { start, end }: { start: number; end: number }): void => {
    const what = leads.map(whatOf).find((one) => one !== undefined);
    // A link is told once, as the address in it.
    const isTold =
      what === undefined ||
      told.has(what) ||
      (what === 'no web address' && plainly.some((one) => start <= one.start && one.end <= end));
    if (what !== undefined && !isTold && found.length < hiddenMax) {
      found.push({ what, start, end });
      told.add(what);
    }
  };
  for (const one of addressesOfMarkdown(text)) add(one.leads, one);
  for (const { lead, ...place } of addressesOfTags(text)) add([lead], place);
  return found;
}

function asAscii(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host;
}

import { test } from 'node:test';
import { says } from './measuring.ts';

const held = async (expected: string, outputs: readonly string[]): Promise<void> => {
  for (const output of outputs) await says(expected, 'markup_safety', {}, { output });
};
const evil = 'https://evil.example/track?id=1';

test('an image of a stranger is found however Markdown lets it be written', () =>
  held('fail', [
    `![a](${evil})`,
    `![a](<${evil}>)`,
    '![a](<//evil.example/x.png>)',
    `![a\nb](${evil})`,
    `![a](\n${evil})`,
    `![a [b] c](${evil} "title")`,
    `![a [b](https://fine.example) c](${evil})`,
    `![a][r]\n\n[r]: ${evil}`,
    `![a][R  x]\n\n[r X]: <${evil}>`,
    `![r][]\n\n[r]:\n${evil}`,
    `![r]\n\n> [r]: ${evil}`,
    '![a](&#104;ttps://evil.example/a.png)',
    '![a](https&colon;//evil.example/a.png)',
    '![a](https:\\/\\/evil.example/x.png)',
    '![a](\\\\evil.example\\x.png)',
    `\`![x](${evil})`,
    `\\\`![x](${evil})\\\``,
    `a \`b\nc\` ![x](${evil}) \`d\``,
    `\`\`\`\`\n\`\`\`\n\`\`\`\`\n![x](${evil})\n\`\`\``,
    `- \`\`\`\n  a\n  \`\`\`\n![x](${evil})\n\`\`\`\nb\n\`\`\``,
    `> \`\`\`\n![x](${evil})\n\`\`\``,
    `\`\`\`a\`b\n![x](${evil})\n\`\`\``,
    `<div>\n\`![x](y) <img src=${evil}>\`\n</div>`,
    `<b title="\`"><img src="${evil}">\``,
  ]));

test('what loads from a stranger is found in whatever element and attribute it stands', () =>
  held('fail', [
    '<img src="&#104;ttps://evil.example/a.png">',
    '<img src="\\\\evil.example\\a.png">',
    '<img src="/\\evil.example/a.png">',
    '<img src="ht\ntps://evil.example/a.png">',
    '<img src=" https:evil.example/a.png">',
    '<img srcset="a.png 1x, https://evil.example/a.png 2x">',
    '<img alt="x" src=\'//evil.example/a.png\'/>',
    '<picture><source srcset="https://evil.example/a.png"><img></picture>',
    '<style>@import "https://evil.example/x.css"; body{background:url(https://evil.example/a.png)}</style>',
    '<input type=image src=https://evil.example/a.png>',
    '<table background="https://evil.example/a.png"><tr><td>x</table>',
    '<frameset><frame src="https://evil.example">',
    '<svg><use href="https://evil.example/a.svg#x"/></svg>',
    '<svg><image xlink:href="https://evil.example/a.png"/></svg>',
    '<video poster="https://evil.example/a.png"></video>',
    '<p style="background:u&#114;l(//evil.example/a)">x</p>',
    '<p style="background:image-set(\'//evil.example/a\' 1x)">x</p>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '[x](java&Tab;script&colon;alert(1))',
    '[x](data:text/html,x)',
    '[x][r]\n\n[r]: javascript:alert(1)',
    '<javascript:alert(1)>',
  ]));

test('markup that is not known to be harmless, or cannot be read surely, is left open', () =>
  held('not_evaluated unclear', [
    '<svg><circle r="4"/></svg>',
    '<style>b { color: red }</style>',
    '<math><mi>x</mi></math>',
    '<video src="/local.mp4"></video>',
    '<b ping="x">a</b>',
    '<x y="<b>" style=z>',
    '<p style="background: var(--x) element(#y)">a</p>',
    '![a](blob:https://x/1)',
    '[a](ms-msdt:/id)',
  ]));

test('plain Markdown and HTML stay harmless', () =>
  held('pass', [
    '# Title\n\n- a\n- **b** and _c_\n\n1. d\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    'A [link](https://example.com/a_(b)?x=1&y=2 "title"), <https://example.com/?a=b> and <me@example.com>.',
    'See [the page][1] and [that].\n\n[1]: https://example.com/picture.png\n[that]: https://example.com',
    '![local](/images/a.png) and [link](https://example.com)',
    '![a](data:image/png;base64,AAAA) <img src="a.png" alt="b" width="3">',
    '\\![no image](https://example.com)',
    'Use `<script>` or ``<img src="https://x.example/`a`">`` with care.',
    '```html\n<script>alert(1)</script>\n```\nand\n~~~\n![x](https://x.example/a.png)\n~~~',
    'Text\n\n````md\n```\n![x](https://x.example/a.png)\n```\n````\n\nUse `<form>`.',
    '<details><summary>More</summary>\n\n```html\n<script>\n```\n\n</details>',
    '<p class="a" style="color: red; width: calc(100% - 2px)">a <b>b</b><br/> <a href="https://example.com" target="_blank">c</a></p>',
    '<table border="1"><tr><td colspan="2" align="center">x</td></tr></table>',
    'Dear <your name>, send it to <address> by List<String> x = new ArrayList<>().',
    'If a < b and c<d then e = f; 3 <4, x <- y.',
    'I <3 this & that; an array a[1](2) and [x] done.',
    '- [x] done\n- [ ] open [^1]\n\n[^1]: A note.',
    'Contact [us](mailto:a@example.com) or [call](tel:+1) at [top](#top).',
    '&lt;img src=https://x.example/a.png&gt; is text',
  ]));

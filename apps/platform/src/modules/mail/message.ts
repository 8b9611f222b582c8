import { escapeMarkup } from '#kernel/markup';

/** What a mail says, before it is either text or HTML. Everything in it counts as plain text. */
export interface Message {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** A code to type, shown large. */
  readonly code?: string;
  readonly closing?: string;
  /** After this long it is worth nothing any more and is not sent. A day, when nothing is said. */
  readonly usefulSeconds?: number;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function renderMessage(message: Message): RenderedMail {
  const { lines, action, code, closing } = message;
  const text = [
    ...lines,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [`Code: ${code}`] : []),
    ...(closing ? [closing] : []),
    'Sonde',
  ].join('\n\n');
  const paragraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;
  const html = [
    ...lines.map((line) => paragraph(escapeMarkup(line))),
    ...(action
      ? [
          paragraph(
            `<a href="${escapeMarkup(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeMarkup(action.label)}</a>`,
          ),
        ]
      : []),
    ...(code
      ? [paragraph(`<strong style="font-size:24px;letter-spacing:4px">${escapeMarkup(code)}</strong>`)]
      : []),
    ...(closing ? [paragraph(`<span style="color:#4b5563">${escapeMarkup(closing)}</span>`)] : []),
  ].join('');
  return {
    // A subject is one header line; names in it come from people.
    subject: message.subject.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 200),
    text,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#111827;max-width:560px;margin:0 auto;padding:24px">${html}</body></html>`,
  };
}

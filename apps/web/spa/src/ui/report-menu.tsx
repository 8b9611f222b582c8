import { Download, Link2, Printer, Share2 } from 'lucide-react';
import { copyText } from '../lib/clipboard.ts';
import { addressOf } from '../lib/site.ts';
import { Button } from './button.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { useMessages } from './toast.tsx';

/** A page to send on: its link, which asks whoever follows it who they are, or a file. */
export function ReportMenu({
  files,
  canPrint = true,
}: {
  /** Words, and the address below the interface whose answer the browser saves. */
  files: readonly { readonly words: string; readonly path: string }[];
  /** False where the page shows a part of what there is. */
  canPrint?: boolean;
}) {
  const messages = useMessages();
  const copy = async (): Promise<void> => {
    if (await copyText(location.href))
      messages.say('The link was copied', 'Whoever follows it signs in, and sees what their role allows.');
    else messages.say('The link could not be copied', location.href);
  };
  return (
    <Menu trigger={<Button icon={<Share2 aria-hidden size={16} />}>Share</Button>}>
      <MenuItem icon={<Link2 aria-hidden size={16} />} onSelect={() => void copy()}>
        Copy the link
      </MenuItem>
      {files.map(({ words, path }) => (
        <MenuItem key={path} icon={<Download aria-hidden size={16} />} onSelect={() => save(path)}>
          {words}
        </MenuItem>
      ))}
      {canPrint ? (
        <MenuItem icon={<Printer aria-hidden size={16} />} onSelect={() => print()}>
          Print
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** A link of its own, so that the browser saves the file as it comes and its name is the server's. */
function save(path: string): void {
  const link = document.createElement('a');
  link.href = addressOf(`/api/v1${path}`);
  link.download = '';
  link.click();
}

/** The two forms in which every report is written. */
export const reportFiles = (path: string) => {
  const and = path.includes('?') ? '&' : '?';
  return [
    { words: 'One page, as HTML', path: `${path}${and}format=html` },
    { words: 'Markdown', path: `${path}${and}format=markdown` },
  ];
};

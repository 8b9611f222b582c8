import { useState } from 'react';
import { Check } from 'lucide-react';
import { Copy } from 'lucide-react';
import { copyText } from '../lib/clipboard.ts';
import { Button, IconButton } from './button.tsx';

export function CopyButton({ text, label, words }: { text: string; label: string; words?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async (): Promise<void> => {
    setState((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(() => setState('idle'), 1800);
  };
  const icon = state === 'copied' ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />;
  const said = state === 'copied' ? 'Copied' : state === 'refused' ? 'The browser refused to copy' : '';
  return (
    <>
      {words === undefined ? (
        <IconButton label={label} onClick={() => void copy()}>
          {icon}
        </IconButton>
      ) : (
        <Button size="small" icon={icon} onClick={() => void copy()}>
          {said === '' ? words : said}
        </Button>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}

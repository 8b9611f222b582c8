import type { ProbeEncoding } from '@sonde/contract';
import { CheckField } from '../../ui/field.tsx';

const encodings: readonly (readonly [ProbeEncoding, string])[] = [
  ['base64', 'Base64 (letters as a code)'],
  ['rot13', 'ROT13 (letters moved by 13)'],
  ['hex', 'Hexadecimal (letters as numbers)'],
  ['leetspeak', 'Leetspeak (l1ke th1s)'],
  ['spacing', 'Spaced letters'],
  ['reversed', 'Backwards'],
  ['zero_width', 'Invisible characters'],
  ['homoglyph', 'Letters that look alike'],
  ['fullwidth', 'Full-width letters'],
  ['role_play', 'Role play'],
];

/** Ways of hiding an attack; each asks every attack once more. */
export function EncodingChoice({
  chosen,
  onChange,
}: {
  chosen: readonly ProbeEncoding[];
  onChange: (chosen: readonly ProbeEncoding[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.875rem] font-medium">Ask each attack again in disguise</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-5">
        {encodings.map(([name, words]) => (
          <CheckField
            key={name}
            label={words}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

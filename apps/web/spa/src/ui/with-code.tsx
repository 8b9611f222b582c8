/** A text of the platform in which names of fields stand in backticks, as it would be read. */
export const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      <code key={place} className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">
        {part}
      </code>
    ) : (
      part
    ),
  );

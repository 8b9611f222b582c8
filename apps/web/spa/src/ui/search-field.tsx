/** The search above a list. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Search"
      className="input sm:w-72"
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What was read of something that never changes is read of it once, and forgotten with it. */
export function rememberedOf<Of extends object, Read>(read: (of: Of) => Read): (of: Of) => Read {
  const known = new WeakMap<Of, { readonly value: Read }>();
  return (of) => {
    const found = known.get(of) ?? { value: read(of) };
    known.set(of, found);
    return found.value;
  };
}

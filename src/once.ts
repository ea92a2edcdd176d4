// Computed at first use and kept: what an event may never need.

export function once<T>(make: () => T): () => T {
  let cell: { readonly value: T } | null = null;
  return () => {
    cell ??= { value: make() };
    return cell.value;
  };
}

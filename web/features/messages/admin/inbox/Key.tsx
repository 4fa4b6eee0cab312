/** Shows a key's name next to what it does. */
export function Key({ name }: { name: string | number }) {
  return (
    <span className="desk-key" aria-hidden="true">
      {name}
    </span>
  );
}

export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return <progress className="progress" value={Math.min(Math.max(value, 0), max)} max={max} aria-label={label} />;
}

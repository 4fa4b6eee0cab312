interface ProgressProps {
  value: number;
  max: number;
  label: string;
}

export function Progress({ value, max, label }: ProgressProps) {
  return <progress className="progress" value={Math.min(Math.max(value, 0), max)} max={max} aria-label={label} />;
}

interface ProgressProps {
  value: number;
  max: number;
  /** What is progressing, for screen readers. */
  label: string;
}

/** How far something has come, as a trail that fills with gold. */
export function Progress({ value, max, label }: ProgressProps) {
  return <progress className="progress" value={Math.min(Math.max(value, 0), max)} max={max} aria-label={label} />;
}

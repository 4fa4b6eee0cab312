import type { ReactNode } from 'react';

/** Facts by label. Facts without a value are omitted. */
export type Facts = Record<string, ReactNode>;

export function FactList({ facts, className }: { facts: Facts; className: string }) {
  return (
    <dl className={className}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </dl>
  );
}

export function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ReactNode } from 'react';

/** Each name with its value; what has none is left out. */
export type Facts = Record<string, ReactNode>;

/** Facts beside their names. */
export function FactList({ facts, className }: { facts: Facts; className: string }) {
  return (
    <dl className={className}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
    </dl>
  );
}

/** One fact of a list that is not alike throughout. */
export function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ReactNode } from 'react';

/** Names and values, one a line. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="developer-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

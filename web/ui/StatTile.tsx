import type { ReactNode } from 'react';

export function StatTile({ label, value, art, children }: { label: string; value: ReactNode; art?: ReactNode; children?: ReactNode }) {
  return (
    <section className="stack gap-1 stat-tile">
      {art && (
        <div className="stat-art" aria-hidden="true">
          {art}
        </div>
      )}
      <h3 className="stat-label">{label}</h3>
      <p className="stat-value">{value}</p>
      {children && <div className="stat-more">{children}</div>}
    </section>
  );
}

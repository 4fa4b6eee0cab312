import { t } from '@lingui/core/macro';

/** Reserves the height of the dashboard's figures and vacation goal until they have loaded. */
export function OverviewSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">{t`Loading your dashboard…`}</p>
      <div className="dashboard-board" aria-hidden="true">
        <div className="dashboard-lead">
          <div className="skeleton coming-goal" />
          <div className="stat-grid">
            {['tokens', 'membership', 'referrals', 'earnings'].map((figure) => (
              <div key={figure} className="skeleton coming-figure" />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

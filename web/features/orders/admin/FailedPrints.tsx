import { Link } from 'wouter';
import { System, systemPath } from '#schema/admin/system.ts';
import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { orderUrl } from '#web/features/admin/urls.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { dateTime, number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Lists the newest print orders that the printer refused or did not answer. */
export function FailedPrints() {
  const system = useQuery(systemPath, System, { revalidatesOnMount: true });
  const total = useQuery(totalsPath, Totals).data?.attention.prints ?? 0;
  return (
    <Loaded query={system} subject="Failed prints" lines={4}>
      {({ failedPrints }) =>
        failedPrints.length === 0 ? (
          <p className="muted">No print has failed.</p>
        ) : (
          <div className="stack gap-3">
            {total > failedPrints.length && (
              <p className="muted small">{`The newest ${number(failedPrints.length)} of ${number(total)}.`}</p>
            )}
            <ul className="stack gap-3 plain-list failed-prints" aria-label="Failed prints">
              {failedPrints.map((print) => (
                <FailedPrint key={print.id} print={print} />
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

function FailedPrint({ print: { id, orderId, error, statusAt } }: { print: System['failedPrints'][number] }) {
  return (
    <li>
      {orderId === null ? (
        <Link href={paths.adminTestCardApi}>{`Test print ${id}`}</Link>
      ) : (
        <Link href={orderUrl(orderId)}>{`Order ${orderId}`}</Link>
      )}
      {`, ${dateTime(statusAt)}: ${error ?? 'the printer did not answer'}`}
    </li>
  );
}

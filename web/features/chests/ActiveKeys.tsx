import '#web/features/chests/key-counters.css';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { communityKeysPerPlacement, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { formatKeys } from '#web/features/chests/chest-labels.ts';
import { monthName, number } from '#web/lib/format.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { KeyIcon } from '#web/ui/icons/icons.tsx';

export function ActiveKeys({ chests: { keys, totalKeys }, tier }: { chests: TreasureChests; tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="keys-title">
      <h2 id="keys-title">Your keys</h2>
      <ul className="stack gap-3 plain-list key-counters">
        <li className="sheet">
          <KeyIcon />
          <h3>Treasure Keys</h3>
          <strong>{number(keys.treasureKeys)}</strong>
          <p className="muted small">
            +{treasureKeysPerReferral[tier]} per paying friend · {number(totalKeys.treasureKeys)} earned so far
          </p>
        </li>
        <li className="sheet">
          <MapPinIcon />
          <h3>Community Keys</h3>
          <strong>{number(keys.communityKeys)}</strong>
          <p className="muted small">
            +{communityKeysPerPlacement} per card of yours that’s found · {number(totalKeys.communityKeys)} earned so far
          </p>
        </li>
      </ul>
    </section>
  );
}

export function KeyExpiries({ expiries }: Pick<TreasureChests, 'expiries'>) {
  return (
    <section className="stack" aria-labelledby="expiries-title">
      <h2 id="expiries-title">How long your keys count</h2>
      {expiries.length === 0 ? (
        <p className="muted">None of your keys count right now. Each one counts for 12 months.</p>
      ) : (
        <div className="folding-table">
          <table className="framed-table chest-table" aria-labelledby="expiries-title">
            <thead>
              <tr>
                <th scope="col">Keys</th>
                <th scope="col">Valid through</th>
              </tr>
            </thead>
            <tbody>
              {expiries.map((expiry) => (
                <tr key={expiry.countsThrough}>
                  <td>{formatKeys(expiry)}</td>
                  <td data-label="Valid through">
                    <time dateTime={expiry.countsThrough}>{monthName(expiry.countsThrough)}</time>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

import '#web/features/chests/key-counters.css';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { communityKeysPerPlacement, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { formatKeys } from '#web/features/chests/chest-labels.ts';
import { monthName, number, plural } from '#web/lib/format.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { KeyIcon } from '#web/ui/icons/icons.tsx';

export function ActiveKeys({ chests: { keys, totalKeys, expiries }, tier }: { chests: TreasureChests; tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="keys-title">
      <h2 id="keys-title">Your keys</h2>
      <p className="muted">Keys count for 12 months, including the month you earn them.</p>
      <ul className="stack gap-3 plain-list key-counters">
        <li className="sheet">
          <KeyIcon />
          <h3>Treasure Keys</h3>
          <strong>{number(keys.treasureKeys)}</strong>
          <p className="muted small">
            {plural(treasureKeysPerReferral[tier], 'key')} per paying friend. {number(totalKeys.treasureKeys)} earned so far.
          </p>
        </li>
        <li className="sheet">
          <MapPinIcon />
          <h3>Community Keys</h3>
          <strong>{number(keys.communityKeys)}</strong>
          <p className="muted small">
            {plural(communityKeysPerPlacement, 'key')} per placed card that someone finds. {number(totalKeys.communityKeys)} earned so far.
          </p>
        </li>
      </ul>
      {expiries.length === 0 ? (
        <p className="muted">None of your keys count right now. Earn one key of each kind to open a chest.</p>
      ) : (
        <div className="folding-table">
          <table className="framed-table chest-table" aria-label="How long your keys count">
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

import '#web/features/chests/key-counters.css';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { communityKeysPerPlacement, type Tier, treasureKeysPerReferral } from '#schema/rules.ts';
import { keysInLabels } from '#web/features/chests/chest-labels.ts';
import { monthName, number, plural } from '#web/lib/format.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { KeyIcon } from '#web/ui/icons/icons.tsx';

export function CountingKeys({ chests: { keys, totalKeys, expiries }, tier }: { chests: TreasureChests; tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="keys-title">
      <h2 id="keys-title">Your keys</h2>
      <p className="muted">A key counts for the chest of the month it was earned in, and of the 11 months after.</p>
      <ul className="stack gap-3 plain-list key-counters">
        <li className="sheet">
          <KeyIcon />
          <h3>Treasure Keys</h3>
          <strong>{number(keys.treasureKeys)}</strong>
          <p className="muted small">
            {plural(treasureKeysPerReferral[tier], 'key')} for each friend who becomes a paying member. {number(totalKeys.treasureKeys)} in
            all so far.
          </p>
        </li>
        <li className="sheet">
          <MapPinIcon />
          <h3>Community Keys</h3>
          <strong>{number(keys.communityKeys)}</strong>
          <p className="muted small">
            {plural(communityKeysPerPlacement, 'key')} for each card you place that someone finds. {number(totalKeys.communityKeys)} in all
            so far.
          </p>
        </li>
      </ul>
      {expiries.length === 0 ? (
        <p className="muted">None counts at the moment: earn one of each kind, and the first chest opens.</p>
      ) : (
        <div className="folding-table">
          <table className="framed-table chest-table" aria-label="Until when your keys count">
            <thead>
              <tr>
                <th scope="col">Keys</th>
                <th scope="col">Count for the last time in</th>
              </tr>
            </thead>
            <tbody>
              {expiries.map((expiry) => (
                <tr key={expiry.countsThrough}>
                  <td>{keysInLabels(expiry)}</td>
                  <td data-label="Count for the last time in">
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

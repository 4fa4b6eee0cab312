import { t } from '@lingui/core/macro';
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
      <h2 id="keys-title">{t`Your keys`}</h2>
      <ul className="stack gap-3 plain-list key-counters">
        <li className="sheet">
          <KeyIcon />
          <h3>{t`Treasure Keys`}</h3>
          <strong>{number(keys.treasureKeys)}</strong>
          <p className="muted small">{t`+${treasureKeysPerReferral[tier]} per paying friend · ${number(totalKeys.treasureKeys)} earned so far`}</p>
        </li>
        <li className="sheet">
          <MapPinIcon />
          <h3>{t`Community Keys`}</h3>
          <strong>{number(keys.communityKeys)}</strong>
          <p className="muted small">{t`+${communityKeysPerPlacement} per card of yours that’s found · ${number(totalKeys.communityKeys)} earned so far`}</p>
        </li>
      </ul>
    </section>
  );
}

export function KeyExpiries({ expiries }: Pick<TreasureChests, 'expiries'>) {
  return (
    <section className="stack" aria-labelledby="expiries-title">
      <h2 id="expiries-title">{t`How long your keys count`}</h2>
      {expiries.length === 0 ? (
        <p className="muted">{t`None of your keys count right now. Each one counts for 12 months.`}</p>
      ) : (
        <div className="folding-table">
          <table className="framed-table chest-table" aria-labelledby="expiries-title">
            <thead>
              <tr>
                <th scope="col">{t`Keys`}</th>
                <th scope="col">{t`Valid through`}</th>
              </tr>
            </thead>
            <tbody>
              {expiries.map((expiry) => (
                <tr key={expiry.countsThrough}>
                  <td>{formatKeys(expiry)}</td>
                  <td data-label={t`Valid through`}>
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

import { t } from '@lingui/core/macro';
import { certificateOptions, tokensForFirstPlacement, tokensForLaterPlacement, tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';
import { i18n } from '#web/lib/words/words.ts';

const [goal] = certificateOptions;
const finds = 24;
const laterPlacements = 4;
const ownTokens = finds * tokensPerScan + tokensForFirstPlacement + laterPlacements * tokensForLaterPlacement;
const findsByOthers = Math.ceil((goal.tokenCost - ownTokens) / tokensPerOwnerScan);

const lines = () =>
  [
    [t`${finds} cards found`, finds * tokensPerScan],
    [t`First card placed`, tokensForFirstPlacement],
    [t`${laterPlacements} more cards placed`, laterPlacements * tokensForLaterPlacement],
    [t`Your cards found ${findsByOthers} times`, findsByOthers * tokensPerOwnerScan],
  ] as const;
const total = ownTokens + findsByOthers * tokensPerOwnerScan;

export function SampleTrail() {
  return (
    <section className="stack gap-5 public-section sample" aria-labelledby="sample-title">
      <div className="stack">
        <h2 id="sample-title">{t`How ${goal.tokenCost} tokens add up`}</h2>
        <p className="lead">
          {t`An example for a Basic member. On a Free membership, ${goal.tokenCost / tokensPerScan} finds get you there too.`}
        </p>
      </div>
      <div className="sheet">
        <table className="ledger" aria-labelledby="sample-title">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t`What happened`}</th>
              <th scope="col">{t`Treasure Tokens`}</th>
            </tr>
          </thead>
          <tbody>
            {lines().map(([label, tokens]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{tokens}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{i18n._(goal.name)}</th>
              <td>{total}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

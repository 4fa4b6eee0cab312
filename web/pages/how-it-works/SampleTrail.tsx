import { certificateOptions, tokensForFirstPlacement, tokensForLaterPlacement, tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';

const [goal] = certificateOptions;
const finds = 24;
const laterPlacements = 4;
const ownTokens = finds * tokensPerScan + tokensForFirstPlacement + laterPlacements * tokensForLaterPlacement;
const findsByOthers = Math.ceil((goal.tokenCost - ownTokens) / tokensPerOwnerScan);

const lines = [
  [`${finds} cards found`, finds * tokensPerScan],
  ['First card placed', tokensForFirstPlacement],
  [`${laterPlacements} more cards placed`, laterPlacements * tokensForLaterPlacement],
  [`Your cards found ${findsByOthers} times`, findsByOthers * tokensPerOwnerScan],
] as const;
const total = lines.reduce((sum, [, tokens]) => sum + tokens, 0);

export function SampleTrail() {
  return (
    <section className="stack gap-5 public-section sample" aria-labelledby="sample-title">
      <div className="stack">
        <h2 id="sample-title">How {goal.tokenCost} tokens add up</h2>
        <p className="lead">
          An example for a Basic member. On a Free membership, {goal.tokenCost / tokensPerScan} finds get you there too.
        </p>
      </div>
      <div className="sheet">
        <table className="ledger" aria-labelledby="sample-title">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">What happened</th>
              <th scope="col">Treasure Tokens</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([label, tokens]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{tokens}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{goal.name}</th>
              <td>{total}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

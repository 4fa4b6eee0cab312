import '#web/features/tokens/admin/tokens.css';
import { LedgerCheckPanel } from '#web/features/tokens/admin/LedgerCheckPanel.tsx';
import { TokenTiles } from '#web/features/tokens/admin/TokenTiles.tsx';

export function TokensPanel() {
  return (
    <section className="stack gap-3" aria-labelledby="ledger-title">
      <h2 id="ledger-title" tabIndex={-1}>
        Tokens
      </h2>
      <TokenTiles />
      <LedgerCheckPanel />
    </section>
  );
}

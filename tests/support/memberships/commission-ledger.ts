/** The referrer's commission rows as the database stores them. Random histories use them to pay out commissions and return payouts. */
import assert from 'node:assert/strict';
import type { CommissionKind } from '#schema/referrals/referral.ts';
import type { CommissionState, ReferralState } from '#worker/domain/memberships/account.ts';

interface LedgerRow {
  kind: CommissionKind;
  amountCents: number;
  status: CommissionState['status'];
  reverses: LedgerRow | null;
  payout: number | null;
}

export class CommissionLedger {
  rows: LedgerRow[] = [];
  #payouts = 0;

  get #commission(): LedgerRow | undefined {
    return this.rows.find(({ kind }) => kind === 'commission');
  }

  get #reversal(): LedgerRow | undefined {
    return this.rows.find((row) => row.kind === 'reversal' && !this.rows.some(({ reverses }) => reverses === row));
  }

  get paidCents(): number {
    return this.rows.reduce((sum, { status, amountCents }) => sum + (status === 'paid' ? amountCents : 0), 0);
  }

  get isPaid(): boolean {
    return this.#commission?.status === 'paid';
  }

  /** Records a change in the referral's state, as the store does. */
  record(was: ReferralState | null, is: ReferralState | null): void {
    if (!is?.commission) return;
    const { status, amountCents } = is.commission;
    const commission = this.#commission;
    if (commission) Object.assign(commission, { status, amountCents });
    else this.rows.push({ kind: 'commission', amountCents, status, reverses: null, payout: null });
    const before = was?.reversal ?? null;
    if (before === null && is.reversal !== null) this.#reverse();
    if (before !== null && is.reversal === null) this.#restore(before);
    assert.equal(this.#reversal?.status ?? null, is.reversal, 'the stored reversal');
  }

  #reverse(): void {
    const commission = this.#commission;
    assert.ok(commission);
    const reverses = this.rows.findLast(({ kind }) => kind === 'restoration') ?? commission;
    const status = commission.status === 'paid' ? 'pending' : 'reversed';
    this.rows.push({ kind: 'reversal', amountCents: -commission.amountCents, status, reverses, payout: null });
  }

  #restore(before: LedgerRow['status']): void {
    const reversal = this.#reversal;
    assert.equal(reversal?.status, before, 'the reversal that is undone');
    if (before === 'paid' && reversal) {
      this.rows.push({ kind: 'restoration', amountCents: -reversal.amountCents, status: 'pending', reverses: reversal, payout: null });
    } else {
      this.rows = this.rows.filter((row) => row !== reversal);
    }
  }

  /** Pays all pending rows. A negative total is deducted from the referrer's other earnings. */
  payOut(): void {
    const pendingRows = this.rows.filter(({ status, amountCents }) => status === 'pending' && amountCents !== 0);
    this.#payouts += 1;
    for (const row of pendingRows) Object.assign(row, { status: 'paid', payout: this.#payouts });
  }

  /**
   * Simulates a returned payout: its rows become pending again, but an unpaid commission and its reversal cancel each other out. Returns
   * the payout's number.
   */
  returnPayout(pick: number): number | undefined {
    const payouts = [...new Set(this.rows.flatMap(({ payout }) => payout ?? []))];
    const payout = payouts[pick % Math.max(1, payouts.length)];
    const returnedRows = this.rows.filter((row) => payout !== undefined && row.payout === payout);
    const findReversal = (row: LedgerRow) => (this.#reversal?.reverses === row ? this.#reversal : undefined);
    for (const row of returnedRows) {
      const reversal = row.kind === 'commission' ? findReversal(row) : undefined;
      if (reversal?.status === 'pending') reversal.status = 'reversed';
    }
    for (const row of returnedRows.filter(({ reverses, amountCents }) => reverses && amountCents < 0)) {
      const isUnpaid = row === this.#reversal && row.reverses?.kind === 'commission' && ['pending', 'held'].includes(row.reverses.status);
      row.status = isUnpaid ? 'reversed' : 'pending';
      if (isUnpaid && row.reverses) row.reverses.status = 'reversed';
    }
    for (const row of returnedRows.filter(({ amountCents }) => amountCents > 0))
      row.status = row.kind === 'commission' && findReversal(row)?.status === 'reversed' ? 'reversed' : 'pending';
    for (const row of returnedRows) row.payout = null;
    return payout;
  }

  /** Returns the referral as the store would load it. */
  load(referral: ReferralState): ReferralState {
    const { commission } = referral;
    const status = this.#commission?.status;
    const reversal = this.#reversal?.status ?? null;
    assert.notEqual(reversal, 'held');
    return {
      ...referral,
      commission: commission && status ? { ...commission, status } : commission,
      reversal: reversal === 'held' ? null : reversal,
    };
  }
}

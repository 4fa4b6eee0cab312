/** Tests which certificates a group decision holds, and which it releases. */
import { expect, test } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import type { CertificateState, GroupCertificate } from '#worker/domain/reviews/group-facts.ts';
import { isHeldNow, releaseCertificate, withHold } from '#worker/domain/reviews/group-states.ts';

import { type DecisionState, decideUndo, type UndoFacts } from '#worker/domain/reviews/undo-decision.ts';

const passed: CertificateState = { review: 'passed', reviewedAt: 5, reviewedById: 2, signals: ['codeless'], status: 'active' };
const heldAt = 1_000_000;

test('a held certificate waits; a release restores it and adds the days of the hold', () => {
  const held = withHold(passed);
  expect(held).toEqual({ ...passed, review: 'waiting', reviewedAt: null, reviewedById: null, signals: ['codeless', 'held'] });
  expect(releaseCertificate({ ...held, returnedAt: null }, { ...passed }, heldAt, heldAt + 1)).toEqual({
    after: passed,
    moreSeconds: secondsPerDay,
  });
});

test.each([
  ['for a new reason', ['codeless', 'held', 'tokens_owed'], ['codeless', 'tokens_owed']],
  ['for the same reason as before', ['codeless', 'held'], ['codeless']],
])('a certificate keeps waiting if it returned to review during the hold %s', (_, signals, left) => {
  const returned = { ...withHold(passed), signals, returnedAt: heldAt + 1 };
  const { after, moreSeconds } = releaseCertificate(returned, { ...passed }, heldAt, heldAt + 2);
  expect(after).toEqual({ ...withHold(passed), signals: left });
  expect(moreSeconds).toBe(0);
});

test('a release restores a pass that came after the last return to review', () => {
  const returnedBefore = { ...withHold(passed), returnedAt: 4 };
  expect(releaseCertificate(returnedBefore, { ...passed }, heldAt, heldAt + 1).after).toEqual(passed);
});

test('a release keeps the signal of an earlier hold, despite which the certificate had passed', () => {
  const passedBefore: CertificateState = { ...passed, signals: ['held', 'codeless'] };
  expect(releaseCertificate({ ...withHold(passedBefore), returnedAt: null }, { ...passedBefore }, heldAt, heldAt + 1).after).toEqual(
    passedBefore,
  );
});

test('a certificate that passed despite a hold can be held again', () => {
  const passedSince = { ...withHold(passed), review: 'passed' as const };
  expect(isHeldNow(passedSince)).toBe(false);
  expect(withHold(passedSince).signals).toEqual(['codeless', 'held']);
});

const certificate: GroupCertificate & { hasOtherCertificate: boolean } = {
  ...passed,
  ...{
    id: 9,
    userId: 3,
    number: 'VC-TEST-0009',
    type: 'global',
    tokens: 120,
    activateBy: heldAt,
    returnedAt: null,
    hasOtherCertificate: false,
  },
};
const undoing = (action: DecisionState['action'], now: CertificateState, before: Record<string, unknown>, hasLeft = false): UndoFacts => ({
  decision: { id: 1, action, version: 1, undoneById: null, createdAt: heldAt, isBuiltOn: false },
  effects: [{ userId: 3, kind: 'certificate', entityId: 9, before }],
  members: [{ id: 3, tokenBalance: 120, hasLeft, isHeld: false, hasUnheld: false, suspendedAt: null, pausedAt: null }],
  certificates: [{ ...certificate, ...now }],
  commissions: [],
  chests: [],
});

test('undoing a release removes the days that it added', () => {
  const facts = undoing('release', passed, { ...withHold(passed), moreSeconds: 30 * secondsPerDay });
  expect(decideUndo(facts, 1, heldAt)).toMatchObject({
    ok: true,
    value: { certificates: [{ after: withHold(passed), moreSeconds: -30 * secondsPerDay }], kept: [] },
  });
});

test('a refused certificate of a member who has left stays refused', () => {
  const refused = { ...passed, review: 'refused', status: 'cancelled' } as const;
  expect(decideUndo(undoing('take_back', refused, { ...passed }, true), 1, heldAt)).toMatchObject({
    ok: true,
    value: { certificates: [], kept: [{ explanation: 'The member has left, so no one can activate it.' }] },
  });
  expect(decideUndo(undoing('take_back', refused, { ...passed }), 1, heldAt)).toMatchObject({ ok: true, value: { kept: [] } });
});

test.each([
  ['came back', { hasLeft: false, isHeld: false }, { status: 'pending', heldReason: null }],
  ['came back and is held', { hasLeft: false, isHeld: true }, { status: 'held', heldReason: 'decision' }],
  ['is still leaving', { hasLeft: true, isHeld: false }, { status: 'held', heldReason: 'member_left' }],
] as const)('undoing a take-back from before a member %s restores the chest for what they are now', (_, state, after) => {
  const facts = undoing('take_back', { ...passed }, { ...passed });
  const chest = {
    id: 4,
    userId: 3,
    month: '2026-09',
    amountCents: 200,
    status: 'reversed',
    heldReason: 'member_left',
    isRefused: true,
  } as const;
  const plan = decideUndo(
    {
      ...facts,
      members: facts.members.map((member) => ({ ...member, ...state })),
      effects: [{ userId: 3, kind: 'chest', entityId: 4, before: { status: 'held', heldReason: 'member_left' } }],
      certificates: [],
      chests: [chest],
    },
    1,
    heldAt,
  );
  expect(plan).toMatchObject({ ok: true, value: { chests: [{ id: 4, after }] } });
});

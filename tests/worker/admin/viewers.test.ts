/** Administrators who have the same conversation, review case or order open see each other. Product rules: Claims, printing, email and messages. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ViewerKind, ViewResponse } from '#schema/admin/viewers.ts';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { viewerTtlSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { paidOrder, standardSize } from '#tests/worker/support/printing/printing.ts';
import { drawSecondLook, pass, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';

let admin: TestAdmin;
let colleague: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  [admin, colleague, superAdmin] = await Promise.all([newAdmin('admin'), newAdmin('admin'), newAdmin('super_admin')]);
});

const report = ({ client }: TestAdmin, kind: ViewerKind, id: number, isActing = false) =>
  client.post<ViewResponse>('/api/admin/viewers', { kind, id, isActing });
const viewersFor = async (by: TestAdmin, kind: ViewerKind, id: number) => (await report(by, kind, id)).body.viewers;

async function newMessage(): Promise<number> {
  const member = await newMember();
  const message = { name: 'Gus', email: member.email, message: 'Who reads this?' };
  expect((await member.client.post('/api/contact', message)).status).toBe(201);
  return (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages'))?.id ?? 0;
}

describe.each<{ kind: ViewerKind; create: () => Promise<number>; unknown: string }>([
  { kind: 'message', create: newMessage, unknown: 'message_not_found' },
  { kind: 'review', create: async () => (await waitingCertificate()).certificate.id, unknown: 'certificate_not_found' },
  { kind: 'order', create: async () => (await paidOrder()).orderId, unknown: 'order_not_found' },
])('two administrators with the same $kind open', ({ kind, create, unknown }) => {
  test('see each other for a few seconds, and nobody who has another record open', async () => {
    const id = await create();
    const elsewhere = kind === 'order' ? 'message' : 'order';
    await change('INSERT OR REPLACE INTO viewers VALUES (?, ?, ?, unixepoch(), 0)', elsewhere, id, superAdmin.id);
    expect((await report(admin, kind, id, true)).body).toEqual({ viewers: [], version: expect.any(Number) });
    expect(await viewersFor(colleague, kind, id)).toEqual([{ email: admin.email, isActing: true }]);
    expect(await viewersFor(admin, kind, id)).toEqual([{ email: colleague.email, isActing: false }]);
    await change('UPDATE viewers SET seen_at = unixepoch() - ? WHERE admin_id = ?', viewerTtlSeconds + 1, admin.id);
    expect(await viewersFor(colleague, kind, id)).toEqual([]);
    expect(await row('SELECT count(*) AS n FROM viewers WHERE admin_id = ?', admin.id)).toEqual({ n: 0 });
    expectError(await report(admin, kind, 999_999), 404, unknown);
    expect(await row('SELECT count(*) AS n FROM viewers WHERE subject_id = 999999')).toEqual({ n: 0 });
  });
});

test('the version changes with a colleague’s note, question, address or quote', async () => {
  const [messageId, { certificate }, { orderId }] = [await newMessage(), await waitingCertificate(), await paidOrder()];
  const versionOf = async (kind: ViewerKind, id: number) => (await report(admin, kind, id)).body.version;
  const before = [await versionOf('message', messageId), await versionOf('review', certificate.id), await versionOf('order', orderId)];
  const { client } = colleague;
  expect((await client.post(`/api/admin/messages/${messageId}/notes`, { text: 'Mine.', version: before[0] })).status).toBe(201);
  expect((await client.post(`/api/admin/reviews/${certificate.id}/ask`, { question: 'When?', version: before[1] })).status).toBe(200);
  expect([await versionOf('message', messageId), await versionOf('review', certificate.id)]).toEqual([2, 2]);

  const readOrder = async () => (await admin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`)).body;
  const { shippingAddress, version, ...order } = await readOrder();
  expect(order).toMatchObject({ quotedBy: null, addressCorrectedBy: null });
  const address = { ...shippingAddress, line1: '9 Hill Road' };
  expect((await client.put(`/api/admin/orders/${orderId}/address`, { address, version })).status).toBe(200);
  const corrected = await versionOf('order', orderId);
  expect(corrected).toBeGreaterThan(before[2] ?? 0);
  const quote = { cardSize: standardSize, environment: 'sandbox' };
  expect((await client.post(`/api/admin/orders/${orderId}/print`, quote)).status).toBe(200);
  const quoted = await readOrder();
  expect(quoted).toMatchObject({ quotedBy: colleague.email, addressCorrectedBy: colleague.email });
  expect(quoted.revision).toBeGreaterThan(corrected);
  expect(await versionOf('order', orderId)).toBe(quoted.revision);
});

test('whoever passed a certificate sees no viewers of it, whether or not it gets a second look', async () => {
  for (const getsSecondLook of [true, false]) {
    const member = await waitingCertificate();
    const { id } = member.certificate;
    await drawSecondLook(member.certificate, getsSecondLook);
    await report(colleague, 'review', id);
    expect(await viewersFor(admin, 'review', id)).toHaveLength(1);
    expect((await pass(admin, member)).status).toBe(200);
    expect(await viewersFor(admin, 'review', id)).toEqual([]);
    expect(await viewersFor(superAdmin, 'review', id)).toHaveLength(2);
    // While the certificate waits again, an open case reveals nothing about a second look.
    await change(`UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?`, id);
    expect(await viewersFor(admin, 'review', id)).toHaveLength(2);
  }
});

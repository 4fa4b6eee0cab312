import { render, screen } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { Parcels } from '#web/features/printing/Parcels.tsx';

afterEach(() => vi.unstubAllGlobals());

const parcel = { orderId: 1, quantity: 5, tracking: null, at: '2026-11-20T12:00:00.000Z', lacksAddress: false };

async function show(json: object[]) {
  await mutate(() => true, undefined, { revalidate: false });
  fakeServer({ 'GET /api/orders/parcels': { json } });
  render(
    <PageFrame>
      <Parcels AddressForm={() => null} />
    </PageFrame>,
  );
}

test('the parcel list shows the progress of each order, and the tracking link of its parcel', async () => {
  await show([
    { ...parcel, status: 'waiting' },
    { ...parcel, orderId: 2, quantity: 1, status: 'printing' },
    { ...parcel, orderId: 3, status: 'shipped', tracking: 'https://track.example.com/3' },
    { ...parcel, orderId: 4, status: 'shipped', tracking: '1Z999' },
  ]);
  const region = await screen.findByRole('region', { name: 'Card deliveries' });
  expect(region.textContent).toContain('5 Cache Cards');
  expect(screen.getByText('Waiting to be printed')).toBeTruthy();
  expect(screen.getByText('Being printed')).toBeTruthy();
  expect(screen.getAllByText('Shipped')).toHaveLength(2);
  expect(screen.getByRole('link', { name: /Track package/ })).toHaveProperty('href', 'https://track.example.com/3');
  expect(screen.getByText('1Z999')).toBeTruthy();
});

test('the parcel list shows each parcel of an order sent in several', async () => {
  await show([
    { ...parcel, status: 'printing', tracking: '1Z1\n1Z2' },
    { ...parcel, orderId: 2, status: 'shipped', tracking: 'https://track.example.com/1\nhttps://track.example.com/2' },
  ]);
  expect(await screen.findByText('1Z1')).toBeTruthy();
  expect(screen.getByText('1Z2')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Track package 2/ })).toHaveProperty('href', 'https://track.example.com/2');
});

test('the parcel list is hidden without deliveries', async () => {
  await show([]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('region', { name: 'Card deliveries' })).toBeNull();
});

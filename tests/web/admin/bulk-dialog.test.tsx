import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { BulkDialog } from '#web/features/admin/lists/BulkDialog.tsx';
import { NetworkError } from '#web/lib/api-error.ts';

afterEach(() => vi.unstubAllGlobals());

type Send = (ids: number[]) => Promise<BulkResponse>;
const accept = (ids: number[]): BulkResponse => ({ results: ids.map((id) => ({ id, isDone: true, reason: null })) });
const changed = 'Someone else changed this.';
const reject = (ids: number[]): BulkResponse => ({ results: ids.map((id) => ({ id, isDone: false, reason: changed })) });

function open(count: number, send: Send) {
  fakeServer({});
  const clearSelection = vi.fn();
  const onClose = vi.fn();
  render(
    <PageFrame>
      <BulkDialog
        selection={{ rows: Array.from({ length: count }, (_, index) => ({ id: index + 1 })), clearSelection }}
        action={`Close ${count} messages`}
        labels={{
          noun: 'message',
          pending: 'Closing messages',
          done: 'closed',
          describe: ({ id }) => ({ label: `Message ${id}`, href: `/messages/${id}` }),
        }}
        getId={({ id }) => id}
        send={(rows) => send(rows.map(({ id }) => id))}
        listPath="/api/admin/messages"
        onClose={onClose}
      >
        <p>Closing sends no email.</p>
      </BulkDialog>
    </PageFrame>,
  );
  return {
    user: userEvent.setup(),
    dialog: within(screen.getByRole('dialog', { name: `Close ${count} messages` })),
    clearSelection,
    onClose,
  };
}

test('a bulk action runs in chunks with progress, and lists what was rejected and why', async () => {
  const second = Promise.withResolvers<BulkResponse>();
  const send = vi
    .fn<Send>()
    .mockImplementationOnce(async (ids) => accept(ids))
    .mockReturnValueOnce(second.promise);
  const { user, dialog, clearSelection, onClose } = open(22, send);
  expect(send).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Close 22 messages' }));
  await dialog.findByText('Closing messages: 20 of 22');
  expect(dialog.getByRole('progressbar', { name: 'Closing messages' })).toHaveProperty('value', 20);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stop' }));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  second.resolve({ results: [...accept([21]).results, ...reject([22]).results] });
  expect((await dialog.findByText(/21 messages closed\./)).closest('p')?.textContent).toBe('21 messages closed. 1 not closed.');
  expect(dialog.getByRole('list', { name: 'Rejected' }).textContent).toContain(changed);
  expect(dialog.getByRole('link', { name: /^Message 22/ }).getAttribute('href')).toBe('/messages/22');
  expect(clearSelection).not.toHaveBeenCalled();
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(clearSelection).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a bulk action stops after the current chunk, and can continue', async () => {
  const first = Promise.withResolvers<BulkResponse>();
  const send = vi
    .fn<Send>()
    .mockReturnValueOnce(first.promise)
    .mockImplementation(async (ids) => accept(ids));
  const { user, dialog } = open(45, send);
  await user.click(dialog.getByRole('button', { name: 'Close 45 messages' }));
  await user.click(await dialog.findByRole('button', { name: 'Stop' }));
  first.resolve(accept(Array.from({ length: 20 }, (_, index) => index + 1)));
  expect((await dialog.findByText(/20 messages closed/)).closest('p')?.textContent).toBe('20 messages closed. 25 not started.');
  expect(send).toHaveBeenCalledOnce();
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('45 messages closed.');
  expect(send.mock.calls.map(([ids]) => ids.length)).toEqual([20, 20, 5]);
});

test('a bulk action continues after a broken connection, and points out rows that the first attempt may have changed', async () => {
  const send = vi
    .fn<Send>()
    .mockImplementationOnce(async (ids) => accept(ids))
    .mockRejectedValueOnce(new NetworkError('No answer from the server'))
    .mockImplementation(async (ids) => reject(ids));
  const { user, dialog } = open(21, send);
  await user.click(dialog.getByRole('button', { name: 'Close 21 messages' }));
  await dialog.findByText(/No connection\..* You can continue where it stopped\./);
  expect(dialog.getByText(/20 messages closed/).closest('p')?.textContent).toBe('20 messages closed. 1 not started.');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText(new RegExp(`${changed} The connection broke during the first attempt`));
  expect(send.mock.lastCall).toEqual([[21]]);
});

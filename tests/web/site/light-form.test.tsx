import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Outcome, useLightForm } from '#web/lib/light-form.ts';
import { Field } from '#web/ui/forms/Field.tsx';

type Send = (typed: FormData) => Promise<Outcome<string>>;

function Log({ load, onSent }: { load: () => Promise<Send>; onSent: (value: string) => void }) {
  const { form, errors, failure, isPending } = useLightForm({ load, onSent });
  return (
    <form {...form} aria-label="Log">
      {failure && <p role="alert">{failure}</p>}
      <Field label="Place" name="place" error={errors.place} />
      <Field label="Finder" name="finder" error={errors.finder} />
      <button type="submit" aria-disabled={isPending}>
        Send
      </button>
    </form>
  );
}

const sendOak: Send = async (typed) => ({ isSent: true, value: String(typed.get('place')) });

function open(send: Send) {
  const onSent = vi.fn();
  render(<Log load={() => Promise.resolve(send)} onSent={onSent} />);
  return { onSent, press: () => userEvent.click(screen.getByRole('button', { name: 'Send' })) };
}

test('form errors are shown at their fields, the first gets the focus, and typing removes them', async () => {
  const send = vi.fn<Send>(async () => ({ isSent: false, fields: { finder: 'Who?', place: 'Where?' }, failure: undefined }));
  const { onSent, press } = open(send);
  await userEvent.type(screen.getByLabelText('Finder'), 'Gus');
  await press();
  const place = await screen.findByRole('textbox', { name: 'Place', description: 'Where?' });
  expect(document.activeElement).toBe(place);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(place, 'Oak');
  expect(screen.queryByText('Where?')).toBeNull();
  expect(screen.getByText('Who?')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Finder').value).toBe('Gus');
  expect(onSent).not.toHaveBeenCalled();
});

test('the server’s refusal is shown, and the input can be sent again', async () => {
  const answers: Outcome<string>[] = [
    { isSent: false, fields: {}, failure: 'Too many tries' },
    { isSent: true, value: 'Oak' },
  ];
  const { onSent, press } = open(async () => answers.shift() as Outcome<string>);
  await userEvent.type(screen.getByLabelText('Place'), 'Oak');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries');
  await press();
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('Oak'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a rejection shown at an input is not repeated, even after a correction', async () => {
  const { press } = open(async () => ({ isSent: false, fields: { place: 'Not there' }, failure: 'Please check' }));
  await press();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Place', description: 'Not there' }), 'x');
  expect(screen.queryByText('Not there')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal without an input is shown above the form', async () => {
  const { press } = open(async () => ({ isSent: false, fields: { body: 'Too long' }, failure: 'Please check' }));
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Please check');
});

test('two presses send once', async () => {
  const send = vi.fn<Send>(() => new Promise(() => {}));
  open(send);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledTimes(1);
});

test('if the sending code cannot be loaded, the form gives advice, keeps the input and can be sent again', async () => {
  const loads = [Promise.reject<Send>(new TypeError('Failed to fetch dynamically imported module')), Promise.resolve<Send>(sendOak)];
  for (const load of loads) load.catch(() => undefined);
  const onSent = vi.fn();
  render(<Log load={() => loads[0] as Promise<Send>} onSent={onSent} />);
  await userEvent.type(screen.getByLabelText('Place'), 'Oak');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toContain('reload the page');
  expect(screen.getByLabelText<HTMLInputElement>('Place').value).toBe('Oak');
  expect(onSent).not.toHaveBeenCalled();
  loads.shift();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('Oak'));
});

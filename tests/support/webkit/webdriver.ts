/** A small WebDriver client for WebKitGTK, which Playwright cannot drive. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Limits the duration of each command because WebKit sometimes never responds. */
const commandTimeoutMs = 45_000;
const retryIntervalMs = 250;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Target {
  role: 'link' | 'button' | 'tab' | 'radio' | 'checkbox' | 'option';
  name: RegExp;
}

/** Each method except `goto` waits for its element or text. Strings must match the full text; regular expressions may match part of it. */
export interface Driver {
  goto(url: string): Promise<void>;
  click(role: Target['role'], name: RegExp): Promise<void>;
  type(label: string, text: string): Promise<void>;
  upload(label: string, path: string): Promise<void>;
  waitForText(text: RegExp): Promise<void>;
}

/** Runs `use` with a new browser and closes it afterward. WebDriver listens on `port`. */
export async function withWebKit(port: number, use: (driver: Driver) => Promise<void>): Promise<void> {
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await retry(() => send(origin, 'GET', '/status'));
    const { sessionId } = await send<{ sessionId: string }>(origin, 'POST', '/session', { capabilities: {} });
    const session = `${origin}/session/${sessionId}`;
    await use(createDriver(session)).finally(() => send(session, 'DELETE', '').catch(() => {}));
  } finally {
    await end(server);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill();
  await once(server, 'exit');
}

async function send<Value>(base: string, method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<Value> {
  const signal = AbortSignal.timeout(commandTimeoutMs);
  const response = await fetch(base + path, { method, signal, ...(method === 'POST' && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

async function retry<Value>(work: () => Promise<Value>): Promise<Value> {
  const until = Date.now() + commandTimeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(retryIntervalMs);
    }
  }
}

function createDriver(session: string): Driver {
  const run = <Value>(script: (...args: never[]) => Value, ...args: unknown[]) =>
    send<Value>(session, 'POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });

  /** Finds an element and runs a command on it. Retries both until the command succeeds. */
  const actOn = (find: () => Promise<unknown>, description: string, action: 'click' | 'value', body?: object) =>
    retry(async () => {
      const element = (await find()) as { [elementKey]: string } | null;
      if (!element) throw new Error(`Not on the page: ${description}`);
      // Scrolls the element to the center. WebKit's own scrolling can leave it at the window's edge, where clicks fail.
      await run((target: Element) => target.scrollIntoView({ block: 'center', behavior: 'instant' }), element);
      await send(session, 'POST', `/element/${element[elementKey]}/${action}`, body).catch((cause) => {
        throw new Error(`${action} of ${description}`, { cause });
      });
    });
  const typeInto = (label: string, text: string) => actOn(() => run(findField, label), `field ${label}`, 'value', { text });

  return {
    goto: (url) => send(session, 'POST', '/url', { url }),
    click: (role, name) => actOn(() => run(findByRole, role, name.source, name.flags), `${role} ${name}`, 'click'),
    type: typeInto,
    upload: typeInto,
    waitForText: (text) =>
      retry(async () => {
        const shown = await run(() => document.body.innerText);
        if (!text.test(shown)) throw new Error(`Not on the page: ${text}\n${shown}`);
      }),
  };
}

/** Finds a visible element by role and name. Runs in the browser. */
function findByRole(role: Target['role'], source: string, flags: string): Element | null {
  const native = { link: 'a[href]', button: 'button', radio: 'input[type=radio]', checkbox: 'input[type=checkbox]', tab: '', option: '' };
  const selectors = [`[role="${role}"]`, native[role] && `${native[role]}:not([role])`].filter(Boolean).join();
  const nameOf = (element: HTMLElement) =>
    element.ariaLabel ?? ('labels' in element ? (element as HTMLInputElement).labels?.[0] : element)?.textContent ?? element.textContent;
  const isNamed = (element: HTMLElement) => new RegExp(source, flags).test((nameOf(element) ?? '').trim());
  return (
    [...document.querySelectorAll<HTMLElement>(selectors)].find(
      (element) => element.checkVisibility({ visibilityProperty: true }) && isNamed(element),
    ) ?? null
  );
}

/** Finds an input by its label, ignoring hidden inputs except file inputs. Runs in the browser. */
function findField(label: string): Element | null {
  const fields = [...document.querySelectorAll('input')].filter(
    (field) => field.type === 'file' || field.checkVisibility({ visibilityProperty: true }),
  );
  return (
    fields.find((field) => field.ariaLabel === label || [...(field.labels ?? [])].some(({ textContent }) => textContent === label)) ?? null
  );
}

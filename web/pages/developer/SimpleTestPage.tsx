import { useState } from 'react';
import { Health } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { dateTime } from '#web/lib/format.ts';
import { DeveloperPage } from '#web/pages/developer/DeveloperPage.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function SimpleTestPage() {
  const [count, setCount] = useState(0);
  return (
    <DeveloperPage title="Simple Test" about="Checks that the server responds and that the page reacts.">
      <section className="sheet" aria-labelledby="server-status">
        <h2 id="server-status">Server</h2>
        <ServerStatus />
      </section>
      <section className="sheet" aria-labelledby="counter">
        <h2 id="counter">Counter</h2>
        <p>
          Count: <output>{count}</output>
        </p>
        <div className="cluster">
          <button type="button" onClick={() => setCount(count + 1)}>
            Increment
          </button>
          <button type="button" className="secondary" onClick={() => setCount(0)}>
            Reset
          </button>
        </div>
      </section>
    </DeveloperPage>
  );
}

function ServerStatus() {
  const { data, error, isValidating, mutate } = useQuery('/api/health', Health, { revalidatesOnMount: true });
  return (
    <>
      <div role="status">
        {data && !error && (
          <Alert tone="success" title="Server is running">
            Server time: <time dateTime={data.time}>{dateTime(data.time)}</time>
          </Alert>
        )}
        {!data && !error && <p>Checking the server…</p>}
      </div>
      {error !== undefined && <Alert tone="error" title="Could not connect to the server" />}
      <p>
        <button
          type="button"
          className="secondary"
          aria-busy={isValidating || undefined}
          onClick={() => void mutate().catch(() => undefined)}
        >
          Check again
        </button>
      </p>
    </>
  );
}

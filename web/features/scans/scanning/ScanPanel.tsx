import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/scans/scanning/scanner.css';
import { CameraControls } from '#web/features/scans/scanning/camera/CameraControls.tsx';
import { useCamera } from '#web/features/scans/scanning/camera/use-camera.ts';
import { Viewfinder } from '#web/features/scans/scanning/camera/Viewfinder.tsx';
import { PhotoButton } from '#web/features/scans/scanning/PhotoButton.tsx';
import { ScanFailed } from '#web/features/scans/scanning/ScanFailed.tsx';
import { ScanQueued } from '#web/features/scans/scanning/ScanQueued.tsx';
import { ScanResult } from '#web/features/scans/scanning/ScanResult.tsx';
import { TypedCardForm } from '#web/features/scans/scanning/TypedCardForm.tsx';
import { useScanFlow } from '#web/features/scans/scanning/use-scan-flow.ts';
import { paths } from '#web/lib/paths.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';

export function ScanPanel({ onClose }: { onClose: () => void }) {
  const flow = useScanFlow();
  const [isStopped, setIsStopped] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  // The typed card id is stored here so that it survives a failed scan.
  const [cardIdText, setCardIdText] = useState('');
  const camera = useCamera(flow.state.phase === 'ready' && !isStopped, (code) => setNotice(flow.read(code, 'camera')));

  function toggleScanner(on: boolean) {
    setNotice(null);
    setIsStopped(!on);
  }

  function restart() {
    toggleScanner(true);
    flow.restart();
  }

  if (flow.state.phase === 'sending') {
    return (
      <div className="stack scan-panel scan-waiting">
        <Spinner label={t`Collecting ${flow.state.scan.cardId}…`} />
      </div>
    );
  }
  if (flow.state.phase === 'done' || flow.state.phase === 'queued') {
    const restartScan = () => {
      setCardIdText('');
      restart();
    };
    if (flow.state.phase === 'queued') return <ScanQueued scan={flow.state.scan} onRestart={restartScan} onClose={onClose} />;
    return <ScanResult scan={flow.state.scan} response={flow.state.response} onRestart={restartScan} onClose={onClose} />;
  }
  if (flow.state.phase === 'failed') {
    return <ScanFailed failure={flow.state} onRetry={flow.retry} onRestart={restart} />;
  }
  return (
    <div className="stack scan-panel">
      <Viewfinder video={camera.video} state={camera.state} notice={notice} onRetry={camera.retry} />
      <div className="scan-controls">
        <CameraControls camera={camera} onStop={() => toggleScanner(false)} onStart={() => toggleScanner(true)} />
        <PhotoButton onNotice={setNotice} onCode={(code) => setNotice(flow.read(code, 'photo'))} />
      </div>
      <TypedCardForm
        text={cardIdText}
        onChange={setCardIdText}
        onSubmit={(cardId) => {
          setNotice(null);
          return flow.type(cardId);
        }}
      />
      <p className="scan-report">
        <Trans>
          Not where it should be?{' '}
          <Link href={paths.reportCard} onClick={onClose}>
            Report it missing
          </Link>
        </Trans>
      </p>
    </div>
  );
}

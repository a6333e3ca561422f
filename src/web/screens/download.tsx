// The home page and the page of each platform: a link goes in, a file comes out; all else steps back once there is a link.
import { useState } from 'react';
import { DownloadFlow, type FlowStage } from '../features/download/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../part.tsx';

/** Any page around the link box. */
export function DownloadScreen() {
  const [stage, setStage] = useState<FlowStage>('idle');
  return (
    <main id="main" className="page download-page" data-stage={stage}>
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <DownloadFlow onStageChange={setStage} />
      {stage === 'idle' && <Part name="badges" />}
      {(stage === 'idle' || stage === 'choosing') && <Part name="offers" />}
      <Part name="text" className="page-text" />
    </main>
  );
}

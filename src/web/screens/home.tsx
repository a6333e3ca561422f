// The home page: a link goes in, a file comes out; everything else steps back once there is something to look at.
import { useState } from 'react';
import { DownloadFlow, type FlowStage } from '../features/download/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Hero, HeroBadges } from '../home/hero.tsx';
import { HowTo } from '../home/how-to.tsx';

/** The screen at `/`. */
export function HomeScreen() {
  const [stage, setStage] = useState<FlowStage>('idle');
  return (
    <main className="page home" data-stage={stage}>
      <Breadcrumb />
      <Hero isSmall={stage !== 'idle'} />
      <DownloadFlow onStageChange={setStage} />
      {stage === 'idle' && <HeroBadges />}
      {(stage === 'idle' || stage === 'choosing') && <HowTo />}
    </main>
  );
}

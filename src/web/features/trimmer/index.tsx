// The trimmer: a file picker, or the finished download that the address names; the editor is loaded once there is a file.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AskedJob, findJob, readAskedJob } from './asked-job.ts';
import { FilePicker } from './file-picker.tsx';
import { JobMissing } from './job-missing.tsx';
import type { ChosenFile } from './workspace.tsx';
import { WorkspaceMissing } from './workspace-missing.tsx';

const Workspace = lazy(() =>
  import('./workspace.tsx').then(
    (part) => ({ default: part.Workspace }),
    (error: unknown) => {
      console.error('the trimmer could not be loaded', error);
      return { default: WorkspaceMissing };
    },
  ),
);

type Chosen = { readonly file: ChosenFile; readonly number: number };

/** The trimmer. It works entirely in the browser; the page provides the heading. */
export function Trimmer() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [missing, setMissing] = useState<Exclude<AskedJob, { kind: 'found' }> | 'asking' | null>(
    null,
  );
  const open = (file: ChosenFile) => {
    setMissing(null);
    setChosen((last) => ({ file, number: (last?.number ?? 0) + 1 }));
  };
  const choose = (file: File) => open({ kind: 'local', file });
  useEffect(() => {
    const id = readAskedJob(location.search);
    if (id === null) return;
    const leaving = new AbortController();
    setMissing('asking');
    findJob(id, leaving.signal).then(
      (asked) => {
        if (asked.kind !== 'found') return setMissing(asked);
        setMissing(null);
        setChosen({ file: { kind: 'download', result: asked.job.result }, number: 0 });
      },
      () => undefined, // left
    );
    return () => leaving.abort();
  }, []);
  if (missing === 'asking') return <Skeleton className="h-96 w-full rounded-lg" />;
  if (!chosen)
    return (
      <>
        {missing && <JobMissing missing={missing} />}
        <FilePicker onChoose={choose} />
      </>
    );
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
      <Workspace
        key={chosen.number}
        file={chosen.file}
        onChoose={choose}
        onConverted={(result) => open({ kind: 'download', result })}
        onLeave={() => setChosen(null)}
      />
    </Suspense>
  );
}

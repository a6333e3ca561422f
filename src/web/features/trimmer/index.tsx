// The trimmer: a file picker; the editor is loaded once a file was chosen.
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FilePicker } from './file-picker.tsx';
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

type Chosen = { readonly file: File; readonly number: number };

/** The trimmer. It works entirely in the browser; the page provides the heading. */
export function Trimmer() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = (file: File) => setChosen((last) => ({ file, number: (last?.number ?? 0) + 1 }));
  if (!chosen) return <FilePicker onChoose={choose} />;
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
      <Workspace
        key={chosen.number}
        file={chosen.file}
        onChoose={choose}
        onLeave={() => setChosen(null)}
      />
    </Suspense>
  );
}

// "Copy link for another program": a link of half an hour to one file, for download managers, players and televisions.
import { Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LimitsAnswer } from '../../../shared/api/answers.ts';
import type { ProgramLinkAnswer } from '../../../shared/api/download.ts';
import { requestJson } from '../../browser/request.ts';
import { failureOf } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { useFetched } from '../../page/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MoreWords, useWords } from '../../words/words.tsx';

type ProgramLinkProps = { readonly job: string };

/** The button, and the link below it; nothing where the server makes none. Suspends until its words are loaded. */
export function ProgramLink({ job }: ProgramLinkProps) {
  const { data: limits } = useFetched<LimitsAnswer>('/api/limits', { staysFresh: true });
  if (!limits?.programLinks) return null;
  return (
    <MoreWords group="programs">
      <Worded job={job} />
    </MoreWords>
  );
}

function Worded({ job }: ProgramLinkProps) {
  const { t } = useWords();
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const make = async () => {
    setProblem(null);
    try {
      const path = `/api/jobs/${encodeURIComponent(job)}/link`;
      const { url } = await requestJson<ProgramLinkAnswer>(path, { method: 'POST' });
      const made = new URL(url, location.href).href;
      setAddress(made);
      // Without permission, the button below copies or selects it.
      await navigator.clipboard?.writeText(made).then(
        () => setIsCopied(true),
        () => undefined,
      );
    } catch (error) {
      setProblem(failureWords(failureOf(error), null, t));
    }
  };

  return (
    <>
      <Button icon={Link2} onClick={() => void make()}>
        {t('programs.copy')}
      </Button>
      <div role="status" className="order-last basis-full empty:hidden">
        {problem && <p className="text-soft text-sm">{problem}</p>}
        {address && (
          <div className="max-w-xl">
            <TextField
              ref={field}
              label={t('programs.link')}
              hint={(isCopied ? `${t('ui.copied')} ` : '') + t('programs.hint')}
              value={address}
              readOnly
              dir="ltr"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={address} className="mt-2" shownIn={field} />
          </div>
        )}
      </div>
    </>
  );
}

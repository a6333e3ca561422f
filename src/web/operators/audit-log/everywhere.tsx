// Ends all sessions of the operator.
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { request } from '../../browser/request.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { forgetDrafts } from '../shell/drafts.ts';
import { forgetVisits } from '../shell/route-memory.ts';

/** The button with its description. */
export function Everywhere() {
  const { t } = useWords();
  const { home } = usePage();
  const toasts = useToasts();
  const leave = useMutation({
    mutationFn: () => request('/admin/logout-everywhere', { method: 'POST' }),
    onSuccess() {
      forgetVisits();
      forgetDrafts();
      location.assign(home);
    },
    onError: () => toasts.show({ look: 'destructive', title: t('audit-log.everywhereFailed') }),
  });
  return (
    <div className="audit-everywhere">
      <Button
        icon={LogOut}
        busy={leave.isPending || leave.isSuccess}
        aria-describedby="everywhere-text"
        onClick={() => leave.mutate()}
      >
        {t('audit-log.everywhere')}
      </Button>
      <p id="everywhere-text" className="text-soft">
        {t('audit-log.everywhereText')}
      </p>
    </div>
  );
}

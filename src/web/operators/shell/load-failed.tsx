// Stands where something of the operators' area could not be loaded.
import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/words.tsx';

/** `children` is the sentence; `onLogin` shows the form to sign in. Needs the words of `operators` above it. */
export type LoadFailedProps = { readonly children: string; readonly onLogin: () => void };

/** What happened, and the way to the form. */
export function LoadFailed({ children, onLogin }: LoadFailedProps) {
  const { t } = useWords();
  return (
    <Card tone="bad" role="alert" className="operators-failed">
      <p className="flex items-center gap-2">
        <Icon of={CircleAlert} className="text-bad" />
        {children}
      </p>
      <Button onClick={onLogin}>{t('operators.goToLogin')}</Button>
    </Card>
  );
}

// Replaces a part of the operators' area that could not be loaded.
import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/words.tsx';

/** `children` is the message; `onLogin` shows the sign-in form. Requires the messages of `operators`. */
export type LoadFailedProps = { readonly children: string; readonly onLogin: () => void };

/** The message, with a link to the form. */
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

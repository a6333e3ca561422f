// The sign-in form.
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SignInRequest } from '../../../shared/api/admin.ts';
import { RequestError, request } from '../../browser/request.ts';
import { useSite } from '../../page/page-context.tsx';
import { solveProof } from '../../proof-of-work/solve-proof.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formatSpan } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { CommandsNote } from '../shell/commands-note.tsx';
import { signInText, waitSecondsOf } from './sign-in-text.ts';

/** Resolves when the browser is signed in. Throws what `request` throws. */
async function sendSignIn(typed: Omit<SignInRequest, 'proof'>): Promise<void> {
  try {
    await send(typed);
  } catch (error) {
    const challenge = challengeOf(error);
    if (challenge === null) throw error;
    await send({ ...typed, proof: await solveProof(challenge) });
  }
}

const send = (body: SignInRequest) => request('/api/admin/login', { method: 'POST', body });

function challengeOf(error: unknown) {
  if (!(error instanceof RequestError) || error.answer?.code !== 'proof_needed') return null;
  const { challenge, difficulty } = error.answer.params ?? {};
  if (typeof challenge !== 'string' || typeof difficulty !== 'number') return null;
  return { challenge, difficulty };
}

/** `hasEnded`: the session has ended; `onLeave` is called on a click on the link to `home`. */
export type SignInProps = {
  readonly home: string;
  readonly hasEnded: boolean;
  readonly onSignedIn: () => void;
  readonly onLeave: () => void;
};

/** The form; requires the messages of `operators`. After a failure it keeps the input except the password. */
export function SignIn({ home, hasEnded, onSignedIn, onLeave }: SignInProps) {
  const { t, language } = useWords();
  const site = useSite();
  const [isBusy, setIsBusy] = useState(false);
  /** A new object for each attempt, so that each moves the focus. */
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const title = t('operators.loginTitle');
  useEffect(() => {
    document.title = `${title} | ${site.name}`;
  }, [title, site]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read from the form: password managers fill it in without events.
    const typed = new FormData(event.currentTarget);
    const body = {
      email: String(typed.get('email')).trim(),
      password: String(typed.get('password')),
    };
    if (body.email === '' || body.password === '')
      return setProblem({ text: t('operators.loginIncomplete') });
    setProblem(null);
    setIsBusy(true);
    try {
      await sendSignIn(body);
      onSignedIn();
    } catch (error) {
      const seconds = waitSecondsOf(error);
      const span = seconds === null ? null : formatSpan(seconds, language);
      const wait = span === null ? '' : ` ${t('operators.loginWait', { span })}`;
      setProblem({ text: signInText(error, t) + wait });
      setIsBusy(false);
      if (password.current) password.current.value = '';
    }
  };

  // Disabled fields lose the focus.
  useEffect(() => {
    if (problem === null || isBusy) return;
    (email.current?.value ? password : email).current?.focus();
  }, [problem, isBusy]);

  return (
    <Card as="section" className="sign-in" aria-labelledby="sign-in-heading">
      <h1 id="sign-in-heading">{title}</h1>
      {hasEnded && <p className="mt-2 text-soft">{t('operators.sessionEnded')}</p>}
      <form
        noValidate
        className="mt-6 grid grid-cols-1 gap-4"
        onSubmit={(event) => void send(event)}
      >
        <TextField
          label={t('operators.email')}
          type="email"
          name="email"
          autoComplete="username"
          dir="ltr"
          {...{
            required: true,
            disabled: isBusy,
            autoCapitalize: 'none',
            spellCheck: false,
            ref: email,
          }}
        />
        <TextField
          label={t('operators.password')}
          type="password"
          name="password"
          autoComplete="current-password"
          dir="ltr"
          required
          disabled={isBusy}
          ref={password}
        />
        <div role="alert">
          {problem !== null && (
            <p className="sign-in-problem">
              <Icon of={CircleAlert} size="small" className="mt-1" />
              <span>{problem.text}</span>
            </p>
          )}
        </div>
        <Button type="submit" variant="primary" size="large" wide busy={isBusy}>
          {isBusy ? t('operators.loggingIn') : t('operators.login')}
        </Button>
        <ButtonLink href={home} variant="quiet" wide onClick={onLeave}>
          {t('operators.backToHome')}
        </ButtonLink>
      </form>
      <CommandsNote />
    </Card>
  );
}

// Says how operators are added and get a new password: by commands on the server, which cannot be run from elsewhere.
import { useWords } from '../../words/words.tsx';

const COMMANDS = ['npm run admin -- add you@example.com', 'npm run admin -- reset you@example.com'];

/** The sentence with its two commands. */
export function CommandsNote() {
  const { t } = useWords();
  return (
    <div className="operator-commands">
      <p>{t('operators.commands')}</p>
      {COMMANDS.map((command) => (
        <code key={command} dir="ltr">
          {command}
        </code>
      ))}
    </div>
  );
}

// The files of the extension, one for each browser.
import { EXTENSION_BROWSERS } from '../../shared/extension.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Drawing } from './drawing.ts';

/** A card for each browser, with its file. */
export function ExtensionFiles({ drawing }: { readonly drawing: Drawing }) {
  const { words } = drawing.subject.text;
  return (
    <ul className="mt-6 mb-12 grid gap-4 md:grid-cols-2">
      {EXTENSION_BROWSERS.map((browser) => (
        <Card as="li" key={browser} className="flex flex-col items-start gap-2">
          <h2 className="text-lg">{words[browser]}</h2>
          <p className="flex-1 text-soft">{words[`${browser}Text`]}</p>
          <ButtonLink
            variant="primary"
            className="mt-2"
            href={`/extension/keepreel-${browser}.zip`}
            download
          >
            {words[`${browser}Get`]}
          </ButtonLink>
        </Card>
      ))}
    </ul>
  );
}

// The frame of every page: skip link, header, the page itself, footer.
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

type FrameProps = { readonly builtInYear: number; readonly children: ReactNode };

/** Puts the frame around a screen. */
export function Frame({ builtInYear, children }: FrameProps) {
  const { t } = useWords();
  return (
    <>
      <a href="#video-url-input" className="skip-link">
        {t('ui.skipToLink')}
      </a>
      <Header />
      {children}
      <Footer builtInYear={builtInYear} />
    </>
  );
}

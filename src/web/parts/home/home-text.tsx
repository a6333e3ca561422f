// The long text of the home page: collapsed sections, questions and popular searches, in one list.
import type { Drawing } from '../drawing.ts';
import { LastUpdated } from '../last-updated.tsx';
import { sectionsOf } from '../sections.ts';
import { Fold } from './fold.tsx';
import { HomeBlock } from './home-block.tsx';
import { HomeSearches } from './home-searches.tsx';

/** The id of the first section, the same in every language for links to `#about`. */
const ABOUT = 'about';

/** The text; browsers open a section when its text is searched for or the fragment names it. */
export function HomeText({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { html, faq } = subject.text;
  return (
    <>
      <HomeBlock name="more" heading={t('home.moreHeading')}>
        {sectionsOf(html).sections.map((section, index) => (
          <details key={section.id} className="fold">
            <summary>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML */}
              <h3 dangerouslySetInnerHTML={{ __html: section.heading }} />
            </summary>
            <div
              id={index === 0 ? ABOUT : section.id}
              className="prose"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML
              dangerouslySetInnerHTML={{ __html: section.html }}
            />
          </details>
        ))}
        {faq.map(({ question, answer }) => (
          <Fold key={question} heading={question}>
            <p>{answer}</p>
          </Fold>
        ))}
        <Fold heading={t('home.facebookFold')}>
          <p>{t('home.facebookText')}</p>
        </Fold>
        <HomeSearches drawing={drawing} />
      </HomeBlock>
      <LastUpdated drawing={drawing} />
    </>
  );
}

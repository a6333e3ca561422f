// The text of a page in a fixed order: steps, what works and what does not, body, questions, related pages.
import { StepPicture } from '../ui/pictures/step-picture.tsx';
import type { Question, Step } from './content.ts';
import type { Drawing } from './drawing.ts';
import { LastUpdated } from './last-updated.tsx';
import { sectionsOf } from './sections.ts';

/** The text, without the pieces that the page lacks. */
export function TextOfPage({ drawing }: { readonly drawing: Drawing }) {
  const { t } = drawing;
  const { steps, works, limits, html, faq } = drawing.subject.text;
  return (
    <>
      {steps.length > 0 && (
        <Steps heading={t('text.stepsHeading')} steps={steps} language={drawing.language.code} />
      )}
      {works.length > 0 && <Points heading={t('text.worksHeading')} points={works} is="works" />}
      {limits.length > 0 && (
        <Points heading={t('text.limitsHeading')} points={limits} is="limits" />
      )}
      <Body html={html} />
      {faq.length > 0 && <Questions heading={t('text.faqHeading')} faq={faq} />}
      {/* The search shows them above, instead of results. */}
      {drawing.subject.route !== 'search' && <Related drawing={drawing} />}
      <LastUpdated drawing={drawing} />
    </>
  );
}

function Body({ html }: { readonly html: string }) {
  const { before, sections } = sectionsOf(html);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML */}
      {before && <div className="prose" dangerouslySetInnerHTML={{ __html: before }} />}
      {sections.map(({ id, heading, html: sectionHtml }) => (
        <section key={id} className="prose-section">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML */}
          <h2 id={id} dangerouslySetInnerHTML={{ __html: heading }} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: sectionHtml }} />
        </section>
      ))}
    </>
  );
}

type StepsProps = {
  readonly heading: string;
  readonly steps: readonly Step[];
  readonly language: string;
};

function Steps({ heading, steps, language }: StepsProps) {
  return (
    <section className="steps">
      <h2>{heading}</h2>
      <ol data-pictured={steps.some(({ image }) => image) || undefined}>
        {steps.map(({ name, text, image, alt }) => (
          <li key={name} data-pictured={image !== undefined || undefined}>
            <h3>{name}</h3>
            <p>{text}</p>
            {image && <StepPicture image={image} language={language} alt={alt ?? ''} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type PointsProps = {
  readonly heading: string;
  readonly points: readonly string[];
  readonly is: 'works' | 'limits';
};

function Points({ heading, points, is }: PointsProps) {
  return (
    <section className="points" data-is={is}>
      <h2>{heading}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

function Questions({
  heading,
  faq,
}: {
  readonly heading: string;
  readonly faq: readonly Question[];
}) {
  return (
    <section className="questions">
      <h2>{heading}</h2>
      <div>
        {faq.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Links to related pages and articles; nothing if there are none. */
function Related({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, targetOf } = drawing;
  if (subject.text.related.length === 0) return null;
  return (
    <nav className="related" aria-labelledby="related">
      <h2 id="related">{t('text.relatedHeading')}</h2>
      <ul>
        {subject.text.related.map(targetOf).map(({ href, label, language }) => (
          <li key={href}>
            <a href={href} hrefLang={language?.tag} lang={language?.tag} dir={language?.dir}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

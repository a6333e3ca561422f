// The page of a blog article.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

/** The article with its metadata. */
export function ArticleScreen() {
  return (
    <main id="main" className="page text-page article-page">
      <Breadcrumb />
      <article>
        <Part name="intro" className="intro" />
        <Part name="meta" />
        <Part name="text" className="page-text" />
      </article>
    </main>
  );
}

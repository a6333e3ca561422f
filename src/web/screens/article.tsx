// The page of a blog article.

import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

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

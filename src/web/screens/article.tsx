// An article of the blog.
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../part.tsx';

/** The article with its facts under its heading. */
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

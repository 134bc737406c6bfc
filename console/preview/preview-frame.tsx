import { Button } from "#app/ui/button.tsx";

import { Choice } from "../fields/choice.tsx";

type PreviewFrameProps = {
  /** A description of the preview and its audience. */
  about: string;
  /** The route that returns the page, for the POST of the surrounding form. */
  action: string;
  /** The pages to choose from, by their names in the form. */
  pages: Record<string, string>;
  /** The languages to choose from, by their codes. */
  languages?: Record<string, string>;
  /** The first page's subject, if the route alone does not contain it. */
  query?: Record<string, string>;
};

/**
 * Shows the shop with the values of the surrounding form. CSS alone handles the choice of a width. In `.with-preview` it stands
 * beside the form, and on narrow windows folded below it.
 */
export function PreviewFrame({ about, action, pages, languages = {}, query }: PreviewFrameProps) {
  const [first = ""] = Object.keys(pages);
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <p className="small">{about}</p>
      <details>
        <summary>Look at the shop</summary>
        <div className="preview-choices">
          <Choice name="preview-page" label="Page" options={pages} value={first} />
          {Object.keys(languages).length > 1 && (
            <Choice name="preview-language" label="Language" options={languages} value={Object.keys(languages)[0]} />
          )}
          <Choice name="preview-scheme" label="Colours" options={{ light: "Light", dark: "Dark" }} value="light" />
          <Choice name="preview-width" label="Width" options={{ phone: "Phone", desktop: "Desktop" }} value="phone" />
          <Button look="outline" formAction={action} formTarget="preview" formNoValidate>
            Show preview
          </Button>
        </div>
        <div className="preview-window">
          <iframe
            name="preview"
            title="The shop"
            sandbox="allow-same-origin"
            loading="lazy"
            src={`${action}?${new URLSearchParams({ ...query, "preview-page": first })}`}
          />
        </div>
      </details>
    </section>
  );
}

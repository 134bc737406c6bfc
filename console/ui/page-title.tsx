/** The page's heading and its title in the tab. `brand` is absent on pages about all brands. */
export const PageTitle = ({ title, brand }: { title: string; brand?: string }) => (
  <>
    <title>{[title, brand, "Awning console"].filter(Boolean).join(" · ")}</title>
    <h1>{title}</h1>
  </>
);

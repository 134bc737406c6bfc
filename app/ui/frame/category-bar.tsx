import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";

import { VISIBLE_CATEGORIES } from "#app/base/constants.ts";
import { rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

export type CategoryLink = { id: string; name: string };

/**
 * The categories (docs/product.md, 3.1): the first five, and Show More for the rest; a dropdown on phones. The markup
 * is one list: CSS unfolds the outer details on wide screens. `active` is a category, "" for all.
 */
export function CategoryBar(props: CategoryBarProps) {
  if (props.categories.length === 0) return null;
  return (
    <nav id="categories" className="categories content" aria-label={t("frame.categories")}>
      <Unfolding {...props} />
    </nav>
  );
}

type CategoryBarProps = { categories: CategoryLink[]; active?: string };

function Unfolding({ categories, active }: CategoryBarProps) {
  const first = categories.slice(0, VISIBLE_CATEGORIES);
  const rest = categories.slice(VISIBLE_CATEGORIES);
  return (
    <details className="unfold">
      <summary>
        {categories.find(({ id }) => id === active)?.name ?? rich("frame.categories")}
        <Icon of={ChevronDown} className="icon-20 chevron" />
      </summary>
      <ul className="pills">
        <li>
          <a href="/" aria-current={active === "" ? "true" : undefined} className="pill">
            {rich("frame.allCategories")}
          </a>
        </li>
        {first.map((category) => (
          <CategoryPill key={category.id} {...category} isActive={category.id === active} />
        ))}
        {rest.length > 0 && (
          <li className="more-categories">
            <details open={rest.some(({ id }) => id === active)}>
              <MoreOrLess className="pill" />
              <ul className="pills">
                {rest.map((category) => (
                  <CategoryPill key={category.id} {...category} isActive={category.id === active} />
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </details>
  );
}

function CategoryPill({ id, name, isActive }: CategoryLink & { isActive: boolean }) {
  return (
    <li>
      <a href={`/?category=${encodeURIComponent(id)}`} aria-current={isActive ? "true" : undefined} className="pill">
        {name}
      </a>
    </li>
  );
}

export function MoreOrLess({ className }: { className?: string }) {
  return (
    <summary className={className}>
      <span className="when-closed">{rich("frame.showMore")}</span>{" "}
      <span className="when-open">{rich("frame.showLess")}</span>
    </summary>
  );
}

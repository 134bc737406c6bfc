import { t } from "../../../config/language/t.ts";

export function Breadcrumb({ trail, current }: { trail: { label: string; href: string }[]; current: string }) {
  return (
    <nav aria-label={t("product.breadcrumb")}>
      <ol className="breadcrumb">
        {trail.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}

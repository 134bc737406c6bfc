import type { ComponentProps } from "react";

type Look = "primary" | "outline" | "quiet" | "danger";

type ButtonProps = ComponentProps<"button"> & {
  /** One primary button a screen: the thing to do next. */
  look?: Look;
  isWide?: boolean;
  /** The label while its form is on the way, e.g. 'Signing in...'; set by an element where JavaScript runs. */
  busyLabel?: string;
};

export const Button = ({ look = "primary", isWide, busyLabel, className, ...button }: ButtonProps) => (
  <button data-busy={busyLabel} {...button} className={buttonClass(look, isWide, className)} />
);

type ButtonLinkProps = ComponentProps<"a"> & { href: string; look?: Look; isWide?: boolean };

export function ButtonLink({ look = "primary", isWide, className, ...link }: ButtonLinkProps) {
  // eslint-disable-next-line jsx-a11y-x/anchor-has-content -- its children come with the rest of its properties
  return <a {...link} className={buttonClass(look, isWide, className)} />;
}

const buttonClass = (look: Look, isWide?: boolean, more?: string) =>
  ["button", look, isWide && "wide", more].filter(Boolean).join(" ");

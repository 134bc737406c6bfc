import type { ComponentProps } from "react";

type Look = "primary" | "outline" | "quiet" | "danger";

type ButtonProps = ComponentProps<"button"> & {
  /** At most one primary button on a screen. */
  look?: Look;
  isWide?: boolean;
  /** The label while the form is being sent, e.g. 'Signing in...'; an element sets it. */
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

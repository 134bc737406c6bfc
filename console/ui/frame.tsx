import type { ReactNode } from "react";
import { href } from "react-router";

import { PageStart } from "#app/ui/frame/skip-link-and-progress.tsx";

import type { Me } from "../base/member.ts";
import { Menu } from "./menu.tsx";
import { Palette } from "./palette.tsx";

type FrameProps = {
  me: Me;
  /** The brand of this page; null on pages about all brands. */ brand: string | null;
  children: ReactNode;
};

/** Every page of a signed-in member: the links between pages and brands, and the page itself. */
export function Frame({ me, brand, children }: FrameProps) {
  const current = me.brands.find(({ id }) => id === brand);
  return (
    <>
      <PageStart />
      <div className="console">
        <header className="console-head">
          <a className="console-name" href={href("/")}>
            Awning
          </a>
          <Palette brand={current} />
          <details className="console-menu">
            <summary>Menu</summary>
            <Menu me={me} brand={current} />
          </details>
          <nav className="console-side" aria-label="Console">
            <Menu me={me} brand={current} />
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

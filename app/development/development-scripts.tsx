import { DEVELOPMENT_SCRIPTS } from "./scripts.ts";

export const DevelopmentScripts = () => DEVELOPMENT_SCRIPTS.map((src) => <script type="module" key={src} src={src} />);
